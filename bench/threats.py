"""Positions that are won by threats on 15×15, found in games of the engine against itself.

`make` prints them, one a line: F (by fours alone) or T (threes as well), the plies of the line that
was found, and the moves that lead there. `tests/threats/threats.txt` is such a list; a test solves
them again. `verify` plays out wins from a list, read from stdin, against *every* defence. After
every reply a win is shown again. Sequences of fours are followed stone by stone on plain positions.
`leaves` prints random ends of lines of a tree for exactly five: L if the side to move is said to
lose, else W. `measure` says how many of a list are proved, and within which CPU time. ::

    python bench/threats.py make [positions] [seed] > list
    python bench/threats.py verify [positions] < list
    python bench/threats.py leaves [positions] [seed] < tree.json > list
    python bench/threats.py measure [nodes] [1 for exactly five] < list
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from time import process_time

from noughts import Limit, Mark, Position, Rules
from noughts.core.forks import completions
from noughts.engines import threat_engine
from noughts.formats import move_tree
from noughts.proofs.ledger.threat_jobs import ThreatJobs
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.threat_types import ATTACK_NODES

RULES = Rules.parse("15,15,5")
MOVE = Limit(nodes=2_000)  #: for a move of a game
NODES = 20_000  #: for a win by threats
MEMORY = 1 << 26  #: bytes for a measured proof
SHORTEST = 7  #: plies of the line: shorter ones are too easy


def search(position: Position) -> PrincipalVariationSearch:
    made = PrincipalVariationSearch(position)
    made.allow(0)
    return made


def game(rng: random.Random) -> Iterator[tuple[Position, list[str]]]:
    """Play a game from a few random stones; yield each position and the moves that led there."""
    position, moves = Position(RULES), list[str]()
    middle = [RULES.cell_at(c, r) for c in range(4, 11) for r in range(4, 11)]
    opening = rng.sample(middle, rng.randint(3, 6))
    while position.outcome is None:
        cell = opening.pop() if opening else threat_engine.play(position, MOVE).cell
        position = position.play(cell)
        moves.append(RULES.name(cell))
        if not opening and position.outcome is None:
            yield position, list(moves)


def make(count: int = 200, seed: int = 0) -> None:
    rng, found = random.Random(seed), set[str]()
    while len(found) < count:
        for position, moves in game(rng):
            if any(completions(position, mark) for mark in Mark):
                continue
            made, side = search(position), position.ply % 2
            if not made.threes.win(side, NODES // 4):
                continue
            fours = made.threes.by_fours(side, ATTACK_NODES)
            line = made.threes.line(side, NODES, loses=False)
            text = " ".join(moves)
            if len(line) >= SHORTEST and text not in found and len(found) < count:
                found.add(text)
                print("F" if fours else "T", len(line), text, flush=True)


def verify(count: int = 10**9) -> None:
    for number, line in enumerate(sys.stdin):
        if number == count:
            break
        position = Position(RULES)
        for move in line.split()[2:]:
            position = position.play(move)
        seen: set[int] = set()
        wins(position, seen)
        print(f"{number + 1}: won against every defence, {len(seen):,} positions", flush=True)


def leaves(count: int = 200, seed: int = 0) -> None:
    found = list[str]()

    def walk(moves: move_tree.Moves, path: tuple[int, ...]) -> None:
        for cell, rest in moves.items():
            if rest is None:
                found.append(" ".join(("WL"[len(path) % 2 == 0], "0", RULES.names((*path, cell)))))
            else:
                walk(rest, (*path, cell))

    walk(move_tree.read(sys.stdin.buffer.read(), Position(RULES)), ())
    print("\n".join(random.Random(seed).sample(found, count)))


def measure(nodes: int = 3_000_000, exact: int = 0) -> None:
    rules = Rules.parse("15,15,5 exact") if exact else RULES
    times = list[float]()
    asked = sys.stdin.read().splitlines()
    for line in asked:
        kind, _, *moves = line.split()
        position = Position(rules)
        for move in moves:
            position = position.play(move)
        mark = position.turn.other if kind == "L" else position.turn
        jobs = ThreatJobs(rules, MEMORY)
        started = process_time()
        if jobs.wins(position, mark, 0, nodes, Limit())[0]:
            times.append(process_time() - started)
    for seconds in (0.1, 0.3, 1.0, 3.0, 10.0):
        print(f"within {seconds} CPU s: {sum(t <= seconds for t in times)} of {len(asked)}")


def wins(position: Position, seen: set[int]) -> None:
    """Fail unless the side to move wins whatever is replied."""
    if position.key in seen or completions(position, position.turn):
        return
    seen.add(position.key)
    made, side = search(position), position.ply % 2
    must(made.threes.win(side, 10 * NODES), position)
    if made.threes.by_fours(side, ATTACK_NODES):
        follow(position, made.threes.line(side, NODES, loses=False))
        return
    after = position.play(made.threes.best)
    for _, reply in after.children():
        must(reply.outcome is None, reply)
        wins(reply, seen)


def follow(position: Position, line: list[int]) -> None:
    """Fail unless every reply on the line is forced, and its end cannot be stopped."""
    winner = position.turn
    for at, cell in enumerate(line[:-2]):
        forced = set(completions(position, position.turn.other))
        if position.turn is winner:
            must(forced <= {cell}, position)
        else:
            must(forced == {cell} and not completions(position, position.turn), position)
        position = position.play(cell)
        must(position.outcome is None and (at % 2 == 0) == (position.turn is not winner), position)
    must(len(completions(position, winner)) > 1, position)
    must(not completions(position, position.turn), position)


def must(holds: bool, position: Position) -> None:  # noqa: FBT001
    if not holds:
        sys.exit(f"not won: {position}")


if __name__ == "__main__":
    kind, *numbers = sys.argv[1:] or ["make"]
    commands: dict[str, Callable[..., None]]
    commands = {"make": make, "verify": verify, "leaves": leaves, "measure": measure}
    commands[kind](*map(int, numbers))
