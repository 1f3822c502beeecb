"""`noughts benchmark` against a scripted server."""

import json
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from noughts.benchmark import benchmark_report, chat_client
from noughts.benchmark.asking import BoardQuestion, questions
from noughts.benchmark.benchmark_report import BenchmarkPlan
from noughts.benchmark.board_texts import BoardForm
from noughts.benchmark.position_sets import labelled
from noughts.cli import run
from noughts.json import schema
from tests.benchmark.stub import Request, Response, completion, perfect, served
from tests.waiting import PATIENCE, until

SETS = ("3,3,3", "3,3,3 misere", "4,4,4 gravity")
PLAN = BenchmarkPlan(SETS, tuple(BoardForm), 3, 0)
COUNT = len(SETS) * 3 * 3
KEY = "sk-Zq7xKeyThatNobodyMaySee"


@pytest.fixture(scope="module", autouse=True)
def _proved_once() -> Iterator[None]:
    """Prove the positions once, though each run of the command asks for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchmark_report, "labelled", cache(labelled))
        yield


@cache
def asked() -> dict[str, BoardQuestion]:
    """Return the questions by their prompts."""
    return {each.prompt: each for each in questions(PLAN.labelled(), PLAN.forms)}


def answer_perfectly(request: Request) -> Response:
    return completion(perfect(asked()[request.prompt]))


def arguments(url: str, folder: Path, *more: str) -> list[str]:
    sets = [word for name in SETS for word in ("--set", name)]
    given = ["--model", url, "--name", "stub", "--answers", str(folder / "answers.ndjson")]
    return ["benchmark", *sets, "--positions", "3", *given, "--yes", "--json", *more]


def scores(report: dict[str, Any], player: str = "stub") -> dict[str, Any]:
    """Return a player's scores in all questions."""
    (found,) = (each for each in report["players"] if each["player"] == player)
    first: dict[str, Any] = found["scores"][0]
    return first


def test_perfect_answers_get_full_marks_and_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    with served(answer_perfectly) as stub:
        given = arguments(stub.url, tmp_path, "--html", str(page), "--temperature", "0.5")
        assert run([*given, "--tokens", "200", "--price-in", "2", "--price-out", "10"]) == 0
        first = capsys.readouterr()
        assert len(stub.requests) == COUNT
        request = stub.requests[0]
        assert request.path == "/v1/chat/completions"
        assert request.body.keys() == {"model", "temperature", "max_tokens", "messages"}
        assert (request.body["model"], request.body["temperature"]) == ("stub", 0.5)
        assert "Authorization" not in request.headers
        # Again: nothing is asked, and the report is the same.
        assert run([*given, "--tokens", "200"]) == 0
        assert len(stub.requests) == COUNT
    again = capsys.readouterr()
    assert (again.out, again.err) == (first.out, "")
    assert first.err.startswith("27 questions: about ")
    assert "5,400 in their answers" in first.err
    assert "at these prices" in first.err
    report = json.loads(first.out)
    validator = {"$ref": "#/$defs/benchmark", **schema.document()}
    jsonschema_rs.Draft202012Validator(validator).validate(report)
    for each in report["players"][0]["scores"]:
        assert each["questions"] == each["answered"] > 0
        assert [each[name] for name in ("legal", "keeps", "finds", "explains")] == [1, 1, 1, 1]
        assert each["regret"] == 0
    assert len(report["players"][0]["scores"]) == 16
    assert report["model"]["prompt_tokens"] == 100 * COUNT
    assert report["model"]["url"] == stub.url
    assert scores(report, "perfect") == scores(report) | {"questions": 9, "answered": 9} | {
        "explains": None
    }
    worse = scores(report, "random")
    assert worse["regret"] > 0.3
    assert worse["keeps"] < scores(report, "medium")["keeps"] < 1
    lines = (tmp_path / "answers.ndjson").read_text().splitlines()
    assert len(lines) == COUNT + 1
    assert json.loads(lines[0])["seed"] == 0
    check_page(page.read_text())


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, _ in attrs}, "it loads nothing"
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str) -> None:
    """Check that a page is whole, and needs neither a script nor another file."""
    page = _Page()
    page.feed(text)
    assert page.open == []
    assert "script" not in page.seen
    assert page.seen.count("table") == 1 + 4 + len(SETS)
    assert 'name="viewport"' in text
    assert "prefers-color-scheme: dark" in text
    assert "http" not in text.replace("http://127.0.0.1", "")


def test_the_page_escapes_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "r.html"
    with served(answer_perfectly) as stub:
        given = arguments(stub.url, tmp_path, "--html", str(page))
        given[given.index("stub")] = "<script>alert(1)</script>"
        assert run(given) == 0
    check_page(page.read_text())
    capsys.readouterr()
    page.write_text("mine")
    with served(answer_perfectly) as stub:
        assert run(arguments(stub.url, tmp_path, "--html", str(page))) == 2
    assert "not a benchmark's report; --force overwrites it" in capsys.readouterr().err
    assert page.read_text() == "mine"


def test_random_moves_and_garbage_get_what_they_are_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(5)

    def script(request: Request) -> Response:
        position = asked()[request.prompt].asked.position
        move = position.rules.name(random.choice(position.legal))
        return completion(json.dumps({"move": move, "value": "win", "threatens": "c3"}))

    with served(script) as stub:
        assert run(arguments(stub.url, tmp_path, "--parallel", "1")) == 0
    found = scores(json.loads(capsys.readouterr().out))
    assert found["legal"] == 1
    assert 0 < found["keeps"] < 0.8
    assert 0 < found["explains"] < 0.7
    assert 0 < found["regret"] < 2
    texts = [
        "",
        None,
        "b2",
        "{" * 5_000,
        '{"move": ' + "[" * 5_000,
        '{"move": "zz9"}',
        '{"move": 5}',
    ]
    with served(lambda _: completion(texts.pop(0) if texts else '{"move": "z1"}')) as stub:
        answers = tmp_path / "garbage"
        answers.mkdir()
        assert run(arguments(stub.url, answers)) == 0
    found = scores(json.loads(capsys.readouterr().out))
    assert [found[name] for name in ("legal", "keeps", "finds", "explains")] == [0, 0, 0, 0]
    report = {each.asked.value for each in asked().values()}
    assert report == {"win", "draw"}
    won = sum(each.asked.value == "win" for each in asked().values())
    assert found["regret"] == pytest.approx((2 * won + (COUNT - won)) / COUNT)


def test_an_answer_too_long_is_none_and_the_others_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_client, "MOST_ANSWER", 50_000)
    long = next(iter(asked()))

    def script(request: Request) -> Response:
        best = perfect(asked()[request.prompt])
        return completion(best + " " * 60_000 if request.prompt == long else best)

    with served(script) as stub:
        assert run(arguments(stub.url, tmp_path)) == 0
    found = scores(json.loads(capsys.readouterr().out))
    assert found["legal"] == pytest.approx(1 - 1 / COUNT)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (Response(b'{"error": {"message": "slow down"}}', 429, {"Retry-After": "0"}), "HTTP 429"),
        (Response(b"<html>", 500), "HTTP 500"),
        (Response(b'{"choices": []}'), "not a chat completion"),
        (Response(b"[" * 100_000), "not a chat completion"),
        (Response(b'{"choices": [{"message": {"content": 5}}]}'), "not a chat completion"),
        (Response(b'["choices"]'), "not a chat completion"),
    ],
)
def test_a_server_that_fails_is_asked_again(
    bad: Response,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chat_client, "FIRST_WAIT", 0.001)
    fails = [2]

    def script(request: Request) -> Response:
        fails[0] -= 1
        return bad if fails[0] >= 0 else answer_perfectly(request)

    with served(script) as stub:
        assert run(arguments(stub.url, tmp_path)) == 0
        assert len(stub.requests) == COUNT + 2
        assert scores(json.loads(capsys.readouterr().out))["regret"] == 0
        # If it always fails, the answers so far are kept, and a rerun asks the rest.
        more = tmp_path / "more"
        more.mkdir()
        good = [5]

        def soon(request: Request) -> Response:
            good[0] -= 1
            return answer_perfectly(request) if good[0] >= 0 else bad

    with served(soon) as stub:
        given = arguments(stub.url, more, "--attempts", "3", "--parallel", "1")
        assert run(given) == 2
        assert len(stub.requests) == 5 + 3
        err = capsys.readouterr().err
        assert f"noughts: {stub.url}: " in err
        assert why in err
        assert "(3 attempts)" in err
        assert "22 questions are not answered; the same command asks the rest" in err
        assert run([*given, "--only-report"]) == 0
        partly = scores(json.loads(capsys.readouterr().out))
        assert (partly["answered"], partly["questions"], partly["keeps"]) == (5, COUNT, 1)
        given.remove("--json")
        assert run([*given, "--only-report"]) == 0
        assert f"5 of {COUNT} questions are answered" in capsys.readouterr().out
        given.append("--json")
        assert len(stub.requests) == 5 + 3
        good[0] = COUNT
        assert run(given) == 0
        assert len(stub.requests) == 5 + 3 + 22
    captured = capsys.readouterr()
    assert "5 of 27 questions are answered\n22 questions: about " in captured.err
    assert scores(json.loads(captured.out))["answered"] == COUNT


@pytest.mark.parametrize(
    ("response", "why"),
    [
        (Response(b'{"error": {"message": "no such model"}}', 404), "HTTP 404, no such model"),
        (Response(b"", 302, {"Location": "http://127.0.0.1:9/"}), "a redirect"),
        (Response(b'{"error": "no"}', 401), "HTTP 401, no"),
    ],
)
def test_a_refusal_is_an_error_at_once(
    response: Response, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(lambda _: response) as stub:
        assert run(arguments(stub.url, tmp_path, "--parallel", "1")) == 2
        assert len(stub.requests) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "answers.ndjson").exists()


def test_answers_on_their_way_are_kept_when_another_question_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both, later = threading.Event(), threading.Event()
    refused: list[Response] = []

    def script(request: Request) -> Response:
        if not refused:
            refused.append(Response(b"", 404, delay=both))
            return refused[0]
        both.set()
        threading.Timer(0.1, later.set).start()
        return answer_perfectly(request)._replace(delay=later)

    with served(script) as stub:
        assert run(arguments(stub.url, tmp_path, "--parallel", "2")) == 2
        assert len(stub.requests) == 2
    assert "26 questions are not answered" in capsys.readouterr().err
    assert len((tmp_path / "answers.ndjson").read_text().splitlines()) == 1 + 1


def test_a_server_that_does_not_answer_in_time_or_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    never = threading.Event()
    with served(lambda _: Response(b"{}", delay=never)) as stub:
        given = arguments(stub.url, tmp_path, "--timeout", "0.05", "--attempts", "1")
        assert run(given) == 2
        never.set()
    assert "it had no answer in 0.05 s" in capsys.readouterr().err
    assert run(arguments(stub.url, tmp_path, "--attempts", "1")) == 2
    assert "cannot be reached: Connection refused" in capsys.readouterr().err


def test_the_key_is_sent_and_in_no_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the server repeats it in its answers and its errors."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # gets nothing that is for this machine
    page = tmp_path / "report.html"
    errors = [
        Response(json.dumps({"error": {"message": f"bad key {KEY}"}}).encode(), 500),
        Response(json.dumps({"error": {"message": f"bad key {KEY[:8]}***"}}).encode(), 401),
    ]

    def script(request: Request) -> Response:
        assert request.headers["Authorization"] == f"Bearer {KEY}"
        if errors:
            return errors.pop(0)
        return completion(f"Bearer {KEY} {perfect(asked()[request.prompt])}")

    monkeypatch.setattr(chat_client, "FIRST_WAIT", 0.001)
    texts = []
    with served(script) as stub:
        given = arguments(stub.url + "?secret=1", tmp_path, "--parallel", "1", "--html", str(page))
        assert run(given) == 2
        texts.append(capsys.readouterr())
        assert run(given) == 0
        texts.append(capsys.readouterr())
        assert stub.requests[-1].path == "/v1/chat/completions?secret=1"
        assert run([*given, "--key-variable", KEY]) == 2, "the key in place of its name"
        texts.append(capsys.readouterr())
        monkeypatch.setenv("MY_KEY", KEY)
        assert run([*given, "--no-key", "--key-variable", "MY_KEY"]) == 2
        texts.append(capsys.readouterr())
    for url in ("http://example.org/v1", f"https://user:{KEY}@example.org/v1", f"ftp://{KEY}"):
        assert run(arguments(url, tmp_path)) == 2
        texts.append(capsys.readouterr())
    for wrong in (f"{KEY}\nX: y", f"{KEY}é"):
        monkeypatch.setenv("MY_KEY", wrong)
        assert run(arguments(stub.url, tmp_path, "--key-variable", "MY_KEY")) == 2
        texts.append(capsys.readouterr())
    everything = "".join(out + err for out, err in texts)
    everything += "".join(file.read_text() for file in tmp_path.iterdir())
    assert json.loads(texts[1].out)["players"][0]["scores"][0]["regret"] == 0
    for secret in (KEY, KEY[:8], "secret"):
        assert secret not in everything
    assert "without encryption" in everything
    assert "must not contain a user or a password" in everything


def test_answers_to_other_questions_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answers.ndjson"
    with served(answer_perfectly) as stub:
        given = arguments(stub.url, tmp_path)
        assert run(given) == 0
        capsys.readouterr()
        whole = file.read_bytes()
        for more, why in (
            (["--seed", "1"], "its seed is 0, not 1"),
            (["--temperature", "1"], "its temperature is null, not 1.0"),
            (["--form", "grid"], "its forms is "),
        ):
            assert run([*given, *more]) == 2
            assert why in capsys.readouterr().err
        for text, why in (
            (b"hello\n", "line 1: not a line"),
            (b"hello", "is not a file of a benchmark's answers"),
            (b'{"a": 1}\n', "is not a file of a benchmark's answers"),
            (whole + b"[" * 10_000 + b"\n", f"line {COUNT + 2}: not a line"),
            (whole + b'{"question": 1}\n', f"line {COUNT + 2}: not a line"),
        ):
            file.write_bytes(text)
            assert run(given) == 2
            assert why in capsys.readouterr().err
            assert file.read_bytes() == text
        # A run that was stopped within a line: the line is removed, and asked again.
        lines = whole.splitlines(keepends=True)
        file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
        asked_before = len(stub.requests)
        assert run(given) == 0
        assert len(stub.requests) == asked_before + 1
        assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())
        file.write_bytes(lines[0][:10])
        assert run(given) == 0
        file.write_bytes(lines[0] + lines[1] * 10_000)
        assert run(given) == 2
        assert "more than 10,000 lines" in capsys.readouterr().err
        file.unlink()
        assert run(given) == 0
        assert len(file.read_bytes().splitlines()) == COUNT + 1
    capsys.readouterr()


def test_two_runs_do_not_write_to_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answers.ndjson"
    count = [0]

    def script(request: Request) -> Response:
        count[0] += 1
        if count[0] == 5:
            with file.open("a") as stream:
                stream.write("from another run\n")
        return answer_perfectly(request)

    with served(script) as stub:
        assert run(arguments(stub.url, tmp_path, "--parallel", "1")) == 2
    assert "does another run write to it?" in capsys.readouterr().err
    assert "from another run\n" in file.read_text()


def test_control_c_leaves_a_file_that_the_next_run_completes(tmp_path: Path) -> None:
    enough, never = threading.Event(), threading.Event()
    answered = [0]

    def script(request: Request) -> Response:
        answered[0] += 1
        if answered[0] > 4:
            enough.set()
            return Response(b"{}", delay=never)
        return answer_perfectly(request)

    asked()
    with served(script) as stub:
        given = [sys.executable, "-m", "noughts", *arguments(stub.url, tmp_path, "--parallel", "1")]
        with subprocess.Popen(given, stderr=subprocess.PIPE, text=True) as running:
            assert enough.wait(PATIENCE)
            # The fifth question is asked while answers, even the first, may still be on their way.
            file = tmp_path / "answers.ndjson"
            until(lambda: file.exists() and file.read_bytes().count(b"\n") == 1 + 4)
            running.send_signal(signal.SIGINT)
            _, err = running.communicate()
        never.set()
    assert running.returncode == 130
    assert "23 questions are not answered; the same command asks the rest" in err
    lines = [json.loads(line) for line in (tmp_path / "answers.ndjson").read_text().splitlines()]
    assert len(lines) == 1 + 4


def test_nothing_is_asked_without_a_yes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(answer_perfectly) as stub:
        given = arguments(stub.url, tmp_path)
        given.remove("--yes")
        assert run(given) == 2
        assert "--yes begins without confirmation" in capsys.readouterr().err
        ours, its = pty.openpty()
        program = [sys.executable, "-m", "noughts", *given]
        with subprocess.Popen(program, stdin=its, stdout=subprocess.PIPE, stderr=its) as running:
            os.close(its)
            said = b""
            while b"Begin? [y/N]" not in said:
                said += os.read(ours, 1_000)
            os.write(ours, b"n\n")
            assert running.wait() == 130
        os.close(ours)
        assert stub.requests == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--model", "http://localhost/v1"], "--model needs --name"),
        (["--model", "http://localhost/v1", "--name", "m"], "--model needs --answers"),
        (["--name", "m"], "--name would do nothing: there is no --model to ask"),
        (["--form", "grid"], "--form would do nothing"),
        (["--set", "8,8,5"], "unknown set '8,8,5'"),
        (["--positions", "51"], "1 to 50"),
        (["--temperature", "2.5"], "2.5 is out of range: from 0 up to 2"),
        (["--price-in", "nan"], "out of range"),
        (["--html", "/nowhere/r.html"], "/nowhere does not exist"),
        (["--only-report"], "--only-report would do nothing"),
        (["--force"], "--force would do nothing"),
    ],
)
def test_wrong_options_are_one_line(
    given: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["benchmark", *given]) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1


def test_without_a_model_only_the_engines_are_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "r.html"
    given = ["benchmark", "--set", "3,3,3", "--set", "connect-four", "--positions", "3"]
    assert run([*given, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "positions: 6, games: 2, seed 0" in out
    assert out.count("perfect") == 2
    assert "7,6,4 gravity" in out
    _Page().feed(page.read_text())
    assert "Engines, judged exactly" in page.read_text()
    assert run([*given, "--html", str(page)]) == 0, "an earlier report may be replaced"


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
