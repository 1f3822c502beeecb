"""JSON is decoded into the original objects; other JSON is rejected."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Estimate, Level, Limit, Position, Record, ReportError, Rules, engine
from noughts.json import decode
from noughts.json import encode as reports
from noughts.lab.counting import calls, count
from noughts.lab.grading import review
from noughts.lab.matches import Match, Standing
from noughts.solver import solve

GAMES = ["3,3,3", "3,3,3 misere", "4,3,3", "4,4,3 torus", "4,4,4 gravity", "3,3,3,3", "9,9,5"]
CLASSIC = Position.parse("X.O/.X./..O")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position that may occur, finished or not."""
    position = Position(Rules.parse(draw(st.sampled_from(GAMES))))
    for _ in range(draw(st.integers(0, 12))):
        if position.outcome is not None:
            break
        position = position.play(draw(st.sampled_from(position.legal)))
    return position


def as_text(document: Any) -> str:
    return json.dumps(document)


@given(positions(), st.sampled_from(["perfect", "random", "tactics"]))
def test_an_analysis(position: Position, name: str) -> None:
    found = engine(name).analyse(position, None if name != "perfect" else Limit(nodes=200))
    document = reports.analysis(found)
    for written in (as_text(document), as_text(document).encode(), document):
        read = decode.analysis(written)  # type: ignore[arg-type]
        assert read == found
        assert reports.analysis(read) == document


@given(positions(), st.sampled_from(list(Level)))
def test_a_choice(position: Position, level: Level) -> None:
    if position.outcome is not None:
        return
    player = level.engine(seed=1)
    made = player.play(position, Limit(nodes=200))
    document = reports.move(position, made, player.name, str(level))
    read = decode.choice(as_text(document), position)
    assert (read.position, read.cell, read.score) == (position, made.cell, made.score)


@given(positions().filter(lambda position: position.rules.cells <= 64))
def test_a_solution(position: Position) -> None:
    found = solve(position, Limit(nodes=500))
    document = reports.solution(found)
    read = decode.solution(as_text(document))
    assert reports.solution(read) == document
    kept = found._replace(stored=0, lost=0, seconds=read.seconds)
    assert read == kept


def test_first_moves_of_a_solution() -> None:
    found = solve("4,4,3", first_moves=True)
    assert decode.solution(as_text(reports.solution(found))).winning == found.winning


def test_a_value_from_a_table() -> None:
    score = engine("perfect").analyse(CLASSIC).score
    assert score is not None
    assert not isinstance(score, Estimate)
    assert decode.probed(as_text(reports.probed(CLASSIC, score))) == (CLASSIC, score)


def test_counts() -> None:
    for text in ("2,2,2", "3,2,3"):
        rules = Rules.parse(text)
        counted, called = count(rules), calls(rules)
        assert decode.count(as_text(reports.count(rules, counted))) == counted
        assert decode.calls(as_text(reports.calls(rules, called))) == called


def test_a_match() -> None:
    rules = Rules.parse("4,3,3")
    match = Match(rules, ("medium", "easy"), seed=5, opening=1, limit=Limit(nodes=1000))
    standing, lost = Standing(), []
    for number in range(1, 9):
        game = match.game(number)
        standing.add(game)
        if game.winner is not None:
            lost.append(game)
    assert lost
    read, games = decode.match(as_text(reports.match(match, standing, lost)))
    assert list(games) == lost
    assert [read.game(game.number) for game in games] == lost
    assert reports.standings(read, standing) == reports.standings(match, standing)


def test_a_review() -> None:
    record = Record.parse("b2 b1 a1 c3 a3 a2 c1 X wins")
    graded = review(record)
    assert decode.review(as_text(reports.review(record, graded))) == graded


# -- what is none ----------------------------------------------------------------------------------


@cache
@cache
def right_text() -> str:
    return as_text(reports.analysis(engine("perfect").analyse(CLASSIC)))


def right() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(right_text())
    return document


def changed(*path: str | int, to: object) -> dict[str, Any]:
    document = right()
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return document


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "analysis is []; allowed: object"),
        ("{}", "analysis."),
        (changed("nodes", to="3"), "analysis.nodes is '3'; allowed: integer"),
        (changed("nodes", to=True), "allowed: integer"),
        (changed("seconds", to=None), "allowed: number"),
        (changed("value", to="victory"), "allowed: win, draw, loss"),
        (changed("value", to=None), "analysis.proven is True, but the rest implies False"),
        (changed("plies", to=3), "analysis cannot be right: a draw cannot be in 3 plies"),
        (changed("turn", to="O"), "analysis.turn is 'O', but the rest implies 'X'"),
        (changed("best", to=["a2"]), "analysis.best is"),
        (changed("rules", to="0,0,0"), "analysis cannot be right: "),
        (changed("position", to="XXX/XXX/XXX"), "analysis cannot be right: "),
        (changed("moves", 0, "cell", to=0), "analysis cannot be right: "),
        (changed("moves", 0, "cell", to=3), "analysis.best is ['c2'], but the rest implies ['a2']"),
        (changed("moves", 1, "cell", to=-1), "analysis cannot be right: "),
        (changed("moves", 0, "line", to=["z9"]), "analysis cannot be right: "),
        (changed("moves", to={}), "allowed: array"),
        (changed("outcome", to={"winner": None, "line": None}), "analysis.outcome is"),
    ],
)
def test_what_is_no_analysis_is_refused_in_one_line(document: Any, words: str) -> None:
    with pytest.raises(ReportError) as refused:
        decode.analysis(document)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_what_is_not_known_is_passed_over() -> None:
    assert decode.analysis(changed("later", to=1)) == decode.analysis(right())


def test_a_bound_is_read_back_as_one() -> None:
    position = Position(Rules.parse("15,15,5")).play("h8")
    found = engine("perfect").analyse(position, Limit(nodes=5_000))
    assert any(isinstance(m.score, Estimate) and m.score.bound == "upper" for m in found.moves)
    assert decode.analysis(as_text(reports.analysis(found))) == found


def test_a_choice_belongs_to_its_position() -> None:
    document = as_text(reports.move(CLASSIC, engine("perfect").play(CLASSIC), "perfect", None))
    with pytest.raises(ReportError, match="is taken"):
        decode.choice(document, CLASSIC.play("c2"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.sampled_from(sorted(right())), json_values)
def test_whatever_stands_there_it_is_read_or_refused(key: str, value: Any) -> None:
    document = changed(key, to=value)
    try:
        read = decode.analysis(document)
    except ReportError:
        return
    again = reports.analysis(read)
    assert again["value"] == document["value"]
