cimport cython
from noughts.solver.core.bitboard cimport u64
from noughts.solver.core.results cimport Key, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.core.symmetry cimport SymmetryTables

@cython.final
cdef class Known:
    cdef SearchState state
    cdef SymmetryTables symmetries
    cdef dict _claims
    cdef dict _numbers
    cdef dict _products
    cdef object _symmetries
    cdef object place(self, int level)
    cdef object find(self, object place)
    cdef object keep(self, object place, object claim, u64 zone, int passes)
    cdef int _between(self, int here, int there)
