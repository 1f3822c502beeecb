"""Thirty right programs: fifteen ways to choose a cell, each asked in two ways."""

from noughts.check.checked_game import TICTACTOE
from tests.check.programs import NEGAMAX, RIGHT

OPEN = [board for board in TICTACTOE.positions if not TICTACTOE.over(board)]
_BASE = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def won(b, m):
    return any(all(b[i] == m for i in line) for line in LINES)

def free(b):
    return [i for i in range(9) if b[i] == "."]

def turn(b):
    return "X" if b.count("X") == b.count("O") else "O"

def put(b, i, m):
    return b[:i] + m + b[i + 1:]
"""

#: How a program thinks: `think` gets nine characters and returns a cell from 0 to 8.
THINKERS = {
    "negamax with a memory": NEGAMAX,
    "plain minimax with depth": _BASE
    + """
def value(b, depth):
    if won(b, "X"):
        return 10 - depth
    if won(b, "O"):
        return depth - 10
    if "." not in b:
        return 0
    values = [value(put(b, i, turn(b)), depth + 1) for i in free(b)]
    return max(values) if turn(b) == "X" else min(values)

def think(b):
    choose = max if turn(b) == "X" else min
    return choose(free(b), key=lambda i: value(put(b, i, turn(b)), 1))
""",
    "alpha-beta that fails hard": _BASE
    + """
def search(b, low, high, depth):
    me = turn(b)
    if won(b, "O" if me == "X" else "X"):
        return depth - 10
    for i in free(b):
        found = -search(put(b, i, me), -high, -low, depth + 1)
        if found >= high:
            return high
        low = max(low, found)
    return low if free(b) else 0

def think(b):
    best, cell = -99, None
    for i in free(b):
        found = -search(put(b, i, turn(b)), -99, -best, 1)
        if found > best:
            best, cell = found, i
    return cell
""",
    "alpha-beta that fails soft, the centre first": _BASE
    + """
ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]

def search(b, low, high, depth=0):
    me = turn(b)
    if won(b, "XO"[me == "X"]):
        return depth - 10, None
    best, cell = (-99, None) if "." in b else (0, None)
    for i in ORDER:
        if b[i] != ".":
            continue
        found = -search(put(b, i, me), -high, -max(low, best), depth + 1)[0]
        if found > best:
            best, cell = found, i
        if best >= high:
            break
    return best, cell

def think(b):
    return search(b, -99, 99)[1]
""",
    "a table made from the end, without recursion": _BASE
    + """
from itertools import product
VALUE, MOVE = {}, {}
for n in range(9, -1, -1):
    for cells in product(".XO", repeat=9):
        b = "".join(cells)
        x, o = b.count("X"), b.count("O")
        if x + o != n or x - o not in (0, 1):
            continue
        if won(b, "X") or won(b, "O"):
            VALUE[b] = n - 10
            continue
        VALUE[b] = -99 if n < 9 else 0
        for i in free(b):
            found = -VALUE[put(b, i, turn(b))]
            if found > VALUE[b]:
                VALUE[b], MOVE[b] = found, i

def think(b):
    return MOVE[b]
""",
    "a separate stack": _BASE
    + """
known = {}

def think(b):
    stack = [b]
    while stack:
        now = stack[-1]
        after = [put(now, i, turn(now)) for i in free(now)]
        if now in known:
            stack.pop()
        elif won(now, "X") or won(now, "O"):
            known[now] = -1 - len(after)
        elif all(each in known for each in after):
            known[now] = max((-known[each] for each in after), default=0)
        else:
            stack.extend(each for each in after if each not in known)
    return max(free(b), key=lambda i: -known[put(b, i, turn(b))])
""",
    "a table in the file": f"""
TABLE = {{board: cell for board, cell in zip({OPEN!r},
    {[TICTACTOE.best(b)[-1] for b in OPEN]!r})}}

def think(b):
    return TABLE[b]
""",
    "bits": """
LINES = [7, 56, 448, 73, 146, 292, 273, 84]
known = {}

def value(mine, other):
    if (mine, other) not in known:
        if any(other & line == line for line in LINES):
            known[mine, other] = bin(mine | other).count("1") - 10
        else:
            values = [-value(other, mine | 1 << i) for i in range(9) if not (mine | other) >> i & 1]
            known[mine, other] = max(values, default=0)
    return known[mine, other]

def think(b):
    x = sum(1 << i for i in range(9) if b[i] == "X")
    o = sum(1 << i for i in range(9) if b[i] == "O")
    mine, other = (x, o) if b.count("X") == b.count("O") else (o, x)
    empty = [i for i in range(9) if not (x | o) >> i & 1]
    return max(empty, key=lambda i: -value(other, mine | 1 << i))
""",
    "a class with its own board": _BASE
    + """
class Game:
    def __init__(self, b):
        self.b, self.seen = list(b), {}

    def value(self):
        key = "".join(self.b)
        if key in self.seen:
            return self.seen[key]
        me = turn(self.b)
        if won(self.b, "XO"[me == "X"]):
            found = -1 - key.count(".")
        else:
            found = max((self.after(i, me) for i in free(self.b)), default=0)
        self.seen[key] = found
        return found

    def after(self, i, me):
        self.b[i] = me
        found = -self.value()
        self.b[i] = "."
        return found

def think(b):
    game = Game(b)
    return max(free(b), key=lambda i: game.after(i, turn(b)))
""",
    "numbers in base three": """
from functools import lru_cache
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
POWER = [3 ** i for i in range(9)]

def digit(n, i):
    return n // POWER[i] % 3

@lru_cache(None)
def value(n, me):
    if any(digit(n, a) == digit(n, b) == digit(n, c) == 3 - me for a, b, c in LINES):
        return -1 - sum(digit(n, i) == 0 for i in range(9))
    return max((-value(n + me * POWER[i], 3 - me) for i in range(9) if not digit(n, i)), default=0)

def think(b):
    n = sum(".XO".index(c) * POWER[i] for i, c in enumerate(b))
    me = 1 if b.count("X") == b.count("O") else 2
    left = [i for i in range(9) if not digit(n, i)]
    return max(left, key=lambda i: -value(n + me * POWER[i], 3 - me))
""",
    "one of eight mirror images": _BASE
    + """
TURN, FLIP = [6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]
known = {}

def first(b):
    images = []
    for _ in range(4):
        b = "".join(b[i] for i in TURN)
        images += [b, "".join(b[i] for i in FLIP)]
    return min(images)

def value(b):
    b = first(b)
    if b not in known:
        if won(b, "XO"[turn(b) == "X"]):
            known[b] = -1 - b.count(".")
        else:
            known[b] = max((-value(put(b, i, turn(b))) for i in free(b)), default=0)
    return known[b]

def think(b):
    return max(free(b), key=lambda i: -value(put(b, i, turn(b))))
""",
    "a magic square": """
SQUARE = [2, 7, 6, 9, 5, 1, 4, 3, 8]
known = {}

def fifteen(held, new):
    return any(a + b + new == 15 for a in held for b in held if a < b)

def value(mine, other, left):
    key = mine, other
    if key not in known:
        values = [
            1 + len(left) if fifteen(mine, n) else -value(other, mine | {n}, left - {n})
            for n in left
        ]
        known[key] = max(values, default=0)
    return known[key]

def think(b):
    x = frozenset(n for n, c in zip(SQUARE, b) if c == "X")
    o = frozenset(n for n, c in zip(SQUARE, b) if c == "O")
    left = frozenset(SQUARE) - x - o
    mine, other = (x, o) if len(x) == len(o) else (o, x)
    def worth(n):
        return 1 + len(left) if fifteen(mine, n) else -value(other, mine | {n}, left - {n})
    return SQUARE.index(max(sorted(left), key=worth))
""",
    "functions inside a function": _BASE
    + """
def think(b):
    cells, me = list(b), turn(b)
    other = "XO"[me == "X"]

    def mine(depth):
        if won(cells, other):
            return depth - 10
        return max(each(me, theirs, depth), default=0)

    def theirs(depth):
        if won(cells, me):
            return 10 - depth
        return min(each(other, mine, depth), default=0)

    def each(mark, then, depth):
        found = []
        for i in free(cells):
            cells[i] = mark
            found.append(then(depth + 1))
            cells[i] = "."
        return found

    return free(cells)[max(range(len(free(cells))), key=each(me, theirs, 0).__getitem__)]
""",
    "a board that all functions share": _BASE
    + """
board = []

def value(me, other, depth):
    if won(board, other):
        return depth - 10, None
    best = (-99, None) if "." in board else (0, None)
    for i in free(board):
        board[i] = me
        found = -value(other, me, depth + 1)[0]
        board[i] = "."
        if found > best[0]:
            best = found, i
    return best

def think(b):
    board[:] = b
    me = turn(b)
    return value(me, "XO"[me == "X"], 0)[1]
""",
    "deeper and deeper": _BASE
    + """
def search(b, depth):
    me = turn(b)
    if won(b, "XO"[me == "X"]):
        return -1 - b.count(".")
    if depth == 0 or "." not in b:
        return 0
    return max(-search(put(b, i, me), depth - 1) for i in free(b))

def think(b):
    for depth in range(len(free(b)) + 1):
        values = {i: -search(put(b, i, turn(b)), depth) for i in free(b)}
        if max(values.values()) > 0:
            break
    return max(values, key=values.get)
""",
}


def _programs() -> dict[str, str]:
    forms = list(RIGHT.items())
    return {
        f"{name}; {form}": text + asked
        for number, (name, text) in enumerate(THINKERS.items())
        for form, asked in (forms[number % 5], forms[(number + 2) % 5])
    }


PROGRAMS = _programs()
