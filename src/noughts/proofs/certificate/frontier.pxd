cimport cython
from noughts.kernel.bitboard cimport scatter, u64

cdef long long FEWEST

@cython.final
cdef class Layer:
    cdef int width
    cdef u64 room
    cdef long long count
    cdef u64 next
    cdef u64[::1] words
    cdef unsigned int[::1] numbers
    cdef long long size(self) noexcept nogil
    cdef bint full(self) noexcept nogil
    cdef long long more(self) noexcept nogil
    cdef Layer larger(self)
    cdef bint add(self, u64[::1] words, u64 number) noexcept nogil
    cdef u64 take(self, u64[::1] words) noexcept nogil
    cdef u64 home(self, u64[::1] words, u64 at, u64 number) noexcept nogil
    cdef long long _next_room(self) noexcept nogil
    cdef bint _same(self, u64 at, u64[::1] words) noexcept nogil

@cython.final
cdef class Waiting:
    cdef int width
    cdef readonly u64[::1] taken
    cdef readonly u64 number
    cdef public long long memory
    cdef readonly long long size
    cdef readonly long long count
    cdef int most
    cdef list layers
    cpdef int add(self, u64[::1] words, u64 number, int empty) except -1
    cpdef bint take(self)
