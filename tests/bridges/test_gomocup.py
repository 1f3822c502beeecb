"""The protocol, line by line: what a manager may send, and what nobody should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Position, Rules
from noughts.bridges.gomocup import Brain, TimeControl, lines
from noughts.bridges.gomocup import brain as brains
from noughts.bridges.gomocup.stream import MOST
from noughts.core.limit import Limit
from noughts.core.score import Estimate
from noughts.engines import Choice, Engine
from noughts.engines.swap2 import placed
from tests.sampling import sample
from tests.waiting import PATIENCE

FAST = "INFO timeout_turn 0"
STILL = 10_000.0  #: what a clock shows that stands


class First(Engine):
    """Plays the first free cell; guesses by where the last stone is; keeps what it was allowed."""

    name = "first"

    def __init__(self, guess: int = 0) -> None:
        self.guess = guess
        self.limits_seen: list[Limit] = []

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        assert limit is not None
        self.limits_seen.append(limit)
        return Choice(position, position.legal[0], Estimate(self.guess), nodes=1)


def talk(*said: str, brain: Brain | None = None) -> list[str]:
    """Return all answers but messages."""
    brain = brain or Brain(First())
    answers = [answer for line in said for answer in brain.answer(line)]
    return [answer for answer in answers if not answer.startswith("MESSAGE")]


def board(*stones: str, command: str = "BOARD") -> list[str]:
    return [command, *stones, "DONE"]


# -- what is right -------------------------------------------------------------------------------


def test_a_game_from_begin_to_the_end() -> None:
    brain = Brain()
    assert talk("ABOUT", brain=brain)[0].startswith('name="Noughts", version="')
    assert talk("START 15", FAST, "BEGIN", brain=brain) == ["OK", "7,7"]
    answers = talk("TURN 0,0", "TURN 14,0", "TURN 0,14", "TURN 14,14", brain=brain)
    assert len(answers) == 4  # and by then there is a five, or it did not try
    assert talk("TURN 13,0", brain=brain)[0].startswith(
        "ERROR n1 is a move after the end: X has won"
    )
    assert talk("RESTART", "BEGIN", brain=brain) == ["OK", "7,7"]


def test_a_five_is_completed_and_a_four_is_stopped() -> None:
    own = [f"{x},7,1" for x in (3, 4, 5, 6)] + ["2,7,2"]
    others = [f"{x},9,2" for x in (3, 4, 5)]
    assert talk("START 15", FAST, *board(*own, *others), brain=Brain()) == ["OK", "7,7"]
    theirs = [f"{x},7,2" for x in (3, 4, 5, 6)] + ["2,7,1", "0,0,1", "14,14,1"]
    assert talk("START 15", FAST, *board(*theirs), brain=Brain()) == ["OK", "7,7"]


def test_exactly_five_is_a_rule_of_its_own() -> None:
    gap = [f"{x},7,1" for x in (2, 3, 4, 5, 7)]  # 6,7 would make six
    theirs = [f"{x},9,2" for x in (0, 3, 6, 9, 12)]
    assert talk("START 15", FAST, *board(*gap, *theirs), brain=Brain())[1] in {"6,7", "1,7"}
    exact = talk("INFO rule 1", "START 15", FAST, *board(*gap, *theirs), brain=Brain())
    assert exact == ["OK", "1,7"]
    # The rule may come after START, and with stones on the board.
    late = talk("START 15", FAST, "INFO rule 1", *board(*gap, *theirs), brain=Brain())
    assert late == ["OK", "1,7"]


def test_caro_is_a_rule_of_its_own() -> None:
    blocked = [f"{x},7,1" for x in (3, 4, 5, 6)]  # 7,7 would make five between two of theirs
    free = [f"{x},11,1" for x in (3, 4, 5, 6)]
    theirs = ["2,7,2", "8,7,2", "2,11,2", *(f"{x},13,2" for x in (0, 3, 6, 9, 12))]
    stones = board(*blocked, *free, *theirs)
    assert talk("INFO rule 8", "START 15", FAST, *stones, brain=Brain()) == ["OK", "7,11"]
    six = [f"{x},7,1" for x in (3, 4, 5, 6, 8)]  # six count, whatever stands at the ends
    theirs = ["2,7,2", "9,7,2", *(f"{x},13,2" for x in (0, 3, 6))]
    stones = board(*six, *theirs)
    assert talk("INFO rule 8", "START 15", FAST, *stones, brain=Brain()) == ["OK", "7,7"]
    assert talk("INFO rule 9", "START 15", FAST, *stones, brain=Brain()) != ["OK", "7,7"]


def test_boards_of_other_sizes() -> None:
    assert talk("START 5", "BEGIN", "START 26", "BEGIN") == ["OK", "0,0", "OK", "0,0"]
    assert talk("RECTSTART 6,20", "TURN 5,19", "TURN 0,0") == [
        "OK",
        "0,0",
        "ERROR a1 is taken by O; free: b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 and 106 more",
    ]
    assert talk("RECTSTART 20,6", "RESTART", "TURN 19,5") == ["OK", "OK", "0,0"]


def test_moves_are_taken_back_and_imposed() -> None:
    brain = Brain(First())
    assert talk("START 15", "TURN 7,7", brain=brain) == ["OK", "0,0"]
    assert talk("TAKEBACK 7,7", brain=brain) == ["ERROR the last stone is not on 7,7"]
    assert talk("TAKEBACK 0,0", "TAKEBACK 7,7", brain=brain) == ["OK", "OK"]
    assert talk("PLAY 3,4", "TURN 5,5", brain=brain) == ["3,4", "0,0"]


def test_a_board_is_set_up_in_any_order() -> None:
    # Two stones each: the brain moves first, so it is X; one more of the opponent's, and it is O.
    even = board("1,1,2", "2,2,1", "3,3,2", "4,4,1")
    assert talk("START 15", *even, "TURN 1,0", "TURN 3,0") == ["OK", "0,0", "2,0", "4,0"]
    assert talk("START 15", *board("0,0,2")) == ["OK", "1,0"]
    assert talk("START 15", *board()) == ["OK", "0,0"]
    brain = Brain(First())
    assert talk("START 15", *board("0,0,2", "5,5,1", command="YXBOARD"), brain=brain) == ["OK"]
    assert talk("TURN 1,0", brain=brain) == ["2,0"]


def test_swap2() -> None:
    three = ["7,7", "8,7", "9,9"]
    swap = board(*three, command="SWAP2BOARD")
    assert talk("START 15", *swap, brain=Brain(First(-1))) == ["OK", "SWAP"]
    assert talk("START 15", *swap, brain=Brain(First(1))) == ["OK", "0,0"]
    five = board(*three, "1,1", "2,2", command="SWAP2BOARD")
    assert talk("START 15", *five, brain=Brain(First(-1))) == ["OK", "SWAP"]
    assert talk("START 15", *five, brain=Brain(First(1))) == ["OK", "0,0"]
    opening = board(command="SWAP2BOARD")
    placed_by = [talk("START 15", FAST, *opening, brain=Brain(seed=seed))[1] for seed in (1, 1, 2)]
    assert placed_by[0] == placed_by[1] != placed_by[2]
    rules = Rules.parse("15,15,5")
    cells = [rules.cell_at(*map(int, place.split(","))) for place in placed_by[0].split()]
    assert placed(rules, tuple(cells)).ply == 3
    assert talk("START 15", *board("1,1", "2,2", command="SWAP2BOARD"))[1].startswith("ERROR")


def test_the_answer_says_what_is_proved() -> None:
    brain = Brain()
    list(brain.answer("START 15"))
    list(brain.answer(FAST))
    four = board(*[f"{x},7,1" for x in (3, 4, 5, 6)], *[f"{x},9,2" for x in (3, 4, 6, 7)])
    said = [answer for line in four for answer in brain.answer(line)]
    assert re.fullmatch(r"MESSAGE win in 1, proved; [0-9,]+ nodes?", said[0])
    assert said[1] in {"2,7", "7,7"}


def test_a_win_that_was_proved_stays_proved() -> None:
    rules = Rules.parse("15,15,5")
    moves = "l7 i6 j10 l6 e11 k10 k8 j9 i8 j5 k7 j6 k6 k4 h7 j7 j8 j4 j3 l3"
    places = [",".join(map(str, rules.place(rules.cell(move)))) for move in moves.split()]
    stones = board(*(f"{place},{1 + ply % 2}" for ply, place in enumerate(places)))
    wins = re.compile(r"MESSAGE win, proved")

    def said(*forgets: str) -> bool:
        brain = Brain()
        lines = ("START 15", "INFO max_node 1500", *stones, "INFO max_node 100", *forgets)
        answers = [answer for line in lines for answer in brain.answer(line)]
        assert any(map(wins.match, answers))
        assert answers[-1] == "12,1"
        x, y = rules.place(rules.cell("l8"))
        return any(map(wins.match, brain.answer(f"TURN {x},{y}")))

    assert said()
    assert not said("YXHASHCLEAR")


def test_yixins_commands() -> None:
    assert talk("START 15", "YXSHOWFORBID", "YXHASHCLEAR", "YXSTOP") == ["OK", "FORBID ."]
    engine = First()
    talk("START 15", "INFO max_node 500", "INFO MAX_DEPTH 3", "BEGIN", brain=Brain(engine))
    assert (engine.limits_seen[0].nodes, engine.limits_seen[0].depth) == (500, 3)


# -- time ----------------------------------------------------------------------------------------


def test_the_clock_keeps_turn_and_match() -> None:
    clock = TimeControl()
    clock.turn = 2.0
    assert clock.limit(0).seconds == pytest.approx(1.91)
    assert clock.limit(0, late=0.5).seconds == pytest.approx(1.41)
    clock.left = 30.0
    assert clock.limit(0).seconds == pytest.approx(0.93)  # a thirtieth of it
    assert clock.limit(25).seconds == pytest.approx(1.91)  # a tenth, more than a turn
    for left in (1e-3, 0, -5.0):
        clock.left = left
        assert clock.limit(0).seconds is None, "no time to search by the clock"
        assert clock.limit(0).depth == 1
    clock.match = 100.0
    clock.restart()
    for moves in range(113):  # however long the game, the match is enough
        clock.spend((clock.limit(moves).seconds or 0.0) + 0.01)
    assert clock.left is not None
    assert clock.left > 0


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands, so that what a move may take does not depend on the machine."""
    monkeypatch.setattr(brains, "perf_counter", lambda: STILL)


@pytest.mark.usefixtures("still")
def test_what_the_manager_says_of_time_is_heard() -> None:
    engine = First()
    brain = Brain(engine)
    talk("INFO timeout_turn 1000", "START 15", "BEGIN", brain=brain)
    assert engine.limits_seen[-1].seconds == pytest.approx(0.93)
    talk("INFO time_left 3000", "TURN 5,5", brain=brain)
    assert 0 < (engine.limits_seen[-1].seconds or 0) <= 0.06
    talk("INFO time_left 2147483647", "TURN 6,6", brain=brain)
    assert engine.limits_seen[-1].seconds == pytest.approx(0.93)
    talk("INFO timeout_match 3000", "TURN 7,7", brain=brain)
    assert 0 < (engine.limits_seen[-1].seconds or 0) <= 0.06
    talk("INFO time_left -100", "TURN 8,8", brain=brain)
    assert engine.limits_seen[-1].depth == 1


@pytest.mark.usefixtures("still")
def test_commands_that_wait_lose_no_time() -> None:
    """A script without pauses: all its lines come at once, and each move has its whole time."""
    engine = First()
    brain = Brain(engine)
    came = STILL - 3600
    for line in ("START 15", "INFO timeout_turn 1000", "BEGIN", "TURN 7,7", "TURN 8,8"):
        list(brain.answer(line, came))
    assert [limit.depth for limit in engine.limits_seen] == [None] * 3
    # The first command waited for nobody; those behind it began when it was answered.
    assert [limit.seconds for limit in engine.limits_seen] == [pytest.approx(0.93)] * 3


def test_a_stop_ends_the_thinking_before_its_turn() -> None:
    brain = Brain()
    talk("START 15", "INFO timeout_turn 86400000", brain=brain)
    brain.heed("YXSTOP")  # it is there, behind the move
    assert len(talk("TURN 7,7", brain=brain)) == 1
    assert talk("YXSTOP", brain=brain) == []
    engine = First()
    after = Brain(engine)
    after.heed("END")
    talk("START 15", "BEGIN", brain=after)
    assert (engine.limits_seen[0].seconds or 0) < 1e-6
    talk("END", brain=after)
    assert after.ended


# -- what is wrong -------------------------------------------------------------------------------

WRONG = [
    "START",
    "START x",
    "START 4",
    "START 27",
    "START 99999999999",
    "START 15,15",
    "RECTSTART 15",
    "RECTSTART 4,4",
    "TURN",
    "TURN 7",
    "TURN 7,7,7",
    "TURN 15,0",
    "TURN -1,0",
    "TURN a,b",
    "PLAY 99,99",
    "TAKEBACK 3,3",
    "TAKEBACK",
    "DONE",
    "TURN " + "7" * 1_000_000,
    "TURN 7,\N{ARABIC-INDIC DIGIT SEVEN}",  # a digit, but none of the protocol's
]
WRONG_BOARDS = {
    "nobody's": ["7,7,4"],
    "a winning line's": ["7,7,3"],
    "taken": ["7,7,1", "7,7,2"],
    "off": ["15,7,2"],
    "not a stone": ["7,7"],
    "words": ["seven"],
    "not its move": ["7,7,1"],
    "counts": ["1,1,2", "2,2,2", "3,3,2"],
    "over": [f"{x},0,2" for x in range(5)] + [f"{x},9,1" for x in range(4)],
    "too many": [f"{n % 15},{n // 15 % 15},{n % 2 + 1}" for n in range(230)],
    "long": ["1" * 1_000_000],
}


@pytest.mark.parametrize("line", WRONG, ids=lambda line: line[:20])
def test_a_wrong_line_is_an_error_and_changes_nothing(line: str) -> None:
    brain = Brain(First())
    said = talk("START 15", "TURN 1,0", line, "TURN 2,0", brain=brain)
    assert said[:2] == ["OK", "0,0"]
    assert said[2].startswith("ERROR ")
    assert len(said[2]) < 200
    assert said[3:] == ["3,0"]


@pytest.mark.parametrize("side", ["0", "-1", "27", "9" * 20])
def test_a_side_that_no_board_has_is_an_error_with_the_sides_allowed(side: str) -> None:
    for line in (f"START {side}", f"RECTSTART 15,{side}"):
        (said,) = talk(line)
        assert said.startswith("ERROR ")
        assert said.endswith(": a side is from 1 to 26")


@pytest.mark.parametrize("stones", WRONG_BOARDS.values(), ids=WRONG_BOARDS)
def test_a_wrong_board_is_one_error_and_changes_nothing(stones: list[str]) -> None:
    brain = Brain(First())
    said = talk("START 15", "TURN 1,0", *board(*stones), "TURN 2,0", brain=brain)
    assert said[:2] == ["OK", "0,0"]
    assert said[2].startswith("ERROR ")
    assert said[3:] == ["3,0"]


@pytest.mark.parametrize(
    "line", ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 1,1", "PLAY 1,1", "BOARD", "SWAP2BOARD"]
)
def test_nothing_can_be_played_without_a_board(line: str) -> None:
    (said,) = talk(line)
    assert said.startswith("ERROR no board yet: send START before")


def test_commands_out_of_order() -> None:
    assert talk("START 15", "TURN 1,0", "BEGIN")[-1].startswith("ERROR BEGIN is for an empty")
    # A board that is not ended: the next command says so, and is obeyed.
    assert talk("START 15", "BOARD", "1,1,2", "TURN 2,2") == [
        "OK",
        "ERROR BOARD was not closed by DONE",
        "0,0",
    ]
    # INFO and ABOUT may come between the stones.
    assert talk("START 15", "BOARD", "1,1,2", FAST, "DONE") == ["OK", "0,0"]
    lost = board(
        *[f"{x},0,2" for x in range(4)], *[f"{x},9,1" for x in range(4)], command="YXBOARD"
    )
    assert talk("START 15", *lost, "PLAY 9,9", "TURN 4,0")[-1] == "ERROR the game is over: O wins"


def test_what_cannot_be_kept_to_is_said_with_the_next_command() -> None:
    brain = Brain(First())
    assert talk("INFO rule 4", "INFO max_memory 1000000", brain=brain) == []
    (refused,) = talk("START 15", brain=brain)
    assert refused == (
        "ERROR INFO rule 4: renju is not supported; "
        "0 (freestyle), 1 (exactly five), 8 (caro) and 9 (exactly five, caro) are"
    )
    assert "renju is not supported" in talk("INFO rule 12", "START 15", brain=brain)[0]
    assert talk("INFO rule 0", "START 15", brain=brain) == ["OK"]


def test_too_little_memory_is_told_and_played_with() -> None:
    told = "MESSAGE INFO max_memory {} is too low: this board may take up to {} MiB".format

    def said(*lines: str) -> list[str]:
        brain = Brain(First())
        return [answer for line in lines for answer in brain.answer(line)][:-1]

    low = said("INFO max_memory 1000000", "START 15", "RESTART", "TURN 7,7")
    assert low == [told(1_000_000, 72), "OK", "OK", "MESSAGE about +0, not proved; 1 node"]
    late = said("START 15", "INFO max_memory 1000000", "TURN 7,7")
    assert late == ["OK", told(1_000_000, 72), "MESSAGE about +0, not proved; 1 node"]
    # The protocol's own example suffices for any board of a tournament.
    assert said("INFO max_memory 83886080", "START 20", "RESTART") == ["OK"]
    assert said("INFO max_memory 83886080", "START 8", "RESTART") == [told(83886080, 160), "OK"]
    assert said("INFO max_memory 0", "START 8", "RESTART") == ["OK"]


def test_every_info_of_the_protocol_is_taken_or_passed_over() -> None:
    engine = First()
    brain = Brain(engine)
    given = "timeout_match 300000,timeout_turn 10000,max_memory 83886080,time_left 250000"
    given += ",game_type 2,rule 0,evaluate 7,7,folder C:\\Data,Timeout_Turn\t2000,hash_size 8192"
    assert talk("START 15", *(f"INFO {each}" for each in given.split(",")), brain=brain) == ["OK"]
    message, _ = brain.answer("BEGIN")
    assert message.startswith("MESSAGE about")
    assert 0 < (engine.limits_seen[0].seconds or 0) < 2


def test_info_that_means_nothing_is_passed_over_and_what_is_wrong_is_told() -> None:
    brain = Brain(First())
    for line in ("INFO evaluate 3,4", "INFO folder /tmp", "INFO game_type 2", "INFO sing la la"):
        assert list(brain.answer(line)) == []
    assert list(brain.answer("INFO timeout_turn soon")) == []
    assert list(brain.answer("INFO")) == []
    assert list(brain.answer("START 15")) == [
        "MESSAGE INFO timeout_turn 'soon' was ignored: not a number",
        "MESSAGE INFO without a key was ignored",
        "OK",
    ]


@pytest.mark.parametrize("line", ["SUGGEST 1,1", "1,1", "DATABASE", "\x00", "é", "x" * 5_000])
def test_what_is_no_command_is_unknown(line: str) -> None:
    (said,) = talk(line)
    assert said.startswith(("UNKNOWN command ", "ERROR a line of more than 1,000"))
    assert said.isascii()


WORDS = st.sampled_from(
    [*Brain()._commands, "SING", "rule", "timeout_turn", "8", "6,6", "0,0", "1,1,1", "2,2,2", "-1"]
)
LINES = st.lists(
    st.one_of(
        st.lists(WORDS, max_size=3).map(" ".join),
        st.builds("TURN {},{}".format, st.integers(0, 7), st.integers(0, 7)),
        st.builds("{},{},{}".format, st.integers(0, 7), st.integers(0, 7), st.integers(0, 3)),
        st.text(max_size=20),
    ),
    max_size=40,
)
ANSWER = re.compile(
    r"OK|[0-9]+,[0-9]+( [0-9]+,[0-9]+)*|(ERROR|UNKNOWN|MESSAGE) .+|SWAP|FORBID \.|name=.*"
)
SILENT = {"INFO", "BOARD", "YXBOARD", "SWAP2BOARD", "YXHASHCLEAR", "YXSTOP", "DONE", "END"}


@settings(max_examples=sample(40, 200), deadline=None)
@given(LINES)
def test_whatever_comes_is_answered_in_the_protocols_words(said: list[str]) -> None:
    brain = Brain(First())
    list(brain.answer("START 8"))
    inside = False
    for line in said:
        word = (line.split(maxsplit=1) or [""])[0].upper()
        answers = list(brain.answer(line))
        assert all(ANSWER.fullmatch(answer) for answer in answers), (line, answers)
        if word in {"BOARD", "YXBOARD", "SWAP2BOARD"}:
            inside = not answers or answers[-1].startswith("ERROR B") or "ended" in answers[-1]
        elif word not in SILENT and not inside:
            assert answers, f"{line!r} was met with silence"
        if word == "DONE":
            inside = False


# -- the pipe ------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([b"START 15", b"X" * 300, b"\r", b"\n", b"\r\n", b"\xff"])))
def test_lines_come_out_however_they_are_cut(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    expected = [part.decode("ascii", "replace") for part in re.split(rb"[\r\n]+", whole) if part]
    expected = [part[: MOST + 1] for part in expected]
    stream = iter([*(piece for piece in pieces if piece), b""])
    assert list(lines(lambda: next(stream))) == expected


def test_the_program_speaks_the_protocol() -> None:
    said = [
        b"ABOUT",
        b"START 15",
        b"A" * 1_000_000,
        b"\xff\xfe\x00",
        b"INFO timeout_turn 100",
        b"BEGIN",
        b"TURN 0,0",
        b"END",
        b"TURN 0,1",
    ]
    done = subprocess.run(
        [Path(sys.executable).with_name("noughts"), "gomocup"],
        input=b"\r\n".join(said) + b"\r\n",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    answers = [line for line in done.stdout.decode().splitlines() if not line.startswith("MESSAGE")]
    assert done.stderr == b""
    assert answers[0].startswith("name=")
    assert answers[1:5] == [
        "OK",
        "ERROR a line of more than 1,000 characters",
        r"UNKNOWN command '\ufffd\ufffd\x00'",
        "7,7",
    ]
    assert re.fullmatch("[0-9]+,[0-9]+", answers[5])
    assert len(answers) == 6, "it answers nothing after END"


def test_a_pipe_that_is_closed_ends_it() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("noughts"), "gomocup", "--level", "easy", "--seed", "1"],
        input=b"START 5\nBEGIN",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert re.fullmatch(rb"OK\n[0-4],[0-4]\n", done.stdout)
