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
    """The facts about a level of the search state."""

    empty: u64  #: the empty cells
    attacker_wins: u64  #: those that complete a line of the attacker's
    defender_wins: u64  #: those that complete a line of the defender's
    attacker_cells: u64  #: the cells of the attacker's open lines, stones included
    defender_cells: u64  #: those of the defender's
    attacker_weight: u64  #: the Erdős-Selfridge sum of the attacker's open lines


class Key(NamedTuple):
    """The key under which a position is stored."""

    mine: u64  #: the first of two bitboards: the attacker's stones, or the mover's
    theirs: u64  #: the second
    side: u64  #: who is to move; 0 the attacker, 1 the defender
    symmetry: int  #: the index of the symmetry applied to the bitboards; -1 if none


class Entry(NamedTuple):
    """An entry of the transposition table; `TranspositionTable` explains the fields."""

    found: bool  #: whether there is an entry; if not, the others mean nothing
    proof: cython.longlong  #: the first number
    disproof: cython.longlong  #: the second number
    board: u64  #: a bitboard, with the key's symmetry applied


class Answer(NamedTuple):
    """Whether the attacker wins; if so, the relevance zone of the win."""

    won: int  #: `WON`, `NOT_WON` or `UNKNOWN`
    zone: u64  #: the cells that the win needs (`RelevanceZones`)
    passes: int  #: the most moves that the defender may make outside the zone


class Moves(NamedTuple):
    """The moves worth trying, or the reason why none is needed."""

    won: int  #: `WON` or `NOT_WON` if the position is decided, else `UNKNOWN`
    cells: u64  #: the moves
    zone: u64  #: the zone of the attacker's threat sequence, to move or after a pass


class Pairs(NamedTuple):
    """A pairing, if one was found."""

    found: bool  #: whether there is one
    cells: u64  #: its cells


class Twos(NamedTuple):
    """The attacker's lines that lack two cells, in a threat sequence."""

    n: int  #: how many there are
    twice: u64  #: the cells of more than one of them
    fresh: u64  #: the cells of those that lack two since the last move


class Numbers(NamedTuple):
    """The proof and disproof number of a position; of a win, its relevance zone as in `Answer`."""

    proof: cython.longlong  #: 0 if the attacker wins
    disproof: cython.longlong  #: 0 if the attacker does not win
    zone: u64  #: the cells that a win needs
    passes: int  #: the most moves that the defender may make outside them


class Children(NamedTuple):
    """The numbers that follow from a position's children."""

    proof: cython.longlong  #: the position's own proof number
    disproof: cython.longlong  #: its disproof number
    best: int  #: the index of the child that both numbers point to
    second: cython.longlong  #: the mover's number of the next best
    others: cython.longlong  #: the sum of the other number over the children, without the greatest
