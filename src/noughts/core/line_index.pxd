import cython

@cython.final
cdef class LineIndex:
    cdef readonly int cells
    cdef readonly object full
    cdef readonly bint gravity
    cdef readonly object through
    cdef readonly object blockers
    cdef bint narrow
    cdef readonly unsigned long long[::1] lines
    cdef readonly unsigned long long[::1] guards
    cdef readonly unsigned long long[::1] ends
    cdef int[::1] indices
    cdef readonly int[::1] start
    @cython.locals(line=object, guard=object, ends=object, index=int)
    cpdef int completed(self, int cell, object own, object other) except -2
    @cython.locals(i=int)
    cpdef int in_a_word(self, int cell, unsigned long long own, unsigned long long other) noexcept nogil
