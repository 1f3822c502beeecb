cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, bit, popcount, u64
from noughts.kernel.search_types cimport UNKNOWN, WON, Key
from noughts.solver.search.bounds cimport BoundTable
from noughts.kernel.canonical cimport SymmetryTables
from noughts.kernel.budget cimport Budget

@cython.final
cdef class PlainSearch:
    cdef int cells
    cdef u64 full
    cdef u64[::1] lines
    cdef u64[::1] guards
    cdef u64[::1] ends
    cdef int[::1] start
    cdef int[::1] ordered
    cdef bint misere
    cdef BoundTable bounds
    cdef SymmetryTables symmetries
    cdef readonly Budget budget
    cdef bint _wins(self, u64 mover, u64 other, int side, int plies) noexcept nogil
    cdef bint _completes(self, u64 mover, u64 other, int cell) noexcept nogil
