"""The size of a game: its positions, games and tree nodes; and the positions a search visits.

Nothing is enumerated twice. Positions are swept ply by ply, with symmetric ones merged, and each
carries the number of ways to reach it. 4,3,3, with its 276,911,233 nodes, takes half a second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from noughts.core.bits import bits
from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.symmetry import Images, Symmetry
from noughts.engines import AlphaBeta, Memoised, Minimax

#: Along this game `calls` shows how minimax's work shrinks as the board fills.
SAMPLE_GAME = (0, 4, 8, 1, 7, 6, 2, 5)


class Count(NamedTuple):
    """The size of a game. It ends at its first line; the order of moves tells games apart.

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


def positions(game: Rules | Position | str, *, distinct: bool = False) -> Iterator[Position]:
    """Yield every reachable position of a game once, including finished ones.

    They come ply by ply. Within a ply, they come in the order in which moves (in reading order)
    first reach them. Two plies of positions are in memory, about 300 bytes each.

    Args:
        game: rules, or a position to start from; either may be text.
        distinct: yield one position for all symmetric ones, in its `Position.canonical` form.

    Raises:
        RulesError: the text is not rules.

    >>> sum(1 for _ in positions("3,3,3")), sum(1 for _ in positions("3,3,3", distinct=True))
    (5478, 765)
    >>> [str(position) for position in positions("2,1,2")]
    ['..', 'X.', '.X', 'XO', 'OX']
    """

    def form(position: Position) -> Position:
        return position.canonical()[0] if distinct else position

    layer = {form(Position.of(game)): None}
    while layer:
        yield from layer
        layer = {form(child): None for position in layer for _, child in position.children()}


def count(rules: Rules | str, limit: Limit | None = None) -> Count:
    """Count a game.

    Raises:
        LimitReachedError: The limit was reached first.

    >>> from noughts import Rules
    >>> count(Rules.parse("3,3,3"))[:6]
    (5478, 958, 765, 255168, 26830, 31896)
    """
    rules, meter = Rules(rules), Meter(limit)
    whole = _sweep(rules, rules.full, rules.symmetries, meter)
    return Count(
        positions=whole.positions,
        terminal=whole.terminal,
        distinct=whole.distinct,
        games=whole.endings.total(),
        distinct_games=whole.distinct_games,
        distinct_move_sequences=_orbits(rules, whole, meter),
        nodes=sum(whole.per_ply),
        x_wins=whole.endings[Mark.X],
        o_wins=whole.endings[Mark.O],
        draws=whole.endings[None],
        sequences_per_ply=tuple(whole.per_ply),
    )


class _Sweep:
    """The results of one pass over all positions."""

    def __init__(self) -> None:
        self.positions = self.terminal = self.distinct = self.distinct_games = 0
        self.per_ply: list[int] = []
        self.endings: Counter[Mark | None] = Counter()


class _Class:
    """A position and all positions symmetric to it."""

    __slots__ = ("merged", "ways", "won")

    def __init__(self, *, won: bool) -> None:
        self.won = won  #: whether the last move completed a line
        self.ways = 0  #: sequences of moves to any one of them; each has the same number
        self.merged = 0  #: ways to it in the tree with symmetric positions merged at every ply


def _sweep(rules: Rules, cells: int, symmetries: Sequence[Symmetry], meter: Meter) -> _Sweep:
    """Count the games that use only the given cells, a bitboard that the symmetries keep."""
    sweep = _Sweep()
    images = Images(symmetries, rules.cells)
    layer = {0: _Class(won=False)}  # by the least of their keys
    layer[0].ways = layer[0].merged = 1
    for ply in range(rules.cells + 1):
        mark = Mark.O if ply % 2 else Mark.X
        winner = mark if rules.misere else mark.other
        side = 0 if mark is Mark.X else rules.cells  # where its stones begin in a key
        sweep.per_ply.append(sum(each.ways for each in layer.values()))
        following: dict[int, _Class] = {}
        for key, each in layer.items():
            size = len(set(images.of(key)))
            sweep.distinct += 1
            sweep.positions += size
            if each.won or ply == rules.cells:
                sweep.terminal += size
                sweep.endings[winner if each.won else None] += each.ways
                sweep.distinct_games += each.merged
                continue
            children = set()
            for cell in bits(rules.playable(key & rules.full | key >> rules.cells) & cells):
                meter.visit()
                child = int.from_bytes(min(images.of(key | 1 << side + cell)))
                if child not in following:
                    own = key >> side & rules.full | 1 << cell
                    other = key >> rules.cells - side & rules.full
                    following[child] = _Class(won=rules.placing.completed(cell, own, other) >= 0)
                following[child].ways += each.ways
                children.add(child)
            for child in children:
                following[child].merged += each.merged
        layer = following
    while not sweep.per_ply[-1]:
        sweep.per_ply.pop()
    return sweep


def _orbits(rules: Rules, whole: _Sweep, meter: Meter) -> int:
    """Count games up to symmetry, by Burnside's lemma.

    A symmetry maps a game to itself if it fixes every cell of the game. So the games that it fixes
    are those played only on its fixed cells.
    """
    games = {rules.full: whole.endings.total()}
    fixed = [
        sum(1 << cell for cell, image in enumerate(symmetry) if cell == image)
        for symmetry in rules.symmetries
    ]
    for cells in set(fixed) - games.keys():
        games[cells] = _sweep(rules, cells, rules.symmetries[:1], meter).endings.total()
    return int(Fraction(sum(games[cells] for cells in fixed), len(fixed)))


class Calls(NamedTuple):
    """How often each search calls itself, to search the empty board.

    Without a memory, each call works its position out. With one, the other calls look it up.

    Attributes:
        minimax: calls, one for every sequence of moves.
        alphabeta: calls with pruning, cells in reading order (values -1, 0, 1).
        alphabeta_ordered: calls with pruning, cells on many lines first (values -1, 0, 1).
        memoised: calls with a memory.
        memoised_worked_out: those that work a position out: every position once.
        symmetric: calls with a memory that merges symmetric positions.
        symmetric_worked_out: those that work a position out: every position once up to symmetry.
        along_a_game: minimax before each move of `SAMPLE_GAME` and after the last; empty except for
            3,3,3.
    """

    minimax: int
    alphabeta: int
    alphabeta_ordered: int
    memoised: int
    memoised_worked_out: int
    symmetric: int
    symmetric_worked_out: int
    along_a_game: tuple[int, ...]


def calls(rules: Rules | str, limit: Limit | None = None) -> Calls:
    """Run each search on the empty board and count its calls.

    Raises:
        LimitReachedError: The limit, which holds for each search, was reached first.

    >>> from noughts import Rules
    >>> calls(Rules.parse("3,2,3"))[:7]
    (1885, 249, 237, 571, 265, 39, 15)
    """
    rules = Rules(rules)
    empty = Position(rules)
    minimax = Minimax().analyse(empty, limit).nodes
    memoised, kept = _memory_calls(empty, limit, symmetric=False)
    symmetric, kept_once = _memory_calls(empty, limit, symmetric=True)
    return Calls(
        minimax=minimax,
        alphabeta=alphabeta_calls(rules, limit, ordered=False),
        alphabeta_ordered=alphabeta_calls(rules, limit, ordered=True),
        memoised=memoised,
        memoised_worked_out=kept,
        symmetric=symmetric,
        symmetric_worked_out=kept_once,
        along_a_game=(minimax, *_along_a_game(empty, limit)) if str(rules) == "3,3,3" else (),
    )


def alphabeta_calls(rules: Rules | str, limit: Limit | None = None, *, ordered: bool) -> int:
    """Run alpha-beta on the empty board (values -1, 0, 1) and count its calls.

    Raises:
        LimitReachedError: The limit was reached first.

    >>> from noughts import Rules
    >>> [alphabeta_calls(Rules.parse("3,3,3"), ordered=ordered) for ordered in (False, True)]
    [18297, 7275]
    """
    inf = float("inf")
    with Meter(limit) as meter:
        search = AlphaBeta(ordered=ordered, depth_aware=False).counted(meter)
        search.alphabeta(Position(rules), 0, -inf, inf)
    return meter.nodes


def _memory_calls(position: Position, limit: Limit | None, *, symmetric: bool) -> tuple[int, int]:
    """Return the calls of minimax with a memory, and the positions that it works out."""
    memory: dict[int, int] = {}
    with Meter(limit) as meter:
        meter.counting(Memoised(symmetric=symmetric), "value").value(position, 0, memory)
    return meter.nodes, len(memory)


def _along_a_game(position: Position, limit: Limit | None) -> Iterator[int]:
    for cell in SAMPLE_GAME:
        position = position.play(cell)
        yield Minimax().analyse(position, limit).nodes
