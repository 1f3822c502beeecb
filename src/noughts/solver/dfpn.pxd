from noughts.solver.words cimport EVER, NEVER, SCALE, bit, u64
from noughts.solver.field cimport Field
from noughts.solver.memory cimport Memory
from noughts.solver.zones cimport Zones
from noughts.solver.alphabeta cimport AlphaBeta

from noughts.solver.budget cimport Budget

cdef class ProofNumbers:
    cdef Field field
    cdef Memory memory
    cdef AlphaBeta rules
    cdef readonly Budget budget
    cdef Zones zones
    cdef int loyalty
    cdef int grain
    cdef long long most
    cdef long long[::1] first_proof
    cdef long long[::1] first_disproof
    cdef long long[::1] odds
    cdef bint forced
    cdef int turned
    cdef u64 moves
    cdef readonly long long proof
    cdef readonly long long disproof
    cdef long long[::1] proofs
    cdef long long[::1] disproofs
    cdef int best
    cdef long long others
    cdef long long second
    cdef void _search(self, int level, int turn, long long proof, long long disproof) noexcept nogil
    cdef int _children(self, int level, int turn, u64 moves) noexcept nogil
    cdef void _sum_up(self, int row, int n, int turn) noexcept nogil
    cdef u64 _moves(self, int level, int turn) noexcept nogil
    cdef void _play(self, int level, int turn, int cell) noexcept nogil
    cdef void _judge(self, int level, int turn) noexcept nogil
    cdef bint _known(self, int level, int turn) noexcept nogil
    cdef void _store(self, u64 first, u64 second, u64 turn, u64 moves, long long effort, int turned) noexcept nogil
    cdef void _note(self, int level, int i) noexcept nogil
    cdef void _strike(self, int level, int n, int by) noexcept nogil
    cdef bint _threatened(self, int level) noexcept nogil
    cdef void _settle(self, bint won) noexcept nogil
    cdef void _recall(self) noexcept nogil
    cdef void _guess(self, int level, int kind) noexcept nogil
