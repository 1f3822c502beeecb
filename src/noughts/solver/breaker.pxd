from noughts.solver.words cimport u64, HALF, WON, bit, count
from noughts.solver.field cimport Field
from noughts.solver.hypergraph cimport Hypergraph
from noughts.solver.memory cimport Memory
from noughts.solver.pairing cimport Pairing
from noughts.solver.threats cimport Threats
from noughts.solver.symmetry cimport Turns
from noughts.solver.budget cimport Budget

cdef class Breaker:
    cdef Field field
    cdef Hypergraph hypergraph
    cdef Memory memory
    cdef Pairing pairing
    cdef Threats threats
    cdef Turns turns
    cdef readonly Budget budget
    cdef readonly u64 zone
    cdef bint parts
    cdef bint erdos
    cdef bint pairs
    cdef bint sequences
    cdef bint carried
    cdef int most_turned
    cdef int turned
    cdef int tries
    cdef bint _attacks(self, int level, u64 fresh) noexcept nogil
    cdef bint _defends(self, int level, u64 fresh) noexcept nogil
    cdef int _verdict(self, int level, int turn) noexcept nogil
    cdef bint _search(self, int level, int turn) noexcept nogil
    cdef bint _moves(self, int level) noexcept nogil
    cdef bint _replies(self, int level) noexcept nogil
    cdef bint _by_parts(self, int level, int turn) noexcept nogil
