cimport cython
from noughts.proofs.certificate.claims cimport Claim, Step, names
from noughts.proofs.certificate.claim_table cimport Found, Known
from noughts.kernel.bitboard cimport NO_BOUND, bit, u64
from noughts.kernel.search_types cimport Key
from noughts.solver.search.exhaustive cimport PlainSearch

@cython.final
cdef class WholeTree:
    cdef PlainSearch search
    cdef Known known
    cdef bint wins
    cdef Step claim(self, u64 own, u64 other, str said)
    cdef Step answer(self, u64 own, u64 other, str said)
    cdef bint _good(self, u64 own, u64 other, int cell)
