cimport cython
from noughts.kernel.bitboard cimport NO_BOUND, u64
from noughts.kernel.search_types cimport NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, View
from noughts.solver.search.search_base cimport DepthFirstSearch

@cython.final
cdef class AndOrSearch(DepthFirstSearch):
    cdef Answer _moves(self, int level, u64 among) noexcept nogil
    cdef Answer _replies(self, int level, Moves moves) noexcept nogil
    cdef void _learn(self, Key key, Answer answer, u64 effort) noexcept nogil
