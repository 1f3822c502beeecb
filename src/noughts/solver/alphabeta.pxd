from noughts.solver.words cimport u64, HALF, bit, count, lowest
from noughts.solver.field cimport Field
from noughts.solver.memory cimport Memory
from noughts.solver.pairing cimport Pairing
from noughts.solver.threats cimport Threats
from noughts.solver.symmetry cimport Turns

cdef class AlphaBeta:
    cdef Field field
    cdef Memory memory
    cdef Pairing pairing
    cdef Threats threats
    cdef Turns turns
    cdef object poll
    cdef object error
    cdef readonly long long nodes
    cdef long long most
    cdef readonly bint stopped
    cdef bint dead
    cdef bint erdos
    cdef bint pairs
    cdef bint zones
    cdef bint sequences
    cdef bint relevance
    cdef int turned
    cdef int tries
    cdef int glance(self, int level, int turn, long long nodes) noexcept nogil
    cdef bint _visit(self) noexcept nogil
    cdef void _ask(self) noexcept
    cdef bint _attacks(self, int level) noexcept nogil
    cdef bint _defends(self, int level) noexcept nogil
    cdef bint _known(self, int level, u64 turn) noexcept nogil
    cdef bint _find(self, int level, u64 turn, Memory memory) noexcept nogil
    cdef void _learn(self, u64 first, u64 second, u64 turn, bint won, long long before) noexcept nogil
    cdef u64 _worthwhile(self, int level) noexcept nogil
    cdef u64 _heaviest(self, u64 among) noexcept nogil
