"""Wins with quiet moves: compiled as uncompiled, never false, and found where they are."""

import random
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import Limit, Mark, Position, Rules, Score
from noughts.solver import Solution
from noughts.solver.prover import ProofTask
from noughts.solver.threat_space import ThreatProver
from tests.sampling import sample, scattered
from tests.solver.uncompiled import Edit, compiled, uncompiled
from tests.threats.truth import Truth

LARGE = "noughts.threats"
FREESTYLE = Rules.parse("15,15,5")
ONE = "j11 i9 g11 i10 f9 e5 i12 h11 g12 i7"  #: then i8 is quiet, and threats refute all replies
TWO = "g11 e10 h11 e5 h10 i11 g10 g12"
#: With the most empty cells for which plain minimax tells the truth quickly.
SMALL = [
    *(("5,4,4", 12), ("5,4,4 exact", 12), ("8,2,3 exact", 12), ("4,4,3", 13), ("6,6,4", 11)),
    *(("6,4,4", 12), ("6,3,3 exact", 12), ("6,3,3 caro", 11), ("4,4,3 torus", 13)),
]


def prove(position: Position, nodes: int = 2_000_000) -> Solution:
    return ThreatProver().prove(ProofTask(position), Limit(nodes=nodes))


def after(moves: str, rules: Rules = FREESTYLE) -> Position:
    position = Position(rules)
    for move in moves.split():
        position = position.play(move)
    return position


def quiet(modules: SimpleNamespace, position: Position, attacker: Mark) -> Any:
    """Return a search for a win of this side."""
    search = modules.pvs.PrincipalVariationSearch(position, memory=1 << 16)
    search.allow(0)
    return modules.quiet_moves.QuietSearch(search, position, attacker)


class Weak:
    """Threats that are hardly more than fours, so that more moves are quiet."""

    def __init__(self, threes: Any) -> None:
        self.threes = threes
        self.cut = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.threes, name)

    def win(self, side: int, nodes: int) -> bool:
        return bool(self.threes.win(side, min(nodes, 2)))

    def survivors(self, side: int, nodes: int, *rest: Any) -> list[int] | None:
        left: list[int] | None = self.threes.survivors(side, min(nodes, 2), *rest)
        return left


def weak(search: Any) -> Any:
    whole = search._search
    search._search = SimpleNamespace(
        threes=Weak(whole.threes),
        **{name: getattr(whole, name) for name in ("budget", "side", "place", "lift", "guess")},
    )
    return search


def wins(truth: Truth, position: Position, attacker: Mark) -> bool:
    """Whether the attacker wins, by minimax."""
    own, other = position.sides(attacker)
    return truth.wins(own, other) if position.turn is attacker else truth.loses(other, own)


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_what_is_claimed_is_true(game: str, most: int) -> None:
    truth, modules, draw = Truth(Rules.parse(game)), compiled(LARGE), random.Random(game)
    claims = 0
    for position in islice(scattered(game, most - 7, most, draw), sample(60, 3_000)):
        for attacker in Mark:
            for search in (
                quiet(modules, position, attacker),
                weak(quiet(modules, position, attacker)),
            ):
                if search.run(10_000):
                    assert wins(truth, position, attacker), str(position)
                    claims += 1
    assert claims >= 20


#: Positions on lines at random that the attacker, X or O, wins with two quiet moves.
TWICE = [
    (
        (
            "a1-b1-c4-d2 a1-b2-c2-d3 a2-b1-c3-d1 a3-b1-c3-d4 a3-c2-d2-d3 a4-b1-c2-d3 b1-b4-d3-d4 "
            "b1-c1-c2-d1 b2-b3-c4 b2-c1-d1-d2"
        ),
        "XO.O/.X.X/...O/....",
        Mark.O,
    ),
    (
        (
            "a1-a2-b4-c2 a1-b1-d2-d3 a1-b4-c1-d4 a2-a3-b3-c4 a2-b4-d1-d4 a2-d2-d4 a3-a4-d3 "
            "b2-b4-c3-d3 b2-d1-d3 b3-c1-d1 b3-c2-c3-c4"
        ),
        "X.X./..O./O.X./..O.",
        Mark.X,
    ),
    (
        (
            "a1-a2-b3-c4 a1-a4-b2-c4 a1-a4-d1 a2-a4-b3-c4 a2-a4-b4-d2 a2-b4-c2-d3 a3-c2-c3-d1 "
            "b1-b2-b4-d2 b2-c4-d2-d4"
        ),
        "..O./..../O.O./.XXX",
        Mark.X,
    ),
]


@pytest.mark.parametrize(("lines", "board", "attacker"), TWICE)
def test_wins_that_need_two_quiet_moves_are_found(lines: str, board: str, attacker: Mark) -> None:
    position = Position.parse(board, Rules.parse(f"4,4 lines {lines}"))
    assert wins(Truth(position.rules), position, attacker)
    search = weak(quiet(compiled(LARGE), position, attacker))
    assert search.run(10_000)
    moves = search.moves if position.turn is not attacker else next(iter(search.moves.values()))
    assert moves
    for reply, move in moves.items():
        assert {reply, *move} <= set(position.legal)


class Naive:
    """The same without zones: every reply has a proof of its own."""

    def __init__(self, position: Position, attacker: Mark) -> None:
        self.search = quiet(compiled(LARGE), position, attacker)._search
        self.truth = Truth(position.rules)
        self.attacker = 0 if attacker is Mark.X else 1

    def wins(self, own: int, other: int, depth: int) -> bool:
        """Whether the attacker, to move, wins by threats, or after this many quiet moves."""
        if self.search.threes.win(self.attacker, 10**6):
            return True
        return depth > 0 and any(
            self.after(cell, self.attacker, self.loses, own | 1 << cell, other, depth - 1)
            for cell in self.free(own, other)
        )

    def loses(self, own: int, other: int, depth: int) -> bool:
        """Whether the attacker would win by threats after a pass, and wins after each reply."""
        return (
            bool(self.free(own, other))
            and not self.truth.completing(other, own)
            and self.search.threes.win(self.attacker, 10**6)
            and all(
                self.after(cell, 1 - self.attacker, self.wins, own, other | 1 << cell, depth)
                for cell in self.free(own, other)
            )
        )

    def free(self, own: int, other: int) -> list[int]:
        rules = self.truth.rules
        return [cell for cell in range(rules.cells) if not (own | other) >> cell & 1]

    def after(self, cell: int, side: int, then: Any, *at: int) -> bool:
        self.search.threes.place(cell, side)
        found = bool(then(*at))
        self.search.threes.lift(cell, side)
        return found


NEEDED = (
    "4,4 lines a1-a2-b3-c4 a1-b2-c2-d4 a1-b3-c1-d3 a2-a3-b1-c2 a2-b1-b2-d1 a3-b2-b4-c1 b1-c1-d1"
)


@pytest.mark.parametrize("game", ["5,4,4", "4,4,3", "6,4,4"])
def test_what_the_naive_search_proves_is_found(game: str) -> None:
    """But where a line is too long to count: there threats are more careful than the rules."""
    draw, found = random.Random(game), 0
    for position in islice(scattered(game, 4, 9, draw), sample(60, 1_000)):
        for attacker in Mark:
            own, other = position.sides(attacker)
            naive = Naive(position, attacker)
            attacks = position.turn is attacker
            if attacks and naive.wins(own, other, 0):
                continue  # by threats alone
            if (naive.wins if attacks else naive.loses)(own, other, 1):
                assert quiet(compiled(LARGE), position, attacker).run(10**6), str(position)
                found += 1
    assert found >= 5


LOST = "...O./X.XO./XOOXX/OX..."
#: Positions and attackers, and mistakes with which the attacker is said to win.
MISTAKES = [
    (
        "8,2,3 exact",
        "O.....X./XOO....X",
        Mark.X,
        [Edit("vct", "survivors", "self.board.loosen(1 - attacker)", "pass")],
    ),
    ("8,2,3 exact", ".XXOX.OX/...OO...", Mark.O, [
        Edit("vct", "_few_survive", "self.board.listed[2 * (1 - attacker)]", "False"),
    ]),
    ("5,4,4", LOST, Mark.O, [
        Edit("vct", "_few_survive", "most -= 1", "self.zones.drop(self.zones.left, cell)"),
        Edit("quiet_moves", "_defend", "then.near == 0", "True"),
        Edit("quiet_moves", "_defend", "just and not self._search.threes.in_zone(reply)",
             "not self._search.threes.in_zone(reply)"),
    ]),
    ("8,2,3 exact", ".O.XO.OX/.XO..X..", Mark.O, [
        Edit("quiet_moves", "_judge", "move.left[reply] = self._positions[key]",
             "reply == left[0] or move.left.update({reply: self._positions[key]})"),
    ]),
    ("5,4,4 exact", "X.X.O/.OXX./.O..O/OX...", Mark.X, [
        Edit("vct", "_few_survive", "self.zones.narrow()",
             "self.zones.narrow() or self.zones.drop(self.zones.left, self._nearest())"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "board", "attacker", "edits"), MISTAKES)
def test_a_mistake_is_found(game: str, board: str, attacker: Mark, edits: list[Edit]) -> None:
    position = Position.parse(board, Rules.parse(game))
    assert not wins(Truth(position.rules), position, attacker)
    for modules in (compiled(LARGE), uncompiled(package=LARGE)):
        assert not quiet(modules, position, attacker).run(3_000)
    for edit in edits:
        assert quiet(uncompiled(edit, package=LARGE), position, attacker).run(3_000), edit


def test_compiled_and_uncompiled_find_the_same_with_the_same_nodes() -> None:
    told = []
    for modules in (compiled(LARGE), uncompiled(package=LARGE)):
        for moves in (ONE, f"{ONE} i8"):
            position = after(moves)
            search = quiet(modules, position, Mark.X)
            told.append([search.run(150), search._search.budget.nodes, search.run(150)])
            told[-1] += [search._search.budget.nodes, search.moves, len(search._positions)]
    assert told[:2] == told[2:]


def test_a_quiet_move_wins_where_threats_alone_do_not() -> None:
    position = after(ONE)
    threes = quiet(compiled(LARGE), position, Mark.X)._search.threes
    assert (threes.win(0, 10**6), threes.cut) == (False, False)
    found = prove(position)
    assert found.score == Score.win()
    assert FREESTYLE.name(found.line[0]) == "i8"
    assert prove(position.play("i8")).score == Score.loss()


def test_a_proof_goes_on_where_it_stopped() -> None:
    position = after(TWO)
    whole, parts = (quiet(compiled(LARGE), position, Mark.X) for _ in range(2))
    assert whole.run(10**6)
    assert parts.run(1_000) is None
    while (found := parts.run(1_000)) is None:
        pass
    assert found
    assert parts.moves == whole.moves
    ((move, replies),) = whole.moves.items()
    needing = {reply for reply, then in replies.items() if then}
    assert needing
    others = replies.keys() - needing
    assert others
    for reply in others:
        rest = quiet(compiled(LARGE), position.play(move).play(reply), Mark.X)
        assert rest._search.threes.win(rest._side, 30_000)
    line = whole.line(30_000)
    end = position
    for cell in line:
        end = end.play(cell)
    assert end.outcome is not None
    assert end.outcome.winner is position.turn
