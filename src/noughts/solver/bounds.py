"""What is remembered of a win by a given time: two numbers for each position.

A win within n plies is one within n + 1 too, so all that was ever learnt about a position are the
least bound proved to be enough and the greatest proved to be too little. (A bound is counted in
plies or in moves, as the search likes.)
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from noughts.solver.memory import Memory
    from noughts.solver.words import EVER, u64


@cython.final
@cython.cclass
class Bounds:
    """The two numbers, in a memory: above the 16 bits of effort in an entry's data."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def known(self, first: u64, second: u64, kind: u64, bound: u64) -> cython.int:
        """Look a position up: 1 won within the bound, 0 not, -1 unknown."""
        if not self.memory.find(first, second, kind):
            return -1
        if self.memory.data >> 24 & EVER <= bound:
            return 1
        return 0 if self.memory.data >> 16 & EVER >= bound else -1

    def learn(
        self, first: u64, second: u64, kind: u64, bound: u64, won: cython.bint, effort: u64
    ) -> None:
        """Remember that the bound was enough, or too little, beside what was known."""
        enough: u64 = EVER
        few: u64 = 0
        if self.memory.find(first, second, kind):
            enough = self.memory.data >> 24 & EVER
            few = self.memory.data >> 16 & EVER
        if won:
            enough = bound
        else:
            few = bound
        effort = min(effort, 0xFFFF)
        self.memory.store(first, second, kind, effort | few << 16 | enough << 24, 0)
