"""The page's data, computed once: what the build of the page has made of these very sources."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from noughts.pagedata.files import FILES, stale

GENERATED = Path(__file__).parents[2] / "web" / "generated"


@cache
def made(name: str) -> str:
    """Return what a file of the page's data holds, or would hold where there is none."""
    if stale(GENERATED, [name]):
        text: str = import_module(FILES[name]).text()
        return text
    return (GENERATED / name).read_text(encoding="utf-8")
