"""What is stored about a win within a bound: two numbers for each position.

A win within n plies is also one within n + 1. So a position needs only two numbers: the least bound
proved to be enough, and the greatest proved to be too little. (Each search counts a bound in plies
or in moves.)
"""

from __future__ import annotations

from noughts.core import _cython as cython
from noughts.kernel.bitboard import NO_BOUND, u64
from noughts.kernel.search_types import NOT_WON, UNKNOWN, WON, Entry, Key
from noughts.kernel.transposition_table import TranspositionTable


@cython.cfunc
@cython.nogil
def known(table: TranspositionTable, key: Key, bound: cython.int) -> cython.int:
    """Look a position up: `WON` or `NOT_WON` within the bound, or `UNKNOWN`."""
    entry: Entry = table.find(key)
    if not entry.found:
        return UNKNOWN
    if entry.proof <= bound:
        return WON
    return NOT_WON if entry.disproof >= bound else UNKNOWN


@cython.cfunc
@cython.nogil
def learn(
    table: TranspositionTable, key: Key, bound: cython.int, won: cython.bint, effort: u64
) -> None:
    """Store that the bound was enough, or too little, beside what was known."""
    enough: u64 = NO_BOUND
    too_little: u64 = 0
    entry: Entry = table.find(key)
    if entry.found:
        enough = entry.proof
        too_little = entry.disproof
    if won:
        enough = bound
    else:
        too_little = bound
    table.store(key, enough, too_little, 0, effort)
