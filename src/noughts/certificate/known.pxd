cimport cython
from noughts.solver.core.bitboard cimport u64
from noughts.solver.core.results cimport Key
from noughts.solver.core.symmetry cimport SymmetryTables

@cython.final
cdef class Known:
    cdef SymmetryTables symmetries
    cdef dict _claims
    cdef dict _numbers
    cdef dict _products
    cdef object _symmetries
    cdef object find(self, Key key)
    cdef object keep(self, Key key, object claim, u64 zone, int passes)
    cdef int _between(self, int here, int there)
