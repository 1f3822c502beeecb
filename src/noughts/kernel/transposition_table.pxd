from noughts.kernel.bitboard cimport hash_pair, u64
from noughts.kernel.search_types cimport Entry, Key

cdef class TranspositionTable:
    cdef object block
    cdef u64[::1] words
    cdef readonly u64 buckets
    cdef readonly u64 most_buckets
    cdef readonly u64 stored
    cdef readonly u64 lost
    cdef u64 sharers
    cdef Entry find(self, Key key) noexcept nogil
    cdef void store(self, Key key, u64 proof, u64 disproof, u64 board, u64 effort) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef void _place(self, u64 mine, u64 theirs, u64 data, u64 board) noexcept nogil
