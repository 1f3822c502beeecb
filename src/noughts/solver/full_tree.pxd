cimport cython
from noughts.kernel.bitboard cimport popcount, u64

@cython.final
cdef class GameTree:
    cdef u64 full
    cdef int worth
    cdef unsigned char[::1] completes
    cdef readonly long long nodes
    cdef void _mark(self, unsigned long long[::1] lines, unsigned long long[::1] reaches, int start) noexcept
    cdef int _value(self, u64 own, u64 other, u64 side) noexcept nogil
