cimport cython
from noughts.kernel.bitboard cimport HALF_WEIGHT, INFINITE, popcount, u64
from noughts.kernel.search_types cimport NOT_WON, UNKNOWN, WON, Answer, Entry, Key, Moves, Pairs, View
from noughts.kernel.state cimport SearchState
from noughts.kernel.canonical cimport SymmetryTables
from noughts.solver.pruning.pairing cimport PairingSearch
from noughts.solver.pruning.zones cimport RelevanceZones
from noughts.solver.pruning.forcing cimport ThreatSearch

@cython.final
cdef class Pruning:
    cdef SearchState state
    cdef SymmetryTables symmetries
    cdef PairingSearch pairing
    cdef ThreatSearch threats
    cdef RelevanceZones zones
    cdef bint dead
    cdef bint erdos
    cdef bint pairs
    cdef bint sequences
    cdef bint relevance
    cdef bint carried
    cdef int symmetry_stones
    cdef int tries
    cdef Answer judge(self, View view, u64 side) noexcept nogil
    cdef Key key(self, int level, View view, u64 side) noexcept nogil
    cdef u64 sequence(self, int level, int moves_left) noexcept nogil
    cdef Moves attacks(self, int level, View view, u64 among, int moves_left) noexcept nogil
    cdef int order(self, int level) noexcept nogil
    cdef Moves replies(self, int level, u64 among, int moves_left) noexcept nogil
    cdef u64 refuted(self, int level, Answer answer) noexcept nogil
    cdef Answer recalled(self, Entry entry, Key key) noexcept nogil
