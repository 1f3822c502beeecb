cimport cython
from noughts.threats.line_board cimport LineBoard
from noughts.threats.threat_types cimport FAILED, MANY, MOST_STEPS, NOWHERE, STEPS, TWO
from noughts.kernel.bitboard cimport u64
from noughts.kernel.budget cimport Budget

@cython.final
cdef class Fours:
    cdef LineBoard board
    cdef Budget budget
    cdef long long enough
    cdef bint cut
    cdef bint deeper
    cdef int[::1] moves
    cdef int[::1] worths
    cdef int top
    cdef int[::1] seen
    cdef int stamp
    cdef u64[::1] failed
    cdef readonly int[::1] path
    cdef readonly int steps
    cdef int win(self, int side, int most, long long nodes) noexcept nogil
    cdef int _win(self, int side, int most, int step) noexcept nogil
    cdef void _attacks(self, int side, int forced, int second) noexcept nogil
    cdef int zone(self, int side, int[::1] cells) noexcept nogil
    cdef int _note_ends(self, int side, int[::1] cells, int at) noexcept nogil
    cdef int _note(self, int cell, int[::1] cells, int at) noexcept nogil
