cimport cython
from noughts.proofs.certificate.answer_cache cimport Answers
from noughts.proofs.certificate.components cimport Parts
from noughts.proofs.certificate.frontier cimport Waiting
from noughts.kernel.bitboard cimport lowest, popcount, u64

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
