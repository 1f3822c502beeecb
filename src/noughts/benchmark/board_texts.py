"""The question that a model gets, with the board written in one of three forms.

The words belong to the benchmark: change them, and answers in a file no longer fit.
"""

import json
from enum import StrEnum

from noughts.benchmark.position_sets import Labelled
from noughts.core.position import Position
from noughts.core.rules import Rules

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VALUE = """\
"value": the result for you after this move if both sides play perfectly from then on: "win", \
"draw" or "loss"."""
_FACTS = """\
"wins": whether the move wins at once.
"blocks": whether the opponent could have won at once on that cell.
"threatens": all cells on which you would win at once if it were your turn again right after this \
move.
If the move wins at once, blocks is false and threatens is empty."""


class BoardForm(StrEnum):
    """How a board is written."""

    GRID = "grid"  #: drawn, with letters and numbers at the edges
    MOVES = "moves"  #: the moves so far, in order
    COORDINATES = "coordinates"  #: JSON: the column and the row of each mark


def prompt(asked: Labelled, form: BoardForm) -> str:
    """Return the whole question.

    >>> from noughts.benchmark.position_sets import find_set, labelled
    >>> text = prompt(labelled(find_set("4,3,3"), 1)[0], BoardForm.MOVES)
    >>> "4 columns, a to d from the left" in text, "The moves so far, in order: " in text
    (True, True)
    """
    position = asked.position
    rules, turn = position.rules, position.turn
    parts = [
        f"You play {turn} in a game of the tic-tac-toe family.",
        _rules(rules),
        _board(asked, form),
        (
            f"Choose the best move for {turn}. You may think first. End your answer with one JSON "
            f"object on a line of its own, such as:"
        ),
        _example(rules, form),
        _keys(rules, form),
    ]
    return "\n\n".join(parts) + "\n"


def _rules(rules: Rules) -> str:
    columns, rows, *layers = rules.shape
    last = _LETTERS[columns - 1]
    lines = (
        f"{columns} columns, a to {last} from the left, and {rows} rows, 1 to {rows} from the top"
    )
    if layers:
        depth = _LETTERS[layers[0] - 1]
        said = [
            f"The board is a box of {layers[0]} layers, a to {depth}. Each layer has {lines}.",
            "A cell is its column, row and layer: b3d.",
        ]
        straight = "in any direction, within a layer or across layers"
    else:
        said = [f"The board has {lines}.", "A cell is its column and row: b3."]
        straight = "across, down or diagonally"
    said.append("X and O take turns, X first. A move puts one's mark on an empty cell.")
    if rules.gravity:
        said.append(
            "Marks fall: in each column, only the empty cell with the highest row number can be "
            f"played, first row {rows}."
        )
    if rules.torus:
        said.append(
            "The left edge is joined to the right edge, and the top edge to the bottom edge, so "
            "rows of marks may continue across an edge."
        )
    more = "" if rules.k is None or rules.k >= max(rules.shape) else " or more"
    ends = "loses" if rules.misere else "wins"
    said.append(f"A player who gets {rules.k}{more} of their marks in a row, {straight}, {ends}.")
    said.append("If the board is full without that, the game is a draw.")
    return " ".join(said)


def _board(asked: Labelled, form: BoardForm) -> str:
    position = asked.position
    rules, turn = position.rules, position.turn
    if form is BoardForm.GRID:
        return f"The board, with {turn} to move:\n\n{position.board()}"
    if form is BoardForm.MOVES:
        return f"The moves so far, in order: {rules.names(asked.moves)}\n\n{turn} is to move."
    what = "[column, row, layer]" if len(rules.shape) == 3 else "[column, row]"
    return (
        f"The board as JSON. Each mark is {what}, counted from 1; row 1 is at the top:\n\n"
        f"{json.dumps(_coordinates(position))}"
    )


def _coordinates(position: Position) -> dict[str, object]:
    rules = position.rules
    sides = dict(zip(("columns", "rows", "layers"), rules.shape, strict=False))
    marks = {
        mark: [[at + 1 for at in rules.place(cell)] for cell in position.stones(mark)]
        for mark in ("X", "O")
    }
    return {**sides, **marks, "to_move": str(position.turn)}


def _example(rules: Rules, form: BoardForm) -> str:
    cells: list[object] = [rules.name(cell) for cell in (0, rules.cells - 1)]
    if form is BoardForm.COORDINATES:
        cells = [[at + 1 for at in rules.place(cell)] for cell in (0, rules.cells - 1)]
    shown: dict[str, object] = {"move": cells[0], "value": "draw"}
    if not rules.misere:
        shown |= {"wins": False, "blocks": False, "threatens": [cells[1]]}
    return json.dumps(shown)


def _keys(rules: Rules, form: BoardForm) -> str:
    cell = "as its list of numbers" if form is BoardForm.COORDINATES else "by its name"
    said = [f'"move": your cell, {cell}.', _VALUE]
    if not rules.misere:
        said.append(_FACTS)
    return "\n".join(said)
