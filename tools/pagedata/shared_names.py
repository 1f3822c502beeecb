"""The names that Python and the page share, as TypeScript."""

import json
from collections.abc import Iterable

from noughts.core.position import Mark
from noughts.core.score import Value
from noughts.core.series import Starts
from noughts.engines import ENGINES, Level
from noughts.engines.levels import SIGHT, SKILL
from noughts.trace import SEARCHES

#: Each type: its constant, its name, its description, and its values.
NAMES: tuple[tuple[str, str, str, Iterable[object]], ...] = (
    ("MARKS", "Mark", "A side.", Mark),
    ("VALUES", "Value", "What perfect play leads to, for the side to move.", Value),
    ("LEVELS", "Level", "How well the computer plays.", Level),
    ("ENGINES", "Engine", "Who can play: an engine or a level.", sorted(ENGINES)),
    ("SEARCHES", "Search", "A search that can be traced.", SEARCHES),
    ("STARTS", "Starts", "Which of two players begins.", Starts),
)


def text() -> str:
    """Write the names.

    >>> print(text().splitlines()[2])
    /** A side. */
    """
    lines = ["/** Written by `make data`; do not edit. */"]
    for constant, name, about, values in NAMES:
        literal = json.dumps([str(value) for value in values])
        lines += [
            "",
            f"/** {about} */",
            f"export const {constant} = {literal} as const;",
            f"export type {name} = (typeof {constant})[number];",
        ]
    lines += [
        "",
        "/** How often some levels play perfectly rather than at random. */",
        f"export const SKILL: Readonly<Partial<Record<Level, number>>> = {json.dumps(SKILL)};",
        "",
        "/** How far the others see. */",
        f"export const SIGHT: Readonly<Partial<Record<Level, number>>> = {json.dumps(SIGHT)};",
    ]
    return "\n".join([*lines, ""])
