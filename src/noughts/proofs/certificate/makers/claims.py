"""Claims, and the certificate file.

A prover makes a `Claim` for each position that it has settled, with the *steps* to the claims that
it rests on. `write` writes only the claims that a statement needs, each after those that it rests
on.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from noughts.core import _cython as cython
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.whole_file import whole_file
from noughts.kernel.bitboard import lowest, u64
from noughts.proofs.certificate.checker import CELLS, GZIP, VERSIONS

EMPTY = "-"
LETTERS = list(CELLS)  #: faster to search than a string
PIECE = 1 << 16  #: characters that are compressed at a time


@cython.final
class Step:
    """Moves, and the claim they lead to."""

    def __init__(self, cells: str, claim: Claim | None = None, symmetry: int = 0) -> None:
        self.cells: cython.readonly[str] = cells  #: the moves' cells, by the file's names
        #: the claim after them; None if they settle the question
        self.claim: cython.readonly[Claim | None] = claim
        #: the symmetry (an index in the rules) from the position to the claim's; 0 is the identity
        self.symmetry: cython.readonly[int] = symmetry


@cython.final
class Claim:
    """One claim: the stones, pairings, and the steps to other claims."""

    def __init__(
        self, attacker: int, defender: int, pairings: Sequence[str] = (), steps: Sequence[Step] = ()
    ) -> None:
        #: the attacker's stones, and the blocked cells
        self.attacker: cython.readonly[u64] = attacker
        self.defender: cython.readonly[u64] = defender  #: the defender's, likewise
        #: each a reply (or nothing), ``=`` and pairs
        self.pairings: cython.public[Sequence[str]] = pairings
        self.steps: cython.public[Sequence[Step]] = steps  #: moves and replies

    @property
    def paired(self) -> bool:
        """Whether one pairing is the whole claim."""
        return not self.steps and len(self.pairings) == 1 and self.pairings[0][0] == "="


class Statement(NamedTuple):
    """The result for a side, and the step for the position itself.

    A statement without a step relies on strategy stealing.
    """

    text: str
    wins: bool
    step: Step | None = None


@cython.ccall
def names(board: u64) -> str:
    """Return the file's names for the cells of a board.

    >>> names(0b1000000000001), names(0)
    ('0C', '-')
    """
    letters: list[str] = LETTERS
    found: list[str] = []
    if board & (board - 1) == 0:
        return letters[lowest(board)] if board else EMPTY
    while board:
        found.append(letters[lowest(board)])
        board &= board - 1
    return "".join(found)


def write(
    path: str | os.PathLike[str],
    position: Position,
    statements: Sequence[Statement],
    *,
    only_blocks: bool = False,
) -> int:
    """Write a certificate; return the number of claims. The file appears only when complete."""
    halves = [_ordered(statement.step) if statement.step else [] for statement in statements]
    used = {step.symmetry for half in halves for claim in half for step in claim.steps}
    used |= {statement.step.symmetry for statement in statements if statement.step}
    number = {symmetry: at for at, symmetry in enumerate(sorted(used - {0}), start=1)} | {0: 0}
    save(Path(path), _text(position, statements, halves, number, only_blocks=only_blocks))
    return sum(map(len, halves))


def _text(
    position: Position,
    statements: Sequence[Statement],
    halves: Sequence[Sequence[Claim]],
    number: dict[int, int],
    *,
    only_blocks: bool,
) -> Iterator[str]:
    yield VERSIONS[only_blocks]
    yield f"rules {rules_text(position.rules, only_blocks=only_blocks)}"
    yield f"position {position}"
    for symmetry in list(number)[:-1]:
        yield "symmetry " + "".join(CELLS[cell] for cell in position.rules.symmetries[symmetry])
    for statement, half in zip(statements, halves, strict=True):
        written = set(half)
        for claim in half:
            yield _line("hw"[statement.wins], claim, number, written)
        root = statement.step and ": " + _step(statement.step, number, written)
        yield statement.text + (root or "")


def rules_text(rules: Rules, *, only_blocks: bool = False) -> str:
    """Write rules in a certificate's form: listed lines use its names of the cells.

    >>> from noughts import Rules
    >>> rules_text(Rules.parse("3,1 lines a1-b1 b1-c1"), only_blocks=True)
    '3,1 lines 01 12, O only blocks'
    """
    text = str(rules)
    shape, listed, _ = text.partition(" lines")
    if listed:
        text = " ".join((shape + listed, *map(names, rules.lines))) + " misere" * rules.misere
    return text + ", O only blocks" * only_blocks


def _line(kind: str, claim: Claim, number: dict[int, int], written: set[Claim]) -> str:
    """Return a claim as written in the file."""
    step: Step
    blocked: u64 = claim.attacker & claim.defender
    words: list[str] = [
        kind,
        names(claim.attacker ^ blocked),
        names(claim.defender ^ blocked),
        names(blocked),
        *claim.pairings,
    ]
    for step in claim.steps:
        words.append(_step(step, number, written))  # noqa: PERF401  (a third of the time)
    return " ".join(words)


def _step(step: Step, number: dict[int, int], written: set[Claim]) -> str:
    if step.claim is not None and step.claim not in written:
        # A pairing that only one step needs is written in that step, without a symmetry.
        pairing: str = step.claim.pairings[0]
        return step.cells + pairing
    return f"{step.cells}.{number[step.symmetry]}" if step.symmetry else step.cells


def _ordered(root: Step) -> list[Claim]:
    """Return the claims that a step rests on, in the order of writing.

    A pairing that only one step needs, without a symmetry, is written in that step.
    """
    step: Step
    found = reached(root)
    paired: set[Claim] = {claim for claim in found if claim.paired}
    once: set[Claim] = set()
    more: set[Claim] = set()
    for steps in ((root,), *[claim.steps for claim in found]):
        for step in steps:
            if step.claim in paired:
                (more if step.symmetry or step.claim in once else once).add(step.claim)
    once -= more
    return [claim for claim in found if claim not in once]


def reached(root: Step) -> list[Claim]:
    """Return the claims that a step rests on, each after those that it rests on itself."""
    found: list[Claim] = []
    _reach(root, set(), found)
    return found


def _reach(step: Step, seen: set[Claim], found: list[Claim]) -> None:
    # Each step takes at least one cell, so the recursion is no deeper than the board's cells.
    further: Step
    if step.claim is not None and step.claim not in seen:
        seen.add(step.claim)
        for further in step.claim.steps:
            _reach(further, seen, found)
        found.append(step.claim)


def save(path: Path, lines: Iterable[str]) -> None:
    """Write a certificate's lines into a file, which appears when it is complete."""
    with whole_file(path) as part:
        write_lines(part, lines)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Compress lines into a file, with the digest of everything after it."""
    with path.open("wb") as file:
        digest, crc, size = hashlib.sha256(), 0, 0
        pack = zlib.compressobj(6, zlib.DEFLATED, -15, 9)
        file.write(GZIP + bytes(65))
        for text in _pieces(lines):
            crc, size = zlib.crc32(text, crc), size + len(text)
            data = pack.compress(text)
            digest.update(data)
            file.write(data)
        data = pack.flush() + crc.to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")
        digest.update(data)
        file.write(data)
        file.seek(len(GZIP))
        file.write(digest.hexdigest().encode())


def _pieces(lines: Iterable[str]) -> Iterator[bytes]:
    """Join lines into pieces that are large enough to compress."""
    kept: list[str] = []
    length = 0
    for line in lines:
        kept.append(line)
        length += len(line) + 1
        if length > PIECE:
            yield ("\n".join(kept) + "\n").encode()
            kept, length = [], 0
    yield ("\n".join(kept) + "\n").encode() if kept else b""
