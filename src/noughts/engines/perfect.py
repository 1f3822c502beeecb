"""The perfect player: proved answers wherever possible, and the best trap among equals.

| game | answered by |
|---|---|
| up to 9 cells, except caro | `table`: every position, valued from the last ply to the first |
| 13 to 64 cells | a proof: `noughts.engines.solver_engine`, `gravity_engine` with gravity |
| over 36 cells, no misere, no gravity | `noughts.engines.threat_engine`: a search by threats |
| all others, and few empty cells | `noughts.engines.deepening`: one ply deeper at a time |

The solver gets half of the time. If it finds no proof, the row below answers in the other half. A
limit in nodes or depth skips the solver. An unproved answer is an `Estimate`.

Among equally good moves (same value, same plies), it takes the one after which the opponent is most
likely to make a mistake. In the table, this is exact: the chance to win if the opponent plays at
random from now on. On 3×3 that is 191/192 for X and 866/945 for O, the most that any player can
reach without giving up the proved value. On wider boards it looks one reply ahead
(`noughts.engines.traps`), near the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Protocol

from noughts.core.bits import bits
from noughts.core.limit import Limit, Meter
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.engines.base import Analysis, Choice, Engine, MoveValue, best_first, finished
from noughts.engines.deepening import Deepening
from noughts.engines.traps import best_trap_first

if TYPE_CHECKING:
    from noughts.threats.value_cache import ValueCache

TABLE_CELLS = 9
SOLVER_CELLS = range(13, 65)  # on fewer, deepening settles everything, even lengths and traps
LARGE_CELLS = 37  #: from this size, it searches threats
FEW_EMPTY = 12  #: with at most this many empty cells, deepening settles everything
DEFAULT_LIMIT = Limit(seconds=2.0)

_WIN = int(Score.win(0))


Entry = tuple[int, int]  #: int(score) for the side to move, and the move to make (-1: none)


class Perfect(Engine):
    """The strongest player; its score is a proof, or an `Estimate` if nothing is proved.

    Without a limit it takes at most 2 seconds a move. With `keeps`, a search by threats reuses the
    results of earlier moves until you call `forget`. Its answers then also depend on earlier
    questions, and only one thread at a time may use it.

    >>> from noughts import Position, Rules
    >>> Perfect().play(Position(Rules.parse("3,3,3"))).score
    Score.draw()
    """

    name: str = "perfect"

    def __init__(self, *, keeps: bool = False) -> None:
        self._keeps = keeps
        self._kept: tuple[Rules, ValueCache] | None = None

    def forget(self) -> None:
        """Forget the results of earlier moves."""
        self._kept = None

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the best move, and among equals the one that sets the best trap."""
        if not tabled(position.rules):
            limit = limit or DEFAULT_LIMIT
            prover = _prover(position.rules, limit)
            if prover is None:
                return self._search(position, limit)
            return prover.play(position, limit) or self._search(position, _half(limit))
        score, cell = table(position.rules)[position.key]
        return Choice(position, cell, Score.from_int(score), nodes=1)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move; the first is the one that `play` chooses."""
        if not tabled(position.rules):
            limit = limit or DEFAULT_LIMIT
            prover = _prover(position.rules, limit)
            if prover is None:
                return self._with_traps(position, limit, Meter(limit))
            proof = prover.analyse(position, limit, self.name)
            limit = _half(limit)
            return proof or self._with_traps(position, limit, Meter(limit))
        meter = Meter()
        known = table(position.rules)
        _, chosen = known[position.key]
        moves = [
            MoveValue(
                cell, Score.from_int(known[child.key][0]).backed_up(), (cell, *_line(child, known))
            )
            for cell, child in sorted(position.children(), key=lambda move: move[0] != chosen)
        ]
        ordered = best_first(moves)
        return Analysis(position, self.name, ordered[0].score, ordered, len(moves), meter.seconds)

    def _search(self, position: Position, limit: Limit) -> Choice:
        """Choose a move on a wide board; if it is lost, find the longest defence."""
        if _large(position):
            from noughts.engines import threat_engine  # noqa: PLC0415  (its compiled parts load with it)

            if self._keeps and (self._kept is None or self._kept[0] is not position.rules):
                self._kept = position.rules, threat_engine.memory(position.rules)
            return threat_engine.play(position, limit, self._kept[1] if self._kept else None)
        meter = Meter(limit)
        choice = Deepening(position, limit, meter).play()
        if not isinstance(choice.score, Score) or choice.score > Score.draw():
            return choice
        found = self._with_traps(position, limit, meter)
        cell = found.moves[0].cell if found.score == choice.score else choice.cell
        return choice._replace(cell=cell, nodes=meter.nodes, seconds=meter.seconds)

    def _with_traps(self, position: Position, limit: Limit, meter: Meter) -> Analysis:
        """Value every move on a wide board; one meter counts all the work."""
        if _large(position):
            from noughts.engines import threat_engine  # noqa: PLC0415  (likewise)

            return threat_engine.analyse(position, limit, self.name)

        def analyse(position: Position) -> Analysis:
            if position.outcome is not None:
                return finished(position, self.name)
            return Deepening(position, limit, meter).analyse(self.name)

        found = best_trap_first(analyse(position), analyse)
        return found._replace(nodes=meter.nodes, seconds=meter.seconds)


class MoveProver(Protocol):
    """Proves moves of one game."""

    def play(self, position: Position, limit: Limit) -> Choice | None:
        """Return a move that keeps the proved value; None if the limit comes before a proof."""

    def analyse(self, position: Position, limit: Limit, engine: str) -> Analysis | None:
        """Prove the value, and moves as far as the limit allows; None without a proved value."""


def _prover(rules: Rules, limit: Limit) -> MoveProver | None:
    """Return the prover of a game, if the solver supports it and only time is limited."""
    if rules.cells not in SOLVER_CELLS or limit.nodes is not None or limit.depth is not None:
        return None
    from noughts.engines import gravity_engine, solver_engine  # noqa: PLC0415  (the solver loads with them)

    if rules.gravity:
        return gravity_engine.prover(rules) if gravity_engine.takes(rules) else None
    return solver_engine.prover(rules)


def _large(position: Position) -> bool:
    """Whether to search by threats, if the game has no full proof."""
    rules = position.rules
    known = not rules.misere and not rules.gravity
    return known and rules.cells >= LARGE_CELLS and rules.cells - position.ply > FEW_EMPTY


def tabled(rules: Rules) -> bool:
    """Whether the game has a `table`.

    The table decides whether a line is complete from its owner's stones alone, so it does not
    support caro.
    """
    return rules.cells <= TABLE_CELLS and not any(rules.ends)


def _half(limit: Limit) -> Limit:
    """Return half of the time: one half for the proof, one for the fallback."""
    seconds = None if limit.seconds is None else limit.seconds / 2
    return limit.part(seconds)


def _line(position: Position, known: dict[int, Entry]) -> tuple[int, ...]:
    line = []
    while (cell := known[position.key][1]) >= 0:
        line.append(cell)
        position = position.play(cell)
    return tuple(line)


@lru_cache(maxsize=8)
def table(rules: Rules) -> dict[int, Entry]:
    """Return the table of all reachable positions, by `Position.key`, of a `tabled` game.

    The chance to win against a random opponent is a whole number, to avoid rounding: own moves take
    the best child, the opponent's moves the average of all. The unit of one ply divides that of the
    next by a common multiple of the numbers of moves. With e empty cells and no gravity it is 1/e!.

    >>> from noughts import Rules
    >>> len(table(Rules.parse("3,3,3")))
    5478
    """
    cells, full = rules.cells, rules.full
    ended = [bool(rules.completed(board, 0)) for board in range(full + 1)]
    free = [[(c, 1 << c) for c in bits(rules.playable(taken))] for taken in range(full + 1)]
    line_score = _WIN if rules.misere else -_WIN  # the last move completed a line

    known: dict[int, Entry] = {}
    chances: dict[int, tuple[int, int]] = {}  # of the side to move, and of the other
    certain = 1
    for ply, layer in reversed(list(enumerate(_layers(cells, full, ended, free)))):
        mover_shift, other_shift = (0, cells) if ply % 2 == 0 else (cells, 0)
        shares = lcm(*{len(free[key & full | key >> cells]) or 1 for key in layer})
        certain *= shares
        for key in layer:
            if ended[key >> other_shift & full]:
                known[key] = line_score, -1
                chances[key] = (certain, 0) if rules.misere else (0, certain)
                continue
            best, chosen, trap, average = (0, -1, 0, 0) if ply == cells else (-_WIN - 1, -1, -1, 0)
            moves = free[key & full | key >> cells]
            for cell, bit in moves:
                child = key | bit << mover_shift
                score = -known[child][0]
                score -= (score > 0) - (score < 0)  # one ply further away
                theirs, ours = chances[child]
                average += theirs
                if score > best or (score == best and ours > trap):
                    best, chosen, trap = score, cell, ours
            known[key] = best, chosen
            chances[key] = trap * shares, average * (shares // (len(moves) or 1))
    return known


def _layers(
    cells: int, full: int, ended: list[bool], free: list[list[tuple[int, int]]]
) -> Iterator[set[int]]:
    """Yield the keys of all positions after 0, 1, 2, ... plies."""
    layer = {0}
    for ply in range(cells + 1):
        yield layer
        mover_shift, other_shift = (0, cells) if ply % 2 == 0 else (cells, 0)
        layer = {
            key | bit << mover_shift
            for key in layer
            if not ended[key >> other_shift & full]
            for _, bit in free[key & full | key >> cells]
        }
