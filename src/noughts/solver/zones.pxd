from noughts.solver.words cimport EVER, u64, count
from noughts.solver.field cimport Field

cdef class Zones:
    cdef Field field
    cdef u64 zone
    cdef int passes
    cdef u64[::1] found
    cdef int[::1] spare
    cdef void set(self, u64 zone, int passes) noexcept nogil
    cdef void keep(self, int place) noexcept nogil
    cdef void recall(self, int place) noexcept nogil
    cdef void strike(self, int place) noexcept nogil
    cdef u64 replies(self, int level, u64 zone, int passes) noexcept nogil
    cdef void gather(self, int level, int n, u64 zone) noexcept nogil
