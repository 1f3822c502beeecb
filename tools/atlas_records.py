"""Renew `src/noughts/atlas/recorded.json`: certificates, longer searches and publications.

    python tools/atlas_records.py

It reads the index of certificates, the published values in `tests/facts/values.json`, and the
values of games with gravity in `docs/notes/gravity-measurements.md`. Gomoku's proof by a tree of
moves and a longer search stand here.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from noughts.atlas.atlas_file import BLOCKS
from noughts.atlas.charts import Chart, chart_of
from noughts.atlas.making import RECORDED, certificates
from noughts.core.rules import Rules

ROOT = Path(__file__).parent.parent
NOTES = "docs/notes/gravity-measurements.md"
MEASURED = re.compile(
    r"^\| (\d+(?:,\d+)+ gravity) \| (win|loss|draw)(?: in (\d+) plies)? \| ([\d,]+) \|",
    re.MULTILINE,
)
TREE = "docs/notes/threat-measurements.md"
#: Gomoku, proved with a tree of moves as a hint: the nodes.
GOMOKU = {"15,15,5": 27_300_000_000, "15,15,5 exact": 33_200_000_000}
LONGER = "docs/notes/misere-measurements.md"
#: Draws with rows of exactly k, found by longer searches: the nodes.
EXACT = {"8,4,4 exact": 66_904_039}
LONG = 500_000  #: nodes; the atlas proves again what took fewer
C4 = "Steininger (github.com/ChristopheSteininger/c4, 2025)"
TROMP = "Tromp 2006 and 2015; " + C4
#: Four in a row with gravity: the winner by rows and columns, and the last move. (Draws fill the
#: board.) Checked against the table of that program, and ours wherever the solver reaches.
CONNECT_FOUR = {
    4: "d16 d20 O24 d28 O32 O36 O40 O44 O48",
    5: "d20 d25 d30 d35 X39 X41 X47 X51",
    6: "d24 d30 O36 X41 O48 O52 X59",
    7: "d28 d35 X41 d49 X53 X55",
    8: "d32 d40 O48 X55 O62",
    9: "d36 d45 X53 d63 X",
    10: "d40 d50 O60 X69",
    11: "d44 d55 X63",
    12: "d48 d60 O72",
    13: "d52 d65",
}


def records() -> list[dict[str, object]]:
    """Return what is recorded, one game a row."""
    found: dict[tuple[Chart, str], dict[str, object]] = {}

    def add(chart: Chart, game: str, **more: object) -> None:
        row = found.setdefault((chart, game), {"chart": chart.value, "game": game})
        if "value" in row and row["value"] != more["value"]:
            raise SystemExit(f"{game}: {row['value']} and {more['value']}")
        row.update(more)

    index = (ROOT / "certificates/README.md").read_text(encoding="utf-8")
    for chart, game, value, file in certificates(index):
        blocks = BLOCKS if chart is Chart.OTHER and "maker-breaker" in file else ""
        add(chart, turned(game) + blocks, value=value, certificate=file)
    facts = json.loads((ROOT / "tests/facts/values.json").read_text(encoding="utf-8"))["table"]
    for fact in facts:
        value = {"win": "X wins", "draw": "draw"}[fact["value"]]
        if "literature" in fact["known"]:
            chart = chart_of(Rules.parse(fact["rules"]))
            add(chart, turned(fact["rules"]), value=value, published=fact["source"])
    notes = (ROOT / NOTES).read_text(encoding="utf-8")
    for game, value, plies, nodes in MEASURED.findall(notes):
        spent = int(nodes.replace(",", ""))
        length = {"plies": int(plies)} if plies else {}
        if spent > LONG and len(game.split(",")) == 3:
            won = {"win": "X wins", "loss": "O wins", "draw": "draw"}[value]
            add(Chart.GRAVITY, game, value=won, detail=NOTES, nodes=spent, **length)
        elif (Chart.GRAVITY, game) in found:
            found[Chart.GRAVITY, game].update(nodes=spent, **length)
    for game, spent in GOMOKU.items():
        add(Chart.OTHER, game, value="X wins", detail=TREE, nodes=spent)
    for game, spent in EXACT.items():
        add(Chart.EXACT, game, value="draw", detail=LONGER, nodes=spent)
    for game, won, plies, source in connect_four():
        chart = chart_of(Rules.parse(game))
        add(chart, game, value=won, **quoted(source, plies, found.get((chart, game), {})))
    order = list(Chart)
    return sorted(
        found.values(), key=lambda row: (order.index(Chart(str(row["chart"]))), str(row["game"]))
    )


def connect_four() -> Iterator[tuple[str, str, str, str]]:
    """Yield the games of `CONNECT_FOUR`, their values, the plies of a win, and who published it."""
    for rows, line in CONNECT_FOUR.items():
        for columns, told in enumerate(line.split(), start=4):
            won = {"X": "X wins", "O": "O wins", "d": "draw"}[told[0]]
            source = TROMP if columns + rows <= 15 or columns == rows == 8 else C4
            if (columns, rows) == (7, 6):
                source = "Allen 1988; Allis 1988; " + source
            yield f"{columns},{rows},4 gravity", won, told[1:] if won != "draw" else "", source


def quoted(source: str, plies: str, known: dict[str, object]) -> dict[str, object]:
    """Return a publication; beside a proof of who wins, its plies are not to look proved."""
    if not plies or "plies" in known:
        return {"published": source}
    if "certificate" in known or "detail" in known:
        return {"published": f"{source}, in {plies} plies"}
    return {"published": source, "plies": int(plies)}


def turned(game: str) -> str:
    """Return a game with its longer side first, as the charts have it."""
    rules = Rules.parse(game)
    if len(rules.shape) == 2 and rules.shape[0] < rules.shape[1] and not rules.gravity:
        numbers, *words = game.split(" ")
        columns, rows, k = numbers.split(",")
        return " ".join([f"{rows},{columns},{k}", *words])
    return game


def written() -> str:
    """Return the file's text, one game a line."""
    rows = ",\n".join("  " + json.dumps(row) for row in records())
    return f'{{"games": [\n{rows}\n]}}\n'


if __name__ == "__main__":
    RECORDED.write_text(written(), encoding="utf-8")
