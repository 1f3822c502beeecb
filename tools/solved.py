"""Renew what two pages say from the atlas: the certificates, and the counts and theorems.

    python tools/solved.py

A test compares the pages with what this writes.
"""

import re
from collections import Counter
from pathlib import Path

from noughts.atlas import THEOREMS, Chart, entries

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/reference/solved.md"
ATLAS = ROOT / "docs/reference/atlas.md"
STATES = ("certificate", "solver", "theorem", "publication", "bound", "open")


def order(name: str) -> tuple[bool, list[str], int, list[int]]:
    """Return where a game comes in the list: boards before boxes, by k, rows and columns."""
    numbers, *words = name.removeprefix("large/").removesuffix(".cert").split("-")
    sizes = [int(number) for number in numbers.split(",")]
    return "maker" in words, words, len(sizes), sizes[::-1]


def written(text: str) -> str:
    """Return the page of what is solved, with the table of today in it."""
    certified = [(entry.certificate, entry) for entry in entries() if entry.certificate]
    rows = []
    for name, entry in sorted(certified, key=lambda each: order(each[0])):
        link = (
            f"`{name}`" if name.startswith("large/") else f"[`{name}`](../../certificates/{name})"
        )
        game = _as_file(name)
        rows.append(f"| {game} | {entry.value} | {link} | {entry.published} |\n")
    return re.sub(r"(?<=\|---\|\n)(\|.*\.cert`.*\n)+", lambda _: "".join(rows), text, count=1)


def _as_file(name: str) -> str:
    """Return a game as its certificate names it: 4,5,4 torus, not 5,4,4 torus."""
    game = name.removeprefix("large/").removesuffix(".cert")
    plain = game.removesuffix("-maker-breaker")
    return plain.replace("-", " ") + ", O only blocks" * (plain != game)


def counted(text: str) -> str:
    """Return the page about the atlas, with the counts and theorems of today in it."""
    counts = {chart: Counter[str]() for chart in Chart}
    for entry in entries():
        counts[entry.chart][entry.state] += 1
    rows = [f"| {chart.value} |{_cells(counts[chart])}" for chart in Chart]
    total: Counter[str] = sum(counts.values(), Counter())
    table = "\n".join([*rows, f"| **all** |{_cells(total)}"]) + "\n"
    text = re.sub(r"(?<=\|---:\|\n)(\|.*\n)+", lambda _: table, text, count=1)
    theorems = "".join(
        f"| `{name}` | {each.says} | {each.why} |\n" for name, each in THEOREMS.items()
    )
    return re.sub(
        r"(?<=theorem \| says \| because \|\n\|---\|---\|---\|\n)(\|.*\n)+",
        lambda _: theorems,
        text,
    )


def _cells(found: Counter[str]) -> str:
    cells = [f"{found[state]:,}" for state in STATES]
    return " " + " | ".join([*cells, f"{found.total():,}"]) + " |"


def main() -> None:
    """Renew both pages."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    ATLAS.write_text(counted(ATLAS.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
