cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, u64
from noughts.kernel.search_types cimport UNKNOWN, WON, Answer, Key, Moves, View
from noughts.solver.search.search_base cimport Search
from noughts.solver.search.bounds cimport BoundTable

@cython.final
cdef class BoundedSearch(Search):
    cdef BoundTable bounds
    cdef bint _wins(self, int level, u64 side, int moves) noexcept nogil
    cdef bint _moves(self, int level, View view, int moves) noexcept nogil
    cdef bint _replies(self, int level, View view, int moves) noexcept nogil
