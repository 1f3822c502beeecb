cimport cython
from noughts.kernel.bitboard cimport INFINITE, NO_BOUND, WEIGHT_SCALE, u64
from noughts.kernel.search_types cimport UNKNOWN, WON, Answer, Children, Entry, Key, Moves, Numbers, View
from noughts.solver.search.search_base cimport Search

@cython.final
cdef class ProofNumberSearch(Search):
    cdef int epsilon_plies
    cdef int grain
    cdef long long most
    cdef long long[::1] first_proof
    cdef long long[::1] first_disproof
    cdef long long[::1] odds
    cdef readonly long long proof
    cdef readonly long long disproof
    cdef long long[::1] proofs
    cdef long long[::1] disproofs
    cdef Numbers _search(self, int level, u64 side, Numbers numbers, long long most_proof, long long most_disproof) noexcept nogil
    cdef Numbers _child(self, int level, u64 side, Children children, long long nearer, long long most_proof, long long most_disproof) noexcept nogil
    cdef Numbers _summed(self, int level, int n, Children children, bint free, u64 zone) noexcept nogil
    cdef int _expand(self, int level, u64 side, View view, u64 moves) noexcept nogil
    cdef void _note(self, int level, int i, Numbers numbers) noexcept nogil
    cdef void _leave_out(self, int level, int n, int by) noexcept nogil
    cdef Children _sum_up(self, int level, int n, u64 side) noexcept nogil
    cdef Moves _moves(self, int level, View view, Key key, u64 forced) noexcept nogil
    cdef Numbers _settled(self, int level, u64 side, Moves moves) noexcept nogil
    cdef Numbers _won(self, Answer win) noexcept nogil
    cdef Numbers _at_first_sight(self, int level, u64 side) noexcept nogil
    cdef Numbers _guessed(self, int level, View view, int kind) noexcept nogil
    cdef Numbers _recalled(self, Entry entry, Key key) noexcept nogil
    cdef void _store(self, Key key, Numbers numbers, u64 moves, u64 effort) noexcept nogil
