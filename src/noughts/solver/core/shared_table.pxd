cimport cython
from noughts.solver.core.atomic cimport ACROSS, give, look, swap, take
from noughts.solver.core.bitboard cimport hash_pair, u64
from noughts.solver.core.results cimport Entry, Key
from noughts.solver.core.table cimport TranspositionTable

cdef extern from *:
    """
    #define NOUGHTS_TAKEN (1ULL << 63)
    """
    const u64 TAKEN "NOUGHTS_TAKEN"

@cython.final
cdef class SharedTable(TranspositionTable):
    cdef u64 *base
    cdef u64 count_at
    cdef void _move(self, u64 bucket, u64 word) noexcept nogil
