"""Programs in forms that people publish: each is asked as its own game asks it.

A wrong question makes a right program lose, or hides a mistake.
"""

from pathlib import Path

import pytest

from noughts.check import asked_again
from noughts.check.findings import FindingKind
from tests.check.here import checked_here
from tests.check.programs import THINK
from tests.sampling import some

_JOIN = '"".join(cell if cell in ("X", "O") else "." for cell in board)'

FORMS = {
    "a window whose class has the cells by column and row, and a search of another name": f"""
import tkinter as tk

class Game(tk.Frame):
    def __init__(self, master=None):
        super().__init__(master, width=300)
        tk.Frame.__init__(self, master)
        self.fields = {{}}
        for x in range(3):
            for y in range(3):
                self.fields[x, y] = ""

    def get_ai_move_hard(self):
        board = [self.fields[x, y] for y in range(3) for x in range(3)]
        row, column = divmod(think({_JOIN}), 3)
        return column, row

    def get_ai_move(self, level):
        return (self.get_ai_move_easy, self.get_ai_move_hard)[level]()
""",
    "a player beside a computer": f"""
class Game:
    def __init__(self, player="X", computer="O"):
        self.player, self.computer = player, computer
        self.board = [" "] * 9

    def calculate_move(self):
        board = self.board
        cells = {_JOIN}
        return think(cells) if turn(cells) == self.computer != self.player else cells.index(".")
""",
    "variables that only the game sets": f"""
FREE = " "

def ai_move():
    cells = {_JOIN}
    assert players == ["X", "O"] and not {{*board}} - {{FREE, *players}}
    board[think(cells)] = turn(cells)

if __name__ == "__main__":
    board = [FREE for _ in range(9)]
    while FREE in board:
        players = ["X", "O"]
        board[int(input())] = players[0]
        ai_move()
""",
    "both marks by default": f"""
class Computer:
    def __init__(self, mark="O", human_mark="X", ai_type="minimax", bot_delay=0.5):
        self.mark, self.human = mark, human_mark
        assert (ai_type, bot_delay) == ("minimax", 0.5)

    def best_move(self, board):
        cells = {_JOIN}
        return think(cells) if turn(cells) == self.mark != self.human else cells.index(".")
""",
    "a truth value as the mark": f"""
def best_move(board, crosses):
    cells = {_JOIN}
    return think(cells) if turn(cells) == ("X" if crosses else "O") else cells.index(".")
""",
    "a mark that may not be empty": f"""
def best_move(board, player):
    if not player:
        raise ValueError
    assert player == turn({_JOIN})
    return think({_JOIN})
""",
    "a variable that says who moves": f"""
board = [" "] * 9
current_player = "X"

def ai_move():
    global current_player
    cells = {_JOIN}
    if turn(cells) != current_player:
        return
    board[think(cells)] = current_player
    current_player = "O" if current_player == "X" else "X"
""",
    "an object that counts its marks": f"""
class Grid:
    def __init__(self):
        self.squares = [0] * 9
        self.marked_squares = 0
        self.width, self.height = 3, 3

def best_move(grid):
    board = [" XO"[mark] for mark in grid.squares]
    cells = {_JOIN}
    return think(cells) if 9 - cells.count(".") == grid.marked_squares else cells.index(".")
""",
    "sizes of a window": f"""
import pygame

class Game:
    def __init__(self, width=300, grid_size=3):
        self.screen = pygame.display.set_mode((width, width))
        self.board = [[0] * grid_size for _ in range(grid_size)]

    def best_move(self):
        board = [" XO"[mark] for row in self.board for mark in row]
        return divmod(think({_JOIN}), 3)
""",
    "all names of tkinter, and a choice in the window": f"""
from tkinter import *

window = Tk()
level = StringVar(window, "Hard")
buttons = [Button(window, text="", command=lambda: None) for _ in range(9)]
board = [""] * 9

def computer_move():
    cells = {_JOIN}
    cell = cells.index(".") if level.get() == "Easy" else think(cells)
    board[cell] = turn(cells)
    buttons[cell].config(text=board[cell], state=DISABLED)
    if buttons[cell]["text"] == "X":
        window.title("X")
""",
    "a page's function beside the search": f"""
from flask import Flask, jsonify, request

app = Flask(__name__)
board = [""] * 9

@app.route("/move", methods=["POST"])
def move():
    board[request.get_json()["cell"]] = "X"
    board[minimax(board, "O")["index"]] = "O"
    return jsonify(board)

def minimax(board, player):
    return {{"index": think({_JOIN}), "score": 0}}
""",
}


def _marked(x: str, o: str, answer: str) -> str:
    """Return a program whose cells are numbered from 1, with marks of its own."""
    return f"""
def show(board):
    print(board[1] + board[2] + board[3], board[4], board[5], board[6], board[7:9], board[9])

def best_move(board):
    cells = "".join({{{x!r}: chr(88), {o!r}: chr(79)}}.get(board[at], ".") for at in range(1, 10))
    return {answer}
"""


FORMS |= {
    "ten cells, the first free": _marked("X", "O", "1 + think(cells) if board[0] == ' ' else 0"),
    "ten cells, the first another": _marked("X", "O", "1 + think(cells) if board[0] == '#' else 0"),
    "circles": _marked("\u274c", "\u2b55", "1 + think(cells) if len(board) == 10 else 0"),
    "a nought as a number": _marked("X", "0", "1 + think(cells) if len(board) == 10 else 0"),
    "a dictionary, and the end of the program after its last move": """
import sys
board = {number: " " for number in range(1, 10)}

def ai_move():
    cells = "".join(board[at] if board[at] in ("X", "O") else "." for at in range(1, 10))
    board[1 + think(cells)] = turn(cells)
    if " " not in board.values():
        sys.exit("The end")
""",
    "a dictionary with texts as keys": """
def ai_move(board):
    assert board["5"] in ("X", "O", " ")
    cells = "".join(board[at] if board[at] in ("X", "O") else "." for at in sorted(board))
    return str(1 + think(cells))
""",
    "a dictionary with pairs as keys, and a function called computer": """
board = {(row, column): " " for row in range(3) for column in range(3)}

def computer():
    cells = "".join(board[at] if board[at] in ("X", "O") else "." for at in sorted(board))
    board[divmod(think(cells), 3)] = turn(cells)
""",
    "a board of NumPy's": """
import numpy as np
board = np.zeros((3, 3))

def ai_move():
    cells = "".join(".XO"[int(mark)] for mark in board.flat)
    board[divmod(think(cells), 3)] = ".XO".index(turn(cells))
""",
}


@pytest.mark.parametrize("name", some(FORMS, 4))
def test_a_right_program_is_proved(tmp_path: Path, name: str) -> None:
    # What writes X and O expects no other marks.
    think = THINK.replace('"X"', "chr(88)").replace('"O"', "chr(79)")
    found = checked_here(tmp_path, think + FORMS[name])
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)


def test_a_mistake_of_one_side_is_found_though_the_mark_is_a_truth_value(tmp_path: Path) -> None:
    text = f"""
def best_move(board, crosses):
    cells = {_JOIN}
    return think(cells) if crosses else cells.index(".")
"""
    found = checked_here(tmp_path, THINK + text)
    assert found.finding is not None
    assert found.finding.kind is FindingKind.LOSES
    assert found.games["O"].losses > 0 == found.games["X"].losses


@pytest.mark.parametrize(
    "read",
    [
        "if scale.get() > 3:",
        "if buttons[0]['text'] == '':",
        "board.append('tried'); easy = scale.get() > 3; board.pop()\n        if easy:",
    ],
)
def test_a_move_that_depends_on_a_window_proves_nothing(tmp_path: Path, read: str) -> None:
    text = f"""
import tkinter as tk
scale = tk.Scale(tk.Tk())
buttons = [tk.Button() for _ in range(9)]

def best_move(board):
    assert isinstance(board, list)
    cells = {_JOIN}
    try:
        {read}
            return cells.index(".")
    except Exception:
        pass
    return think(cells)
"""
    found = checked_here(tmp_path, THINK + text)
    assert found.unbeatable is None
    assert found.finding is not None
    assert "to move, it reads tkinter, which is not here" in found.finding.text


#: Programs that play wrong only after what has happened in a game, or in the games before.
_REMEMBERS = {
    "an object that knows whether it has moved": f"""
class Computer:
    def __init__(self, mark):
        self.mark, self.opening = mark, True

    def best_move(self, board):
        cells = {_JOIN}
        opening, self.opening = self.opening, False
        return 1 if opening and cells == "....X...." else think(cells)
""",
    "a variable that knows whether it has moved": f"""
opening = True

def best_move(board):
    global opening
    cells = {_JOIN}
    first, opening = opening, False
    return 1 if first and cells == "....X...." else think(cells)
""",
    "a default that knows all its moves": f"""
def best_move(board, moves=[]):
    cells = {_JOIN}
    moves.append(cells)
    return 1 if moves == ["....X...."] else think(cells)
""",
    "a variable around its function": f"""
def made():
    opening = True

    def best_move(board):
        nonlocal opening
        cells = {_JOIN}
        first, opening = opening, False
        return 1 if first and cells == "....X...." else think(cells)

    return best_move

best_move = made()
""",
    "the method of an object that cannot be copied": f"""
from threading import Lock

class Computer:
    def __init__(self):
        self.opening, self.lock = True, Lock()

    def play(self, board):
        cells = {_JOIN}
        first, self.opening = self.opening, False
        return 1 if first and cells == "....X...." else think(cells)

best_move = Computer().play
""",
    "the order of the opponent's moves": f"""
game = []

def best_move(board):
    cells = {_JOIN}
    if cells.count(".") > 7:
        game.clear()
    game.append(cells)
    return 4 if game == [".........", "X.O......", "XOOX....."] else think(cells)
""",
    "a generator": f"""
openings = (number == 0 for number in range(10**9))

def best_move(board):
    cells = {_JOIN}
    return 1 if next(openings) and cells == "....X...." else think(cells)
""",
    "a variable that counts games": f"""
games = 0

def best_move(board):
    global games
    cells = {_JOIN}
    games += cells.count(".") > 7
    return cells.index(".") if games > 3 and cells.count(".") == 8 else think(cells)
""",
    "the position before": f"""
before = None

def best_move(board):
    global before
    cells = {_JOIN}
    known, before = before, cells
    return cells.index(".") if (known, cells) == ("X........", "X..XO....") else think(cells)
""",
}


@pytest.mark.parametrize("name", some(_REMEMBERS, 3))
def test_a_program_that_remembers_is_asked_as_in_a_game(tmp_path: Path, name: str) -> None:
    found = checked_here(tmp_path, THINK + _REMEMBERS[name])
    assert found.unbeatable is not True
    assert found.finding is not None


def test_a_right_program_that_keeps_its_games_is_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"""
{THINK}
games = []

def best_move(board):
    games.append({_JOIN})
    return think(games[-1])
"""
    found = checked_here(tmp_path, text)
    assert found.unbeatable is True
    assert not found.orders
    monkeypatch.setattr(asked_again, "_MOST_GAMES", 10)
    found = checked_here(tmp_path, text)
    assert found.unbeatable is None
    assert found.finding is not None
    assert found.finding.text.startswith("It remembers too much from move to move")
