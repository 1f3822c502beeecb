from noughts.solver.words cimport u64, KIND, TAKEN, mix

cdef class Memory:
    cdef object block
    cdef u64[::1] words
    cdef readonly u64 buckets
    cdef readonly u64 largest
    cdef readonly u64 stored
    cdef readonly u64 lost
    cdef u64 data
    cdef u64 extra
    cdef bint find(self, u64 first, u64 second, u64 kind) noexcept nogil
    cdef void store(self, u64 first, u64 second, u64 kind, u64 data, u64 extra) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef void _place(self, u64 first, u64 second, u64 data, u64 extra) noexcept nogil
