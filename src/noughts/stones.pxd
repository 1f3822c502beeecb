import cython

cdef object X
cdef object O

cdef class Stones:
    cdef readonly object rules
    cdef readonly object x
    cdef readonly object o
    cdef readonly object turn
    cdef readonly object outcome

@cython.locals(after=Stones, kind=type)
cdef Stones played(Stones before, object cell)

cpdef put(Stones stones, object rules, object x, object o, object turn, object outcome)
