cimport cython
from noughts.kernel.bitboard cimport bit, u64

cpdef enum:
    ANY = 64
    NUMBER_BITS = 26

@cython.final
cdef class Answers:
    cdef object strategy
    cdef int cells
    cdef readonly list images
    cdef u64[::1] edges
    cdef u64[::1] starts
    cdef u64 used
    cpdef u64 answer(self, u64 followed, int cell) except? 0
    cpdef bint armed(self, u64 followed) noexcept nogil
    cpdef u64 word(self, object edge) except? 0
    cpdef long long size(self) noexcept
    cdef int _ask(self, u64 place, u64 followed, int cell) except -1
