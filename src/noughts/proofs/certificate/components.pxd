cimport cython
from noughts.kernel.bitboard cimport bit, lowest, popcount, u64

cdef u64 COMPLETED

@cython.final
cdef class Parts:
    cdef int count
    cdef readonly int width
    cdef u64[::1] rows
    cdef u64[::1] through
    cdef u64[::1] ends
    cdef u64[::1] before
    cdef u64[::1] images
    cdef u64[::1] turned
    cdef readonly u64 cells
    cdef u64[::1] open
    cdef u64[::1] fresh
    cdef u64[::1] part
    cdef u64 touched
    cdef readonly u64[::1] words
    cpdef void begin(self, u64 own, u64 other) noexcept nogil
    cpdef void read(self, u64[::1] words) noexcept nogil
    cpdef u64 stones(self) noexcept nogil
    cpdef u64 moves(self) noexcept nogil
    cpdef u64 common(self, int cell) noexcept nogil
    cpdef void take(self, Parts at, int cell) noexcept nogil
    cpdef u64 at_least(self, u64 answer) noexcept nogil
    cpdef bint close(self, int cell) noexcept nogil
    cpdef void reduce(self) noexcept nogil
    cpdef u64 next(self, u64 symmetry) noexcept nogil
    cdef bint _has_twin(self, int cell) noexcept nogil
    cdef u64 _weight(self, int cell) noexcept nogil
    cdef u64 _gather(self, int cell) noexcept nogil
    cdef void _write(self, u64 cells, u64 symmetry) noexcept nogil
    cdef void _leave_longer(self, int line) noexcept nogil
    cdef void _leave_through(self, int cell) noexcept nogil
    cdef void _leave(self, int i, u64 lines) noexcept nogil
