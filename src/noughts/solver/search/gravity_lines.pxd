cimport cython
from noughts.kernel.bitboard cimport bit, lowest, popcount, u64
from noughts.kernel.budget cimport Budget
from noughts.kernel.search_types cimport Entry, Key
from noughts.kernel.canonical cimport SymmetryTables
from noughts.kernel.transposition_table cimport TranspositionTable

cdef enum:
    ZERO = 128
    SYMMETRIC_PLIES = 16

@cython.final
cdef class StackSearch:
    cdef int cells
    cdef int columns
    cdef int width
    cdef int n_lines
    cdef u64 full
    cdef u64 floor
    cdef u64 lower
    cdef bint misere
    cdef bint exact
    cdef u64[::1] lines
    cdef u64[::1] through
    cdef u64[::1] guards
    cdef int[::1] start
    cdef u64[::1] ordered
    cdef readonly TranspositionTable table
    cdef SymmetryTables symmetries
    cdef readonly Budget budget
    cdef bint follow
    cdef bint falls
    cdef bint above
    cdef bint order
    cdef bint symmetry
    cdef u64[::1] moves
    cdef u64[::1] threats
    cdef int[::1] weights
    cdef u64 _playable(self, u64 taken) noexcept nogil
    cdef u64 _over(self, u64 cells) noexcept nogil
    cdef u64 _above(self, u64 cells) noexcept nogil
    cdef u64 _completing(self, u64 own, u64 other) noexcept nogil
    cdef u64 _made(self, u64 own, u64 other, int cell) noexcept nogil
    cdef u64 _holding(self, u64 own, u64 threats) noexcept nogil
    cdef bint _has_line(self, u64 board) noexcept nogil
    cdef u64 _among(self, u64 own, u64 other, u64 mine, u64 theirs) noexcept nogil
    cpdef int follow_up(self, u64 own, u64 other, u64 theirs) noexcept nogil
    cdef int _list(self, u64 own, u64 other, u64 among, u64 best, int row) noexcept nogil
    cdef Key _key(self, u64 own, u64 other, int ply) noexcept nogil
    cdef int _search(self, u64 own, u64 other, u64 mine, u64 theirs, int alpha, int beta) noexcept nogil
