from noughts.solver.words cimport u64, count, lowest
from noughts.solver.field cimport Field

cdef class Threats:
    cdef Field field
    cdef u64[::1] twos
    cdef int steps
    cdef int budget
    cdef int deepest
    cdef readonly u64 zone
    cdef bint wins(self, int level) noexcept nogil
    cdef bint _go_on(self, int level, int n, u64 mine, u64 theirs, u64 twice, u64 must, u64 done) noexcept nogil
    cdef u64 twice
    cdef u64 fresh
    cdef int _lacking_two(self, int at, int n, u64 pair, int cell, u64 mine, u64 theirs) noexcept nogil
    cdef bint _fork(self, int at, int n, u64 twice) noexcept nogil
    cdef u64 _threatened(self, u64 mine, u64 theirs, int last) noexcept nogil
