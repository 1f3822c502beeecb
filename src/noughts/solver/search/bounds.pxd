cimport cython
from noughts.solver.core.bitboard cimport NO_BOUND, u64
from noughts.solver.core.results cimport NOT_WON, UNKNOWN, WON, Entry, Key
from noughts.solver.core.table cimport TranspositionTable

@cython.final
cdef class BoundTable:
    cdef TranspositionTable table
    cdef int known(self, Key key, int bound) noexcept nogil
    cdef void learn(self, Key key, int bound, bint won, u64 effort) noexcept nogil
