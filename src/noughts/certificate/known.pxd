from noughts.solver.core.bitboard cimport u64
from noughts.solver.core.results cimport Key, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.core.symmetry cimport SymmetryTables

cdef class Known:
    cdef SearchState state
    cdef SymmetryTables symmetries
    cdef dict found
    cdef dict _numbers
    cdef dict _products
    cdef object _symmetries
    cdef readonly object key
    cdef readonly u64 first
    cdef readonly u64 second
    cdef u64 zone
    cdef int passes
    cdef object claim
    cdef int symmetry
    cdef int turned
    cdef bint find(self, int level)
    cdef keep(self, object key, int turned, object claim, u64 zone, int passes)
    cdef int _between(self, int here, int there)
