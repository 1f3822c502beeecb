cimport cython
from noughts.kernel.bitboard cimport u64, bit, prefetch, scatter

cdef enum:
    CROWDED = 3

@cython.final
cdef class ValueTable:
    cdef object block
    cdef u64[::1] words
    cdef u64 *base
    cdef int bits
    cdef int most_bits
    cdef readonly u64 stored
    cdef void expect(self, u64 key) noexcept nogil
    cdef int find(self, u64 key) noexcept nogil
    cdef void store(self, u64 key, int value) noexcept nogil
    cdef void _place(self, u64 mixed, int value) noexcept nogil
    cdef void _grow(self) noexcept nogil
