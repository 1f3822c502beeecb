"""Whether the checkers agree on files with something changed.

`python -m tests.proofs.certificate.agree [NUMBER] [SEED]` changes certificates in NUMBER ways,
asks the checkers in Python, in C and the proved one (`make verified`), and stops at the first file
on which they differ. It is seeded, so it does the same each time.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from noughts import Rules
from noughts.proofs.certificate import certify
from noughts.proofs.certificate.checker import CELLS
from tests.proofs.certificate.changes import changes, late
from tests.proofs.certificate.files import code_of, read
from tests.proofs.certificate.second import exit_code
from tests.proofs.certificate.test_certificates import GAMES
from tests.proofs.certificate.verified import MISSING, PROGRAM, verdict_of_text
from tests.solver.fuzz import random_rules

SIGNS = CELLS[:20] + "-.=/: XOhw,"
BLOCKED = "3,3,3", "4,4,4", "5,4,4", "5,5,4", "4,4,4 torus", "3,3,3,3", "6,4,4"
NAMES = "holds", "does not hold", "is none", "refused, with another exit code"
EACH = 60  # changed files of one certificate


def spoiled(lines: list[str], draw: random.Random) -> list[str]:
    """Return the lines with a few signs, words or lines changed, anywhere."""
    lines = lines.copy()
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        at = draw.randrange(draw.choice((len(lines), 4, 2)) if draw.random() < 0.3 else len(lines))
        words = lines[at].split(" ")
        word = draw.randrange(len(words))
        place = draw.randrange(len(words[word]) + 1)
        old = words[word]
        match draw.randrange(7):
            case 0:
                words[word] = old[:place] + draw.choice(SIGNS) + old[place + 1 :]
            case 1:
                words[word] = old[:place] + draw.choice(SIGNS) + old[place:]
            case 2:
                words[word] = old[:place] + old[place + 1 :]
            case 3:
                words[word] = draw.choice(words)
            case 4:
                del words[word]
            case 5:
                words.insert(word, draw.choice(draw.choice(lines).split(" ")))
            case _:
                other = draw.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
                continue
        lines[at] = " ".join(words)
    return lines


def certificates(draw: random.Random, path: Path) -> Iterator[list[str]]:
    """Yield certificates of late positions of many games, without end."""
    while True:
        kind = draw.random()
        if kind < 0.25:  # O only blocks
            rules = Rules.parse(draw.choice(BLOCKED))
            position = late(rules, draw, draw.choice((10, 14, 18)))
            yield read(certify(position, path, maker_breaker=True).path)
        else:
            rules = Rules.parse(draw.choice(list(GAMES))) if kind < 0.9 else random_rules(draw)
            yield read(certify(late(rules, draw), path).path)


def changed(draw: random.Random, path: Path) -> Iterator[list[str]]:
    """Yield changed files, without end."""
    for lines in certificates(draw, path):
        known = [after for _how, after in changes(lines, draw)]
        yield from draw.sample(known, min(len(known), EACH // 2))
        for _ in range(EACH // 2):
            yield spoiled(lines, draw)


def main() -> None:
    """Compare the checkers on this many files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=10_000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    arguments = parser.parse_args()
    if not PROGRAM.exists():
        sys.exit(MISSING)
    draw = random.Random(arguments.seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "changed.cert")
        for lines in changed(draw, path):
            codes = code_of(path, lines), exit_code(path), verdict_of_text(lines)
            if len({code == 0 for code in codes}) > 1:
                sys.stderr.write("\n".join(lines) + "\n")
                sys.exit(f"Python, C and the proved one say {codes}")
            # Of two faults in one file, a checker may meet either first.
            found[NAMES[codes[0]] if len(set(codes)) == 1 else NAMES[3]] += 1
            if found.total() % 1000 == 0:
                sys.stdout.write(f"{found.total():,} files: {dict(sorted(found.items()))}\n")
                sys.stdout.flush()
            if found.total() >= arguments.number:
                return


if __name__ == "__main__":
    main()
