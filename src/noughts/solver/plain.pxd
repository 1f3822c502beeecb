from noughts.solver.words cimport WON, bit, u64
from noughts.solver.memory cimport Memory
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
    cdef Memory memory
    cdef Turns turns
    cdef readonly Budget budget
    cdef bint _wins(self, u64 mover, u64 other, int turn) noexcept nogil
    cdef bint _completes(self, u64 mover, int cell) noexcept nogil
