cimport cython
from noughts.threats.threat_types cimport EXACT, Known
from noughts.kernel.bitboard cimport u64

@cython.final
cdef class ValueCache:
    cdef u64[::1] words
    cdef u64 slots
    cdef Known find(self, u64 key) noexcept nogil
    cdef void store(self, u64 key, int depth, int bound, int value, int move) noexcept nogil
