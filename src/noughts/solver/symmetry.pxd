from noughts.solver.words cimport u64

cdef class Turns:
    cdef u64[::1] images
    cdef int n
    cdef int bytes
    cdef readonly u64 first
    cdef readonly u64 second
    cdef void least(self, u64 first, u64 second) noexcept nogil
