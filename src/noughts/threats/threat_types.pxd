# What `results.py` says, as C's own.
cdef enum:
    NOWHERE = -1
    TWO = -2
    MANY = -3
    LACKS = 8
    CLASSES = 10
    MOST_STEPS = 60
    FAILED = 1 << 14
    STEPS = 63
    EXACT = 0
    LOWER = 1
    UPPER = 2
    WIN = 1000000
    DECIDED = 900000
    DIM = 100000
    UNUSABLE = 2000000
    MOST_GUESS = 50000
    MOST_PLIES = 120
    WIDTH = 14
    FIRST = 100000000
    KILLER = 1000
    LEAF_NODES = 20
    ENDLESS = 1 << 22
    LONG = 31
    MOST_THREATS = 60
    ATTACK_NODES = 400
    THREAT_NODES = 200
    DEFENCE_NODES = 100

cdef struct Known:
    bint found
    int depth
    int bound
    int value
    int move

cdef struct Work:
    int near
    int far
