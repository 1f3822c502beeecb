from noughts.solver.words cimport bit, count, lowest, u64

cdef void _mark(unsigned int[::1] sets, unsigned int among, unsigned int held, unsigned char value, unsigned char[::1] into, long long at) noexcept nogil
cdef u64 _squeezed(u64 board, u64 x) noexcept nogil
cdef void _double(unsigned int[::1] table, u64 start, int place, u64 image) noexcept nogil
cdef int _turned(int value) noexcept nogil
cdef u64 _next(u64 board) noexcept nogil
cdef void _list(unsigned int[::1] sets, int size, long long n) noexcept nogil

cdef class Ranks:
    cdef unsigned long long[::1] parts
    cdef int width
    cdef u64 rank(self, u64 board) noexcept nogil

cdef class Orbits:
    cdef readonly int cells
    cdef readonly int stones
    cdef readonly Ranks ranks
    cdef int places
    cdef unsigned long long[::1] images
    cdef unsigned long long[::1] leaders
    cdef unsigned int[::1] orbit
    cdef unsigned short[::1] turn
    cdef readonly long long n
    cdef u64 image(self, int turn, u64 board) noexcept nogil
    cdef void _gather(self, long long sets, int turns, int[::1] back) noexcept nogil

cdef class Sweep:
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
    cdef unsigned char line_value
    cdef void _rank_all(self) noexcept nogil
    cdef void _rank_ahead(self) noexcept nogil
    cdef void _run(self, long long start, long long end, unsigned char[::1] beyond, unsigned char[::1] into, long long[::1] base, unsigned int[::1] images) noexcept nogil
    cdef bint _settle(self, u64 x, long long at, unsigned char[::1] into) noexcept nogil
    cdef void _turn(self, u64 x, long long[::1] base, unsigned int[::1] images) noexcept nogil
    cdef void _move_first(self, long long at, unsigned char[::1] beyond, unsigned char[::1] into, long long[::1] base, unsigned int[::1] images) noexcept nogil
    cdef void _move_second(self, long long number, unsigned char[::1] beyond, unsigned char[::1] into) noexcept nogil
