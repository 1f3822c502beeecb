cimport cython
from noughts.threats.threat_types cimport CLASSES, NOWHERE

@cython.final
cdef class Patterns:
    cdef readonly bint known
    cdef readonly int cells
    cdef int reach
    cdef int[::1] near
    cdef const unsigned char[::1] made
    cdef int[::1] seen
    cdef int[::1] stone
    cdef int[::1] makes
    cdef readonly int[::1] kind
    cdef int[::1] own
    cdef int[::1] other
    cdef int[::1] points
    cdef void place(self, int cell, int side) noexcept nogil
    cdef void lift(self, int cell, int side) noexcept nogil
    cdef void _show(self, int cell, int side) noexcept nogil
    cdef void _change(self, int cell, int side, int i) noexcept nogil
    cdef void _look(self, int cell) noexcept nogil
    cdef int _makes(self, int cell, int side, int i) noexcept nogil
    cdef void _rank(self, int cell, int side) noexcept nogil
    cdef void _count(self, int cell, int side, int step) noexcept nogil
    cdef int guess(self, int side) noexcept nogil
    cdef int worth(self, int cell, int side) noexcept nogil
