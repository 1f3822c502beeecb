"""Make the atlas: certificates, then theorems, then the solver, then publications.

The budgets are nodes, so every machine makes the same file. A file that was begun is continued.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from noughts.atlas.atlas_file import (
    DRAW,
    NOT_X,
    O_OR_DRAW,
    OPEN,
    UNDECIDED,
    X_OR_DRAW,
    AtlasEntry,
    O,
    Source,
    X,
)
from noughts.atlas.charts import MOST_CELLS, Chart, chart_of, games
from noughts.atlas.theorems import Conclusion, conclude
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Value
from noughts.solver import Solution, solve

RECORDED = Path(__file__).with_name("recorded.json")
MEMORY = 1 << 25
THREAT_MEMORY = 1 << 22  #: of each of the many small searches on a large board
#: Nodes for a game, and for a second try. Searches of misère, exact rows and gravity are faster.
NODES = {
    Chart.MAKER_BREAKER: (60_000, 3_000_000),
    Chart.ORDINARY: (60_000, 3_000_000),
    Chart.TORUS: (60_000, 600_000),
    Chart.EXACT: (3_000_000, 20_000_000),
    Chart.MISERE: (3_000_000, 20_000_000),
    Chart.GRAVITY: (600_000, 20_000_000),
    Chart.BOX: (60_000, 3_000_000),
}
SHORT = 4  #: with a larger k, O's blocking is asked first on tori and boxes, and then the game
LATE = {"window", "square"}  #: the theorems that come after the solver: it finds the plies as well
FEW = 300  #: nodes for that game, which looks for pairings of many lines at each of them


class Recorded(NamedTuple):
    """One game's values by certificates, longer searches and publications."""

    value: str
    certificate: str = ""  #: the file with the proof
    detail: str = ""  #: where a longer search is recorded
    nodes: int = 0  #: of that search
    plies: int | None = None  #: of the win, as recorded
    published: str = ""  #: who published the value


@cache
def recorded() -> dict[tuple[Chart, str], Recorded]:
    """Return what is recorded in `recorded.json`."""
    table = json.loads(RECORDED.read_text(encoding="utf-8"))
    return {
        (Chart(row.pop("chart")), row.pop("game")): Recorded(**row)
        for row in (dict(each) for each in table["games"])
    }


@cache
def total() -> int:
    """Return how many games there are."""
    beside = sum(chart is Chart.OTHER for chart, _ in recorded())
    return beside + sum(1 for chart in Chart for _ in games(chart))


class ContradictionError(NoughtsError):
    """Two sources say different things of one game: a bug, here or there."""


def _contradiction(game: str, found: str, known: str, source: str) -> ContradictionError:
    return ContradictionError.said(
        "atlas",
        "contradiction",
        rules=game,
        found=say("atlas", found),
        known=say("atlas", known),
        source=source,
    )


class Making:
    """An atlas in progress."""

    def __init__(self, found: Iterable[AtlasEntry] = ()) -> None:
        self.found = {(entry.chart, entry.game): entry for entry in found}  #: the entries so far

    def make(self) -> Iterator[AtlasEntry]:
        """Yield an entry for each game that has none yet."""
        for chart in Chart:
            rest = [game for kind, game in recorded() if kind is chart is Chart.OTHER]
            for game in (*games(chart), *rest):
                if (chart, game) not in self.found:
                    entry = self.entry(chart, game)
                    self.found[chart, game] = entry
                    yield entry

    def finish(self) -> list[AtlasEntry]:
        """Return all entries, after what later charts say of earlier ones has been used."""
        changed = True
        while changed:
            changed = False
            for (chart, game), entry in self.found.items():
                if entry.decided:
                    continue
                better = self._concluded(chart, game, entry.nodes, late=True)
                if better is not None and better.decided:
                    self.found[chart, game] = better
                    changed = True
        return list(self.found.values())

    def entry(self, chart: Chart, game: str) -> AtlasEntry:
        """Return what is known of a game.

        Raises:
            ContradictionError: two sources say different things.
        """
        known = recorded().get((chart, game))
        if known is not None and (known.certificate or known.detail):
            return self._recorded(chart, game, known)
        if chart is Chart.OTHER:
            entry: AtlasEntry | None = AtlasEntry(chart, game, OPEN)
        else:
            entry = self._concluded(chart, game)
        if entry is None or (not entry.decided and chart is not Chart.OTHER):
            entry = self._searched(chart, game, entry)
        if known is None:
            return entry
        if entry.decided and entry.value != known.value:
            raise _contradiction(game, entry.value, known.value, known.published)
        if not entry.decided:
            entry = entry._replace(value=known.value, source=Source.PUBLICATION, detail="")
        plies = entry.plies or (known.plies if entry.source is Source.PUBLICATION else None)
        return entry._replace(plies=plies, published=known.published)

    def _recorded(self, chart: Chart, game: str, known: Recorded) -> AtlasEntry:
        """Return an entry that has a certificate or a longer search, with the plies of a win."""
        plies, nodes = known.plies, known.nodes
        if known.value in {X, O} and not plies and chart is not Chart.OTHER:
            found = self._searched(chart, game, None)
            if found.decided and found.value != known.value:
                raise _contradiction(game, found.value, known.value, "recorded.json")
            plies, nodes = found.plies, nodes or found.nodes
        source = Source.CERTIFICATE if known.certificate else Source.SOLVER
        detail = known.certificate or known.detail
        return AtlasEntry(chart, game, known.value, plies, source, detail, nodes, known.published)

    def _lookup(self, chart: Chart, game: str) -> tuple[str, int | None] | None:
        entry = self.found.get((chart, game))
        return None if entry is None or not entry.decided else (entry.value, entry.plies)

    def _concluded(
        self, chart: Chart, game: str, nodes: int = 0, *, late: bool = False
    ) -> AtlasEntry | None:
        """Return what the theorems say, the decisive ones first."""
        said = conclude(chart, Rules.parse(game), self._lookup)
        found = [each for each in said if late or each.theorem not in LATE]
        found.sort(key=lambda each: each.value in UNDECIDED)
        if not found:
            return None
        first: Conclusion = found[0]
        detail = f"{first.theorem} {first.premise}".strip()
        return AtlasEntry(chart, game, first.value, first.plies, Source.THEOREM, detail, nodes)

    def _searched(self, chart: Chart, game: str, bound: AtlasEntry | None) -> AtlasEntry:
        """Return what the solver says, or else the bound of a theorem."""
        rules = Rules.parse(game)
        if rules.cells > MOST_CELLS:
            nodes, won = _large(rules)
            if won:
                return AtlasEntry(chart, game, X, source=Source.SOLVER, nodes=nodes)
            return bound or AtlasEntry(chart, game, OPEN, nodes=nodes)
        spent = 0
        for budget in NODES[chart]:
            entry = _solved(chart, rules, budget)
            spent += entry.nodes
            if entry.decided:
                break
        return (entry if entry.decided or bound is None else bound)._replace(nodes=spent)


def _solved(chart: Chart, rules: Rules, budget: int) -> AtlasEntry:
    """Return what the solver says with a budget of nodes."""
    game = str(rules)
    blocks = chart is Chart.MAKER_BREAKER
    limit, spent = Limit(nodes=budget), 0
    if chart in {Chart.TORUS, Chart.BOX} and (rules.k or 0) > SHORT:
        blocked = solve(rules, limit, memory=MEMORY, maker_breaker=True)
        limit, spent = Limit(nodes=FEW), blocked.nodes
        if blocked.value is Value.DRAW:
            return AtlasEntry(chart, game, DRAW, source=Source.SOLVER, nodes=spent)
    found = solve(
        rules, limit, memory=MEMORY, maker_breaker=blocks, distance=not blocks, book=False
    )
    value = _value(found, blocks=blocks)
    plies = found.score.plies if found.winner and found.score else None
    source = Source.NOBODY if value == OPEN else Source.SOLVER
    return AtlasEntry(chart, game, value, plies, source, "", spent + found.nodes)


def _value(found: Solution, *, blocks: bool) -> str:
    """Return what a solution says, in the atlas's words."""
    if found.value is None:
        bounds = {Mark.O: X_OR_DRAW, Mark.X: O_OR_DRAW}
        mark = next(iter(found.cannot_win), None)
        return OPEN if mark is None or blocks else bounds[mark]
    if blocks:
        return X if found.value is Value.WIN else NOT_X
    return {Value.WIN: X, Value.LOSS: O, Value.DRAW: DRAW}[found.value]


def _large(rules: Rules) -> tuple[int, bool]:
    """Return the nodes, and whether X, who begins in the middle, wins by threats.

    On more than 64 cells, the solver proves wins by threats only, so this asks it after each reply.
    """
    columns, rows = rules.shape[:2]
    start = Position(rules).play(rules.cell_at(columns // 2, rows // 2))
    nodes = 0
    for reply in (start,) if start.outcome else map(start.play, start.legal):
        if reply.outcome is None:
            found = solve(reply, Limit(nodes=10_000), memory=THREAT_MEMORY)
            nodes += found.nodes
            if found.winner is not Mark.X:
                return nodes, False
    return nodes, True


_ROW = re.compile(r"^\| `(?P<name>[^`]+)\.cert` \| (?P<value>[^|]+) \|", re.MULTILINE)


def certificates(index: str) -> Iterator[tuple[Chart, str, str, str]]:
    """Yield chart, game, value and file of each game's start in `certificates/README.md`."""
    for row in _ROW.finditer(index):
        if "-after-" in row["name"]:
            continue
        name, value = row["name"], row["value"].removesuffix(", O only blocking")
        blocks = "maker-breaker" in name
        game = name.removeprefix("large/").removesuffix("-maker-breaker").replace("-", " ")
        chart = chart_of(Rules.parse(game), maker_breaker=blocks)
        yield chart, game, value, f"{name}.cert"
