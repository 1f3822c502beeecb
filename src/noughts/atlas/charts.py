"""The charts of the atlas, and the games on each: every size of board, every k."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import product

from noughts.core.rules import Rules

MOST_CELLS = 64  #: of a board that the solver takes
LONGEST = 26  #: columns
NARROW = 4  #: boards with at most this many rows go on to 26 columns


class Chart(StrEnum):
    """A kind of game. The order is that of the computation: later charts use earlier ones."""

    MAKER_BREAKER = "maker-breaker"
    ORDINARY = "ordinary"
    TORUS = "torus"
    EXACT = "exact"
    MISERE = "misere"
    GRAVITY = "gravity"
    BOX = "box"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The words that a game of this chart has after its numbers, with a space before them."""
        flags = {Chart.TORUS, Chart.EXACT, Chart.MISERE, Chart.GRAVITY}
        return f" {self.value}" if self in flags else ""

    @property
    def stealing(self) -> bool:
        """Whether strategy stealing holds: an extra stone never harms, and every cell is free."""
        return self in {Chart.ORDINARY, Chart.TORUS, Chart.BOX}


def games(chart: Chart) -> Iterator[str]:
    """Yield the games of a chart as texts, small boards first, then by k.

    A board turned by 90 degrees is the same game, except with gravity. k is at most the longest
    side. `Chart.OTHER` has no list: it holds what is known beside the charts.

    >>> list(games(Chart.ORDINARY))[:4]
    ['1,1,1', '2,1,1', '2,1,2', '3,1,1']
    >>> [sum(1 for _ in games(chart)) for chart in (Chart.ORDINARY, Chart.GRAVITY, Chart.BOX)]
    [1534, 2362, 266]
    """
    if chart is Chart.OTHER:
        return
    for shape in _shapes(chart):
        for k in range(1, max(shape) + 1):
            yield ",".join(map(str, (*shape, k))) + chart.words


def _shapes(chart: Chart) -> list[tuple[int, ...]]:
    """Return the boards of a chart, smallest first."""
    sides = range(1, LONGEST + 1)
    if chart is Chart.BOX:
        shapes: list[tuple[int, ...]] = [
            (a, b, c)
            for a, b, c in product(sides, repeat=3)
            if a >= b >= c >= 2 and a * b * c <= MOST_CELLS
        ]
    else:
        both_ways = chart is Chart.GRAVITY
        narrow = NARROW if chart in {Chart.ORDINARY, Chart.MAKER_BREAKER} else 0
        shapes = [
            (columns, rows)
            for columns, rows in product(sides, repeat=2)
            if (columns >= rows or both_ways) and (columns * rows <= MOST_CELLS or rows <= narrow)
        ]
    return sorted(shapes, key=lambda shape: (_cells(shape), shape))


def _cells(shape: tuple[int, ...]) -> int:
    cells = 1
    for side in shape:
        cells *= side
    return cells


def chart_of(rules: Rules, *, maker_breaker: bool = False) -> Chart:
    """Return the chart that a game is on.

    >>> from noughts import Rules
    >>> chart_of(Rules.parse("4,5,4 torus")), chart_of(Rules.parse("3,3,3 torus misere"))
    (<Chart.TORUS: 'torus'>, <Chart.OTHER: 'other'>)
    """
    words = str(rules).partition(" ")[2]
    if len(rules.shape) == 3:
        return Chart.OTHER if words or maker_breaker else Chart.BOX
    if maker_breaker:
        return Chart.OTHER if words else Chart.MAKER_BREAKER
    plain = {chart.words.strip(): chart for chart in Chart if chart.words}
    chart = plain.get(words, Chart.OTHER) if words else Chart.ORDINARY
    return chart if _is_on(rules, chart) else Chart.OTHER


def _is_on(rules: Rules, chart: Chart) -> bool:
    """Whether a board is small enough for a chart."""
    narrow = chart is Chart.ORDINARY and min(rules.shape) <= NARROW
    return (rules.cells <= MOST_CELLS or narrow) and (rules.k or 0) <= max(rules.shape)
