from noughts.solver.words cimport u64

cdef class Turns:
    cdef u64[::1] images
    cdef readonly int n
    cdef int turn
    cdef int[::1] undo
    cdef int bytes
    cdef readonly u64 first
    cdef readonly u64 second
    cdef u64 image(self, u64 board, int turn) noexcept nogil
    cdef void least(self, u64 first, u64 second) noexcept nogil
