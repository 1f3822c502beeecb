cimport cython
from noughts.proofs.certificate.answer_cache cimport ANY, NUMBER_BITS, Answers
from noughts.proofs.certificate.component_play cimport Piecemeal
from noughts.proofs.certificate.equivalent_cells cimport Twins
from noughts.proofs.certificate.frontier cimport Waiting
from noughts.kernel.bitboard cimport bit, lowest, popcount, u64

cdef u64 NUMBER

@cython.final
cdef class Expansion:
    cdef int cells
    cdef u64 full
    cdef int lines
    cdef u64[::1] rows
    cdef u64[::1] images
    cdef u64[::1] both
    cdef u64[::1] weights
    cdef Twins twins
    cdef Twins weighed
    cdef bint every
    cdef bint misere
    cdef bint wins
    cdef bint ours
    cdef bint theirs
    cdef bint blocks
    cdef readonly u64 own
    cdef readonly u64 other
    cdef readonly u64 followed
    cdef u64 idle
    cdef u64 live
    cdef u64 threats
    cdef bint won
    cdef bint losing
    cdef bint open
    cdef long long memory
    cdef Waiting waiting
    cdef Piecemeal piecemeal
    cdef Answers answers
    cdef long long positions
    cpdef bint begin(self, u64 own, u64 other, object edge) except -1
    cpdef keep(self)
    cpdef u64 moves(self)
    cpdef bint step(self, int cell) except -1
    cpdef long long answered(self) noexcept
    cpdef long long left(self) noexcept
    cpdef bint advance(self, int most) except -1
    cdef object _short(self)
    cdef bint _armed(self) noexcept nogil
    cdef int _advance(self, int most) except -1
    cdef void _take(self) noexcept
    cdef bint _play(self, u64 edge) except -1
    cdef bint _follow(self, u64 edge) except -1
    cdef bint _ended(self) except -1
    cdef bint _completed(self, u64 stones) noexcept nogil
    cdef bint _full(self) noexcept nogil
    cdef void _look(self) noexcept nogil
    cdef bint _goes_on(self) except -1
    cdef void _anywhere(self) noexcept
    cdef void _gather(self, Twins into, u64 stones, u64 against) noexcept nogil
    cdef u64 _image(self, u64 board, u64 symmetry) noexcept nogil
