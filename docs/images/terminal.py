"""Draw terminal.svg, a picture of the terminal game: ``python docs/images/terminal.py``.

Textual writes the picture; what it would fetch from elsewhere (a font) is taken out, so that the
file stands alone.
"""

import asyncio
import re
from pathlib import Path

from noughts import Starts
from noughts.cli.session import Session, Setup
from noughts.cli.tui import NoughtsApp

KEYS = (*"35", "enter", "5", "v")  # a game that is lost, and the beginning of the next


async def picture() -> str:
    """Play a few moves and take the picture."""
    app = NoughtsApp(Session(Setup(starts=Starts.SECOND, best_of=5)), fast=True)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return app.export_screenshot(title="noughts play")


def alone(svg: str) -> str:
    """Remove links to other sites, and close the seams between the blocks of a mark."""
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")
    for colour in ("#ff8f6b", "#5cc8e0"):
        svg = svg.replace(f"fill: {colour}", f"stroke: {colour}; stroke-width: 0.9; fill: {colour}")
    return re.sub(r"[ \t]+\n", "\n", svg)


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(alone(asyncio.run(picture())), encoding="utf-8")
