cimport cython
from noughts.solver.tablebase.layers cimport Orbits, following
from noughts.kernel.bitboard cimport bit, popcount, lowest, u64

cpdef enum:
    UNREACHED = 0
    LOST = 1
    DRAWN = 128
    OPEN = 129
    WON = 255

cdef void _mark(unsigned int[::1] sets, unsigned int among, unsigned int held, unsigned char value, unsigned char[::1] into, long long at) noexcept nogil
cdef u64 _squeezed(u64 board, u64 x) noexcept nogil
cdef void _double(unsigned int[::1] table, u64 start, int place, u64 image) noexcept nogil
cdef unsigned char _backed_up(unsigned char value) noexcept nogil
cdef unsigned char _byte(unsigned int two) noexcept nogil
cdef void _unpack(const unsigned char[::1] data, long long at, unsigned char[::1] into) noexcept nogil
cdef void _pack(unsigned char[::1] values, unsigned char[::1] into, long long at) noexcept nogil

@cython.final
cdef class LayerSweep:
    cdef Orbits own
    cdef Orbits after
    cdef unsigned long long[::1] lines
    cdef unsigned int[::1] sets
    cdef unsigned short[::1] ahead
    cdef int others
    cdef int cells
    cdef int low
    cdef long long each
    cdef long long each_after
    cdef bint first_to_move
    cdef bint packed
    cdef unsigned char line_value
    cdef void _list_sets(self) noexcept nogil
    cdef void _rank_fewer(self) noexcept nogil
    cdef void _rank_more(self) noexcept nogil
    cdef void _run(self, long long start, long long end, const unsigned char[::1] beyond, unsigned char[::1] into, long long[::1] base, unsigned int[::1] places, unsigned char[::1] scratch) noexcept nogil
    cdef bint _settle(self, u64 x, long long at, unsigned char[::1] into) noexcept nogil
    cdef void _places_after(self, u64 x, long long[::1] base, unsigned int[::1] places) noexcept nogil
    cdef void _move_first(self, long long at, const unsigned char[::1] beyond, unsigned char[::1] into, long long[::1] base, unsigned int[::1] places, bint packed) noexcept nogil
    cdef void _move_second(self, long long at, const unsigned char[::1] beyond, long long after, unsigned char[::1] into) noexcept nogil
