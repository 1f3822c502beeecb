"""The games that the page offers by name."""

from typing import NamedTuple


class GamePreset(NamedTuple):
    """A game with a name for people and one sentence about it."""

    rules: str
    name: str
    about: str


PRESETS = (
    GamePreset("3,3,3", "Tic-tac-toe", "Three in a row on 3×3. Played well, it is a draw."),
    GamePreset("3,3,3 misere", "Misère", "Three in a row loses."),
    GamePreset("3,3,3 torus", "Torus", "The edges are joined: every diagonal is a whole line."),
    GamePreset("4,3,3", "Wide", "Three in a row on a board of four columns."),
    GamePreset("4,4,4", "Four", "Four in a row on 4×4."),
    GamePreset("5,5,4", "Roomy", "Four in a row on 5×5."),
    GamePreset("5,5,5", "Five", "Five in a row on 5×5."),
    GamePreset("6,6,4", "Big", "Four in a row on 6×6."),
    GamePreset("9,9,5", "Small Gomoku", "Five in a row on 9×9."),
    GamePreset("15,15,5", "Gomoku", "Five or more in a row on 15×15."),
    GamePreset("15,15,5 caro", "Caro", "Five in a row, unless the opponent is at both ends."),
    GamePreset("3,3,3,3", "Cube", "Three in a row in a cube of three layers."),
    GamePreset("4,4,4,4", "Qubic", "Four in a row in a cube of four layers."),
)
