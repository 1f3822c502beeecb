from noughts.solver.core.bitboard cimport u64
from noughts.solver.core.budget cimport Budget
from noughts.solver.core.results cimport UNKNOWN, WON, Answer, Key, Moves, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.pruning.pruning cimport Pruning
from noughts.solver.search.bounds cimport BoundTable

cdef class BoundedSearch:
    cdef SearchState state
    cdef BoundTable bounds
    cdef Pruning pruning
    cdef readonly Budget budget
    cdef bint _attacks(self, int level, int moves) noexcept nogil
    cdef bint _defends(self, int level, int moves) noexcept nogil
