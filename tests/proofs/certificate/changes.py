"""Certificates with one thing changed, for every checker to look at."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise

from noughts import Position, Rules
from noughts.proofs.certificate.checker import CELLS


def changes(lines: list[str], draw: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Yield files with one thing changed."""
    claims = [at for at, line in enumerate(lines) if line[:2] in {"h ", "w "}]
    for at in claims:
        before, after = lines[:at], lines[at + 1 :]
        yield "dropped", [*before, *after]
        words = lines[at].split(" ")
        for number in range(4, len(words)):
            rest = [*words[:number], *words[number + 1 :]]
            yield "a reason left out", [*before, " ".join(rest), *after]
            yield "a reason twice", [*before, f"{lines[at]} {words[number]}", *after]
            rest = [*words[:4], words[number], *words[4:number], *words[number + 1 :]]
            yield "a reason put first", [*before, " ".join(rest), *after]
            if lines[1].endswith((" misere", " exact")):
                more = [*words[:number], words[number] + ".1", *words[number + 1 :]]
                yield "a step too many", [*before, " ".join(more), *after]
        for _ in range(12):
            word = draw.randrange(1, len(words))
            place = draw.randrange(len(words[word]))
            name = draw.choice(CELLS[:16] + "-.=")
            changed = words[word][:place] + name + words[word][place + 1 :]
            rest = [*words[:word], changed, *words[word + 1 :]]
            yield "a character changed", [*before, " ".join(rest), *after]
        yield "the other kind", [*before, "hw"[words[0] == "h"] + lines[at][1:], *after]
    for one, two in pairwise(claims):
        swapped = lines.copy()
        swapped[one], swapped[two] = swapped[two], swapped[one]
        yield "swapped", swapped
    for rules in ("3,3,3", "4,4,3", "4,3,3 misere", "4,4,4 torus", "5,4,3"):
        if lines[1] != f"rules {rules}":
            yield "another game's header", [lines[0], f"rules {rules}", *lines[2:]]
    for at, line in enumerate(lines):
        if line.startswith("symmetry"):
            yield (
                "a symmetry changed",
                [*lines[:at], line[:-2] + line[-1] + line[-2], *lines[at + 1 :]],
            )
    yield (
        "a statement turned round",
        [
            re.sub("^([XO]) (wins|does not win)", lambda m: f"{'OX'[m[1] == 'O']} {m[2]}", line)
            for line in lines
        ],
    )


def late(rules: Rules, draw: random.Random, most: int = 10) -> Position:
    """Return a position with this many empty cells and a short certificate that is not trivial."""
    plies = max(rules.cells // 3, rules.cells - most)
    while True:
        position = Position(rules)
        while position.outcome is None and position.ply < plies:
            position = position.play(draw.choice(position.legal))
        if position.outcome is None:
            return position
