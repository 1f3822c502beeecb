cimport cython
from noughts.solver.core.bitboard cimport NO_BOUND, bit, popcount, u64
from noughts.solver.core.results cimport UNKNOWN, WON, Key
from noughts.solver.search.bounds cimport BoundTable
from noughts.solver.core.symmetry cimport SymmetryTables
from noughts.solver.core.budget cimport Budget

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
