from noughts.solver.words cimport EVER, bit, count, u64
from noughts.solver.bounds cimport Bounds
from noughts.solver.symmetry cimport Turns
from noughts.solver.budget cimport Budget

cdef class Plain:
    cdef int cells
    cdef u64 full
    cdef u64[::1] lines
    cdef u64[::1] guards
    cdef int[::1] start
    cdef int[::1] ordered
    cdef bint misere
    cdef Bounds bounds
    cdef Turns turns
    cdef readonly Budget budget
    cdef bint _wins(self, u64 mover, u64 other, int turn, int plies) noexcept nogil
    cdef bint _completes(self, u64 mover, int cell) noexcept nogil
