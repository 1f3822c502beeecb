from noughts.solver.words cimport bit, u64
from noughts.solver.field cimport Field
from noughts.solver.bounds cimport Bounds
from noughts.solver.alphabeta cimport AlphaBeta
from noughts.solver.symmetry cimport Turns
from noughts.solver.budget cimport Budget

cdef class Within:
    cdef Field field
    cdef Bounds bounds
    cdef AlphaBeta rules
    cdef readonly Budget budget
    cdef bint _attacks(self, int level, int moves) noexcept nogil
    cdef bint _defends(self, int level, int moves) noexcept nogil
