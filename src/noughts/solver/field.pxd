from noughts.solver.words cimport u64, SCALE, bit, count, lowest

cdef class Field:
    cdef readonly int cells
    cdef readonly int most
    cdef readonly u64 full
    cdef int trimmed
    cdef u64[::1] pool
    cdef u64[::1] weight
    cdef u64[::1] attacker
    cdef u64[::1] defender
    cdef int[::1] a_at
    cdef int[::1] a_n
    cdef int[::1] d_at
    cdef int[::1] d_n
    cdef u64[::1] worth
    cdef u64[::1] through
    cdef int[::1] through_at
    cdef bint counters
    cdef int[::1] moves
    cdef u64 empty
    cdef u64 wins_a
    cdef u64 wins_d
    cdef u64 cover_a
    cdef u64 cover_d
    cdef u64 total
    cdef u64 first
    cdef u64 second
    cdef void attack(self, int level, u64 cell) noexcept nogil
    cdef void defend(self, int level, u64 cell) noexcept nogil
    cdef void trim(self, int level, int attacks, int defences) noexcept nogil
    cdef int _within(self, int at, int n, int into, u64 empty, int most) noexcept nogil
    cdef void survey(self, int level) noexcept nogil
    cdef void weigh(self, int level) noexcept nogil
    cdef int order(self, int level, u64 among) noexcept nogil
    cdef void name(self, int level) noexcept nogil
    cdef u64 opposed(self, int level) noexcept nogil
