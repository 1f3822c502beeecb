cimport cython
from noughts.kernel.bitboard cimport bit, lowest, popcount, u64
from noughts.kernel.search_types cimport Pairs, View
from noughts.kernel.state cimport SearchState

@cython.final
cdef class PairingSearch:
    cdef SearchState state
    cdef int steps
    cdef int budget
    cdef int soon
    cdef int row
    cdef int lines
    cdef u64 taken
    cdef u64 seen
    cdef u64[::1] apart
    cdef int[::1] owner
    cdef u64[::1] pool
    cdef u64[::1] candidates
    cdef int[::1] served
    cdef u64[::1] chosen
    cdef Pairs find(self, int level, u64 empty, u64 reply) noexcept nogil
    cdef u64 zone(self, int level, View view, u64 among, int tries) noexcept nogil
    cdef Pairs _cover(self, int depth, int n, u64 used) noexcept nogil
    cdef int _candidates(self, int depth, int n, u64 line) noexcept nogil
    cdef bint _hopeless(self) noexcept nogil
    cdef bint _give(self, int line) noexcept nogil
