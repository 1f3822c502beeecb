"""The fuzzer of certificates: random positions certified, and certificates tampered with.

`python -m tests.proofs.certificate.fuzz GAME [NUMBER] [--small] [--changes]` certifies NUMBER
random positions of a game. With `--small`, the certificates are made smaller. Both checkers judge
them, every reply is played, and the result is compared with the value. With `--changes`, NUMBER
certificates of late positions are changed; each one that both checkers accept has to be true.
It is seeded, so it does the same each time, and stops at the first mistake.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from noughts import Position, Rules
from noughts.proofs.certificate import certify
from noughts.proofs.certificate.strategies.playing import expanded
from tests import naive_solver
from tests.proofs.certificate.changes import changes, late
from tests.proofs.certificate.files import read, verdict
from tests.proofs.certificate.second import exit_code
from tests.proofs.certificate.test_certificates import GAMES, expected, shown
from tests.proofs.certificate.test_corruption import Truth, expect_code
from tests.solver.fuzz import random_position

NUMBER = 10_000
SEED = 1


def certified(rules: Rules, number: int, path: Path, *, small: bool) -> None:
    """Certify random positions; count what they show."""
    draw = random.Random(SEED)
    known: dict[int, int] = {}
    found: Counter[str] = Counter()
    for _ in range(number):
        position = random_position(rules, draw, *GAMES[str(rules)])
        certify(position, path, small=small)
        said = verdict(path)
        if exit_code(path) or shown(said) != expected(
            position, naive_solver.value(position, known)
        ):
            sys.exit(f"{position}: {said}")
        if expanded(path).why:
            sys.exit(f"{position}: {expanded(path).why}")
        found[said] += 1
        if sum(found.values()) % 100 == 0:
            report(found)


def changed(rules: Rules, number: int, path: Path) -> None:
    """Change certificates of late positions; count what becomes of them."""
    draw = random.Random(SEED)
    truth = Truth(rules)
    found: Counter[str] = Counter()
    while sum(found.values()) < number:
        lines = read(certify(late(rules, draw), path).path)
        tried = list(changes(lines, draw))
        for how, after in draw.sample(tried, min(len(tried), 200, number - sum(found.values()))):
            code = expect_code(verdict(path, after))
            if exit_code(path) != code or (code == 0 and not true(lines, after, truth)):
                sys.exit(f"{how}: {after}")
            found["refused" if code else "still true"] += 1
        report(found)


def true(before: list[str], after: list[str], truth: Truth) -> bool:
    """Return whether what was changed in a certificate is true."""
    if after[1] != before[1]:  # another game, in which the same may be so
        rules = Rules.parse(after[1].removeprefix("rules "))
        position = Position.parse(after[2].removeprefix("position "), rules)
        stated = {line.partition(":")[0] for line in after if line[:2] in {"X ", "O "}}
        return shown("; ".join(stated)) <= expected(position, naive_solver.value(position, {}))
    changed = set(after) - set(before)
    return all(truth.claim(line) for line in changed if line[:2] in {"h ", "w "})


def report(found: Counter[str]) -> None:
    """Say how far it is."""
    sys.stdout.write(f"{sum(found.values())} {dict(found)}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("number", type=int, nargs="?", default=NUMBER)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--changes", action="store_true")
    arguments = parser.parse_args()
    rules = Rules.parse(arguments.game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.cert")
        if arguments.changes:
            changed(rules, arguments.number, path)
        else:
            certified(rules, arguments.number, path, small=arguments.small)


if __name__ == "__main__":
    main()
