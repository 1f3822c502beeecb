"""Games, their lines, and how they end."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import Also, Cell, CellName, MarkName, Rules


class Game(TypedDict):
    """A game in brief."""

    rules: Rules
    shape: Annotated[
        list[int],
        "Columns, rows and, in a box, layers.",
        Also(minItems=2, maxItems=3, examples=[[3, 3]]),
    ]
    k: Annotated[
        int | None, "How many in a row; null for custom lines.", Also(minimum=1, examples=[3])
    ]
    cells: Annotated[int, "The number of cells.", Also(minimum=1, examples=[9])]
    misere: Annotated[bool, "Whether completing a line loses."]
    torus: Annotated[bool, "Whether the edges are joined."]
    exact: Annotated[bool, "Whether a row of more than k does not count."]
    caro: Annotated[
        bool, "Whether a row of k does not count if the opponent is at both of its ends."
    ]
    gravity: Annotated[
        bool, "Whether there is gravity: only the lowest empty cell of a column may be played."
    ]


class Board(Game):
    """A game with its lines: everything that a program needs to play it."""

    lines: Annotated[
        list[list[Cell]], "The cells of each line.", Also(examples=[[[0, 1, 2], [3, 4, 5]]])
    ]
    guards: Annotated[
        list[list[Cell]],
        "For each line, the cells that would make it too long; none unless `exact`.",
        Also(examples=[[[], []]]),
    ]
    ends: Annotated[
        list[list[Cell]],
        "For each line, the cells at its ends: if all of them are the opponent's, it does not "
        "count. None unless `caro`, nor where a line ends at the edge of the board.",
        Also(examples=[[[], []]]),
    ]


class Outcome(TypedDict):
    """How a finished game ended."""

    winner: Annotated[MarkName | None, "Null for a draw."]
    line: Annotated[
        list[CellName] | None,
        "The line that ended the game; null if the board filled up. In misère it is the loser's.",
        Also(examples=[["a1", "b2", "c3"]]),
    ]
