cimport cython
from noughts.threats.line_board cimport LineBoard
from noughts.threats.vcf cimport Fours
from noughts.threats.threat_types cimport (
    ATTACK_NODES, DEFENCE_NODES, ENDLESS, MANY, MOST_STEPS, MOST_THREATS, NOWHERE, THREAT_NODES, TWO,
    Work
)
from noughts.kernel.bitboard cimport u64
from noughts.kernel.budget cimport Budget

@cython.final
cdef class Threes:
    cdef LineBoard board
    cdef Budget budget
    cdef Fours fours
    cdef int attacker
    cdef long long enough
    cdef readonly bint cut
    cdef bint every
    cdef readonly int best
    cdef int[::1] moves
    cdef int[::1] nears
    cdef int[::1] fars
    cdef int[::1] zone
    cdef u64[::1] salt
    cdef u64[::1] words
    cdef u64 slots
    cdef bint _run(self, int attacker, bint defends, long long nodes) noexcept nogil
    cdef Work _sight(self, bint defends) noexcept nogil
    cdef Work _search(self, int level, bint defends, int most_near, int most_far) noexcept nogil
    cdef int _expand(self, int row, bint defends) noexcept nogil
    cdef int _attacks(self, int row) noexcept nogil
    cdef bint _grows(self, int cell) noexcept nogil
    cdef int _defences(self, int row) noexcept nogil
    cdef int _either(self, int row) noexcept nogil
    cdef u64 _key(self, bint defends) noexcept nogil
    cdef Work _find(self, bint defends) noexcept nogil
    cdef void _store(self, bint defends, Work work) noexcept nogil
