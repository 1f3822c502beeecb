"""A trace is a true story: replayed with nothing but the rules, it says what the engine says."""

import json
import random
import re
import sys
from collections import defaultdict
from math import inf
from pathlib import Path
from types import FrameType
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import noughts
from noughts import IllegalMoveError, Limit, Mark, Position, Rules, RulesError, UnknownNameError
from noughts.core.errors import LimitReachedError
from noughts.engines import AlphaBeta, Minimax, Perfect
from noughts.engines.evaluation import LineCounts
from noughts.testing import random_games
from noughts.trace import (
    MOST_CALLS,
    SEARCHES,
    Best,
    Done,
    Enter,
    Event,
    Leave,
    Narrow,
    Prune,
    Stopped,
    Trace,
    Try,
)
from noughts.trace.source_lines import source
from noughts.trace.tree_picture import MOST_DRAWN, draw
from noughts.trace.words import Outline, why

EMPTY = Position(Rules.parse("3,3,3"))
MIDDLE = Position.parse("X.O/.X./..O")
OTHER_GAMES = ["3,3,3 misere", "3,3,3 torus", "4,3,3", "2,2,2,2", "3,2 lines a1-b1 b1-c2 misere"]


def told(trace: Trace) -> list[Event]:
    events: list[Event] = []
    trace.run(events.append)
    return events


def end_value(position: Position, depth: int, *, depth_aware: bool = True) -> float:
    """What a finished game is worth to X, from its definition."""
    outcome = position.outcome
    assert outcome is not None
    size = position.rules.cells + 1 - depth if depth_aware else 1
    return {Mark.X: size, Mark.O: -size, None: 0}[outcome.winner]


def guess(position: Position) -> float:
    """What a position is guessed to be worth to X, from the lines still open."""
    worth = {1: 900, 2: 120, 3: 24, 4: 6}
    points = 0
    for line in position.rules.lines:
        x, o = (line & position.x).bit_count(), (line & position.o).bit_count()
        missing = line.bit_count() - x - o
        if bool(x) != bool(o):
            points += worth.get(missing, 2 if missing else 0) * (1 if x else -1)
    if position.rules.misere:
        points = -points
    size = abs(points) * 99 // (abs(points) + 300) / 100
    return size if points > 0 else -size


def true_value(position: Position, depth: int, horizon: float, *, depth_aware: bool) -> float:
    """Minimax to a horizon, with guesses there; nothing is remembered and nothing pruned."""
    if position.outcome is not None:
        return end_value(position, depth, depth_aware=depth_aware)
    if depth >= horizon:
        return guess(position)
    values = [
        true_value(child, depth + 1, horizon, depth_aware=depth_aware)
        for _, child in position.children()
    ]
    return max(values) if position.turn is Mark.X else min(values)


class Replay:
    """Follows a trace with nothing but the rules, and complains about all that is not so."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.positions: list[Position] = []
        self.windows: list[Any] = []
        self.best: dict[int, tuple[float, int]] = {}
        self.tried: defaultdict[int, list[int]] = defaultdict(list)
        self.left: dict[int, Leave] = {}
        self.pruned: dict[int, Prune] = {}
        self.path: list[int] = []
        self.done: Done | None = None
        for event in told(trace):
            self.hear(event)
        assert not self.path

    def hear(self, event: Event) -> None:
        match event:
            case Enter():
                self.entered(event)
            case Try(node, cell):
                assert node == self.path[-1]
                assert cell not in self.tried[node]
                self.tried[node].append(cell)
            case Best():
                self.improved(event)
            case Narrow():
                self.narrowed(event)
            case Prune():
                self.cut(event)
            case Leave():
                self.gone(event)
            case Done():
                self.ended(event)
            case _:
                raise AssertionError(f"{event} was not expected")

    def entered(self, event: Enter) -> None:
        assert event.node == len(self.positions)
        assert event.depth == len(self.path)
        if event.parent is None:
            self.positions.append(self.trace.position)
            window = (-inf, inf)
        else:
            assert event.cell is not None
            assert (event.parent, event.cell) == (self.path[-1], self.tried[self.path[-1]][-1])
            self.positions.append(self.positions[event.parent].play(event.cell))
            window = self.windows[event.parent]
        if event.window is not None:
            assert event.window == window
        self.windows.append(event.window)
        self.path.append(event.node)

    def improved(self, event: Best) -> None:
        before = self.best.get(event.node)
        if before is not None:
            x = self.positions[event.node].turn is Mark.X
            assert event.value > before[0] if x else event.value < before[0]
        assert event.best == self.tried[event.node][-1]
        self.best[event.node] = event.value, event.best

    def narrowed(self, event: Narrow) -> None:
        alpha, beta = self.windows[event.node]
        value = self.best[event.node][0]
        x = self.positions[event.node].turn is Mark.X
        assert event.window == ((max(alpha, value), beta) if x else (alpha, min(beta, value)))
        assert event.window != (alpha, beta)
        self.windows[event.node] = event.window

    def cut(self, event: Prune) -> None:
        alpha, beta = self.windows[event.node]
        assert alpha >= beta
        legal = set(self.positions[event.node].legal)
        assert set(event.cells) == legal - set(self.tried[event.node])
        assert event.turn is self.positions[event.node].turn
        x = event.turn is Mark.X
        assert event.elsewhere == (beta if x else alpha)
        assert event.here >= event.elsewhere if x else event.here <= event.elsewhere
        self.pruned[event.node] = event

    def gone(self, event: Leave) -> None:
        assert event.node == self.path.pop()
        position, depth = self.positions[event.node], len(self.path)
        if event.how == "end":
            assert event.value == end_value(position, depth, depth_aware=self.trace.depth_aware)
        elif event.how == "guess":
            assert event.value == guess(position)
            assert not event.proven
        elif event.how == "searched":
            assert (event.value, event.best) == self.best[event.node]
            pruned = self.pruned[event.node].cells if event.node in self.pruned else ()
            assert set(self.tried[event.node]) | set(pruned) == set(position.legal)
        else:
            assert event.how == "recalled"
            assert not self.tried[event.node]
        self.left[event.node] = event

    def ended(self, event: Done) -> None:
        root = self.left[0]
        assert (event.value, event.best, event.proven) == (root.value, root.best, root.proven)
        hows = [left.how for left in self.left.values()]
        assert event.ends == hows.count("end")
        assert event.pruned == sum(len(prune.cells) for prune in self.pruned.values())
        memory = self.trace.search in {"memoised", "symmetric"}
        assert event.calls == len(hows)
        assert event.remembered == (len(hows) - hows.count("recalled") if memory else 0)
        self.done = event


def some_positions(every: list[Position], number: int, seed: int, ply: int) -> list[Position]:
    open_ones = [p for p in every if p.outcome is None and p.ply >= ply]
    return random.Random(seed).sample(open_ones, number)


# -- against the engines, and against minimax written down ---------------------------------------


@pytest.mark.parametrize("count", [200, pytest.param(1_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("search", SEARCHES)
def test_a_replay_of_many_positions_finds_what_the_engine_finds(
    search: str, count: int, every_position: list[Position]
) -> None:
    perfect = Perfect()
    seed = SEARCHES.index(search)
    chosen = some_positions(every_position, count, seed, ply=4)
    for position in [*chosen, *some_positions(every_position, count // 50, seed, ply=2)]:
        found = Replay(Trace(position, search)).done
        assert found is not None
        alone = noughts.engine(search).play(position)
        assert (found.best, found.proven) == (alone.cell, True)
        assert (found.remembered or found.calls) == alone.nodes
        truth = perfect.analyse(position).score
        assert isinstance(truth, noughts.Score)
        sign = 1 if position.turn is Mark.X else -1
        size = 0 if truth.plies is None else 10 - truth.plies
        assert found.value == sign * {"win": size, "draw": 0, "loss": -size}[str(truth.value)]


@pytest.mark.parametrize("game", OTHER_GAMES)
@pytest.mark.parametrize("search", SEARCHES)
def test_other_games_and_horizons(search: str, game: str) -> None:
    rules = Rules.parse(game)
    rng = random.Random(7)
    for positions in random_games(rules, games=8, seed=3):
        late = [p for p in positions[:-1] if len(p.legal) <= 6]
        if not late:
            continue
        position = rng.choice(late)
        for depth in (1, 2, 3, 6):
            found = Replay(Trace(position, search, Limit(depth=depth))).done
            assert found is not None
            assert found.value == true_value(position, 0, depth, depth_aware=True)


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_called_proved_is_so_and_bounds_hold(
    search: str, every_position: list[Position]
) -> None:
    guessed = proved = 0
    for position in some_positions(every_position, 60, seed=5, ply=4):
        for depth in (1, 2, 3, 9):
            played = Replay(Trace(position, search, Limit(depth=depth)))
            for node, left in played.left.items():
                at = played.positions[node]
                below = at.ply - position.ply
                if left.proven:
                    proved += 1
                    truth = true_value(at, below, inf, depth_aware=True)
                else:
                    guessed += 1
                    truth = true_value(at, below, depth, depth_aware=True)
                if left.bound == "exact":
                    assert left.value == truth
                elif left.bound == "lower":
                    assert truth >= left.value
                else:
                    assert truth <= left.value
    assert guessed
    assert proved


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "alphabeta-unordered"])
def test_blind_to_depth(search: str, every_position: list[Position]) -> None:
    for position in some_positions(every_position, 50, seed=2, ply=4):
        found = Replay(Trace(position, search, depth_aware=False)).done
        assert found is not None
        assert found.value == true_value(position, 0, inf, depth_aware=False)
        engine = (
            Minimax(depth_aware=False)
            if search == "minimax"
            else AlphaBeta(depth_aware=False, ordered=search == "alphabeta")
        )
        assert found.calls == engine.play(position).nodes


def test_the_guess_is_the_engine_s_count_of_open_lines() -> None:
    for game in ("3,3,3", "5,4,4", "4,4,4 torus", "3,3,3 misere"):
        for positions in random_games(Rules.parse(game), games=5):
            for position in positions:
                points = LineCounts(position).estimate(0)
                assert (guess(position) > 0) == (points * 99 >= points + 300)


@pytest.mark.parametrize(
    ("search", "calls"),
    [
        ("alphabeta-unordered", 18_297),
        ("alphabeta", 7_275),
        ("memoised", 16_168),
        ("symmetric", 2_271),
    ],
)
def test_the_famous_numbers(search: str, calls: int) -> None:
    blind = search.startswith("alphabeta")
    done = told(Trace(EMPTY, search, depth_aware=not blind))[-1]
    assert isinstance(done, Done)
    assert (done.calls, done.value, done.proven) == (calls, 0, True)


# -- against Python itself: the lines that are shown are the lines that run ----------------------


class Lines:
    """Which lines of a file each call of a function ran, in the order of the calls."""

    def __init__(self, file: str, function: str) -> None:
        self._file, self._function = file, function
        self.calls: list[list[int]] = []
        self._of: dict[FrameType, list[int]] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> Any:
        del argument
        if not frame.f_code.co_filename.endswith(self._file):
            return None
        if frame.f_code.co_name == self._function and event == "call":
            self._of[frame] = []
            self.calls.append(self._of[frame])
        owner: FrameType | None = frame
        while owner is not None and owner not in self._of:
            owner = owner.f_back  # a generator expression inside the function
        if owner is not None and event in {"call", "line"}:
            self._of[owner].append(frame.f_lineno)
        return self


def follow(trace: Trace, lines: Lines) -> list[Event]:
    before = sys.gettrace()
    sys.settrace(lines)
    try:
        return told(trace)
    finally:
        sys.settrace(before)


def is_within(expected: list[int], ran: list[int]) -> bool:
    rest = iter(ran)
    return all(line in rest for line in expected)


def moments_of(event: Event, turn: Mark) -> list[str]:
    """Return the names of the lines that an event says are running."""
    match event:
        case Narrow():
            return ["alpha" if turn is Mark.X else "beta"]
        case Leave(how="recalled"):
            return ["recall", "leave"]
        case Leave(how="searched"):
            return ["leave"]
        case Leave():
            return ["end"]
        case _:
            return [type(event).__name__.lower()]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_line_that_is_marked_is_the_line_that_runs(search: str) -> None:
    page = source(search)
    lines = Lines(page.file, page.function)
    trace = Trace(MIDDLE, search)
    events = follow(trace, lines)
    expected: defaultdict[int, list[int]] = defaultdict(list)
    turns = {node: at.turn for node, at in enumerate(Replay(trace).positions)}
    for event in events:
        if not isinstance(event, Done | Stopped):
            moments = moments_of(event, turns[event.node])
            if "recall" in page.at and isinstance(event, Best):
                continue  # there one statement tries all moves and picks the best
            expected[event.node] += [page.first + page.at[moment] for moment in moments]
    assert len(lines.calls) == len(expected)
    for node, wanted in expected.items():
        assert is_within(wanted, lines.calls[node]), (node, wanted, lines.calls[node])


@pytest.mark.parametrize("search", SEARCHES)
def test_the_page_is_the_file(search: str) -> None:
    page = source(search)
    text = (Path(noughts.__file__).parent.parent / page.file).read_text().splitlines()
    shown = text[page.first - 1 : page.first - 1 + len(page.lines)]
    assert [line.strip() for line in shown] == [line.strip() for line in page.lines]
    assert page.lines[0].startswith(f"def {page.function}(")


def test_an_unknown_page() -> None:
    with pytest.raises(UnknownNameError, match="unknown search 'perfect'"):
        source("perfect")


# -- in words and in a picture -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elsewhere", "here", "words"),
    [
        (0, -5, "X already has a draw elsewhere; here O can force a win, so X never comes here"),
        (5, 0, "X already has a win elsewhere; here O can hold the draw, so X never comes here"),
        (0, 0, "X already has a draw elsewhere, and here O allows no more than that"),
        (7, 5, "X already has a quicker win elsewhere; here O can hold out longer"),
        (-5, -7, "X can hold out longer elsewhere; here O can win sooner"),
        (-5, -5, "X loses elsewhere, and does no better here, so X need not come here"),
        (0.5, 0, "X already has about +0.50 elsewhere; here O can hold the draw, so X never"),
        (0, -0.25, "X already has a draw elsewhere; here O can get about +0.25, so X never"),
        (0.5, -5, "here O can force a win, so X never comes here, by a guess"),
    ],
)
def test_why(elsewhere: float, here: float, words: str) -> None:
    assert words in why(Mark.O, elsewhere, here)
    swapped = words.replace("X", "-").replace("O", "X").replace("-", "O")
    if "." not in words:
        assert swapped in why(Mark.X, -elsewhere, -here)


def test_the_outline_is_indented_by_plies_and_says_what_is_guessed() -> None:
    outline = Outline(EMPTY.rules)
    lines = [outline.line(event) for event in told(Trace(MIDDLE, "alphabeta", Limit(depth=2)))]
    text = "\n".join(line for line in lines if line)
    assert text.startswith(
        "looks at the position  window -inf to inf\n  X a3  window -inf to inf\n"
    )
    assert "(a guess)" in text
    assert re.search(r"≤ .* \(not proved\)", text)
    assert "not tried: " in text
    assert "not proved: it rests on guesses" in text.splitlines()[-2]
    memory = Outline(EMPTY.rules)
    lines = [memory.line(event) for event in told(Trace(MIDDLE, "memoised"))]
    assert any(line and line.endswith("(remembered)") for line in lines)
    assert outline.line(Stopped(3, "enough")) == "enough"


@pytest.mark.parametrize("game", ["3,3,3", "2,2,2,2", "4,2,3"])
def test_a_picture_holds_the_whole_tree(game: str) -> None:
    position = next(random_games(Rules.parse(game)))[-4]
    trace = Trace(position, "alphabeta-unordered", Limit(depth=3))
    played = Replay(trace)
    picture = ET.fromstring(draw(trace))  # noqa: S314  (our own)
    kinds = [element.get("class", "") for element in picture.iter()]
    assert kinds.count("grid") == len(played.positions)
    assert sum(kind.startswith("edge") for kind in kinds) == len(played.positions) - 1
    assert kinds.count("edge best") == sum(left.best is not None for left in played.left.values())
    assert kinds.count("pruned") == sum(len(cut.cells) for cut in played.pruned.values())
    stones = sum(at.x.bit_count() + at.o.bit_count() for at in played.positions)
    assert kinds.count("x") + kinds.count("o") == stones


def test_a_picture_says_why_and_what_is_guessed() -> None:
    text = draw(Trace(Position.parse("XO./.X./..O"), "alphabeta-unordered", Limit(depth=2)))
    assert "c2: X already has" in text
    assert ">≤ ~ -" in text
    assert "value guess" in text


def test_a_picture_that_would_be_too_large_is_refused() -> None:
    with pytest.raises(LimitReachedError, match=f"at most {MOST_DRAWN:,} nodes"):
        draw(Trace(EMPTY, "alphabeta"))
    with pytest.raises(LimitReachedError, match="stopped at the limit of 5 nodes"):
        draw(Trace(EMPTY, "alphabeta", Limit(nodes=5)))


# -- what cannot be traced -----------------------------------------------------------------------


def test_the_limit_stops_a_trace_and_says_what_to_do() -> None:
    for limit, calls in ((None, MOST_CALLS), (Limit(nodes=7), 7)):
        end = told(Trace(EMPTY, "minimax", limit))[-1]
        assert isinstance(end, Stopped)
        assert end.calls == calls
        assert f"limit of {calls:,} nodes: look fewer plies ahead" in end.why


def test_what_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Trace(Position.parse("XXX/OO./..."), "minimax")
    with pytest.raises(RulesError, match="at most 64 cells; 15,15,5 has 225"):
        Trace(Position(Rules.parse("gomoku")), "minimax")
    with pytest.raises(UnknownNameError, match="did you mean alphabeta"):
        Trace(EMPTY, "alphabet")
    with pytest.raises(ValueError, match="symmetric always prefers the faster win"):
        Trace(EMPTY, "symmetric", depth_aware=False)


def test_an_error_of_the_observer_is_the_observer_s() -> None:
    def broken(event: Event) -> None:
        if isinstance(event, Done):
            raise LimitReachedError("mine")

    with pytest.raises(LimitReachedError, match=r"^mine$"):
        Trace(MIDDLE, "minimax").run(broken)


# -- the command ---------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    from noughts.cli import run as command

    code = command(["trace", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_prints_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "X.O/.X./..O", "--engine", "minimax")
    assert (code, err) == (0, "")
    assert "looks at the position\n" in out
    assert out.endswith("calls: 186, finished games: 86, moves not tried: 0\n")


@pytest.mark.parametrize("search", SEARCHES)
def test_the_command_prints_every_event_as_a_line_of_json(
    capsys: pytest.CaptureFixture[str], search: str
) -> None:
    code, out, err = run(capsys, "X.O/.X./..O", "--engine", search, "--json")
    assert (code, err) == (0, "")
    head, *events = map(json.loads, out.splitlines())
    assert (head["event"], head["engine"], head["limit"]) == ("search", search, MOST_CALLS)
    assert head["source"]["lines"][head["source"]["at"]["enter"]].startswith("def ")
    assert len(events) == len(told(Trace(MIDDLE, search)))
    assert events[-1]["event"] == "done"
    assert ("alpha" in events[0]) == search.startswith("alphabeta")
    assert {event["event"] for event in events} >= {"enter", "try", "value", "leave", "done"}


def test_infinity_is_null_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "X.O/.X./..O", "--json", "--engine", "alphabeta")
    assert json.loads(out.splitlines()[1]) == {
        "event": "enter",
        "node": 0,
        "parent": None,
        "cell": None,
        "depth": 0,
        "alpha": None,
        "beta": None,
    }


def test_the_command_draws(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "X.O/OXX/..O", "--svg", "-")
    assert (code, err) == (0, "")
    assert ET.fromstring(out).tag.endswith("svg")  # noqa: S314  (our own)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["XXX/OO./..."], 2, "the game is over"),
        (["XXX/XXX/..."], 2, "X"),
        (["X.O/.X./..O", "--depth", "0"], 2, "0 is out of range"),
        (["X.O/.X./..O", "--engine", "perfect"], 2, "perfect"),
        (["X.O/.X./..O", "--engine", "memoised", "--depth-blind"], 2, "the faster win"),
        (["X.O/.X./..O", "--json", "--svg", "-"], 2, "--svg cannot be combined with --json"),
        ([".../.../...", "--nodes", "9"], 3, "stopped at the limit of 9 nodes: look fewer"),
        ([".../.../...", "--nodes", "9", "--json"], 3, "stopped at the limit of 9 nodes"),
        ([".../.../...", "--svg", "-"], 3, "at most 1,000 nodes"),
        (["/".join(["." * 15] * 15), "--rules", "gomoku"], 2, "at most 64 cells"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
) -> None:
    ended, _, err = run(capsys, *arguments)
    assert ended == code
    assert err.count("\n") == 1
    assert words in err
