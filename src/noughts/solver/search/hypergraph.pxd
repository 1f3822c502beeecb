cimport cython
from noughts.kernel.bitboard cimport u64, popcount, lowest
from noughts.kernel.state cimport SearchState

@cython.final
cdef class Hypergraph:
    cdef SearchState state
    cdef bint contained
    cdef bint twins
    cdef bint leaves
    cdef bint dominated
    cdef u64 lead
    cdef u64[::1] common
    cdef u64[::1] shorter
    cdef u64 reduce(self, int level, u64 side, u64 fresh, u64 empty) noexcept nogil
    cdef u64 undominated(self, u64 among) noexcept nogil
    cdef u64 part(self, int level, u64 among) noexcept nogil
    cdef void only(self, int level, u64 part) noexcept nogil
    cdef int _uncontained(self, int at, int n, int into, u64 fresh, u64 empty) noexcept nogil
    cdef bint _contains(self, u64 rest, bint fresh, int before, int n) noexcept nogil
    cdef int _without(self, int at, int n, u64 cells) noexcept nogil
    cdef u64 _compare(self, int at, int n, u64 empty) noexcept nogil
    cdef u64 _twins(self, u64 among) noexcept nogil
    cdef u64 _leaf(self, int at, int n, u64 empty) noexcept nogil
    cdef void _leave(self, int level, int at, int n, u64 mine) noexcept nogil
