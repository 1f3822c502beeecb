cimport cython
from noughts.kernel.bitboard cimport lowest, u64

@cython.final
cdef class Step:
    cdef readonly str cells
    cdef readonly Claim claim
    cdef readonly int symmetry

@cython.final
cdef class Claim:
    cdef readonly u64 attacker
    cdef readonly u64 defender
    cdef public object pairings
    cdef public object steps

cpdef str names(u64 board)
