# What `atomic.py` does for one process, for all that have the same memory mapped.
from noughts.kernel.bitboard cimport u64

cdef extern from *:
    """
    #ifndef NOUGHTS_ATOMIC
    #define NOUGHTS_ATOMIC
    #if defined(__GCC_ATOMIC_LLONG_LOCK_FREE) && __GCC_ATOMIC_LLONG_LOCK_FREE == 2
    #define NOUGHTS_ATOMIC_ACROSS 1
    static inline unsigned long long noughts_take(
        unsigned long long *words, unsigned long long at, unsigned long long left
    ) {
        return __atomic_exchange_n(words + at, left, __ATOMIC_ACQUIRE);
    }
    static inline void noughts_give(
        unsigned long long *words, unsigned long long at, unsigned long long word
    ) {
        __atomic_store_n(words + at, word, __ATOMIC_RELEASE);
    }
    static inline unsigned long long noughts_look(
        unsigned long long *words, unsigned long long at
    ) {
        return __atomic_load_n(words + at, __ATOMIC_RELAXED);
    }
    static inline int noughts_swap(
        unsigned long long *words, unsigned long long at,
        unsigned long long before, unsigned long long after
    ) {
        return __atomic_compare_exchange_n(
            words + at, &before, after, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED
        );
    }
    #else
    #define NOUGHTS_ATOMIC_ACROSS 0
    static unsigned long long noughts_take(
        unsigned long long *words, unsigned long long at, unsigned long long left
    ) {
        unsigned long long there = words[at];
        words[at] = left;
        return there;
    }
    #define noughts_give(words, at, word) ((void) ((words)[at] = (word)))
    #define noughts_look(words, at) ((words)[at])
    static int noughts_swap(
        unsigned long long *words, unsigned long long at,
        unsigned long long before, unsigned long long after
    ) {
        if (words[at] != before) return 0;
        words[at] = after;
        return 1;
    }
    #endif
    #endif
    """
    const bint ACROSS "NOUGHTS_ATOMIC_ACROSS"
    u64 take "noughts_take" (u64 *words, u64 at, u64 left) noexcept nogil
    void give "noughts_give" (u64 *words, u64 at, u64 word) noexcept nogil
    u64 look "noughts_look" (u64 *words, u64 at) noexcept nogil
    bint swap "noughts_swap" (u64 *words, u64 at, u64 before, u64 after) noexcept nogil
