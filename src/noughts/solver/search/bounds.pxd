cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, u64
from noughts.kernel.search_types cimport NOT_WON, UNKNOWN, WON, Entry, Key
from noughts.kernel.transposition_table cimport TranspositionTable

@cython.final
cdef class BoundTable:
    cdef TranspositionTable table
    cdef int known(self, Key key, int bound) noexcept nogil
    cdef void learn(self, Key key, int bound, bint won, u64 effort) noexcept nogil
