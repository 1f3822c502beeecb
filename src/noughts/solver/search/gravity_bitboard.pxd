cimport cython
from noughts.kernel.bitboard cimport u64, bit, popcount
from noughts.kernel.budget cimport Budget
from noughts.kernel.value_table cimport ValueTable

cdef enum:
    MIRRORED_PLIES = 16
    AT_MOST = 64
    AT_LEAST = 192
    FIRST_LOWER = 128
    LATE = 10
    LAST = 8
    EARLY = 18
    NO_BOUND = 127
    MOST_BITS = 64

cdef u64 _completing(u64 own, u64 empty, int k, int height) noexcept nogil
cdef u64 _completing_four(u64 own, u64 empty, int height) noexcept nogil
cdef u64 _beside_three(u64 own, int shift) noexcept nogil
cdef int _lacking_two(u64 own, u64 empty, int k, int height) noexcept nogil
cdef int _four_lacking_two(u64 own, u64 empty, int height) noexcept nogil
cdef int _two_and_two(u64 own, u64 empty, int shift) noexcept nogil
cdef bint _has_four(u64 board, int height) noexcept nogil
cdef bint _has_line(u64 board, int k, int height) noexcept nogil

@cython.final
cdef class ColumnSearch:
    cdef readonly int columns
    cdef readonly int rows
    cdef readonly int cells
    cdef int k
    cdef bint four
    cdef int height
    cdef u64 bottom
    cdef u64 full
    cdef u64 guards
    cdef u64 lower
    cdef u64[::1] by_column
    cdef readonly ValueTable table
    cdef readonly Budget budget
    cdef bint forks
    cdef bint follow
    cdef bint falls
    cdef bint above
    cdef bint reach
    cdef bint order
    cdef bint ahead
    cdef bint mirror
    cdef u64[::1] moves
    cdef u64[::1] threats
    cdef u64[::1] keys
    cdef int[::1] weights
    cdef u64 completing(self, u64 own, u64 empty) noexcept nogil
    cdef int _lacking_two(self, u64 own, u64 empty) noexcept nogil
    cdef u64 mirrored(self, u64 board) noexcept nogil
    cdef u64 _holding(self, u64 taken, u64 against) noexcept nogil
    cdef u64 _key(self, u64 own, u64 taken, int ply) noexcept nogil
    cdef bint _has_line(self, u64 board) noexcept nogil
    cpdef int follow_up(self, u64 own, u64 taken, u64 wins) noexcept nogil
    cdef u64 _above(self, u64 cells) noexcept nogil
    cdef bint _out_of_reach(self, u64 own, u64 taken, int alpha, int beta) noexcept nogil
    cdef int _find(self, u64 key) noexcept nogil
    cdef void _store(self, u64 key, int value) noexcept nogil
    cdef int _order(self, u64 own, u64 taken, u64 among, int ply, bint early) noexcept nogil
    cdef int _promised(self, u64 own, u64 taken, int ply, int beta, int row, int n) noexcept nogil
    cdef int _search(self, u64 own, u64 taken, u64 against, u64 key, int ply, int alpha, int beta) noexcept nogil
