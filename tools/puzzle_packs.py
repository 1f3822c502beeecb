"""Makes the packs of puzzles that come with Noughts: ``python tools/puzzle_packs.py [NAME ...]``.

What the games gave is kept in ``build/puzzles``; without it, making all of them takes about half an
hour. The same packs result either way.
"""

import sys
from pathlib import Path

from noughts.core.rules import Rules
from noughts.puzzles import gather
from noughts.puzzles.shipped import FOLDER

KEPT = Path("build/puzzles")
#: The rules, the seed and the most puzzles of each pack.
PACKS = {
    "3x3": ("3,3,3", 1, 400),
    "3x3-misere": ("3,3,3 misere", 1, 400),
    "4x3-misere": ("4,3,3 misere", 1, 150),
    "4x4-misere": ("4,4,4 misere", 1, 400),
    "3x3-torus": ("3,3,3 torus", 1, 200),
    "4x3": ("4,3,3", 1, 700),
    "4x4": ("4,4,4", 1, 450),
    "4x4-torus": ("4,4,4 torus", 1, 400),
    "5x4": ("5,4,4", 1, 200),
    "5x5": ("5,5,4", 1, 150),
    "6x6": ("6,6,5", 1, 100),
    "8x8": ("8,8,5", 1, 700),
    "15x15": ("15,15,5", 1, 650),
    "15x15-more": ("15,15,5", 2, 250),
    "qubic": ("4,4,4,4", 1, 180),
    "5x4-gravity": ("5,4,4 gravity", 1, 1_000),
    "5x5-gravity": ("5,5,4 gravity", 1, 700),
    "6x4-gravity": ("6,4,4 gravity", 1, 500),
    "6x5-gravity": ("6,5,4 gravity", 1, 1_100),
    "6x6-gravity": ("6,6,4 gravity", 1, 500),
    "7x5-gravity": ("7,5,4 gravity", 1, 700),
    "8x8-gravity": ("8,8,4 gravity", 1, 100),
    "connect-four": ("7,6,4 gravity", 1, 1_300),
}


def main(names: list[str]) -> None:
    """Make the packs of these names, or all."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in names or PACKS:
        rules, seed, size = PACKS[name]
        pack = gather(Rules.parse(rules), size, seed, KEPT / f"{name}.games")
        (FOLDER / f"{name}.json").write_text(str(pack))
        sys.stdout.write(f"{name}: {len(pack.puzzles)} puzzles\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
