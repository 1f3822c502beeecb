from noughts.solver.core.bitboard cimport bit, lowest, popcount, u64
from noughts.solver.core.results cimport Pairs, View
from noughts.solver.core.state cimport SearchState

cdef class PairingSearch:
    cdef SearchState state
    cdef int steps
    cdef int budget
    cdef int row
    cdef u64[::1] pool
    cdef u64[::1] pairs
    cdef int[::1] served
    cdef u64[::1] chosen
    cdef int length
    cdef Pairs find(self, int level, u64 empty, u64 reply) noexcept nogil
    cdef u64 zone(self, int level, View view, u64 among, int tries) noexcept nogil
    cdef u64 _heaviest(self, u64 among) noexcept nogil
    cdef Pairs _cover(self, int depth, int n, u64 used) noexcept nogil
    cdef int _candidates(self, int depth, int n, u64 line) noexcept nogil
