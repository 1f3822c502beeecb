cimport cython
from noughts.proofs.certificate.claims cimport Claim
from noughts.kernel.bitboard cimport u64
from noughts.kernel.search_types cimport Key
from noughts.kernel.canonical cimport SymmetryTables

@cython.final
cdef class Found:
    cdef readonly Claim claim
    cdef readonly int symmetry
    cdef readonly u64 zone
    cdef readonly int passes

@cython.final
cdef class Known:
    cdef readonly SymmetryTables symmetries
    cdef dict _claims
    cdef dict _numbers
    cdef dict _products
    cdef object _symmetries
    cdef Key least(self, Key key)
    cdef Found find(self, Key least)
    cdef object keep(self, Key least, Claim claim, u64 zone, int passes)
    cdef int _between(self, int here, int there)
