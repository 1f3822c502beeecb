"""The entries of the atlas, as the file `atlas.csv` keeps them."""

import csv
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from noughts.atlas.charts import Chart
from noughts.core.errors import RecordError
from noughts.core.rules import Rules

FILE = Path(__file__).with_name("atlas.csv")
X, O, DRAW, OPEN = "X wins", "O wins", "draw", "open"  # noqa: E741  (the marks' names)
BLOCKS = ", O only blocks"  #: after a game of Maker-Breaker
NOT_X = "X does not win"  #: of Maker-Breaker
X_OR_DRAW, O_OR_DRAW = "X wins or draw", "O wins or draw"
VALUES = (X, O, DRAW, NOT_X, X_OR_DRAW, O_OR_DRAW, OPEN)
UNDECIDED = frozenset({X_OR_DRAW, O_OR_DRAW, OPEN})


class Source(StrEnum):
    """Who says so."""

    CERTIFICATE = "certificate"
    SOLVER = "solver"
    THEOREM = "theorem"
    PUBLICATION = "publication"
    NOBODY = "nobody"


class AtlasEntry(NamedTuple):
    """What is known of one game from the empty board."""

    chart: Chart  #: the kind of game
    game: str  #: its rules. Beside the charts, ", O only blocks" may follow.
    value: str  #: the result of perfect play, what remains possible, or ``open``
    plies: int | None = None  #: of a win, if they are known
    source: Source = Source.NOBODY  #: who says so
    #: the certificate's file, the theorem and the game that it starts from, or where a longer
    #: search is recorded
    detail: str = ""
    nodes: int = 0  #: positions that the solver looked at for this entry
    published: str = ""  #: who published the value, if we know

    @property
    def named(self) -> str:
        """The game, and whether O only blocks."""
        return self.game + BLOCKS * (self.chart is Chart.MAKER_BREAKER)

    @property
    def decided(self) -> bool:
        """Whether the value is known."""
        return self.value not in UNDECIDED

    @property
    def proved(self) -> bool:
        """Whether the value rests on a proof here, and not only on a publication."""
        return self.decided and self.source is not Source.PUBLICATION

    @property
    def certificate(self) -> str | None:
        """The file with the proof; None if there is none."""
        return self.detail if self.source is Source.CERTIFICATE else None

    @property
    def state(self) -> str:
        """The source of the value; of an open game ``bound`` or ``open``."""
        if self.decided:
            return self.source.value
        return OPEN if self.value == OPEN else "bound"

    def row(self) -> list[str]:
        """Return the entry as a row of the file."""
        return ["" if cell is None else str(cell) for cell in self]


def read(lines: Iterable[str]) -> list[AtlasEntry]:
    """Read entries from the lines of a file.

    Raises:
        RecordError: the lines are not those of an atlas.
    """
    rows = csv.reader(lines)
    if next(rows, None) != list(AtlasEntry._fields):
        raise RecordError.said("atlas", "first line", line=",".join(AtlasEntry._fields))
    try:
        return [_entry(row) for row in rows]
    except (TypeError, ValueError) as error:
        raise RecordError.said("usage", "of line", line=rows.line_num, text=error) from None


def _entry(row: list[str]) -> AtlasEntry:
    chart, game, value, plies, source, detail, nodes, published = row
    if value not in VALUES:
        raise ValueError(f"{value!r} is not a value")
    return AtlasEntry(
        Chart(chart),
        game,
        value,
        int(plies) if plies else None,
        Source(source),
        detail,
        int(nodes),
        published,
    )


def written(found: Iterable[AtlasEntry]) -> str:
    """Return entries as the text of a file."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(AtlasEntry._fields)
    rows.writerows(entry.row() for entry in found)
    return text.getvalue()


@cache
def entries() -> tuple[AtlasEntry, ...]:
    """Return all entries, chart by chart."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(read(file))


@cache
def _by_game() -> dict[str, list[AtlasEntry]]:
    found: dict[str, list[AtlasEntry]] = {}
    for entry in entries():
        found.setdefault(entry.game.removesuffix(BLOCKS), []).append(entry)
    return found


def known(rules: Rules) -> list[AtlasEntry]:
    """Return what is known of a game, last if O only blocks.

    A board turned by 90 degrees is the same game.

    >>> from noughts import Rules
    >>> known(Rules.parse("3,4,3"))[-1].value, known(Rules.parse("9,9,9 caro"))
    ('X wins', [])
    """
    games = _by_game()
    found = [entry for text in alike(rules) for entry in games.get(text, [])]
    return sorted(found, key=lambda entry: entry.named.endswith(BLOCKS))


def alike(rules: Rules) -> list[str]:
    """Return the texts of the same game, the sides in each order.

    >>> from noughts import Rules
    >>> alike(Rules.parse("4,5,4 torus")), alike(Rules.parse("4,5,4 gravity"))
    (['4,5,4 torus', '5,4,4 torus'], ['4,5,4 gravity'])
    """
    text = str(rules)
    if rules.gravity or rules.k is None or len(rules.shape) not in {2, 3}:
        return [text]
    numbers, *words = text.split(" ")
    sides, k = numbers.split(",")[:-1], numbers.split(",")[-1]
    descending = sorted(sides, key=int, reverse=True)
    turned = " ".join([",".join([*descending, k]), *words])
    return [text] if turned == text else [text, turned]
