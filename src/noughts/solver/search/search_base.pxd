from noughts.kernel.bitboard cimport u64
from noughts.kernel.budget cimport Budget
from noughts.kernel.search_types cimport UNKNOWN, WON, Answer
from noughts.kernel.state cimport SearchState
from noughts.kernel.transposition_table cimport TranspositionTable
from noughts.solver.pruning.prune cimport Pruning

cdef class Search:
    cdef SearchState state
    cdef TranspositionTable table
    cdef Pruning pruning
    cdef readonly Budget budget
    cdef u64 move(self, int level) noexcept nogil

cdef class DepthFirstSearch(Search):
    cdef Answer wins(self, int level, u64 side) noexcept nogil
    cdef bint known_to_hold(self, int level) noexcept nogil
