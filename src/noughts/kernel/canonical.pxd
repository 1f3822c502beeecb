cimport cython
from noughts.kernel.bitboard cimport u64
from noughts.kernel.search_types cimport Key

@cython.final
cdef class SymmetryTables:
    cdef u64[::1] images
    cdef readonly int n
    cdef int[::1] inverse
    cdef int bytes
    cdef u64 image(self, u64 board, int symmetry) noexcept nogil
    cdef u64 back(self, u64 board, int symmetry) noexcept nogil
    cdef Key least(self, Key key) noexcept nogil
