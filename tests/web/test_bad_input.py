"""Whatever is sent, the answer is a problem document that helps."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import NoughtsError, Position
from noughts.core.errors import LimitReachedError
from noughts.database.locking import InUseError
from noughts.json import shapes
from noughts.web import problems
from noughts.web.pool import BusyError
from tests.sampling import sample
from tests.shapes import assert_shape
from tests.web.asking import Answer, Site

ANALYSIS = "/api/v1/analysis"
MOVE = "/api/v1/move"
EMPTY = ".../.../..."


def problem(answer: Answer, kind: problems.Kind) -> str:
    """Check that an answer is a problem of this kind; return its detail."""
    assert answer.status == kind.status, answer.body
    assert answer.headers["content-type"] == problems.MEDIA_TYPE
    document: dict[str, Any] = answer.json
    assert_shape(document, shapes.Problem)
    assert document["type"] == f"/docs#problem-{kind.name}"
    assert (document["title"], document["status"]) == (kind.title, kind.status)
    detail: str = document["detail"]
    assert detail
    return detail


@pytest.mark.parametrize(
    ("question", "kind", "words"),
    [
        ({}, problems.FIELDS, "position"),
        ([], problems.FIELDS, "body"),
        (None, problems.FIELDS, "body"),
        (7, problems.FIELDS, "body"),
        ({"position": 7}, problems.FIELDS, "string"),
        ({"position": None}, problems.FIELDS, "string"),
        ({"position": ""}, problems.FIELDS, "position"),
        ({"position": "." * 2000}, problems.FIELDS, "1000"),
        ({"position": "\ud800"}, problems.FIELDS, "position"),
        ({"position": EMPTY, "rules": []}, problems.FIELDS, "rules"),
        ({"position": EMPTY, "depth": 3}, problems.FIELDS, "depth"),
        ({"position": EMPTY, "rules": "chess"}, problems.RULES, "gomoku"),
        ({"position": EMPTY, "rules": "3,3"}, problems.RULES, "m,n,k"),
        ({"position": EMPTY, "rules": "0,3,3"}, problems.RULES, "from 1 to 26"),
        ({"position": EMPTY, "rules": "26,26,2,5"}, problems.RULES, "at most 676"),
        ({"position": EMPTY, "rules": "26,25,650 torus"}, problems.RULES, "up to 50,000"),
        ({"position": EMPTY, "rules": "3,3,3 wrap"}, problems.RULES, "torus"),
        ({"position": EMPTY, "rules": "4,4,4"}, problems.POSITION, "4 needed"),
        ({"position": "..."}, problems.POSITION, "3 needed"),
        ({"position": "?../.../..."}, problems.POSITION, "a1"),
        ({"position": "OO./.../..."}, problems.POSITION, "X moves first"),
        ({"position": "XXX/OOO/..."}, problems.POSITION, "both"),
        ({"position": "❌../.../..."}, problems.POSITION, "a1"),
    ],
)
def test_a_question_that_is_none(
    site: Site, question: object, kind: problems.Kind, words: str
) -> None:
    answer = site.ask(ANALYSIS, body=json.dumps(question).encode())
    assert words in problem(answer, kind)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"level": "godlike"}, problems.FIELDS),
        ({"level": "HARD"}, problems.FIELDS),
        ({"seed": -1}, problems.FIELDS),
        ({"seed": 2**53}, problems.FIELDS),
        ({"seed": 1.5}, problems.FIELDS),
        ({"seed": "7"}, problems.FIELDS),
        ({"seed": True}, problems.FIELDS),
        ({"position": "XXX/OO./..."}, problems.MOVE),
        ({"position": "XOX/XOO/OXX"}, problems.MOVE),
    ],
)
def test_a_move_that_cannot_be_chosen(
    site: Site, change: dict[str, object], kind: problems.Kind
) -> None:
    problem(site.ask(MOVE, {"position": EMPTY, **change}), kind)


def test_every_wrong_field_is_named(site: Site) -> None:
    answer = site.ask(MOVE, {"position": 1, "level": "x", "seed": -1})
    assert [each["field"] for each in answer.json["errors"]] == ["position", "level", "seed"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b'{"position": }', b"\xff\xfe", b"[" * 4000, b'{"a":' * 600, b"NaN"),
        *(b'{"position": "' + b"\\u0000" * 9 + b'"}', b'{"seed": ' + b"9" * 4000 + b"}"),
    ],
)
def test_a_body_that_is_not_json(site: Site, body: bytes) -> None:
    answer = site.ask(MOVE, body=body, method="POST")
    assert answer.status in {400, 422}, answer.body
    assert answer.headers["content-type"] == problems.MEDIA_TYPE
    assert_shape(answer.json, shapes.Problem)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "x", ""])
def test_a_body_of_another_type(site: Site, kind: str) -> None:
    answer = site.ask(MOVE, {"position": EMPTY}, headers={"Content-Type": kind})
    problem(answer, problems.NOT_JSON)


@pytest.mark.parametrize(
    "path",
    [
        *("/nope", "/api", "/api/v1", "/api/v1/rules/", "/api/v1/rules/3/3", "/.env"),
        *(
            "/assets/",
            "/assets/../index.html",
            "/assets/%2e%2e/%2e%2e/pyproject.toml",
            "//",
            "/%00",
        ),
        *("/..%2f..%2f..%2fetc/passwd", "/assets", "/%ff%fe", "/static/index.html"),
    ],
)
def test_an_address_where_there_is_nothing(site: Site, path: str) -> None:
    problem(site.ask(path), problems.NOT_FOUND)


@pytest.mark.parametrize("rules", ["chess", "3", "3,3,0", "27,26,5", "%00", "%ff", "3,3,3%20wrap"])
@pytest.mark.parametrize("what", ["rules", "count"])
def test_rules_in_the_address_that_are_none(site: Site, what: str, rules: str) -> None:
    problem(site.ask(f"/api/v1/{what}/{rules}"), problems.RULES)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", ANALYSIS, "POST"),
        ("PUT", MOVE, "POST"),
        ("POST", "/api/v1/rules", "GET"),
        ("DELETE", "/healthz", "GET"),
        ("POST", "/", "GET, HEAD"),
        ("TRACE", "/docs", "GET, HEAD"),
    ],
)
def test_the_wrong_method(site: Site, method: str, path: str, allowed: str) -> None:
    answer = site.ask(path, method=method)
    problem(answer, problems.METHOD)
    assert set(answer.headers["allow"].split(", ")) == set(allowed.split(", "))


def test_every_error_of_the_library_has_its_problem() -> None:
    def kinds(error: type[NoughtsError]) -> set[type[NoughtsError]]:
        return {error}.union(*map(kinds, error.__subclasses__()))

    # The API takes no reports, tables, certificates or clusters, and writes no files. It knows no
    # other protocol's errors, checks nobody's program, and makes no atlas.
    from_outside = {"ReportError", "TableError", "CertificateError", "GomocupError"}
    from_outside |= {"ClusterError", "EngineError", "OverwriteError", "StoppedError"}
    from_outside |= {"UncheckableError", "ContradictionError"}
    expected = {kind for kind in kinds(NoughtsError) if kind.__module__.startswith("noughts.")}
    expected -= {NoughtsError} | {kind for kind in expected if kind.__name__ in from_outside}
    # A database that another server has is a special case of StorageError.
    assert expected == set(problems._OF_ERROR) | {InUseError}
    assert problems._kind(InUseError("it is in use")) is problems.STORAGE
    assert {LimitReachedError, BusyError} <= expected


stones = st.lists(st.sampled_from("XO."), min_size=9, max_size=9).map(
    lambda cells: "/".join("".join(cells[at : at + 3]) for at in (0, 3, 6))
)


@settings(max_examples=sample(50, 500))
@given(position=stones | st.text("XOxo._-/ \n", max_size=30) | st.text(max_size=12))
def test_any_position_is_answered_or_refused_as_the_library_does(site: Site, position: str) -> None:
    answer = site.ask(ANALYSIS, {"position": position})
    try:
        expected = 200, str(Position.parse(position))
    except NoughtsError as error:
        # What no position can be is refused before it is read.
        expected = 422, answer.json["detail"] if "errors" in answer.json else str(error)
    assert (answer.status, answer.json.get("position") or answer.json["detail"]) == expected
