from noughts.solver.words cimport EVER, u64
from noughts.solver.memory cimport Memory

cdef class Bounds:
    cdef Memory memory
    cdef int known(self, u64 first, u64 second, u64 kind, u64 bound) noexcept nogil
    cdef void learn(self, u64 first, u64 second, u64 kind, u64 bound, bint won, u64 effort) noexcept nogil
