from noughts.solver.words cimport u64, HALF, WON, bit, count, lowest
from noughts.solver.field cimport Field
from noughts.solver.memory cimport Memory
from noughts.solver.pairing cimport Pairing
from noughts.solver.threats cimport Threats
from noughts.solver.symmetry cimport Turns
from noughts.solver.budget cimport Budget

cdef class Breaker:
    cdef Field field
    cdef Memory memory
    cdef Pairing pairing
    cdef Threats threats
    cdef Turns turns
    cdef readonly Budget budget
    cdef bint contained
    cdef bint twins
    cdef bint leaves
    cdef bint dominated
    cdef bint erdos
    cdef bint pairs
    cdef bint narrow
    cdef bint sequences
    cdef bint carried
    cdef bint parts
    cdef int turned
    cdef int tries
    cdef u64[::1] common
    cdef u64[::1] shorter
    cdef u64 zone
    cdef u64 given
    cdef int turn
    cdef bint _attacks(self, int level, u64 fresh) noexcept nogil
    cdef bint _defends(self, int level, u64 fresh) noexcept nogil
    cdef int _verdict(self, int level, int turn) noexcept nogil
    cdef void _reduce(self, int level, int turn, u64 fresh) noexcept nogil
    cdef int _leave_out(self, int level, int at, int n, u64 fresh) noexcept nogil
    cdef u64 _compare(self, int at, int n) noexcept nogil
    cdef u64 _part(self, int level, u64 among) noexcept nogil
    cdef void _only(self, int level, u64 part) noexcept nogil
    cdef u64 _twins(self, u64 among) noexcept nogil
    cdef u64 _best(self, u64 among) noexcept nogil
    cdef u64 _worthwhile(self, int level, u64 among) noexcept nogil
    cdef u64 _heaviest(self, u64 among) noexcept nogil
    cdef void _name(self, int level) noexcept nogil
    cdef bint _recall(self) noexcept nogil
    cdef void _learn(self, u64 first, u64 second, u64 kind, bint won, long long before, int turn) noexcept nogil
