from noughts.solver.words cimport u64, count
from noughts.solver.field cimport Field

cdef class Threats:
    cdef Field field
    cdef u64[::1] twos
    cdef int steps
    cdef int budget
    cdef int deepest
    cdef readonly u64 zone
    cdef bint wins(self, int level) noexcept nogil
    cdef bint _go_on(self, int level, u64 must) noexcept nogil
    cdef u64 _partners(self, int at, int n, u64 cell) noexcept nogil
    cdef u64 _threatened(self, int level, u64 last) noexcept nogil
    cdef u64 replies(self, int level) noexcept nogil
