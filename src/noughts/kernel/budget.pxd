cimport cython

@cython.final
cdef class Budget:
    cdef object poll
    cdef object error
    cdef public long long nodes
    cdef readonly long long most
    cdef long long next
    cdef readonly bint stopped
    cdef void allow(self, long long nodes) noexcept nogil
    cdef bint visit(self) noexcept nogil
    cdef void _ask(self) noexcept
