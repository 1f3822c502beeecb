cimport cython
from noughts.kernel.bitboard cimport u64, bit, prefetch, scatter

cdef enum:
    CROWDED = 32
    EFFORT_BIT = 60

@cython.final
cdef class ValueTable:
    cdef object block
    cdef u64[::1] words
    cdef u64 *base
    cdef int bits
    cdef int most_bits
    cdef readonly u64 stored
    cdef u64 written
    cdef void expect(self, u64 key) noexcept nogil
    cdef int find(self, u64 key) noexcept nogil
    cdef void store(self, u64 key, int value, u64 nodes) noexcept nogil
    cdef void _place(self, u64 mixed, u64 entry) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef void _move(self, u64 entry, u64 bucket) noexcept nogil

cdef u64 key_part(u64 entry) noexcept nogil
