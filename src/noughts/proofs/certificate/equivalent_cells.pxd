cimport cython
from noughts.kernel.bitboard cimport lowest, u64

@cython.final
cdef class Twins:
    cdef u64[::1] lines
    cdef u64[::1] pairs
    cdef u64[::1] common
    cdef int count
    cdef int found
    cpdef void clear(self) noexcept nogil
    cpdef void add(self, u64 line) noexcept nogil
    cpdef u64 leave(self) noexcept nogil
    cpdef u64 twin(self, u64 cell) noexcept nogil
    cdef u64 _compare(self) noexcept nogil
    cdef u64 _pair(self, u64 cells) noexcept nogil
