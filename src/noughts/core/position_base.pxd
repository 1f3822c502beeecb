import cython
from noughts.core.line_index cimport Placing

cdef object X
cdef object O

cdef class Stones:
    cdef readonly object rules
    cdef readonly object x
    cdef readonly object o
    cdef readonly object turn
    cdef readonly object outcome

    @cython.locals(placing=Placing)
    cpdef play(self, object move)

@cython.locals(after=Stones, kind=type, index=int)
cdef Stones played(Stones before, object cell, Placing placing)

cpdef put(Stones stones, object rules, object x, object o, object turn, object outcome)
