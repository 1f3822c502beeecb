from noughts.solver.core.bitboard cimport u64
from noughts.solver.core.budget cimport Budget
from noughts.solver.core.results cimport UNKNOWN, WON, Answer
from noughts.solver.core.state cimport SearchState
from noughts.solver.core.table cimport TranspositionTable
from noughts.solver.pruning.pruning cimport Pruning

cdef class Search:
    cdef SearchState state
    cdef TranspositionTable table
    cdef Pruning pruning
    cdef readonly Budget budget
    cdef u64 move(self, int level) noexcept nogil

cdef class DepthFirstSearch(Search):
    cdef Answer wins(self, int level, u64 side) noexcept nogil
    cdef bint known_to_hold(self, int level) noexcept nogil
