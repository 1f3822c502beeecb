cimport cython
from noughts.threats.line_board cimport LineBoard
from noughts.threats.vcf cimport Fours
from noughts.threats.threat_types cimport (
    DECIDED, DIM, EXACT, FIRST, KILLER, LACKS, LEAF_NODES, LONG, LOWER, MANY, MOST_GUESS,
    MOST_PLIES, MOST_STEPS, NOWHERE, TWO, UNUSABLE, UPPER, WIDTH, WIN, Known
)
from noughts.threats.patterns cimport Patterns
from noughts.threats.value_cache cimport ValueCache
from noughts.threats.vct cimport Threes
from noughts.kernel.bitboard cimport u64
from noughts.kernel.budget cimport Budget

@cython.final
cdef class Search:
    cdef readonly LineBoard board
    cdef readonly Patterns patterns
    cdef readonly Budget budget
    cdef readonly Fours fours
    cdef readonly Threes threes
    cdef readonly ValueCache cache
    cdef readonly int side
    cdef bint every_move
    cdef public int best
    cdef int[::1] moves
    cdef int[::1] worths
    cdef int[::1] zone
    cdef int[::1] chosen
    cdef int[::1] through
    cdef int[::1] killers
    cdef int[::1] own
    cdef int[::1] other
    cdef int _search(self, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _completed(self, int side, int value, int ply) noexcept nogil
    cdef int _free(self, int side, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _fours(self, int side, int depth, int ply) noexcept nogil
    cdef void _place(self, int cell, int side) noexcept nogil
    cdef void _lift(self, int cell, int side) noexcept nogil
    cdef int _promise(self, int cell, int side) noexcept nogil
    cdef int _only(self, int cell, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _among(self, int first, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _either(self, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _each(self, int n, int reduce, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int _offer(self, int n, int most, int cell, int side, int ply, int first) noexcept nogil
    cdef void _cut(self, int cell, int ply) noexcept nogil
    cdef void _keep(self, int depth, int bound, int value, int move, int ply) noexcept nogil
    cdef int _guess(self, int side) noexcept nogil

cdef int _usable(Known known, int depth, int alpha, int beta, int ply) noexcept nogil
