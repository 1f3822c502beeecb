"""What follows for a game without a search: each theorem with its proof.

A theorem is used only where it holds. Some that look alike do not: in the ordinary game, a draw
for k does not prove a draw for k + 1, nor does a win on a board prove one on a larger board:
the loser's own threats change. Both are theorems only if O does nothing but block.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from noughts.atlas.atlas_file import DRAW, NOT_X, O_OR_DRAW, X_OR_DRAW, O, X
from noughts.atlas.charts import Chart
from noughts.core.bits import bits
from noughts.core.outcome import Mark
from noughts.core.rules import Rules
from noughts.core.zugzwang import answerer

#: The files in `certificates/windows`: columns, rows and k; a strip has as many rows as the board.
WINDOWS = ("4,3,3", "7,7,4", "7,6,4-strip", "7,5,4-strip", "13,4,4-strip")


class Conclusion(NamedTuple):
    """What a theorem says of a game."""

    value: str  #: the value, or what remains possible
    theorem: str  #: its name in `THEOREMS`
    premise: str = ""  #: the game that it starts from; empty if it needs none
    plies: int | None = None  #: of the win, if the premise has them and they carry over


def conclude(
    chart: Chart, rules: Rules, lookup: Callable[[Chart, str], tuple[str, int | None] | None]
) -> Iterator[Conclusion]:
    """Yield what follows for a game, the strongest first.

    Args:
        chart: the kind of game.
        rules: the game.
        lookup: returns the value and the plies of a game of a chart, if they are known.
    """
    k = rules.k or 0
    if k > (rules.cells + 1) // 2:
        yield Conclusion(NOT_X if chart is Chart.MAKER_BREAKER else DRAW, "stones")
    if chart is Chart.MAKER_BREAKER:
        yield from _blocking(rules, lookup)
    elif chart in {Chart.ORDINARY, Chart.EXACT}:
        yield from _board(chart, rules, lookup)
    elif chart is Chart.GRAVITY:
        yield from _with_gravity(rules, lookup)
    elif chart is Chart.MISERE:
        yield from _mirrored(rules)
    if chart.stealing:
        yield Conclusion(X_OR_DRAW, "stealing")


def _blocking(
    rules: Rules, lookup: Callable[[Chart, str], tuple[str, int | None] | None]
) -> Iterator[Conclusion]:
    """Yield what follows for a board on which O only blocks."""
    columns, rows = rules.shape
    k = rules.k or 0
    if k >= 3 and k > rows:
        yield Conclusion(NOT_X, "rows")
    beside = [
        ("longer", NOT_X, (columns, rows, k - 1)),
        ("larger", X, (columns - 1, rows, k)),
        ("larger", X, (columns, rows - 1, k)),
        ("shorter", X, (columns, rows, k + 1)),
        ("smaller", NOT_X, (columns + 1, rows, k)),
        ("smaller", NOT_X, (columns, rows + 1, k)),
    ]
    for theorem, value, (m, n, other) in beside:
        game = f"{max(m, n)},{min(m, n)},{other}"
        known = lookup(Chart.MAKER_BREAKER, game)
        if known is not None and known[0] == value:
            yield Conclusion(value, theorem, game)
    won = lookup(Chart.ORDINARY, str(rules))
    if won is not None and won[0] == X:
        yield Conclusion(X, "first", str(rules))


def _board(
    chart: Chart, rules: Rules, lookup: Callable[[Chart, str], tuple[str, int | None] | None]
) -> Iterator[Conclusion]:
    """Yield what follows for an ordinary board, or for rows of exactly k."""
    plain = str(rules).partition(" ")[0]
    blocked = lookup(Chart.MAKER_BREAKER, plain)
    if blocked is not None and blocked[0] == NOT_X:
        yield Conclusion(DRAW, "blocked", plain)
    short, long = sorted(rules.shape)
    for window in WINDOWS:
        size, _, strip = window.partition("-")
        columns, rows, k = map(int, size.split(","))
        if k == rules.k and long >= columns and (short == rows if strip else short >= rows):
            yield Conclusion(X, "window", f"windows/{window}.txt")
    same = lookup(Chart.ORDINARY, plain)
    if chart is Chart.EXACT and rules.positional and same is not None:
        yield Conclusion(same[0], "same", plain, same[1])


def _with_gravity(
    rules: Rules, lookup: Callable[[Chart, str], tuple[str, int | None] | None]
) -> Iterator[Conclusion]:
    """Yield what follows for a game with gravity."""
    columns, rows = rules.shape
    k = rules.k or 0
    plain = str(rules).partition(" ")[0]
    same = lookup(Chart.ORDINARY, plain)
    if rows == 1 and same is not None:
        yield Conclusion(same[0], "one-row", plain, same[1])
    if columns == 1 and k > 1:
        yield Conclusion(DRAW, "one-column")
    if k >= 3 and k > columns:
        yield Conclusion(DRAW, "columns")
    safe = answerer(rules)
    if safe is not None:
        yield Conclusion(X_OR_DRAW if safe is Mark.X else O_OR_DRAW, "answers")


def _mirrored(rules: Rules) -> Iterator[Conclusion]:
    """Yield who does not lose a misère game, by playing mirror images through the middle."""
    last = rules.cells - 1
    middle = rules.cells % 2 * (1 << last // 2)
    for line in rules.lines:
        image = sum(1 << last - cell for cell in bits(line))
        if line & middle and not line & image & ~middle:
            return
    if rules.k == 2 and min(rules.shape) > 1 and not middle:
        yield Conclusion(O, "square")
    if rules.k != 1:
        yield Conclusion(X_OR_DRAW if middle else O_OR_DRAW, "mirror")
