"""Draw the documents' pictures again: ``python docs/images/draw.py``. A test compares them."""

from pathlib import Path

from noughts import Position
from noughts.core.svg import draw
from noughts.engines import Perfect


def pictures() -> dict[str, str]:
    """Return each picture by file name."""
    trap = Position.parse("X../O../...")
    return {"values.svg": draw(trap, last=3, values=Perfect().analyse(trap))}


if __name__ == "__main__":
    for name, picture in pictures().items():
        (Path(__file__).parent / name).write_text(picture + "\n", encoding="utf-8")
