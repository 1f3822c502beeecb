cimport cython
from noughts.certificate.twins cimport Twins
from noughts.solver.core.bitboard cimport u64

@cython.final
cdef class Parts:
    cdef u64[::1] lacks
    cdef u64[::1] lines
    cdef Twins twins
    cdef int count
    cpdef void clear(self) noexcept nogil
    cpdef void add(self, u64 line, u64 lacks) noexcept nogil
    cpdef void reduce(self) noexcept nogil
    cpdef u64 next(self) noexcept nogil
    cdef void _leave_longer(self) noexcept nogil
    cdef void _leave_through(self, u64 cells) noexcept nogil
