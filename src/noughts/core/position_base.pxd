import cython
from noughts.core.line_index cimport LineIndex

cdef object X
cdef object O

cdef class PositionBase:
    cdef readonly object rules
    cdef readonly object x
    cdef readonly object o
    cdef readonly object turn
    cdef readonly object outcome

    @cython.locals(placing=LineIndex)
    cpdef play(self, object move)

@cython.locals(after=PositionBase, kind=type, index=int)
cdef PositionBase played(PositionBase before, object cell, LineIndex placing)

cpdef put(PositionBase stones, object rules, object x, object o, object turn, object outcome)
