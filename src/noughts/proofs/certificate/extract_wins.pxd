cimport cython
from noughts.proofs.certificate.claims cimport Claim, Step
from noughts.proofs.certificate.claims cimport names as cell_names
from noughts.proofs.certificate.claim_table cimport Found, Known
from noughts.kernel.bitboard cimport lowest, popcount, u64
from noughts.kernel.search_types cimport WON, Answer, Key, View
from noughts.kernel.state cimport SearchState
from noughts.solver.pruning.forcing cimport ThreatSearch
from noughts.solver.pruning.zones cimport RelevanceZones
from noughts.solver.search.search_base cimport Search

@cython.final
cdef class Wins:
    cdef SearchState state
    cdef Search search
    cdef Known known
    cdef ThreatSearch threats
    cdef RelevanceZones zones
    cdef object attack(self, int level, str said)
    cdef object defend(self, int level, str said)
    cdef Answer _replies(self, int level, Claim claim)
    cdef u64 _move(self, int level) except? 0
    cdef u64 _two(self, u64 threats)
