cimport cython
from noughts.threats.threat_types cimport LACKS, MANY, NOWHERE, TWO
from noughts.kernel.bitboard cimport u64

@cython.final
cdef class LineBoard:
    cdef readonly int cells
    cdef readonly int lines
    cdef readonly int empties
    cdef readonly u64 key
    cdef u64[::1] keys
    cdef int[::1] through
    cdef int[::1] through_start
    cdef int[::1] beside
    cdef int[::1] beside_start
    cdef bint caro
    cdef int[::1] behind
    cdef int[::1] behind_start
    cdef int[::1] ends
    cdef int[::1] ends_start
    cdef int stop
    cdef int second
    cdef int[::1] members
    cdef int[::1] members_start
    cdef int[::1] owner
    cdef int[::1] count
    cdef int[::1] blocked
    cdef int[::1] held
    cdef int[::1] lack
    cdef int[::1] place_in_list
    cdef int[::1] lists
    cdef int[::1] listed
    cdef int[::1] tally
    cdef bint tallies
    cdef int[::1] promise
    cdef int[::1] worth
    cdef int promised(self, int cell, int side) noexcept nogil
    cdef void place(self, int cell, int side) noexcept nogil
    cdef void lift(self, int cell, int side) noexcept nogil
    cdef void _change(self, int cell, int side, int step) noexcept nogil
    cdef void _judge(self, int line, int side) noexcept nogil
    cdef void _tell(self, int line, int side, int before, int after) noexcept nogil
    cdef void _list(self, int side, int lack, int line) noexcept nogil
    cdef void _unlist(self, int side, int lack, int line) noexcept nogil
    cdef int empty_in(self, int line, int but) noexcept nogil
    cdef int completion(self, int side) noexcept nogil
    cdef int _stopping(self, int side) noexcept nogil
    cdef int open_end(self, int line, int side) noexcept nogil
