cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, popcount, u64
from noughts.kernel.search_types cimport WON, Answer
from noughts.kernel.state cimport SearchState

@cython.final
cdef class RelevanceZones:
    cdef SearchState state
    cdef u64[::1] zones
    cdef int[::1] passes
    cdef void keep(self, int level, int i, Answer answer) noexcept nogil
    cdef void skip(self, int level, int i) noexcept nogil
    cdef bint skipped(self, int level, int i) noexcept nogil
    cdef Answer kept(self, int level, int i) noexcept nogil
    cdef u64 replies(self, int level, u64 zone, int passes) noexcept nogil
    cdef Answer gather(self, int level, int n, u64 zone) noexcept nogil
