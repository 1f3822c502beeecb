cimport cython
from noughts.kernel.atomic cimport ACROSS, give, look, swap, take
from noughts.kernel.bitboard cimport hash_pair, u64
from noughts.kernel.search_types cimport Entry, Key
from noughts.kernel.transposition_table cimport TranspositionTable

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
