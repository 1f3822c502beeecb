"""How strong is this engine beside another program that speaks the Gomocup protocol?

Both use the same CPU time. The other program gets a time limit for each move, and the system
reports the CPU time it used. `noughts gomocup` gets as many nodes a move as take the same time on
average; the number is corrected after each game. A program that reads the wall clock needs a
machine where nothing else runs. Openings are those of `large.py`, even by this checkout's estimate.
Each is played twice, with colours changed, by new processes. ::

    python bench/ladder.py PROGRAM [games] [seconds a move] [rules] [opening to begin with]

It prints each game with this engine's value of each of its moves. Then it prints the games won,
drawn and lost, with a 95 % interval (Wilson, 1927), and the CPU time a move of each program. It
runs on Linux. A program that breaks the protocol, or dies, ends the match.
"""

import math
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice

from large import openings

from noughts import Mark, Position, Rules

NODES = 400_000  #: a CPU second, as a first guess
MEMORY = 350 << 20  #: bytes
FOREVER = 1_000_000_000  #: milliseconds
PLACE = re.compile(r"(\d+),(\d+)")
VALUE = re.compile(r"MESSAGE (.*), (not )?proved;")
OURS = [sys.executable, "-m", "noughts", "gomocup"]


class Program:
    """A program that plays one game; `cpu` is what it has taken for `moves`, in seconds."""

    def __init__(self, command: list[str], rules: Rules, settings: dict[str, int]) -> None:
        self.command = command
        self.rules = rules
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.cpu: float = 0.0
        self.moves: int = 0
        self.values: list[str] = []
        self.say(f"START {rules.shape[0]}")
        next(line for line in self.heard() if line == "OK")
        for key, value in {"rule": int(rules.exact), "max_memory": MEMORY, **settings}.items():
            self.say(f"INFO {key} {value}")

    def say(self, *lines: str) -> None:
        """Send lines."""
        if self.process.stdin:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()

    def heard(self) -> Iterator[str]:
        """Yield what it answers, line by line."""
        for line in self.process.stdout or ():
            if line.startswith("ERROR"):
                sys.exit(f"{self.command}: {line}")
            yield line.strip()
        sys.exit(f"{self.command} has ended")

    def move(self, position: Position, last: int | None) -> int:
        """Return its reply to the last move; the first time to the board."""
        time.sleep(0.05)  # Rapfi drops what it is told in the moment after an answer.
        before = self._clock()
        if last is None or not self.moves:
            self.say("BOARD", *(self._stone(position, cell) for cell in order(position)), "DONE")
        else:
            self.say(f"TURN {place(self.rules, last)}")
        cell = next(cell for cell in map(self._played, self.heard()) if cell is not None)
        self.cpu += self._clock() - before
        self.moves += 1
        return cell

    def _played(self, line: str) -> int | None:
        """Return the move in a line, if there is one; keep its reported value."""
        if said := VALUE.match(line):
            self.values.append(said[1])
        found = PLACE.fullmatch(line)
        return self.rules.cell_at(int(found[1]), int(found[2])) if found else None

    def end(self) -> None:
        """Let it go."""
        self.say("END")
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _stone(self, position: Position, cell: int) -> str:
        own = position.mark(cell) is position.turn
        return f"{place(self.rules, cell)},{1 if own else 2}"

    def _clock(self) -> float:
        """Return the CPU time of the process so far: clock_getcpuclockid(3), as Linux counts."""
        return time.clock_gettime(~self.process.pid << 3 | 2)


def place(rules: Rules, cell: int) -> str:
    """Return a cell as the protocol writes it."""
    return ",".join(map(str, rules.place(cell)))


def order(position: Position) -> list[int]:
    """Return the cells of an opening as they may have been played, X and O in turn."""
    marks = [list(position.stones(mark)) for mark in Mark]
    return [marks[ply % 2][ply // 2] for ply in range(position.ply)]


def play(opening: Position, programs: tuple[Program, Program]) -> Position:
    """Play a game, the first program with X; return how it ended."""
    position, last = opening, None
    moves = list(map(opening.rules.name, order(opening)))
    while position.outcome is None:
        program = programs[position.turn is Mark.O]
        last = program.move(position, last)
        position = position.play(last)
        moves.append(position.rules.name(last))
    print(" ".join(moves), flush=True)
    return position


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.96, points / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - half) / whole, (middle + half) / whole


def main(
    program: str, games: int = 100, seconds: float = 0.3, text: str = "15,15,5", first: int = 0
) -> None:
    """Play the match."""
    rules = Rules.parse(text)
    milliseconds = int(1000 * seconds)
    theirs = {"timeout_turn": milliseconds, "timeout_match": FOREVER, "time_left": FOREVER}
    nodes, granted = int(NODES * seconds), 0
    results, cpu, moves = [0, 0, 0], [0.0, 0.0], [0, 0]
    for number, opening in enumerate(islice(openings(rules), first, first + games // 2)):
        for side in range(2):
            ours = {"timeout_turn": FOREVER, "max_node": nodes}
            seats = [Program(OURS, rules, ours), Program([program], rules, theirs)]
            ended = play(opening, (seats[side], seats[1 - side]))
            winner = ended.outcome and ended.outcome.winner
            result = 1 if winner is None else 0 if winner is list(Mark)[side] else 2
            results[result] += 1
            for i, seat in enumerate(seats):
                cpu[i], moves[i] = cpu[i] + seat.cpu, moves[i] + seat.moves
                seat.end()
            granted += nodes * seats[0].moves
            nodes = max(1, int(granted / cpu[0] * cpu[1] / moves[1]))
            mark, won = "XO"[side], ("won", "drawn", "lost")[result]
            print(f"{mark} {won}: {' '.join(seats[0].values)}")
            print(told(results, [cpu[i] / moves[i] for i in range(2)], granted // moves[0]))
            print(f"opening {first + number}, next {nodes:,} nodes", flush=True)


def told(results: list[int], cpu: list[float], nodes: int) -> str:
    """Say what the match comes to so far."""
    games, points = sum(results), results[0] + results[1] / 2
    low, high = wilson(points, games)
    won = "–".join(map(str, results))
    return (
        f"{games} games: {won}, {points / games:.1%} ({low:.0%} to {high:.0%}), "
        f"{nodes:,} nodes a move; CPU seconds a move: {cpu[0]:.3f}, the other {cpu[1]:.3f}"
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        kinds = (str, int, float, str, int)
        main(*(kind(word) for kind, word in zip(kinds, sys.argv[1:], strict=False)))
    else:
        sys.exit(__doc__)
