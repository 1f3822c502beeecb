import cython

cdef dict _small
cdef list _cells

@cython.locals(size=Py_ssize_t, index=Py_ssize_t, data=bytes, found=list)
cpdef tuple bits(object board)
