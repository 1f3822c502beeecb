# What `results.py` says, as C structs.
from noughts.kernel.bitboard cimport u64

cdef enum:
    UNKNOWN = -1
    NOT_WON = 0
    WON = 1

cdef struct View:
    u64 empty
    u64 attacker_wins
    u64 defender_wins
    u64 attacker_cells
    u64 defender_cells
    u64 attacker_weight

cdef struct Key:
    u64 mine
    u64 theirs
    u64 side
    int symmetry

cdef struct Entry:
    bint found
    long long proof
    long long disproof
    u64 board

cdef struct Answer:
    int won
    u64 zone
    int passes

cdef struct Moves:
    int won
    u64 cells
    u64 zone

cdef struct Pairs:
    bint found
    u64 cells

cdef struct Twos:
    int n
    u64 twice
    u64 fresh

cdef struct Numbers:
    long long proof
    long long disproof
    u64 zone
    int passes

cdef struct Children:
    long long proof
    long long disproof
    int best
    long long second
    long long others
