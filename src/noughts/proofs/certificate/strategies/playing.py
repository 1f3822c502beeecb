"""Playing by a certificate to the end: against every reply, or some of them.

If its side always reaches the stated result, the certificate is right, whether or not the lemmas
about zones, pairings and sums are.
"""

import os
import random
from time import perf_counter
from typing import NamedTuple

from noughts.core.bits import bits
from noughts.core.catalogue import counted, grouped, say, worded
from noughts.core.errors import LimitReachedError
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.checker_reasons import stated
from noughts.proofs.certificate.strategies.expansion import Expansion
from noughts.proofs.certificate.strategies.strategy import RefutedError, Strategy, strategies
from noughts.solver.resources import granted_memory

SLICE = 1 << 12  #: positions between two checks for Ctrl-C


class Played(NamedTuple):
    """The result of playing by a certificate."""

    positions: int  #: the positions in which the side had to answer
    why: str  #: how a game was lost; empty if none was


def expanded(
    path: str | os.PathLike[str],
    most: int | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Played:
    """Play a certificate against every reply, in every position that can follow.

    Args:
        path: the file.
        most: the positions after which it gives up.
        seconds: the wall-clock seconds after which it gives up.
        memory: bytes for the waiting positions, by default a quarter of the machine's memory.

    Raises:
        LimitReachedError: One of these is not enough.
        RulesError: The memory is more than the machine has.
    """
    size = granted_memory(memory)
    started = perf_counter()
    positions = 0
    for text, strategy, own, other, first in strategies(path):
        expansion = Expansion(strategy, size)
        try:
            more = expansion.begin(own, other, first)
            if more:
                expansion.keep()
            while more:
                done = positions + expansion.answered()
                if done == most or (seconds and perf_counter() - started > seconds):
                    left = expansion.left()
                    raise LimitReachedError.said(
                        "proof", "waiting", positions=counted("position", done), left=grouped(left)
                    )
                more = expansion.advance(SLICE if most is None else min(SLICE, most - done))
        except RefutedError as error:
            return Played(
                positions + expansion.answered(), lost(text, expansion.own, expansion.other, error)
            )
        positions += expansion.answered()
    return Played(positions, "")


def played(path: str | os.PathLike[str], games: int, seed: int = 0) -> Played:
    """Play a certificate against opponents, half of them random.

    All of them block a threatened line. The other half play where their own lines are longest, and
    otherwise moves that the certificate does not mention.
    """
    draw = random.Random(seed)
    positions = 0
    for text, strategy, own, other, first in strategies(path):
        at = Expansion(strategy, memory=0)
        try:
            for number in range(games):
                more = at.begin(own, other, first)
                while more:
                    positions += 1
                    cell = _adverse(strategy, at, draw) if number % 2 else draw.choice(_moves(at))
                    more = at.step(cell)
        except RefutedError as error:
            return Played(positions, lost(text, at.own, at.other, error))
    return Played(positions, "")


def _moves(at: Expansion) -> tuple[int, ...]:
    return bits(at.moves())


def lost(text: str, own: int, other: int, error: RefutedError) -> str:
    """Return how a game was lost, in words."""
    return say(
        "proof",
        "game lost",
        statement=stated(text),
        reason=worded(str(error), "refusal"),
        own=f"{own:#x}",
        other=f"{other:#x}",
    )


def _adverse(strategy: Strategy, at: Expansion, draw: random.Random) -> int:
    """Return a move of an opponent who tries what the certificate leaves out."""
    now = strategy.all[at.followed]
    entries = strategy.entries.get((now.own, now.other), ()) if not now.said else ()
    said = {entry[0] for entry in entries}
    weights = {cell: draw.random() for cell in _moves(at)}
    for line in strategy.half.other_lines:
        if not line & at.own:
            for cell in bits(line):
                if cell in weights:
                    weights[cell] += 4.0 ** (line & at.other).bit_count()
    for cell in weights:
        weights[cell] *= 1 if CELLS[cell] in said else 3
    return max(weights, key=lambda cell: weights[cell])
