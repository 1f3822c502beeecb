"""Games of a certificate against engines, from its position: none may be lost.

Each file plays as many games against each engine. A game ends this program if the certificate has
no answer, or does not keep what it states. The rows are the engines: their games, how many plies
the certificate's side needs, its CPU time for a move, and the share of each of its rules. ::

    python bench/certificate_games.py GAMES NODES FILE... < engines

Stdin names the engines, one a line. NODES is the limit of each of their moves. A line can also be a
program that speaks the Gomocup protocol, with the milliseconds of a move: `/usr/bin/pbrain 100`. So
that their games differ, the first moves are random: none, one, two or three, in turn.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from statistics import median
from time import process_time

from ladder import FOREVER, Program

from noughts import Limit, Position, engine
from noughts.proofs.certificate import CertificateEngine


class Row:
    """The results against one engine."""

    def __init__(self) -> None:
        self.plies: list[int] = []
        self.seconds: list[float] = []
        self.rules: Counter[str] = Counter()

    def __str__(self) -> str:
        count = sum(self.rules.values())
        rules = " ".join(f"{rule} {n / count:.0%}" for rule, n in self.rules.most_common())
        length = f"{min(self.plies)} {median(self.plies):g} {max(self.plies)}"
        mean, most = sum(self.seconds) / len(self.seconds), max(self.seconds)
        return (
            f"{len(self.plies)} games, plies {length}, CPU ms {1000 * mean:.2f} "
            f"(at most {1000 * most:.1f}), {rules}"
        )


class Opponent:
    """An engine, or a program that plays one game."""

    def __init__(self, name: str, start: Position, seed: int, limit: Limit) -> None:
        self.end: Callable[[], None] = lambda: None
        command, _, milliseconds = name.partition(" ")
        if milliseconds:
            settings = {"timeout_turn": int(milliseconds)}
            settings |= {"timeout_match": FOREVER, "time_left": FOREVER}
            program = Program([command], start.rules, settings)
            self.end = program.end
            self.move: Callable[[Position, int], int] = program.move
        else:
            other = engine(name, seed=seed)
            self.move = lambda position, _: other.play(position, limit).cell


def play(
    player: CertificateEngine, name: str, seed: int, limit: Limit, rows: tuple[Row, Row]
) -> None:
    """Play a game from the certificate's position."""
    (plan,), draw = player.plans, random.Random(seed)
    other = Opponent(name, plan.start, seed, limit)
    position, at_random, cell = plan.start, seed % 4, 0
    while position.outcome is None:
        if position.turn is plan.mark:
            began = process_time()
            choice = player.play(position)
            seconds = process_time() - began
            if choice.reason is None:
                raise SystemExit(f"{player.name} has no answer in {position}")
            for row in rows:
                row.seconds.append(seconds)
                row.rules[choice.reason] += 1
            cell = choice.cell
        elif at_random:
            at_random -= 1
            cell = draw.choice(position.legal)
        else:
            cell = other.move(position, cell)
        position = position.play(cell)
    other.end()
    winner = position.outcome.winner
    if winner is not plan.mark and (plan.wins or winner is not None):
        raise SystemExit(f"{player.name} loses by {position}")
    for row in rows:
        row.plies.append(position.ply - plan.start.ply)


def main(games: int, nodes: int, files: list[str]) -> None:
    """Play all games; print the rows so far after each file."""
    names, limit = sys.stdin.read().splitlines(), Limit(nodes=nodes)
    rows = {name: Row() for name in (*names, "all")}
    for file in files:
        player = CertificateEngine(file)
        for seed in range(games):
            for name in names:
                play(player, name, seed, limit, (rows[name], rows["all"]))
        print(file, *(f"{name}: {row}" for name, row in rows.items()), sep="\n", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
