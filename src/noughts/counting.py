"""How large a game is: its positions, its games, the nodes of its tree; and what a search visits.

Nothing is enumerated twice: positions are swept ply by ply, and the number of ways to reach each
is carried along, so 4,3,3 with its 276,911,233 nodes is counted in about a second.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from noughts.engines import AlphaBeta, Memoised, Minimax
from noughts.limit import Meter
from noughts.position import Mark, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from noughts.limit import Limit
    from noughts.rules import Rules
    from noughts.symmetry import Symmetry

#: Along this game `calls` shows how minimax's work shrinks as the board fills.
SAMPLE_GAME = (0, 4, 8, 1, 7, 6, 2, 5)


class Count(NamedTuple):
    """The size of a game. A game ends at its first line; moves in another order are other games.

    Attributes:
        positions: reachable positions.
        terminal: those in which the game is over.
        distinct: positions up to symmetry.
        games: whole games, as sequences of moves.
        distinct_games: games when symmetric positions are merged at every ply.
        distinct_move_sequences: games that no symmetry of the board maps onto each other.
        nodes: nodes of the game tree, the root included.
        x_wins: games that X wins.
        o_wins: games that O wins.
        draws: drawn games.
        sequences_per_ply: how many sequences of 0, 1, 2, ... moves there are.
    """

    positions: int
    terminal: int
    distinct: int
    games: int
    distinct_games: int
    distinct_move_sequences: int
    nodes: int
    x_wins: int
    o_wins: int
    draws: int
    sequences_per_ply: tuple[int, ...]


class Sweep(NamedTuple):
    """One pass over all positions, each with the number of ways to it."""

    positions: int
    terminal: int
    per_ply: tuple[int, ...]
    endings: Counter[Mark | None]


def count(rules: Rules, limit: Limit | None = None) -> Count:
    """Count a game.

    Raises:
        LimitReachedError: the limit was reached first.

    >>> from noughts import Rules
    >>> count(Rules.parse("3,3,3"))[:6]
    (5478, 958, 765, 255168, 26830, 31896)
    """
    meter = Meter(limit)
    whole = _sweep(rules, range(rules.cells), meter)
    distinct, distinct_games = _merged(rules, meter)
    return Count(
        positions=whole.positions,
        terminal=whole.terminal,
        distinct=distinct,
        games=whole.endings.total(),
        distinct_games=distinct_games,
        distinct_move_sequences=_orbits(rules, meter),
        nodes=sum(whole.per_ply),
        x_wins=whole.endings[Mark.X],
        o_wins=whole.endings[Mark.O],
        draws=whole.endings[None],
        sequences_per_ply=whole.per_ply,
    )


def _sweep(rules: Rules, cells: Iterable[int], meter: Meter) -> Sweep:
    """Count the games that use only the given cells."""
    allowed = set(cells)
    layer = {Position(rules): 1}
    positions = terminal = 0
    per_ply = []
    endings: Counter[Mark | None] = Counter()
    while layer:
        per_ply.append(sum(layer.values()))
        positions += len(layer)
        following: dict[Position, int] = {}
        for position, ways in layer.items():
            meter.visit()
            outcome = position.outcome
            if outcome is not None:
                terminal += 1
                endings[outcome.winner] += ways
                continue
            for cell in position.legal:
                if cell in allowed:
                    child = position.play(cell)
                    following[child] = following.get(child, 0) + ways
        layer = following
    return Sweep(positions, terminal, tuple(per_ply), endings)


def _merged(rules: Rules, meter: Meter) -> tuple[int, int]:
    """Return the positions up to symmetry, and the games in the tree that merges them."""
    layer = {Position(rules): 1}
    positions = games = 0
    while layer:
        positions += len(layer)
        following: dict[Position, int] = {}
        for position, ways in layer.items():
            meter.visit()
            if position.outcome is not None:
                games += ways
            for child in {child.canonical()[0] for _, child in position.children()}:
                following[child] = following.get(child, 0) + ways
        layer = following
    return positions, games


def _orbits(rules: Rules, meter: Meter) -> int:
    """Count games up to symmetry, by Burnside's lemma.

    A symmetry maps a game to itself if it leaves every cell of the game where it is, so the
    games that it fixes are those played on its fixed cells alone.
    """
    fixed = [_fixed_cells(symmetry) for symmetry in rules.symmetries]
    per_set = {cells: _sweep(rules, cells, meter).endings.total() for cells in set(fixed)}
    return int(Fraction(sum(per_set[cells] for cells in fixed), len(fixed)))


def _fixed_cells(symmetry: Symmetry) -> tuple[int, ...]:
    return tuple(cell for cell, image in enumerate(symmetry) if cell == image)


class Calls(NamedTuple):
    """How many positions each search looks at from the empty board.

    Attributes:
        minimax: every sequence of moves.
        alphabeta: with pruning, cells in reading order (values -1, 0, 1).
        alphabeta_ordered: with pruning, cells on many lines first (values -1, 0, 1).
        memoised: every position once.
        symmetric: every position once up to symmetry.
        along_a_game: minimax before each move of `SAMPLE_GAME` and after the last; empty on
            other rules than 3,3,3.
    """

    minimax: int
    alphabeta: int
    alphabeta_ordered: int
    memoised: int
    symmetric: int
    along_a_game: tuple[int, ...]


def calls(rules: Rules, limit: Limit | None = None) -> Calls:
    """Run each search on the empty board and count its calls. Nothing here is looked up.

    Raises:
        LimitReachedError: the limit was reached first; it holds for each search.
    """
    empty = Position(rules)
    minimax = Minimax().analyse(empty, limit).nodes
    return Calls(
        minimax=minimax,
        alphabeta=alphabeta_calls(rules, limit, ordered=False),
        alphabeta_ordered=alphabeta_calls(rules, limit, ordered=True),
        memoised=Memoised().analyse(empty, limit).nodes,
        symmetric=Memoised(symmetric=True).analyse(empty, limit).nodes,
        along_a_game=(minimax, *_along_a_game(empty, limit)) if str(rules) == "3,3,3" else (),
    )


def alphabeta_calls(rules: Rules, limit: Limit | None = None, *, ordered: bool) -> int:
    """Run alpha-beta on the empty board (values -1, 0, 1) and count its calls.

    Raises:
        LimitReachedError: the limit was reached first.

    >>> from noughts import Rules
    >>> [alphabeta_calls(Rules.parse("3,3,3"), ordered=ordered) for ordered in (False, True)]
    [18297, 7275]
    """
    meter = Meter(limit)
    inf = float("inf")
    engine = AlphaBeta(ordered=ordered, depth_aware=False)
    engine.alphabeta(Position(rules), 0, -inf, inf, meter, {})
    return meter.nodes


def _along_a_game(position: Position, limit: Limit | None) -> Iterator[int]:
    for cell in SAMPLE_GAME:
        position = position.play(cell)
        yield Minimax().analyse(position, limit).nodes
