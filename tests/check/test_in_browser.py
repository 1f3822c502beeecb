"""The judge on the page: it says the same as the command, and goes on where it was ended."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.check import check
from noughts.check.browser.in_browser import check_program
from noughts.check.processes.limited_process import Limits
from noughts.check.processes.python_process import PythonProcess
from noughts.check.reports.report_json import document
from noughts.core.catalogue import language
from tests.check.watching import EndedError, Watcher

pytestmark = pytest.mark.usefixtures("own_folder")
WEB = Path(__file__).parents[2] / "web"
EXAMPLES = WEB / "src/check/examples"

FIRST_FREE = "def best_move(board):\n    return board.index(' ')\n"


def judged(source: str, page: Watcher, known: tuple[str, ...] = (), **wanted: Any) -> Any:
    task = {"language": "python", "source": source, "name": None, "sides": "XO", "seconds": 10}
    return json.loads(check_program(json.dumps(task | {"known": known} | wanted), page))


def timeless(checked: Any) -> Any:
    """Leave out the stage that tells of seconds."""
    checked["stages"] = [each for each in checked["stages"] if each["name"] != "calls"]
    return checked


@pytest.mark.parametrize("name", ["right.py", pytest.param("cs50.py", marks=pytest.mark.deep)])
def test_the_examples_of_the_page_are_unbeatable_there_and_in_the_shell(name: str) -> None:
    source = (EXAMPLES / name).read_text()
    page = Watcher()
    said = judged(source, page, sides="X")
    assert said["verdict"][0].startswith("Unbeatable")
    assert said["behaviour"] == (
        "It behaves exactly as a minimax that ignores how soon the game ends, or as a minimax that "
        "takes the highest value at the root even when O moves."
    )
    assert {each["name"] for each in page.stages} == {
        each["name"] for each in said["report"]["stages"]
    }
    with PythonProcess("program.py", Limits()) as program:
        report = check(program, sides="X")
    shown = document(report, "program.py")
    shown["interface"] = f"T{shown['interface'][1:]}."  # a sentence on the page
    assert timeless(said["report"]) == timeless(shown)


@pytest.mark.parametrize(
    ("ends", "why", "text"),
    [
        (("load", 0), "late", "It cannot be loaded: it had no answer in 10 s. While it loads, "),
        (("moves", 4519), "late", "In .../.../... it was stopped: it had no answer in 10 s."),
        (("moves", 7), "whole", " it was stopped: the check took longer than 600 s, "),
        (("again", 3), "ended", " it was stopped: it ended its own process."),
    ],
)
def test_a_check_goes_on_where_it_was_ended(ends: tuple[str, int], why: str, text: str) -> None:
    page = Watcher(ends)
    with pytest.raises(EndedError):
        judged(FIRST_FREE, page)
    again = Watcher()
    said = judged(FIRST_FREE, again, (*page.answers, json.dumps({"stopped": why})))
    assert text in said["report"]["finding"]["text"]
    assert said["report"]["unbeatable"] is None
    assert said["verdict"] == []  # no game was played, so none can be said to be lost or not
    assert again.asked == 0


def test_a_check_speaks_the_language_of_the_page() -> None:
    english, german = judged(FIRST_FREE, Watcher()), judged(FIRST_FREE, Watcher(), speaks="de")
    # German from here,
    assert german["report"]["finding"]["text"] == (
        "Als O verliert es diese Partie: a1 b1 a2 c1 a3. Sein Fehler ist b1."
    )
    assert german["report"]["finding"]["played"]["reason"] == (
        "verliert in 6 Zügen, weil X mit a2 antwortet: a2 a3 b2 b3 c2"
    )
    assert german["report"]["interface"] == (
        "Die Funktion best_move: Sie bekommt eine Liste von neun, 'X' und 'O', ' ' für ein freies "
        "Feld; sie antwortet mit 0-8."
    )
    assert german["behaviour"] == (
        "Es verhält sich genau wie ein Programm, das das erste oder letzte freie Feld nimmt, oder "
        "wie ein Minimax, der den Wert des Bretts vergleicht statt der Werte nach seinen Zügen."
    )
    legal = next(each for each in german["report"]["stages"] if each["name"] == "moves")
    assert legal["said"] == "4.520 Stellungen, alle Antworten erlaubt"
    # and English again.
    for facts in (english["report"], german["report"]):
        for words in ("text", "played", "better"):
            facts["finding"].pop(words)
        facts["stages"] = [(each["name"], each["passed"]) for each in facts["stages"]]
        facts.pop("interface")
    assert german["report"] == english["report"]
    assert language() == "en"


def test_a_form_of_the_board_on_which_a_program_hangs_is_left_out() -> None:
    source = "def best_move(board):\n    return board.index('')\n"
    page = Watcher()
    judged(source, page)
    loaded, *_ = page.answers
    again = Watcher()
    said = judged(source, again, (loaded, json.dumps({"stopped": "late"})))
    assert said["report"]["interface"].startswith("The function best_move: it gets a list of nine")
    assert "'' for a free cell" in said["report"]["interface"]


def test_a_program_without_a_known_name_has_its_functions_listed() -> None:
    source = "def think(board):\n    return board.index(' ')\n\ndef other():\n    pass\n"
    said = judged(source, Watcher())
    assert said["functions"] == ["think", "other"]
    assert "best_move" in said["uncheckable"]
    assert "report" in judged(source, Watcher(), name="think")


def test_the_modules_that_the_page_has_are_all_that_the_judge_needs(tmp_path: Path) -> None:
    listed = subprocess.run([sys.executable, WEB / "judge.py"], capture_output=True, check=True)
    modules = json.loads(listed.stdout)
    for name, text in modules.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert "noughts/core/en.json" in modules
    # A browser has no processes and no threads.
    code = (
        "import sys; sys.path.insert(0, '.'); import tests_page as page\n"
        "from noughts.check.browser.in_browser import check_program\n"
        "print(check_program(sys.argv[1], page.Watcher()))\n"
        "assert not {'subprocess', 'resource', 'noughts.check.processes'} & {*sys.modules}\n"
    )
    (tmp_path / "tests_page.py").write_text(
        "class Watcher:\n    asking = progress = answered = stage = staticmethod(lambda *_: None)\n"
    )
    task: dict[str, Any] = {
        "language": "python",
        "name": None,
        "sides": "X",
        "seconds": 10,
        "known": [],
    }
    task["source"] = (EXAMPLES / "right.py").read_text()
    ran = subprocess.run(
        # Without this project's own modules, and without what else is installed here.
        [sys.executable, "-I", "-S", "-c", code, json.dumps(task)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["report"]["unbeatable"] is True


class Script(Watcher):
    """A page with a program in JavaScript: the first free cell, on a board with null."""

    def load(self) -> str:
        board, mark = {"name": "board", "optional": False}, {"name": "$mark", "optional": True}
        from_ = {"name": "from", "optional": False}  # a word of Python's
        functions = {"bestMove": [board, mark], "help": [from_]}
        empty: dict[str, Any] = {"kinds": {}, "objects": {}, "variables": {}}
        return json.dumps({"functions": functions, "drew": False} | empty)

    def call(self, question: str) -> str:
        asked = json.loads(question)
        assert asked["name"] == "bestMove"
        board = asked["given"][0]["value"]
        if None not in board:
            said = {"error": "Error: full", "line": "program.js, line 2", "code": "throw it;"}
            return json.dumps(said)
        index = board.index(None)
        board[index] = "X"
        answer = {"returned": {"index": index, "score": 1}, "shown": "{...}", "given": [board]}
        return json.dumps(answer | {"held": [], "drawn": [], "loose": ""})


def test_a_program_in_javascript_is_asked_like_one_in_python() -> None:
    page = Script()
    said = judged("", page, language="javascript", sides="X")
    assert said["report"]["interface"] == (
        "The function bestMove: it gets a list of nine, 'X' and 'O', None for a free cell; it "
        "answers 0-8."
    )
    assert said["report"]["finding"]["kind"] == "loses"
    assert all(json.loads(answer)["changed"] for answer in page.answers[-9:])


class Loads(Script):
    """A page with a program that is loaded so."""

    def __init__(self, **said: Any) -> None:
        super().__init__()
        self._said = said

    def load(self) -> str:
        return json.dumps(json.loads(super().load()) | self._said)


def test_types_in_javascript_are_named_as_what_they_are() -> None:
    failed = {"error": "SyntaxError: Unexpected token ':'", "line": "program.js, line 1"}
    page = Loads(functions={}, ended=failed | {"code": "function bestMove(board: string[]) {"})
    said = judged("", page, language="javascript")
    assert said["report"]["finding"]["text"] == (
        "It cannot be loaded: SyntaxError: Unexpected token ':' (program.js, line 1). This may be "
        "TypeScript or JSX: give JavaScript, without types and tags."
    )


def test_a_page_whose_script_is_another_file_names_it() -> None:
    said = judged('import "./game.js";', Loads(functions={}), language="javascript")
    assert "it has no functions of its own: give those of ./game.js" in said["uncheckable"]


def test_a_draw_that_cannot_be_tried_says_how_to_write_it() -> None:
    class Drawing(Script):
        def call(self, question: str) -> str:
            return json.dumps(json.loads(super().call(question)) | {"loose": "Math.random"})

    text = judged("", Drawing(), language="javascript")["report"]["finding"]["text"]
    assert text.endswith("write Math.floor(Math.random() * n), of which every choice is tried.")


def test_a_turn_that_is_a_number_is_set_before_each_move() -> None:
    class Turns(Loads):
        def call(self, question: str) -> str:
            put = {name: value for _, name, value in json.loads(question)["put"]}
            held = [*put.values()]
            if put["turn"] == 1:  # the computer's; then it is the other's
                board = put["board"]
                board[board.index(0)] = 1
            answer = {"returned": None, "shown": "undefined", "given": [], "held": held}
            return json.dumps(answer | {"drawn": [], "loose": ""})

    page = Turns(functions={"computerMove": []}, variables={"board": [0] * 9, "turn": 1})
    said = judged("", page, language="javascript", sides="X")
    assert said["report"]["finding"]["kind"] == "loses"
