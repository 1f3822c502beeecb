cimport cython
from noughts.proofs.certificate.claims cimport Claim, Step
from noughts.proofs.certificate.claims cimport names as cell_names
from noughts.proofs.certificate.claim_table cimport Found, Known
from noughts.proofs.certificate.equivalent_cells cimport Twins
from noughts.kernel.bitboard cimport lowest, popcount, u64
from noughts.kernel.search_types cimport NOT_WON, WON, Answer, Key, Pairs, View
from noughts.kernel.state cimport SearchState
from noughts.solver.pruning.pairing cimport PairingSearch
from noughts.solver.search.search_base cimport DepthFirstSearch

@cython.final
cdef class Holds:
    cdef SearchState state
    cdef DepthFirstSearch search
    cdef PairingSearch pairing
    cdef Known known
    cdef Twins twins
    cdef bint only_blocks
    cdef int tries
    cdef int looks
    cdef Step hold(self, int level, str said, u64 reply)
    cdef Step _claim(self, int level, View view, str said, u64 reply)
    cdef View _defend(self, int level, u64 reply)
    cdef u64 _twins(self, int level, u64 reply) noexcept nogil
    cdef Step _at_sight(self, int level, View view, str said, u64 reply)
    cdef str _named(self, u64 reply, u64 cells)
    cdef tuple _proved(self, int level, View view)
    cdef tuple _zones(self, int level, View view)
    cdef int _holding(self, int level, int n) except -1
    cdef Step reply(self, int level, str said)
