cimport cython
from noughts.kernel.bitboard cimport u64, bit, scatter
from noughts.kernel.budget cimport Budget
from noughts.solver.search.gravity_bitboard cimport _has_line

@cython.final
cdef class Words:
    cdef readonly int bits
    cdef int most_bits
    cdef readonly bint full
    cdef readonly long long stored
    cdef u64[::1] words
    cdef bint add(self, u64 word)
    cdef bint _place(self, u64 word) noexcept nogil
    cdef void _grow(self)

@cython.final
cdef class FallingPositions:
    cdef int columns
    cdef int height
    cdef int k
    cdef u64 bottom
    cdef u64 full
    cdef readonly Budget budget
    cdef object memory
    cdef Words layer
    cdef readonly int ply
    cdef readonly long long positions
    cdef long long _expand(self, Words layer, Words following)
    cdef u64 _taken(self, u64 word) noexcept nogil
    cdef u64 _mirrored(self, u64 word) noexcept nogil
