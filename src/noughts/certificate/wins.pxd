cimport cython
from noughts.certificate.claims cimport Claim, Step
from noughts.certificate.claims cimport names as cell_names
from noughts.certificate.known cimport Found, Known
from noughts.solver.core.bitboard cimport bit, lowest, popcount, u64, INFINITE, NO_BOUND
from noughts.solver.core.results cimport WON, Answer, Key, Numbers, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.pruning.pruning cimport Pruning
from noughts.solver.pruning.threats cimport ThreatSearch
from noughts.solver.pruning.relevance cimport RelevanceZones
from noughts.solver.search.and_or cimport AndOrSearch
from noughts.solver.search.proof_number cimport ProofNumberSearch

@cython.final
cdef class Wins:
    cdef SearchState state
    cdef AndOrSearch search
    cdef ProofNumberSearch numbers
    cdef bint by_numbers
    cdef Known known
    cdef ThreatSearch threats
    cdef RelevanceZones zones
    cdef object attack(self, int level, str said)
    cdef object defend(self, int level, str said)
    cdef Answer _replies(self, int level, Claim claim)
    cdef int _move(self, int level)
    cdef bint _won(self, int level)
    cdef u64 _two(self, u64 threats)
