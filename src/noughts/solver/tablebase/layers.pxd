cimport cython
from noughts.kernel.bitboard cimport bit, popcount, lowest, u64

cdef u64 following(u64 board) noexcept nogil

@cython.final
cdef class Ranks:
    cdef unsigned long long[::1] parts
    cdef int width
    cdef u64 rank(self, u64 board) noexcept nogil

@cython.final
cdef class Orbits:
    cdef readonly int cells
    cdef readonly int stones
    cdef readonly Ranks ranks
    cdef int places
    cdef unsigned long long[::1] images
    cdef unsigned long long[::1] leaders
    cdef unsigned int[::1] orbit
    cdef unsigned short[::1] symmetry
    cdef readonly long long n
    cdef u64 image(self, int symmetry, u64 board) noexcept nogil
    cdef void _gather(self, long long sets, int symmetries, int[::1] back) noexcept nogil
