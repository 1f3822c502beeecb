"""Renew the table of docs/reference/solved.md: the certificates, and who published each value.

    python tools/solved.py

A test compares the page with what this writes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/reference/solved.md"
ROW = re.compile(r"^\| `(.+)\.cert` \| (.+?) \|", re.MULTILINE)


def order(name: str) -> tuple[bool, list[str], int, list[int]]:
    """Return where a game comes in the list: boards before boxes, by k, rows and columns."""
    numbers, *words = name.removeprefix("large/").split("-")
    sizes = [int(number) for number in numbers.split(",")]
    return "maker" in words, words, len(sizes), sizes[::-1]


def written(text: str) -> str:
    """Return the page with the table of today in it."""
    index = (ROOT / "certificates/README.md").read_text(encoding="utf-8")
    facts = json.loads((ROOT / "tests/facts/values.json").read_text(encoding="utf-8"))["table"]
    published = {fact["rules"]: fact["source"] for fact in facts if "literature" in fact["known"]}
    rows = []
    for name, value in sorted(ROW.findall(index), key=lambda row: order(row[0])):
        blocked = "maker-breaker" in name
        game = name.removeprefix("large/").removesuffix("-maker-breaker").replace("-", " ")
        file = f"`{name}.cert`"
        link = file if name.startswith("large/") else f"[{file}](../../certificates/{name}.cert)"
        source = "" if blocked else published.get(game, "")
        shown = game + ", O only blocks" * blocked
        rows.append(
            f"| {shown} | {value.removesuffix(', O only blocking')} | {link} | {source} |\n"
        )
    return re.sub(r"(?<=\|---\|\n)(\|.*\.cert`.*\n)+", lambda _: "".join(rows), text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
