"""The plain values that the parts of a search return to each other.

Compiled, these are C structs (tools/declarations.py), and this file is not used. Uncompiled, they
are named tuples, so an unset field is an error and not a zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from noughts.core import _cython as cython
    from noughts.kernel.bitboard import u64

UNKNOWN, NOT_WON, WON = -1, 0, 1  #: whether the attacker wins


class View(NamedTuple):
    """The facts about a level of the search state.

    Attributes:
        empty: the empty cells.
        attacker_wins: those that complete a line of the attacker's.
        defender_wins: those that complete a line of the defender's.
        attacker_cells: the cells of the attacker's open lines, stones included.
        defender_cells: those of the defender's.
        attacker_weight: the Erdős-Selfridge sum of the attacker's open lines.
    """

    empty: u64
    attacker_wins: u64
    defender_wins: u64
    attacker_cells: u64
    defender_cells: u64
    attacker_weight: u64


class Key(NamedTuple):
    """The key under which a position is stored.

    Attributes:
        mine: the first of two bitboards: the attacker's stones, or the mover's.
        theirs: the second.
        side: who is to move; 0 the attacker, 1 the defender.
        symmetry: the index of the symmetry applied to the bitboards; -1 if none.
    """

    mine: u64
    theirs: u64
    side: u64
    symmetry: int


class Entry(NamedTuple):
    """An entry of the transposition table; `TranspositionTable` explains the fields.

    Attributes:
        found: whether there is an entry; if not, the others mean nothing.
        proof: the first number.
        disproof: the second number.
        board: a bitboard, with the key's symmetry applied.
    """

    found: bool
    proof: cython.longlong
    disproof: cython.longlong
    board: u64


class Answer(NamedTuple):
    """Whether the attacker wins; if so, the relevance zone of the win.

    Attributes:
        won: `WON`, `NOT_WON` or `UNKNOWN`.
        zone: the cells that the win needs (`RelevanceZones`).
        passes: the most moves that the defender may make outside the zone.
    """

    won: int
    zone: u64
    passes: int


class Moves(NamedTuple):
    """The moves worth trying, or the reason why none is needed.

    Attributes:
        won: `WON` or `NOT_WON` if the position is decided, else `UNKNOWN`.
        cells: the moves.
        zone: the zone of the attacker's threat sequence, to move or after a pass.
    """

    won: int
    cells: u64
    zone: u64


class Pairs(NamedTuple):
    """A pairing, if one was found.

    Attributes:
        found: whether there is one.
        cells: its cells.
    """

    found: bool
    cells: u64


class Twos(NamedTuple):
    """The attacker's lines that lack two cells, in a threat sequence.

    Attributes:
        n: how many there are.
        twice: the cells of more than one of them.
        fresh: the cells of those that lack two since the last move.
    """

    n: int
    twice: u64
    fresh: u64


class Numbers(NamedTuple):
    """The proof and disproof number of a position; of a win, its relevance zone as in `Answer`.

    Attributes:
        proof: 0 if the attacker wins.
        disproof: 0 if the attacker does not win.
        zone: the cells that a win needs.
        passes: the most moves that the defender may make outside them.
    """

    proof: cython.longlong
    disproof: cython.longlong
    zone: u64
    passes: int


class Children(NamedTuple):
    """The numbers that follow from a position's children.

    Attributes:
        proof: the position's own proof number.
        disproof: its disproof number.
        best: the index of the child that both numbers point to.
        second: the mover's number of the next best.
        others: the sum of the other number over the children, without the greatest.
    """

    proof: cython.longlong
    disproof: cython.longlong
    best: int
    second: cython.longlong
    others: cython.longlong
