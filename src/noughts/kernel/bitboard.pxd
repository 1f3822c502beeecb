# What `bitboard.py` does on Python's numbers, on the machine's own.
ctypedef unsigned long long u64

cdef extern from *:
    """
    #ifndef NOUGHTS_BITBOARD
    #define NOUGHTS_BITBOARD
    typedef unsigned long long noughts_bitboard;
    #if defined(__GNUC__) || defined(__clang__)
    #define noughts_popcount(x) __builtin_popcountll(x)
    #define noughts_lowest(x) __builtin_ctzll(x)
    #define noughts_prefetch(words, at) __builtin_prefetch((words) + (at))
    #else
    #define noughts_prefetch(words, at) ((void) 0)
    static int noughts_popcount(noughts_bitboard x) {
        int n = 0;
        for (; x; x &= x - 1) n++;
        return n;
    }
    static int noughts_lowest(noughts_bitboard x) { return noughts_popcount((x & (0 - x)) - 1); }
    #endif
    static noughts_bitboard noughts_hash_pair(noughts_bitboard a, noughts_bitboard b) {
        noughts_bitboard h = a * 0x9E3779B97F4A7C15ULL ^ b * 0xC2B2AE3D27D4EB4FULL;
        h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ULL;
        return h ^ h >> 32;
    }
    static noughts_bitboard noughts_scatter(noughts_bitboard w) {
        w ^= w >> 32;
        w *= 0x9E3779B97F4A7C15ULL;
        return w ^ w >> 29;
    }
    #define noughts_bit(cell) (1ULL << (cell))
    #define NOUGHTS_NO_BOUND 0xFF
    #define NOUGHTS_INFINITE (1LL << 22)
    #define NOUGHTS_SCALE 40
    #define NOUGHTS_HALF (1ULL << 39)
    #endif
    """
    const int NO_BOUND "NOUGHTS_NO_BOUND"
    const long long INFINITE "NOUGHTS_INFINITE"
    const int WEIGHT_SCALE "NOUGHTS_SCALE"
    const u64 HALF_WEIGHT "NOUGHTS_HALF"
    u64 bit "noughts_bit" (int cell) noexcept nogil
    int popcount "noughts_popcount" (u64 board) noexcept nogil
    int lowest "noughts_lowest" (u64 board) noexcept nogil
    void prefetch "noughts_prefetch" (u64 *words, u64 at) noexcept nogil
    u64 hash_pair "noughts_hash_pair" (u64 first, u64 second) noexcept nogil
    u64 scatter "noughts_scatter" (u64 word) noexcept nogil
