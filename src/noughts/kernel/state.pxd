cimport cython
from noughts.kernel.bitboard cimport WEIGHT_SCALE, bit, lowest, popcount, u64
from noughts.kernel.search_types cimport Key, View

@cython.final
cdef class SearchState:
    cdef readonly int cells
    cdef readonly int most_lines
    cdef readonly int shortest
    cdef readonly u64 full
    cdef public long long work
    cdef int trimmed
    cdef u64[::1] lines
    cdef u64[::1] weight
    cdef u64[::1] attacker
    cdef u64[::1] defender
    cdef int[::1] attack_start
    cdef int[::1] attack_count
    cdef int[::1] defence_start
    cdef int[::1] defence_count
    cdef u64[::1] through
    cdef int[::1] through_start
    cdef bint defender_has_lines
    cdef u64[::1] worth
    cdef int[::1] moves
    cdef void play(self, int level, u64 side, u64 cell) noexcept nogil
    cdef void attack(self, int level, u64 cell) noexcept nogil
    cdef void defend(self, int level, u64 cell) noexcept nogil
    cdef void trim(self, int level, int attacks, int defences) noexcept nogil
    cdef int _copy_short(self, int at, int n, int into, u64 empty, int most) noexcept nogil
    cdef View view(self, int level) noexcept nogil
    cdef u64 defender_weight(self, int level, u64 empty) noexcept nogil
    cdef Key key(self, int level, View view, u64 side) noexcept nogil
    cdef void weigh(self, int level, u64 empty) noexcept nogil
    cdef u64 heaviest(self, int level, u64 among) noexcept nogil
    cdef int order(self, int level, u64 among) noexcept nogil
    cdef u64 move(self, int level, int i) noexcept nogil
