"""Games in the terminal of different makes: what they ask, draw and say, right and wrong."""

#: What the games in Python share: a perfect player on nine characters, for both sides.
_BRAIN = """
import sys, time
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
known = {}

def won(b, m):
    return any(b[i] == b[j] == b[k] == m for i, j, k in LINES)

def free(b):
    return [i for i in range(9) if b[i] == " "]

def worth(b, me, other):
    if (b, me) not in known:
        values = [-worth(b[:i] + me + b[i + 1:], other, me) for i in free(b)]
        known[b, me] = -1 - len(values) if won(b, other) else max(values, default=0)
    return known[b, me]

def think(b, me, other):
    return max(free(b), key=lambda i: -worth(b[:i] + me + b[i + 1:], other, me))
"""

#: Asks who begins, draws the numbers of free cells, ends after one game.
NUMBERED_C = r"""
#include <stdio.h>
static const int lines[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
static char b[10] = "         ";
static int won(char m) {
  for (int i = 0; i < 8; i++)
    if (b[lines[i][0]] == m && b[lines[i][1]] == m && b[lines[i][2]] == m) return 1;
  return 0;
}
static int search(char me, char other, int alpha, int beta, int left, int *move) {
  int best = -99;
  if (won(other)) return -1 - left;
  if (!left) return 0;
  for (int i = 0; i < 9 && alpha < beta; i++) {
    if (b[i] != ' ') continue;
    b[i] = me;
    int value = -search(other, me, -beta, -alpha, left - 1, 0);
    b[i] = ' ';
    if (value > best) { best = value; if (move) *move = i; }
    if (best > alpha) alpha = best;
  }
  return best;
}
static void draw(void) {
  for (int i = 0; i < 9; i++) {
    if (b[i] == ' ') printf(" %d ", i + 1); else printf(" %c ", b[i]);
    printf(i % 3 < 2 ? "|" : i < 8 ? "\n---+---+---\n" : "\n");
  }
}
int main(void) {
  char answer = 'y';
  printf("Do you want to go first? (y/n) ");
  scanf(" %c", &answer);
  char me = answer == 'y' ? 'X' : 'O', it = answer == 'y' ? 'O' : 'X';
  for (int left = 9; left; left--) {
    int move = -1;
    if ((left % 2 == 1) == (me == 'X')) {
      draw();
      do {
        printf("Your move (1-9): ");
        if (scanf("%d", &move) != 1) return 1;
      } while (move < 1 || move > 9 || b[--move] != ' ');
      b[move] = me;
      if (won(me)) { draw(); printf("You win!\n"); return 0; }
    } else {
      search(it, me, -99, 99, left, &move);
      b[move] = it;
      if (won(it)) { draw(); printf("You lose!\n"); return 0; }
    }
  }
  draw();
  printf("It is a draw.\n");
  return 0;
}
"""

#: A keypad's numbering, no fork, another game if one wants.
KEYPAD = (
    _BRAIN
    + """
def draw(b):
    print("   |   |")
    for row in (6, 3, 0):
        print(" " + " | ".join(b[row:row + 3]))
        print("   |   |")
        if row:
            print("-----------")
            print("   |   |")

def choose(b, me, other):
    for mark in (me, other):
        for i in free(b):
            if won(b[:i] + mark + b[i + 1:], mark):
                return i
    return next(i for i in (0, 2, 6, 8, 4, 1, 3, 5, 7) if b[i] == " ")

print("Welcome to Tic-Tac-Toe!")
while True:
    b, me = " " * 9, ""
    while me not in ("X", "O"):
        print("Do you want to be X or O?")
        me = input().upper()
    it, turn = "XO"[me == "X"], "X"
    while not (won(b, "X") or won(b, "O")) and free(b):
        if turn == me:
            draw(b)
            move = " "
            while move not in "1 2 3 4 5 6 7 8 9".split() or b[int(move) - 1] != " ":
                print("What is your next move? (1-9)")
                move = input()
            move = int(move) - 1
        else:
            move = choose(b, it, me)
        b = b[:move] + turn + b[move + 1:]
        turn = "XO"[turn == "X"]
    draw(b)
    if won(b, me):
        print("Hooray! You have won the game!")
    else:
        print("The computer has beaten you! You lose." if won(b, it) else "The game is a tie!")
    print("Do you want to play again? (yes or no)")
    if not input().lower().startswith("y"):
        break
"""
)

#: Row and column, one after the other, from 0; lists of Python; asks for a name and another game.
LISTS = (
    _BRAIN
    + """
name = input("What's your name? ")
print("Hello,", name)
while True:
    b, turn = " " * 9, "X"
    while True:
        for row in (0, 3, 6):
            print(list(b[row:row + 3]))
        if won(b, "X") or won(b, "O") or not free(b):
            break
        print(f"Player {turn}'s turn")
        if turn == "X":
            try:
                i = 3 * int(input("Enter row (0-2): ")) + int(input("Enter column (0-2): "))
            except ValueError:
                print("Please enter a number")
                continue
            if i not in free(b):
                print("Invalid move! Try again.")
                continue
        else:
            i = think(b, "O", "X")
        b = b[:i] + turn + b[i + 1:]
        turn = "O" if turn == "X" else "X"
    if won(b, "X") or won(b, "O"):
        print("Player", "X" if won(b, "X") else "O", "wins!")
    else:
        print("It's a tie!")
    if input("Play again? (y/n): ") != "y":
        break
"""
)

#: Row and column together; headings, colours and a cleared screen; waits for Enter.
HEADINGS = (
    _BRAIN
    + r"""
def draw(b):
    print("\x1b[2J\x1b[H   1   2   3")
    for row in range(3):
        cells = [f"\x1b[31m{c}\x1b[0m" if c != " " else " " for c in b[3 * row:3 * row + 3]]
        print(f"{row + 1}  " + " | ".join(cells))
        print("  ---+---+---") if row < 2 else None

while True:
    b = " " * 9
    first = input("Who goes first? (1 = you, 2 = computer) ")
    me, it = ("X", "O") if first == "1" else ("O", "X")
    turn = "X"
    while True:
        if turn == me:
            draw(b)
            try:
                row, column = map(int, input("Your move (row column): ").split())
            except ValueError:
                print("Type two numbers.")
                continue
            i = 3 * row + column - 4
            if not (0 < row < 4 and 0 < column < 4) or b[i] != " ":
                print("You can't go there.")
                continue
        else:
            i = think(b, it, me)
            print(f"Computer takes {i // 3 + 1} {i % 3 + 1}")
        b = b[:i] + turn + b[i + 1:]
        if won(b, turn) or not free(b):
            break
        if turn == it:
            draw(b)
            input("Press Enter to continue...")
        turn = it if turn == me else me
    draw(b)
    print("Congratulations, you won!" if won(b, me) else "I win!" if won(b, it) else "Draw.")
    if input("Another game (y/n)? ").lower() != "y":
        break
"""
)

#: No board at all: only sentences. Answers 0-8.
SENTENCES = (
    _BRAIN
    + """
while True:
    b = " " * 9
    while True:
        move = input("Your move, 0 to 8 from the top left: ")
        if not move.isdigit() or int(move) not in free(b):
            print("No.")
            continue
        b = b[:int(move)] + "X" + b[int(move) + 1:]
        if won(b, "X") or not free(b):
            break
        i = think(b, "O", "X")
        b = b[:i] + "O" + b[i + 1:]
        print(f"I play {i}.")
        if won(b, "O"):
            break
    print("You win!" if won(b, "X") else "I win!" if won(b, "O") else "A draw.")
    input("Press Enter for a new game")
"""
)

#: A menu and a level, letters and numbers, other signs for X, O and free cells.
NODE = r"""
const readline = require("readline");
const io = readline.createInterface({ input: process.stdin, output: process.stdout });
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const won = (b, m) => lines.some((line) => line.every((i) => b[i] === m));
const free = (b) => [...b].flatMap((c, i) => (c === "." ? [i] : []));
const put = (b, i, m) => b.slice(0, i) + m + b.slice(i + 1);
const known = new Map();
function worth(b, me, other) {
  if (!known.has(b + me)) {
    const values = free(b).map((i) => -worth(put(b, i, me), other, me));
    const best = values.length ? Math.max(...values) : 0;
    known.set(b + me, won(b, other) ? -1 - values.length : best);
  }
  return known.get(b + me);
}
const draw = (b) => {
  console.log("   A B C");
  for (const row of [0, 1, 2]) {
    const signs = { X: "\u274c", O: "\u2b55", ".": "\u2b1c" };
    const cells = [...b.slice(3 * row, 3 * row + 3)].map((c) => signs[c]);
    console.log(`${row + 1}  ${cells.join(" ")}`);
  }
};
const ask = (text) => new Promise((resolve) => io.question(text, resolve));
async function game() {
  let b = ".........";
  for (;;) {
    draw(b);
    const move = (await ask("Your move (e.g. B2): ")).toUpperCase();
    const i = "ABC".indexOf(move[0]) + 3 * (Number(move[1]) - 1);
    if (!/^[A-C][1-3]$/.test(move) || b[i] !== ".") {
      console.log("Not possible.");
      continue;
    }
    b = put(b, i, "X");
    if (won(b, "X") || !free(b).length) break;
    const all = free(b).map((at) => [-worth(put(b, at, "O"), "X", "O"), at]);
    b = put(b, all.reduce((x, y) => (y[0] > x[0] ? y : x))[1], "O");
    if (won(b, "O")) break;
  }
  draw(b);
  console.log(won(b, "X") ? "You won!" : won(b, "O") ? "You lost!" : "It's a draw!");
}
(async () => {
  console.log("1) Two players\n2) Against the computer\n3) Quit");
  if ((await ask("Your choice: ")) !== "2") process.exit();
  console.log("1) Easy\n2) Impossible");
  await ask("Difficulty: ");
  do await game(); while ((await ask("Another game? (y/n) ")) === "y");
  process.exit();
})();
"""

#: Both sides, in awk: the program is started for each game, and always begins.
AWK = """
function won(m,   i, at) {
  for (i = 1; i <= 8; i++) {
    split(lines[i], at, " ")
    if (b[at[1]] == m && b[at[2]] == m && b[at[3]] == m) return 1
  }
  return 0
}
function draw(   i) {
  for (i = 1; i <= 9; i++) printf "%s%s", b[i], (i % 3 ? " " : "\\n")
}
function line(m,   i, at, n, k, hole) {
  for (i = 1; i <= 8; i++) {
    split(lines[i], at, " ")
    n = hole = 0
    for (k = 1; k <= 3; k++) if (b[at[k]] == m) n++; else if (b[at[k]] == "_") hole = at[k]
    if (n == 2 && hole) return hole
  }
  return 0
}
function first(   i) { for (i = 1; i <= 9; i++) if (b[i] == "_") return i }
BEGIN {
  split("1 2 3,4 5 6,7 8 9,1 4 7,2 5 8,3 6 9,1 5 9,3 5 7", lines, ",")
  for (i = 1; i <= 9; i++) b[i] = "_"
  for (turn = 1; turn <= 9; turn++) {
    if (turn % 2) {
      move = line("X")
      if (!move) move = line("O")
      if (!move) move = b[5] == "_" ? 5 : first()
      b[move] = "X"
      draw()
    } else {
      do {
        printf "Where (1-9)? "
        fflush()
        if ((getline move < "-") != 1) exit
      } while (b[move] != "_")
      b[move] = "O"
    }
    if (won("X")) { print "X wins"; exit }
    if (won("O")) { draw(); print "O wins"; exit }
  }
  print "Draw"
}
"""

#: Some lines of a game whose program plays O: what may be wrong with it is put in.
_PLAIN = (
    _BRAIN
    + """
def draw(b):
    for row in (0, 3, 6):
        print("|".join(b[row:row + 3]))
        print("-+-+-") if row < 6 else None

def result(b):
    if won(b, "X"):
        return "X wins!"
    if won(b, "O"):
        return "O wins!"
    if not free(b):
        return "Draw!"

while True:
    b = " " * 9
    draw(b)
    while True:
        try:
            i = int(input("Enter a position (1-9): ")) - 1
        except ValueError:
            i = -1
        if not 0 <= i <= 8 or b[i] != " ":
            print("Invalid position.")
            continue
        b = b[:i] + "X" + b[i + 1:]
        draw(b)
        if result(b):
            break
        i = think(b, "O", "X")
        b = b[:i] + "O" + b[i + 1:]
        draw(b)
        if result(b):
            break
    print(result(b))
    if input("Play again? (y/n) ") != "y":
        break
"""
)


def _change(old: str, new: str, text: str = _PLAIN) -> str:
    assert old in text, old
    return text.replace(old, new)


_MOVE = 'i = think(b, "O", "X")'
_FIRST = _change(_MOVE, "i = free(b)[0]")


#: Games with one fault: the kind of the finding, and a part of its text.
WRONG: dict[str, tuple[str, str, str]] = {
    "a full board is a draw": (
        _change(
            '    if won(b, "X"):',
            '    if not free(b):\n        return "Draw!"\n    if won(b, "X"):',
            _FIRST,
        ),
        "other rules",
        "X has won (after",
    ),
    "no end after a line": (
        _change('if won(b, "O"):', 'if won(b, "O") and not free(b):'),
        "other rules",
        "O has won (after",
    ),
    "the last cell is refused": (
        _change("0 <= i <= 8", "0 <= i < 8"),
        "other rules",
        "It refuses c3 in .../.../..., which is free. To '9' it says 'Invalid position.'.",
    ),
    "an error": (
        _change(_MOVE, 'i = think(b, "O", "X") if b[4] == " " else [][1]'),
        "error",
        "(after b2): IndexError: list index out of range (game.py, line ",
    ),
    "an error at the end": (
        _change('return "Draw!"', "return [][0]", _FIRST),
        "error",
        "It fails on OXO/XXO/XOX: IndexError: list index out of range (game.py, line ",
    ),
    "it plays on a taken cell": (
        _change(_MOVE, "i = 4"),
        "no move",
        "it plays b2, which is taken by X",
    ),
    "it hangs": (
        _change(_MOVE, "i = free(b)[0]\n        while i == 1: time.sleep(1)"),
        "stopped",
        "it had no answer in",
    ),
    "the first free cell": (_FIRST, "loses", "As O it loses this game: a1 b1 a2 c1 a3."),
    "by chance": (
        "import random\n" + _change(_MOVE, "i = random.choice(free(b))"),
        "two answers",
        "in one game and",
    ),
    "it ends too soon": (
        _change("    if not free(b):", "    if len(free(b)) < 3:"),
        "other rules",
        "which is not over: 'Draw!'",
    ),
}

#: Not a game against the computer.
TWO_PLAYERS = _change(_MOVE, 'i = int(input("Enter a position (1-9): ")) - 1')
