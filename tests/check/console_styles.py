"""Games in the terminal in many styles: what they ask, and how they draw their boards."""

_RULES = """
import os, sys, time
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def won(b, m):
    return any(all(b[i] == m for i in line) for line in LINES)

def free(b):
    return [i for i in range(9) if b[i] == " "]

def marks(first):
    return (*(("X", "O") if first else ("O", "X")), first)

def cell(text, between=None, base=0):
    row, column = text.split(between)
    return 3 * (int(row) - base) + int(column) - base

def choose(b, me, other):
    for m in (me, other):
        for i in free(b):
            if won(b[:i] + [m] + b[i + 1:], m):
                return i
    return next(i for i in (4, 0, 2, 6, 8, 1, 3, 5, 7) if b[i] == " ")
"""
_BARS = """
def show(b):
    for r in range(3):
        print(" " + " | ".join(b[3 * r:3 * r + 3]))
"""
_GUIDE = """    print("Guide:\\n 1 | 2 | 3\\n 4 | 5 | 6\\n 7 | 8 | 9\\n")
"""
_DOTS = """
def show(b):
    for r in range(3):
        print(" ".join(c.replace(" ", ".") for c in b[3 * r:3 * r + 3]))
"""
_HEADINGS = """
def show(b):
    print("  1 2 3")
    for r in range(3):
        print(r + 1, "|".join(c.replace(" ", "_") for c in b[3 * r:3 * r + 3]))
"""
_EMOJI = """
def show(b):
    signs = {"X": "\\u274c", "O": "\\u2b55"}
    cells = [signs.get(c, f"{i + 1}\\ufe0f\\u20e3") for i, c in enumerate(b)]
    for r in range(3):
        print(" ".join(cells[3 * r:3 * r + 3]))
"""
_FRAME = """
def show(b):
    print("-------------")
    for r in range(3):
        print("| " + " | ".join(b[3 * r:3 * r + 3]) + " |")
        print("-------------")
    print("Positions: 1 2 3 / 4 5 6 / 7 8 9")
"""
_CLEAR = """
def show(b):
    os.system("clear")
    print(b[:3])
    print(b[3:6])
    print(b[6:])
"""


def _game(
    setup: str = "me, it, first = 'X', 'O', True",
    draw: str = _BARS,
    ask: str = "int(input('Choose a square (1-9): ')) - 1",
    thinks: str = "pass",
    at_first: str = "show(b)",
    end: str = "if input('Play again? ')[:1] != 'y': break",
) -> str:
    """Return a game that is made of parts."""
    return f"""{_RULES}{draw}
while True:
    {setup}
    b = [" "] * 9
    turn = first
    {at_first}
    while free(b) and not won(b, me) and not won(b, it):
        if turn:
            try:
                i = {ask}
            except (ValueError, IndexError):
                print("Bad input")
                continue
            if not 0 <= i < 9 or b[i] != " ":
                print("Taken or invalid")
                continue
            b[i] = me
        else:
            {thinks}
            b[choose(b, it, me)] = it
        turn = not turn
        if turn or won(b, me) or not free(b):
            show(b)
    print("You win" if won(b, me) else "You lose" if won(b, it) else "Draw")
    {end}
"""


_NINE = "the cells 1-9"
BLANK = _game(draw=_BARS.replace('" " + " | "', '" "'))
#: It draws the board only before it asks.
NOT_AT_THE_END = _game().replace(
    "if turn or won(b, me) or not free(b)", "if turn and not won(b, it)"
)
NUMBERED = _game(
    "me, it, first = 'O', 'X', False",
    _BARS.replace("b[3", "[c if c != ' ' else str(i + 1) for i, c in enumerate(b)][3"),
    "int(input('Your move: ')) - 1",
    at_first="b[0], turn = it, True; show(b)",
)

#: Each with the words for its numbering, and the sides that the program plays.
STYLES: dict[str, tuple[str, str, str]] = {
    "asks whether to play again before the first game": (
        _game(
            "me, it, first = 'X', 'O', input('Play again? (y/n) ') == 'y' or exit()",
            _BARS.replace('" " + " | "', '"| " + " || "').replace("3]))", '3]) + " |")'),
            end="pass",
        ),
        _NINE,
        "O",
    ),
    "dots, from 0": (
        _game("me, it, first = 'x', 'o', True", _DOTS, "int(input('Choose a square (0-8): '))"),
        "the cells 0-8",
        "O",
    ),
    "x,y": (
        _game(ask="cell(input('Enter coordinates x,y (1-3): ')[::-1], ',', 1)"),
        "column and row from 1, as '1,1'",
        "O",
    ),
    "row and column apart, headings": (
        _game(draw=_HEADINGS, ask="cell(input('Row: ') + ' ' + input('Col: '), None, 1)"),
        "row and column from 1, asked one after the other",
        "O",
    ),
    "who starts, y/n": (
        _game("me, it, first = marks(input('Do you want to start? [y/n] ') == 'y')"),
        _NINE,
        "XO",
    ),
    "X or O, X starts": (
        _game("me, it, first = marks(input('Choose your symbol (X/O): ') == 'X')"),
        _NINE,
        "XO",
    ),
    "X or O, the person starts": (
        _game("me = input('Do you want to be X or O? '); it = 'XO'[me == 'X']; first = True"),
        _NINE,
        "O",
    ),
    "a lone sign, no board at first": (
        _game(ask="int(input('> ')) - 1", at_first="pass"),
        _NINE,
        "O",
    ),
    "letters": (
        _game(
            ask="(lambda t: 'ABC'.index(t[0]) + 3 * int(t[1]) - 3)(input('Move (as A1): ').upper())"
        ),
        "the column as a letter, such as 'B1' for the top middle",
        "O",
    ),
    "a menu, then who starts": (
        _game(
            "print('1. Human vs Human\\n2. Human vs AI'); input('Select mode: '); "
            "me, it, first = marks(input('Who goes first? (human/ai) ') == 'human')"
        ),
        _NINE,
        "XO",
    ),
    "who starts changes": (
        _game(
            "print('x', file=open(__file__ + 's', 'a')); "
            "me, it, first = marks(os.path.getsize(__file__ + 's') // 2 % 2)",
            end="break",
        ),
        _NINE,
        "XO",
    ),
    "no question": (_game(ask="int(input()) - 1"), _NINE, "O"),
    "print and readline": (
        _game(ask="(print('Your move (1-9)?'), int(sys.stdin.readline()))[1] - 1"),
        _NINE,
        "O",
    ),
    "emoji": (_game(draw=_EMOJI), _NINE, "O"),
    "a pause": (_game(thinks="print('Thinking...'); time.sleep(0.1)"), _NINE, "O"),
    "a zero for O": (_game("me, it, first = 'X', '0', True"), _NINE, "O"),
    "the computer is X and starts": (
        _game(
            "me, it, first = 'O', 'X', False",
            ask="int(input('Player O, enter a number from 1 to 9: ')) - 1",
        ),
        _NINE,
        "X",
    ),
    "a level and a name": (
        _game(
            "input('Select difficulty (easy/medium/hard): '); n = input('Enter your name: '); "
            "me, it, first = 'X', 'O', True",
            ask="int(input(f'{n}, your turn (1-9): ')) - 1",
        ),
        _NINE,
        "O",
    ),
    "row and column": (
        _game(ask="cell(input('Enter row and column separated by a space (0-2): '))"),
        "row and column from 0, as '0 0'",
        "O",
    ),
    "row,col": (
        _game(ask="cell(input('Enter row,col (0-2): '), ',')"),
        "row and column from 0, as '0,0'",
        "O",
    ),
    "numbered options": (
        _game("me, it, first = marks(input('Who starts? 1) You 2) Computer: ') == '1')"),
        _NINE,
        "XO",
    ),
    "one game only": (_game(end="sys.exit()"), _NINE, "O"),
    "a frame and a legend": (
        _game(draw=_FRAME, ask="int(input('Where would you like to go? ')) - 1"),
        _NINE,
        "O",
    ),
    "clear, lists": (_game(draw=_CLEAR), _NINE, "O"),
    "a guide before the board": (_game(draw=_BARS.replace("):\n", "):\n" + _GUIDE, 1)), _NINE, "O"),
    "a guide after the board": (_game(draw=_BARS + "    print()\n" + _GUIDE), _NINE, "O"),
}
