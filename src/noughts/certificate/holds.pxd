cimport cython
from noughts.certificate.known cimport Known
from noughts.solver.core.bitboard cimport bit, u64
from noughts.solver.core.results cimport NOT_WON, WON, Answer, Key, Pairs, View
from noughts.solver.core.state cimport SearchState
from noughts.solver.pruning.pairing cimport PairingSearch
from noughts.solver.search.and_or cimport AndOrSearch

@cython.final
cdef class Holds:
    cdef SearchState state
    cdef AndOrSearch search
    cdef PairingSearch pairing
    cdef Known known
    cdef int tries
    cdef int looks
    cdef object hold(self, int level)
    cdef tuple _proved(self, int level, View view)
    cdef object reply(self, int level, str said)
    cdef tuple _zones(self, int level, View view)
    cdef bint _settled(self, View view)
    cdef bint _easy(self, int level, View view)
