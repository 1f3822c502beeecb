cimport cython
from noughts.certificate.answers cimport Answers
from noughts.certificate.parts cimport Parts
from noughts.certificate.waiting cimport Waiting
from noughts.solver.core.bitboard cimport lowest, popcount, u64

@cython.final
cdef class Piecemeal:
    cdef Answers answers
    cdef Parts at
    cdef Parts parts
    cdef Waiting waiting
    cdef long long positions
    cpdef int begin(self, u64 own, u64 other, u64 followed) except -1
    cpdef int advance(self, int most) except -1
    cpdef long long left(self) noexcept
    cdef int _answer(self, int move) except -1
    cdef int _put(self, u64 followed, u64 symmetry) except -1
