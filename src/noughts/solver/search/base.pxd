from noughts.solver.core.budget cimport Budget
from noughts.solver.core.state cimport SearchState
from noughts.solver.core.table cimport TranspositionTable
from noughts.solver.pruning.pruning cimport Pruning

cdef class Search:
    cdef SearchState state
    cdef TranspositionTable table
    cdef Pruning pruning
    cdef readonly Budget budget
