cimport cython
from noughts.certificate.claims cimport Claim, Step, names
from noughts.certificate.known cimport Found, Known
from noughts.solver.core.bitboard cimport NO_BOUND, bit, u64
from noughts.solver.core.results cimport Key
from noughts.solver.search.plain cimport PlainSearch

@cython.final
cdef class WholeTree:
    cdef PlainSearch search
    cdef Known known
    cdef bint wins
    cdef Step claim(self, u64 own, u64 other, str said)
    cdef Step answer(self, u64 own, u64 other, str said)
    cdef bint _good(self, u64 own, u64 other, int cell)
