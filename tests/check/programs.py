"""Programs for tic-tac-toe as learners write them, right and wrong."""

from typing import Any

from noughts.check.checked_game import TICTACTOE

CS50 = """
X, O, EMPTY = "X", "O", None
LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
values = {}

def player(board):
    cells = sum(board, [])
    return X if cells.count(X) == cells.count(O) else O

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

def result(board, action):
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new

def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None

def terminal(board):
    return winner(board) is not None or not actions(board)

def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]

def value(board):
    key = str(board)
    if key not in values:
        if terminal(board):
            values[key] = utility(board)
        else:
            best = max if player(board) == X else min
            values[key] = best(value(result(board, action)) for action in actions(board))
    return values[key]

def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))
"""

#: Negamax with a memory on nine characters; `think` returns a cell from 0 to 8.
NEGAMAX = """
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def turn(cells):
    return "X" if cells.count("X") == cells.count("O") else "O"

@cache
def worth(cells):
    if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES):
        return -cells.count(".") - 1
    return max((-worth(after(cells, i)) for i in range(9) if cells[i] == "."), default=0)

def after(cells, i):
    return cells[:i] + turn(cells) + cells[i + 1:]

def think(cells):
    return max((i for i in range(9) if cells[i] == "."), key=lambda i: -worth(after(cells, i)))
"""


def _cells() -> str:
    """Return the cell that `NEGAMAX` plays in each position, by its number in base three."""
    found, negamax = ["0"] * 3**9, dict[str, Any]()
    exec(NEGAMAX, negamax)  # noqa: S102  (ours)
    for board in TICTACTOE.positions:
        if not TICTACTOE.over(board):
            found[int(board.translate(_DIGITS), 3)] = str(negamax["think"](board))
    return "".join(found)


_DIGITS = str.maketrans(".XO", "012")

#: Plays as `NEGAMAX` does, and remembers nothing: what a check asks of it takes the least time.
THINK = f"""
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CELLS = "{_cells()}"
DIGITS = str.maketrans(".XO", "012")

def turn(cells):
    return "X" if cells.count("X") == cells.count("O") else "O"

def after(cells, i):
    return cells[:i] + turn(cells) + cells[i + 1:]

def think(cells):
    return int(CELLS[int(cells.translate(DIGITS), 3)])
"""

#: Right programs of one function, by what is special about them.
RIGHT = {
    "nine texts, 0-8": """
def best_move(board, player):
    return think("".join("." if cell == " " else cell for cell in board))
""",
    "nine numbers, 1-9": """
def get_move(board):
    return 1 + think("".join({0: ".", 1: "X", -1: "O"}[cell] for cell in board))
""",
    "three rows of None, a pair": """
def find_best_move(player, board):
    return divmod(think("".join(cell or "." for row in board for cell in row)), 3)
""",
    "free cells numbered, a name": """
def ai_move(board):
    assert len(board) == 9
    cell = think("".join("." if isinstance(cell, int) else cell for cell in board))
    return "abc"[cell % 3] + "123"[cell // 3]
""",
    "small letters, a text": """
def computer_move(board, mark="x"):
    assert mark in "xo" and set(board) <= {"x", "o", "_"}
    return str(think("".join(board).upper().replace("_", ".")))
""",
    "small letters in one text, the board with its move": """
def next_move(state):
    assert isinstance(state, str) and set(state) <= {"x", "o", "-"}
    cells = state.upper().replace("-", ".")
    return after(cells, think(cells)).lower().replace(".", "-")
""",
    "its move made on the board": """
def computer_move(board):
    cells = "".join("." if cell == " " else cell for cell in board)
    board[think(cells)] = turn(cells)
""",
    "members of an enumeration": """
from enum import Enum

class Mark(Enum):
    NOUGHT = "O"
    CROSS = "X"

def choose_move(board, mark):
    assert mark in Mark
    return think("".join("." if cell is None else cell.value for cell in sum(board, [])))
""",
    "an object for each mark": """
class Computer:
    def __init__(self, mark="X"):
        self.mark = mark

    def best_move(self, board):
        assert turn("".join(board)) == self.mark
        return think("".join(board))

    def other(self):
        return "."
""",
    "a board of its own": """
board = [" "] * 9

def show():
    print(board)

def ai_move():
    cell = think("".join("." if cell == " " else cell for cell in board))
    board[cell] = turn("".join("." if cell == " " else cell for cell in board))
    return cell
""",
    "a board in an object": """
class Game:
    def __init__(self):
        self.grid = [["_"] * 3 for _ in range(3)]

    def computer_move(self, player):
        cells = "".join("".join(row) for row in self.grid).replace("_", ".")
        row, column = divmod(think(cells), 3)
        self.grid[row][column] = player
        return True
""",
    "a search with its depth, and a row, a column and a value": """
board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

def show_turn(c_choice, h_choice):
    print(c_choice, h_choice, board)

def minimax(state, depth, player):
    cells = "".join({0: ".", 1: "X", -1: "O"}[cell] for row in state for cell in row)
    if depth == 0:
        return [-1, -1, 0]
    assert depth == cells.count(".") and player == {"X": 1, "O": -1}[turn(cells)]
    return [*divmod(think(cells), 3), player]

while True:
    show_turn("X", "O")
    minimax(board, int(input("How many cells are free?")), 1)
""",
    "a search with bounds, and a value and a cell": """
def alphabeta(cells, depth, alpha, beta, is_max):
    text = "".join(cells)
    assert depth == 0 and alpha < -99 and beta > 99 and is_max == (turn(text) == "X")
    return 10 if is_max else -10, think(text)
""",
    "an object as the board, and lots at its first move": """
import random

class Game:
    def __init__(self):
        self.squares = [" "] * 9
        self.turn = "X"

    def free(self):
        return [at for at, mark in enumerate(self.squares) if mark == " "]

class Person:
    def get_move(self, game):
        return int(input())

class Clever:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        assert game.turn == self.letter
        if len(game.free()) == 9:
            return random.choice(game.free())
        return think("".join(game.squares).replace(" ", "."))
""",
    "a window, and always one mark": """
import pygame
from pygame.locals import *

screen = pygame.display.set_mode((300, 300))
game_board = [[""] * 3 for _ in range(3)]

class Button(pygame.sprite.Sprite):
    pass

def bot_turn(board):
    assert len(board) == 3
    cells = "".join(cell or "." for row in board for cell in row)
    free = [i for i in range(9) if cells[i] == "."]
    return divmod(max(free, key=lambda i: value(cells, i, "X")), 3)

while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            break
    screen.fill((0, 0, 0))
    pygame.display.update()

@cache
def value(cells, i, mark):
    # What a move of a side is worth to it.
    cells = cells[:i] + mark + cells[i + 1:]
    if any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES):
        return 1 + cells.count(".")
    other = "X" if mark == "O" else "O"
    return -max((value(cells, i, other) for i in range(9) if cells[i] == "."), default=0)
""",
    "a column and a row, as on a screen": """
def get_move(board):
    cells = "".join(board[y][x] or "." for y in range(3) for x in range(3))
    y, x = divmod(think(cells), 3)
    return x, y
""",
    "NumPy's array, a pair in another": """
import numpy

def best_move(board, player):
    assert board.shape == (3, 3) and player in (1, -1)
    cells = "".join({0: ".", 1: "X", -1: "O"}[cell] for cell in board.flatten().tolist())
    return numpy.array(divmod(think(cells), 3))
""",
}

RULES_ONLY = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def best_move(board, player):
    other = "O" if player == "X" else "X"
    for mark in (player, other):
        for line in LINES:
            marks = [board[cell] for cell in line]
            if marks.count(mark) == 2 and " " in marks:
                return line[marks.index(" ")]
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " ")
"""
