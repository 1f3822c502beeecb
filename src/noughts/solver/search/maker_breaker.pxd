cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, popcount, u64
from noughts.kernel.search_types cimport NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.solver.search.search_base cimport DepthFirstSearch
from noughts.solver.search.hypergraph cimport Hypergraph

@cython.final
cdef class MakerBreakerSearch(DepthFirstSearch):
    cdef Hypergraph hypergraph
    cdef bint parts
    cdef int symmetry_stones
    cdef int symmetry_levels
    cdef u64 _move(self, int level, u64 fresh) noexcept nogil
    cdef Answer _attacks(self, int level, u64 fresh) noexcept nogil
    cdef Answer _defends(self, int level, u64 fresh) noexcept nogil
    cdef Key _key(self, int level, u64 side) noexcept nogil
    cdef Answer _search(self, int level, View view, u64 side) noexcept nogil
    cdef Answer _moves(self, int level, View view) noexcept nogil
    cdef Answer _replies(self, int level, View view) noexcept nogil
    cdef Answer _by_parts(self, int level, View view, u64 side) noexcept nogil
