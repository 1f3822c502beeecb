"""Programs for larger games under check: every position where it fits, otherwise a sample."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.check import FindingKind, Report, UncheckableError, check
from noughts.check.asked_program import illegal
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.findings import CheckedSample
from noughts.check.processes.limited_process import Limits
from noughts.check.processes.python_process import PythonProcess
from noughts.check.reports.program_hints import hint
from noughts.check.reports.report_formats import FORMATS
from noughts.check.reports.report_text import verdict
from noughts.check.sampled_game import SampledGame, game_of
from noughts.cli import run
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.json import shapes
from tests.check.here import checked_here
from tests.check.programs import CS50
from tests.sampling import some
from tests.shapes import assert_shape

Checked = Callable[..., Report]

#: Negamax on a small board with gravity; the board is rows of texts, the answer a column.
GRAVITY = """
from functools import cache

WIDE, HIGH, K = 4, 3, 3
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
LINES = [
    [(r + i * dr, c + i * dc) for i in range(K)]
    for r in range(HIGH) for c in range(WIDE) for dr, dc in STEPS
    if 0 <= r + (K - 1) * dr < HIGH and 0 <= c + (K - 1) * dc < WIDE
]

def turn(cells):
    return "X" if cells.count("X") == cells.count("O") else "O"

def columns(cells):
    return [c for c in range(WIDE) if cells[c] == "."]

def drop(cells, column):
    cell = max(r * WIDE + column for r in range(HIGH) if cells[r * WIDE + column] == ".")
    return cells[:cell] + turn(cells) + cells[cell + 1:]

@cache
def worth(cells):
    if any({cells[r * WIDE + c] for r, c in line} in ({"X"}, {"O"}) for line in LINES):
        return -cells.count(".") - 1
    return max((-worth(drop(cells, c)) for c in columns(cells)), default=0)

def best_move(board):
    cells = "".join(mark if mark in "XO" else "." for row in board for mark in row)
    return max(columns(cells), key=lambda c: -worth(drop(cells, c)))
"""

#: Plays a move that the solver proves best.
SOLVER = """
from noughts import Choice, Engine
from noughts.check.sampled_game import SampledGame

class Mine(Engine):
    name = "mine"
    game = None

    def play(self, position, limit=None):
        self.game = self.game or SampledGame(position.rules)
        board = self.game.board(position)
        return Choice(position, (self.game.best(board) or self.game.free(board))[0])
"""

#: Takes the free column nearest to the middle.
MIDDLE = """
def best_move(board):
    return next(column for column in (3, 2, 4, 1, 5, 0, 6) if board[0][column] == " ")
"""


@pytest.fixture
def report(tmp_path: Path) -> Checked:
    """Check a program, given as its text, in this process."""

    def checked(
        text: str, rules: str, sample: int | None = None, seed: int = 0, sides: str = "XO"
    ) -> Report:
        game = game_of(Rules(rules), sample, seed)
        return checked_here(tmp_path, text, sides=sides, game=game)

    return checked


def said(report: Report) -> dict[str, str]:
    return {stage.name: stage.said for stage in report.stages}


# -- the games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["3,3,3", "3,3,3 misere", "3,3,3 torus", "4,3,3 gravity"])
def test_the_solver_s_values_are_those_of_the_table(rules: str) -> None:
    table, solver = CheckedGame(rules), SampledGame(rules)
    for board in table.positions[:: len(table.positions) // 60]:
        value, proved = table.score(board), solver.score(board)
        assert value is not None
        assert proved is not None
        assert proved.value is value.value
        for cell in table.free(board):
            worse = FindingKind.GIVES_AWAY
            kinds = {game.judge(board, cell).kind is worse for game in (table, solver)}
            assert len(kinds) == 1, (board, cell)


def test_every_position_of_a_small_game_is_asked() -> None:
    small = ["3,3,3", "3,3,3 misere", "4,3,3 gravity", "4,2,3 torus"]
    assert all(game_of(Rules(rules)).exhaustive for rules in small)
    assert not game_of(Rules("connect-four")).exhaustive
    assert not game_of(Rules("3,3,3"), 20).exhaustive
    assert len(game_of(Rules("3,3,3")).positions) == 5478


def test_a_sample_s_confidence_is_exact() -> None:
    found = CheckedSample(0, 100, 59, 0, "")
    assert found.at_most is not None
    assert (1 - found.at_most) ** 59 == pytest.approx(0.05)
    assert CheckedSample(0, 100, 59, 1, "").at_most is None
    assert CheckedSample(0, 100, 0, 0, "").at_most is None


def test_random_positions_are_drawn_by_the_seed_alone() -> None:
    first, again, other = (SampledGame("connect-four", 30, seed) for seed in (1, 1, 2))
    assert first.positions == again.positions != other.positions
    assert first.late == again.late
    assert not any(first.over(board) for board in first.positions[:5])


def test_what_a_move_misses_is_told_in_words() -> None:
    game = SampledGame("15,15,5")
    row = "XXXX" + "." * 11 + "OOO" + "." * 207
    assert game.slip(row, 30) == "X can now win at once with e1, and e1 prevents it"
    assert game.slip(row, 4) == ""
    own = row.replace("OOO.", "OOOO")
    assert game.slip(own, 30) == "it could win at once with e1"
    misere = SampledGame("4,4,4 misere")
    board = "XXX.OO.OXXX.OO.O"
    assert misere.slip(board, 3) == "it completes a line and loses, and c2 does not"


# -- right programs ------------------------------------------------------------------------------


def test_a_move_is_proved_right_only_if_all_others_lose_at_once() -> None:
    """Without values, that one other move is a mistake says nothing of this one."""
    large = SampledGame("9,9,5 misere")
    row = ".XXXX...." + "." * 27 + "OO.OO...." + "." * 36  # X may not play a1 or f1
    assert [large.judge(row, cell).judged for cell in (6, 80)] == [False, False]
    gomoku = SampledGame("15,15,5")
    four = "OXXXX" + "." * 115 + "OO" + "." * 103
    block = gomoku.judge(four, 5)
    assert (block.kind, block.judged) == (None, True)


def test_a_right_program_of_a_small_game_with_gravity_is_proved(report: Checked) -> None:
    found = report(GRAVITY, "4,3,3 gravity")
    assert found.interface.endswith(
        "it gets a list of 12, 'X' and 'O', ' ' for a free cell; it answers a column, 0-3"
    )
    assert (found.finding, found.advice, found.sample) == (None, None, None)
    assert said(found)["moves"] == "4,631 positions, all answers legal"
    # X wins from the start, so nobody is unbeatable as O.
    assert CheckedGame("4,3,3 gravity").score("." * 12) == Score.win(9)
    assert found.games["X"].losses == found.games["X"].draws == 0
    assert found.games["O"].losses > 0
    assert found.unbeatable is False
    assert verdict(found)[0].startswith("No mistake: every possible game was played. X wins 4,3,3")
    alone = report(GRAVITY, "4,3,3 gravity", sides="X")
    assert alone.unbeatable is True


def test_a_program_that_the_solver_backs_makes_no_error_in_a_sample(report: Checked) -> None:
    assert SampledGame("connect-four").score("." * 42) == Score.win()
    found = report(SOLVER, "connect-four", 40)
    assert (found.finding, found.advice) == (None, None)
    assert said(found)["as O"].endswith("because it starts in a lost position")
    assert found.sample == CheckedSample(0, 37, 37, 0, "")
    text = verdict(found)
    assert text[0] == (
        "No error was found in a sample: 5 random games as X and 5 random games as O, and 37 "
        "random positions (seed 0)."
    )
    assert text[1].endswith("it errs in fewer than 7.8 % of such positions.")


def test_a_board_may_begin_with_its_lowest_row(report: Checked) -> None:
    upwards = GRAVITY.replace("def best_move(board):", "def pick_best_move(board, piece):")
    upwards = upwards.replace(
        "for row in board for mark in row)", "for row in board[::-1] for mark in row)"
    )
    upwards = upwards.replace('mark if mark in "XO" else "."', '{0: ".", 1: "X", 2: "O"}[mark]')
    found = report(upwards, "4,3,3 gravity", 20)
    assert "three lists of four, the lowest first, 1 and 2, 0 for a free cell" in found.interface
    assert found.finding is None


def test_cs50_s_functions_may_have_another_board(report: Checked) -> None:
    wide = """
LINES = [[(i, j + d) for d in range(3)] for i in range(2) for j in range(2)]

def actions(board):
    return {(i, j) for i in range(2) for j in range(4) if board[i][j] is EMPTY}
"""
    found = report(CS50 + wide, "4,2,3", 20)
    assert found.finding is None, found.finding
    assert said(found)["rules"] == "20 positions, all agree"
    narrow = report(CS50 + wide.replace("in range(2)]", "in range(1)]"), "4,2,3", 40)
    assert narrow.finding is not None
    assert narrow.finding.kind is FindingKind.OTHER_RULES
    assert "of 40 boards" in narrow.finding.text


# -- planted mistakes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    some(
        [
            ("(1, 1), (1, -1)]", "(1, 1)]", FindingKind.LOSES),  # misses a diagonal
            ("-worth(drop(cells, c)) for c", "worth(drop(cells, c)) for c", FindingKind.LOSES),
            ("max(columns(cells), key=", "min(columns(cells), key=", FindingKind.LOSES),
            # A full column.
            ('if cells[c] == "."]', 'if cells[c] == "." or c == 0]', FindingKind.NO_MOVE),
        ],
        3,
    ),
)
def test_planted_mistakes_are_found_in_every_position(
    report: Checked, old: str, new: str, kind: FindingKind
) -> None:
    assert old in GRAVITY
    found = report(GRAVITY.replace(old, new), "4,3,3 gravity", sides="O")
    assert found.finding is not None
    assert found.finding.kind is kind, found.finding.text
    if kind is FindingKind.LOSES:
        board, move = found.finding.board, found.finding.move
        assert board is not None
        assert move is not None
        before = found.game.score(board)
        after = found.game.move_score(board, move)
        assert before is not None
        assert after is not None
        assert after.sign < 0 <= before.sign
        assert found.finding.reasons[move]


def test_what_a_sample_leaves_out_of_random_moves_is_told(tmp_path: Path) -> None:
    source = "import random\ndef best_move(board):\n    return random.choice(free(board))\n"
    source += "def free(board):\n    return [i for i, m in enumerate(board) if m not in 'XO']\n"
    found = checked_here(tmp_path, source, game=game_of(Rules("4,4,4"), 5))
    (again,) = [stage.said for stage in found.stages if stage.name == "again"]
    assert "it chooses at random in " in again
    assert again.endswith(" of them, and only its first choice was judged")
    assert found.unbeatable is not True


def test_a_full_column_and_a_stone_in_the_air_are_named(report: Checked) -> None:
    always = report("def best_move(board):\n    return 3\n", "connect-four", 20)
    assert always.finding is not None
    assert always.finding.kind is FindingKind.NO_MOVE
    assert always.finding.text.endswith("it plays d, a column that is full.")
    text = """
def best_move(board):
    free = [(r, c) for r in range(6) for c in range(7) if board[r][c] == " "]
    row, column = max(free)
    return row - (len(free) > 20), column
"""
    air = report(text, "connect-four", 20)
    assert air.finding is not None
    assert air.finding.kind is FindingKind.NO_MOVE
    assert air.finding.text.endswith(" which has nothing below it.")


def test_a_program_that_takes_the_middle_loses_connect_four(report: Checked) -> None:
    found = report(MIDDLE, "connect-four", 30)
    assert found.interface.endswith("it answers a column, 0-6")
    assert found.unbeatable is False
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES
    game, board = found.game, found.game.empty
    for cell in found.finding.moves:
        if board == found.finding.board:
            assert game.move_score(board, cell) == Score.loss()
        board = game.place(board, cell)
    assert game.winner(board) is not None
    again = report(MIDDLE, "connect-four", 30)
    assert again[:7] == found[:7]
    assert again.sample == found.sample
    other = report(MIDDLE, "connect-four", 30, seed=1)
    assert said(other)["value"] != said(found)["value"]


@pytest.mark.deep
def test_a_random_player_is_caught_on_a_board_without_proofs(report: Checked) -> None:
    text = (
        "from zlib import crc32\n"
        "def best_move(board, player):\n"
        "    free = [cell for cell in range(len(board)) if board[cell] == ' ']\n"
        "    return free[crc32(str(board).encode()) % len(free)]\n"
    )
    found = report(text, "9,8,5", 6, sides="X")
    assert found.sample is not None
    assert found.sample.judged < found.sample.positions
    assert found.finding is not None
    assert found.finding.kind in {FindingKind.MISSES, FindingKind.GIVES_AWAY, FindingKind.LOSES}
    assert "judged" in said(found)["value"]


# -- what is refused -----------------------------------------------------------------------------


def test_what_cannot_be_checked_is_refused_in_one_sentence(report: Checked) -> None:
    assert illegal(CheckedGame("2,2,2,2 gravity"), "." * 8, 0) == (
        "it plays a1a, which has nothing below it"
    )
    for rules, why in (("connect-four", "know no gravity"), ("3,3,3,3", "rows and columns only")):
        with pytest.raises(UncheckableError, match=why) as caught:
            report(CS50, rules, 10)
        assert "\n" not in str(caught.value)
        assert "give a function that gets the board" in str(caught.value)


# -- the command ---------------------------------------------------------------------------------


def test_the_command_takes_other_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "four.py"
    file.write_text(MIDDLE)
    options = ["check", str(file), "--rules", "connect-four", "--sample", "4", "--as", "X"]
    assert run([*options, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert_shape(document, shapes.Checked)
    assert document["rules"] == "7,6,4 gravity"
    assert document["sample"]["seed"] == 0
    assert document["sample"]["positions"] >= document["sample"]["judged"] > 0
    assert run([*options, "--at", document["finding"]["position"]]) == 1
    assert "Wrong: " in (out := capsys.readouterr().out)
    assert " a  b  c  d  e  f  g\n" in out


def test_all_formats_tell_of_other_games(report: Checked) -> None:
    named = [("four.py", report(MIDDLE, "connect-four", 10))]
    text = named[0][1].finding
    assert text is not None
    for written, form in FORMATS.items():
        assert text.text.partition(":")[0] in form(named), written
    assert hint(named[0][1]) is not None


def test_the_fixture_takes_other_rules(
    noughts_check: Callable[..., Report], tmp_path: Path
) -> None:
    file = tmp_path / "falling.py"
    file.write_text(
        GRAVITY.replace("return max(columns(cells), key=", "return min(columns(cells), key=")
    )
    with pytest.raises(pytest.fail.Exception, match="it loses this game"):
        noughts_check(file, rules="4,3,3 gravity", sample=10, sides="X")


def test_a_sample_may_play_out_all_games_of_a_side(report: Checked) -> None:
    found = report(GRAVITY, "4,3,3 gravity", 60, sides="X")
    assert found.sample is not None
    assert (found.sample.played_out, found.unbeatable) == ("X", True)
    assert verdict(found)[0].startswith("Unbeatable as X: every possible game was played, ")


def test_the_limits_of_the_process_hold(tmp_path: Path) -> None:
    file = tmp_path / "hangs.py"
    file.write_text("def best_move(board):\n    while True:\n        pass\n")
    with PythonProcess(str(file), Limits(0.2)) as program:
        found = check(program, game=SampledGame("connect-four", 10))
    assert found.finding is not None
    assert found.finding.kind is FindingKind.STOPPED
    assert "no answer in 0.2 s" in found.finding.text


@pytest.mark.deep
def test_every_position_of_four_by_three_is_asked(report: Checked) -> None:
    text = GRAVITY.replace("max(r * WIDE + column for r in range(HIGH)", "max(r * WIDE + column")
    text = text.replace(' if cells[r * WIDE + column] == ".")', " for r in [0])")
    text = text.replace("range(WIDE) if cells[c]", "range(WIDE * HIGH) if cells[c]")
    found = report(text, "4,3,3")
    assert (found.finding, found.sample) == (None, None)
    assert said(found)["moves"] == "79,563 positions, all answers legal"
    assert TICTACTOE.exhaustive


def test_a_sample_is_not_empty() -> None:
    with pytest.raises(ValueError, match="a sample of 0 positions: it must be at least 1"):
        game_of(Rules("4,4,4"), 0)
