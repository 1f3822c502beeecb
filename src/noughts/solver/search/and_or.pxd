from noughts.solver.core.bitboard cimport NO_BOUND, u64
from noughts.solver.core.budget cimport Budget
from noughts.solver.core.results cimport NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.core.table cimport TranspositionTable
from noughts.solver.pruning.pruning cimport Pruning

cdef class AndOrSearch:
    cdef SearchState state
    cdef TranspositionTable table
    cdef Pruning pruning
    cdef readonly Budget budget
    cdef Answer _attacks(self, int level) noexcept nogil
    cdef Answer _defends(self, int level) noexcept nogil
    cdef void _learn(self, Key key, Answer answer, u64 effort) noexcept nogil
