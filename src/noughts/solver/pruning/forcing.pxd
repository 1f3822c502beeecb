cimport cython
from noughts.kernel.bitboard cimport lowest, popcount, u64
from noughts.kernel.search_types cimport Twos
from noughts.kernel.state cimport SearchState

@cython.final
cdef class ThreatSearch:
    cdef SearchState state
    cdef u64[::1] twos
    cdef u64[::1] chosen
    cdef int row
    cdef int steps
    cdef int budget
    cdef int deepest
    cdef u64 find(self, int level, int deepest) noexcept nogil
    cdef list sequence(self, int level)
    cdef u64 _go_on(self, int level, Twos twos, u64 mine, u64 theirs, u64 must, u64 done) noexcept nogil
    cdef Twos _lacking_two(self, int at, int n, u64 pair, int cell, u64 mine, u64 theirs) noexcept nogil
    cdef u64 _fork(self, int level, int at, Twos twos) noexcept nogil
    cdef u64 _threatened(self, u64 mine, u64 theirs, int last) noexcept nogil
