from noughts.solver.words cimport EVER, u64, HALF, WON, bit, count
from noughts.solver.field cimport Field
from noughts.solver.memory cimport Memory
from noughts.solver.pairing cimport Pairing
from noughts.solver.threats cimport Threats
from noughts.solver.zones cimport Zones
from noughts.solver.symmetry cimport Turns
from noughts.solver.budget cimport Budget

cdef class AlphaBeta:
    cdef Field field
    cdef Memory memory
    cdef Pairing pairing
    cdef Threats threats
    cdef Turns turns
    cdef readonly Budget budget
    cdef bint dead
    cdef bint erdos
    cdef bint pairs
    cdef bint narrow
    cdef bint carried
    cdef Zones zones
    cdef int turn
    cdef bint sequences
    cdef bint relevance
    cdef int turned
    cdef int tries
    cdef bint _attacks(self, int level) noexcept nogil
    cdef bint _defends(self, int level) noexcept nogil
    cdef int verdict(self, int turn) noexcept nogil
    cdef void name(self, int level) noexcept nogil
    cdef void _learn(self, u64 first, u64 second, u64 kind, bint won, long long before, int turn) noexcept nogil
    cdef bint _recall(self, int turn) noexcept nogil
    cdef u64 worthwhile(self, int level) noexcept nogil
