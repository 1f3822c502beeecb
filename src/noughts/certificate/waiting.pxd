cimport cython
from noughts.solver.core.bitboard cimport bit, hash_pair, scatter, u64

cdef long long BYTES

@cython.final
cdef class Waiting:
    cdef public long long memory
    cdef long long count
    cdef long long used
    cdef int bits
    cdef u64[::1] boards
    cdef unsigned int[::1] numbers
    cdef unsigned int[::1] after
    cdef unsigned int[::1] places
    cdef unsigned int[::1] heads
    cdef u64 free
    cdef readonly u64 own
    cdef readonly u64 other
    cdef readonly u64 number
    cpdef bint add(self, u64 own, u64 other, u64 number, int empty)
    cpdef bint take(self)
    cdef bint _fits(self, int bits) noexcept nogil
    cdef u64 _home(self, u64 own, u64 other, u64 number) noexcept nogil
    cdef u64 _place(self, u64 own, u64 other, u64 number) noexcept nogil
    cdef void _forget(self, u64 at) noexcept nogil
    cdef void _grow(self)
