"""In gravity games: odd and even threats, and zugzwang.

A *threat* is an empty cell on which a stone would complete a line. It is *odd* or *even*, like its
row counted from the bottom. If nothing else is left to play on a board with an even number of
cells, X must play in odd rows, and O answers on top. So X's odd threats and O's even ones are good
for their owners; this is called *zugzwang*.

Connect Four players do not count a win in plies, but by the stones that the winner has left,
including the last one played (`customary`).

Source: Allis, "A Knowledge-based Approach of Connect-Four", 1988 (his rule claimeven).
"""

from noughts.core.bits import bits
from noughts.core.outcome import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value


def row_from_below(rules: Rules, cell: int) -> int:
    """Return the row of a cell, counted from 1 at the bottom.

    >>> from noughts import Rules
    >>> row_from_below(Rules.parse("connect-four"), 0)
    6
    """
    columns, rows = rules.shape[:2]
    return rows - cell // columns % rows


def stones_left(position: Position, plies: int) -> int:
    """Return how many stones the player of the last stone has left, including that one.

    The last stone is played `plies` plies after `position`; all stones together would then
    fill the board.

    >>> from noughts import Position, Rules
    >>> [stones_left(Position(Rules.parse("connect-four")), plies) for plies in (42, 41, 7)]
    [1, 1, 18]
    """
    return (position.rules.cells + 2 - position.ply - plies) // 2


def customary(position: Position, score: Score) -> int | None:
    """Return a score as Connect Four players count: the stones that the winner has left.

    1 for a win with the winner's last stone, 0 for a draw, negative for a loss. None without
    gravity, in misère, and if the plies are unknown.

    >>> from noughts import Position, Rules
    >>> empty = Position(Rules.parse("connect-four"))
    >>> [customary(empty, score) for score in (Score.win(41), Score.win(7), Score.loss(42))]
    [1, 18, -1]
    """
    rules = position.rules
    if not rules.gravity or rules.misere:
        return None
    if score.plies is None:
        return 0 if score.value is Value.DRAW else None
    left = stones_left(position, score.plies)
    return left if score.value is Value.WIN else -left


def answerer(rules: Rules) -> Mark | None:
    """Return the side that does not lose, as it can answer each move; None if that is not proved.

    It is the side that would fill the last cell. docs/explanation/gravity.md has the proof.

    >>> from noughts import Rules
    >>> print(*(answerer(Rules.parse(f"{game} gravity")) for game in ("8,8,5", "9,3,4", "7,6,4")))
    O X None
    """
    simple = rules.gravity and len(rules.shape) == 2 and not (rules.torus or rules.misere)
    k, rows = rules.k or 0, rules.shape[1]
    if not simple or (k < 5 and not 3 <= k > rows):
        return None
    return Mark.X if rules.cells % 2 else Mark.O


def answered(position: Position) -> tuple[int, ...] | None:
    """Return what the side to move gets if every stone is answered, mostly on top of it.

    With an even number of empty cells, the other side can do that. In a column with an odd number
    of them, the lowest is put aside, and the cells put aside answer one another. Of the other
    cells, each lower cell is answered by the one above it. The side to move gets no more than its
    stones, the lower cells and those put aside.

    Returns:
        A line that the other side then gets; () if there is none but the side to move cannot win
        either; None if this says nothing.

    >>> from noughts import Position
    >>> answered(Position.parse("..../...O/...X/..OX", "4,4,4 gravity"))
    ()
    >>> answered(Position.parse("..../.O../.X../.X.O", "4,4,4 gravity"))
    (0, 5, 10, 15)
    """
    rules = position.rules
    taken = position.x | position.o
    simple = rules.gravity and not rules.misere and not any(rules.guards)
    empty = rules.full - taken
    if not simple or position.outcome is not None or empty.bit_count() % 2 or not empty:
        return None
    own, other = position.sides(position.turn)
    lower = sum(1 << cell for cell in bits(empty) if _above(rules, cell) % 2)
    aside = rules.playable(taken) & ~lower
    most = own | lower | aside
    if rules.owned(most):
        return None
    least = other | empty & ~lower & ~aside
    return next((bits(rules.lines[index]) for index in rules.owned(least)), ())


def _above(rules: Rules, cell: int) -> int:
    columns, rows = rules.shape[:2]
    return cell // columns % rows
