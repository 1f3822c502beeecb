from noughts.solver.words cimport bit, count, lowest, u64
from noughts.solver.field cimport Field

cdef class Pairing:
    cdef Field field
    cdef int steps
    cdef int budget
    cdef int row
    cdef u64[::1] pool
    cdef u64[::1] pairs
    cdef int[::1] served
    cdef readonly u64 used
    cdef bint find(self, int level, u64 reply) noexcept nogil
    cdef bint _cover(self, int depth, int n, u64 used) noexcept nogil
    cdef int _candidates(self, int depth, int n, u64 line) noexcept nogil
    cdef u64 zone(self, int level, u64 among, int tries) noexcept nogil
    cdef u64 _heaviest(self, u64 among) noexcept nogil
