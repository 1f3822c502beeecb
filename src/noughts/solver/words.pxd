# What `words.py` does on Python's numbers, on the machine's own.
ctypedef unsigned long long u64

cdef extern from *:
    """
    #ifndef NOUGHTS_WORDS
    #define NOUGHTS_WORDS
    typedef unsigned long long noughts_word;
    #if defined(__GNUC__) || defined(__clang__)
    #define noughts_count(x) __builtin_popcountll(x)
    #define noughts_lowest(x) __builtin_ctzll(x)
    #else
    static int noughts_count(noughts_word x) {
        int n = 0;
        for (; x; x &= x - 1) n++;
        return n;
    }
    static int noughts_lowest(noughts_word x) { return noughts_count((x & (0 - x)) - 1); }
    #endif
    static noughts_word noughts_mix(noughts_word a, noughts_word b) {
        noughts_word h = a * 0x9E3779B97F4A7C15ULL ^ b * 0xC2B2AE3D27D4EB4FULL;
        h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ULL;
        return h ^ h >> 32;
    }
    #define noughts_bit(cell) (1ULL << (cell))
    #define NOUGHTS_KIND (1ULL << 63)
    #define NOUGHTS_TAKEN (1ULL << 62)
    #define NOUGHTS_WON (1ULL << 16)
    #define NOUGHTS_EVER 0xFF
    #define NOUGHTS_NEVER (1LL << 22)
    #define NOUGHTS_SCALE 40
    #define NOUGHTS_HALF (1ULL << 39)
    #endif
    """
    const u64 KIND "NOUGHTS_KIND"
    const u64 TAKEN "NOUGHTS_TAKEN"
    const u64 WON "NOUGHTS_WON"
    const int EVER "NOUGHTS_EVER"
    const long long NEVER "NOUGHTS_NEVER"
    const int SCALE "NOUGHTS_SCALE"
    const u64 HALF "NOUGHTS_HALF"
    u64 bit "noughts_bit" (int cell) noexcept nogil
    int count "noughts_count" (u64 board) noexcept nogil
    int lowest "noughts_lowest" (u64 board) noexcept nogil
    u64 mix "noughts_mix" (u64 first, u64 second) noexcept nogil
