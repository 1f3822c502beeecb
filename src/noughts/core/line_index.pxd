import cython

@cython.final
cdef class LineIndex:
    cdef readonly int cells
    cdef readonly object full
    cdef readonly bint gravity
    cdef readonly object through
    cdef bint narrow
    cdef unsigned long long[::1] lines
    cdef unsigned long long[::1] guards
    cdef int[::1] indices
    cdef int[::1] start
    @cython.locals(line=object, guard=object, index=int)
    cpdef int completed(self, int cell, object own) except -2
    @cython.locals(i=int)
    cdef int _in_a_word(self, int cell, unsigned long long own) noexcept
