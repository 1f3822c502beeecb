from noughts.solver.words cimport bit, count, lowest, u64

cdef void _double(unsigned long long[::1] table, int start, int place, u64 image) noexcept nogil
cdef int _turned(int value) noexcept nogil
cdef u64 _next(u64 board) noexcept nogil
cdef u64 _choose(int n, int k) noexcept nogil

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
    cdef Ranks ranks
    cdef unsigned char[::1] lines
    cdef unsigned long long[::1] spread
    cdef unsigned long long[::1] moved
    cdef unsigned long long[::1] base
    cdef int others
    cdef bint first_to_move
    cdef unsigned char line_value
    cdef void _prepare(self, u64 x, long long orbit, u64 each) noexcept nogil
    cdef void _run(self, long long start, long long end, unsigned char[::1] beyond, unsigned char[::1] into) noexcept nogil
    cdef int _least(self, u64 o, int free, unsigned char[::1] beyond) noexcept nogil
