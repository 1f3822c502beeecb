cimport cython
from noughts.certificate.claims cimport Claim, Step
from noughts.certificate.claims cimport names as cell_names
from noughts.certificate.known cimport Found, Known
from noughts.solver.core.bitboard cimport lowest, popcount, u64
from noughts.solver.core.results cimport WON, Answer, Key, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.pruning.threats cimport ThreatSearch
from noughts.solver.pruning.relevance cimport RelevanceZones
from noughts.solver.search.base cimport Search

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
