/* A board on which four in a row win and stones fall, and who wins. A column's bits are its cells from below, and one
   that stays empty. One side attacks: it wants to win. For the other it is enough not to lose. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef uint64_t board;

typedef struct {
    board key;
    int node, cost; /* no node: -1 */
} slot;

#ifndef WIDE /* Connect Four; others give both numbers to the compiler */
#define WIDE 7
#define HIGH 6
#endif

enum {
    CELLS = WIDE * HIGH, COLUMN = HIGH + 1, BITS = WIDE * COLUMN, /* of a board; at most 62 */
    TABLE = 25, VALUES = 24, RECENT = 15, /* bits */
    LAST = 8, EARLY = 18,                 /* empty cells: see solver/search/gravity_bitboard.py */
    BOOKED = 13, HEIGHTS = 823543         /* stones in Connect Four's opening book, and ways to fill seven columns */
};

#define LOWEST ((((board)1 << BITS) - 1) / (((board)1 << COLUMN) - 1))
#define FULL (((board)1 << HIGH) - 1)

static const board BOTTOM = LOWEST, ALL = LOWEST * FULL, GUARDS = LOWEST << HIGH,
                   LOWER = LOWEST * (0x5555555555555555u << HIGH % 2 & FULL); /* of pairs, if all of a column is empty */
static int holds, x_attacks; /* holds: the side of the claims does not lose, and the other attacks */

static int middle_first(int n) { return WIDE / 2 + (n % 2 ? -(n + 1) / 2 : n / 2); }
static board column(int at) { return FULL << COLUMN * at; }
static board playable(board taken) { return (taken + BOTTOM) & ALL; }
static board first(board b) { return b & (0 - b); }
static int count(board b) { return __builtin_popcountll(b); }
static int number(board b) { return __builtin_ctzll(b); }

static int has_four(board p) {
    static const int STEPS[4] = {1, HIGH, HIGH + 1, HIGH + 2};
    for (int i = 0; i < 4; i++) {
        board pairs = p & p >> STEPS[i];
        if (pairs & pairs >> 2 * STEPS[i]) return 1;
    }
    return 0;
}

/* The empty cells where a side completes four. */
static board completing(board p, board taken) {
    board found = p << 1 & p << 2 & p << 3;
    for (int d = HIGH; d <= HIGH + 2; d++) {
        board two = p << d & p << 2 * d;
        found |= two & (p << 3 * d | p >> d);
        two = p >> d & p >> 2 * d;
        found |= two & (p << d | p >> 3 * d);
    }
    return found & ALL & ~taken;
}

/* How many lines lack two stones. */
static int lacking_two(board p, board empty) {
    static const int STEPS[4] = {1, HIGH, HIGH + 1, HIGH + 2};
    int found = 0;
    for (int d = 0; d < 4; d++) {
        board none = p, one = empty, two = 0;
        for (int i = 1; i < 4; i++) {
            board stones = p >> i * STEPS[d], gaps = empty >> i * STEPS[d];
            two = (two & stones) | (one & gaps), one = (one & stones) | (none & gaps), none &= stones;
        }
        found += count(two);
    }
    return found;
}

static board mirrored(board b) {
    board found = 0;
    for (int at = 0; at < WIDE; at++) found |= (b >> COLUMN * at & FULL) << COLUMN * (WIDE - 1 - at);
    return found;
}

static board key(board p, board taken) { return p + taken + BOTTOM; }

static board least_key(board p, board taken) {
    board one = key(p, taken), other = key(mirrored(p), mirrored(taken));
    return one < other ? one : other;
}

static size_t mixed(board k, int bits) { return k * 0x9E3779B97F4A7C15u >> (64 - bits); }

static slot *find(slot *map, int bits, board k) {
    size_t at = mixed(k, bits);
    while (map[at].key && map[at].key != k) at = (at + 1) & (((size_t)1 << bits) - 1);
    return &map[at];
}

/* ---- the opening book: signs of positions with O to move, see noughts.solver.opening_book ---- */

static unsigned char *signs;
static int begins[HEIGHTS], choose[BOOKED + 1][BOOKED + 1];

/* Number the heights of the columns in order, those before their mirror image. */
static void number_heights(int at, int left, int *heights, int *end) {
    int code = 0, order = 0;
    for (int i = 0; i < 7 && at == 7; i++) {
        code = 7 * code + heights[i];
        if (!order) order = heights[6 - i] - heights[i];
    }
    if (at == 7 && !left && order >= 0) begins[code] = *end, *end += choose[BOOKED][BOOKED / 2];
    for (int high = 0; at < 7 && high <= HIGH && high <= left; high++) {
        heights[at] = high;
        number_heights(at + 1, left - high, heights, end);
    }
}

static void read_book(const char *path) {
    FILE *f = fopen(path, "rb");
    int heights[7], end = 0, c;
    if (!f) perror(path), exit(2);
    for (int n = 0; n <= BOOKED; n++)
        for (int k = 0; k <= n; k++) choose[n][k] = k && k < n ? choose[n - 1][k - 1] + choose[n - 1][k] : 1;
    number_heights(0, BOOKED, heights, &end);
    while ((c = getc(f)) != EOF && c != '\n') {}
    size_t size = (size_t)(end + 4) / 5;
    signs = malloc(size);
    if (fread(signs, 1, size, f) != size) fprintf(stderr, "%s is too short\n", path), exit(2);
    fclose(f);
}

/* A position with BOOKED stones: 0 if O, to move, loses it, 1 for a draw, 2 if O wins. */
static int booked(board o, board x) {
    static const int WEIGHTS[5] = {81, 27, 9, 3, 1};
    int heights[7], order = 0, code = 0, after = BOOKED, held = BOOKED / 2;
    for (int i = 0; i < 7; i++) heights[i] = count((x | o) & column(i));
    for (int i = 0; i < 7 && !order; i++) order = heights[i] - heights[6 - i];
    for (int i = 0; i < 7; i++) code = 7 * code + heights[order > 0 ? 6 - i : i];
    int at = begins[code] + choose[BOOKED][held] - 1;
    for (int i = 0; i < 7; i++)
        for (int from = order > 0 ? 6 - i : i, row = 0; row < heights[from]; row++) {
            after--;
            if (!(o >> (7 * from + row) & 1)) continue;
            at -= held <= after ? choose[after][held] : 0;
            held--;
        }
    return signs[at / 5] / WEIGHTS[at % 5] % 3;
}

/* ---- the search ---- */

static board *table, *values, recent[1 << RECENT]; /* values: of positions asked for; recent: in a near cache */

static void *memory(int bits) {
    size_t size = (size_t)1 << bits;
    void *found = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) perror("memory"), exit(2);
    madvise(found, size, MADV_HUGEPAGE);
    return found;
}

typedef struct {
    board move, threats, key;
    int worth;
} option;

/* The cells above some. */
static board over(board b) { return ((GUARDS - b) ^ b) & ALL; }

/* Whether the side to move fails because the other side follows up: solver/search/gravity_bitboard.py has the proofs.
   The other side completes four on `threats`. */
static int followed(board own, board other, board threats, int attacks) {
    board taken = own | other, empty = ALL & ~taken, aside = playable(taken) & ~LOWER;
    board lower = (empty & LOWER) | aside, upper = empty & ~lower;
    lower &= ~over(threats & upper);
    if (count(empty) % 2 == 0) return !has_four(own | lower) && (attacks || has_four(other | upper));
    threats &= LOWER & over(aside);
    for (int i = 0; i < WIDE && threats; i++) {
        board here = column(i), falling = threats & here;
        if (falling && !has_four(own | (lower & ~here) | (empty & here & ~(over(falling) | LOWER)))) return 1;
    }
    return 0;
}

/* Moves in order: the most threats first, and those count half that are answered at once; early, also lines that lack
   two stones. Return how many there are, or -1 if one of them makes two threats at once. */
static int by_threats(board moves, board own, board other, option *sorted) {
    board taken = own | other;
    int n = 0, stones = count(taken) + 1;
    for (int i = 0; i < WIDE; i++) {
        board move = moves & column(middle_first(i)), all = taken | move;
        if (!move) continue;
        board threats = completing(own | move, all), near = threats & playable(all);
        if (near && (near & (near - 1) || threats & near << 1)) return -1;
        board k = stones <= CELLS / 2 ? least_key(other, all) : key(other, all);
        if (CELLS - stones > LAST) __builtin_prefetch(&table[mixed(k, TABLE)]);
        int at = n++, worth = 8 * count(threats) - (near ? 4 : 0);
        if (CELLS - stones >= EARLY) worth += lacking_two(own | move, ALL & ~all);
        for (; at > 0 && sorted[at - 1].worth < worth; at--) sorted[at] = sorted[at - 1];
        sorted[at] = (option){move, threats, k, worth};
    }
    return n;
}

/* Whether the side to move gets what it wants: the attacker to win, the other not to lose. It completes four on no
   cell, and the other side on `bad`. */
static int search(board own, board other, board bad, board k, int attacks) {
    board taken = own | other, moves = playable(taken), forced = bad & moves;
    if (taken == ALL) return !attacks;
    if (forced & (forced - 1)) return 0;
    moves = (forced ? forced : moves) & ~(bad >> 1);
    if (!moves) return 0;
    if (!has_four((attacks ? own : other) | (ALL & ~taken))) return !attacks;
    int stones = count(taken), found = 0, late = CELLS - stones <= LAST;
    if (signs && stones == BOOKED) return booked(own, other) > !x_attacks;
    board *entry = &table[mixed(k, TABLE)];
    if (!late && *entry >> 2 == k) return (int)(*entry & 1);
    option sorted[WIDE];
    int n = by_threats(moves, own, other, sorted);
    if (n < 0) found = 1;
    for (int i = 0; i < n && !found; i++) {
        found = followed(other, own | sorted[i].move, sorted[i].threats, !attacks);
        if (found || CELLS - stones <= LAST + 2) continue;
        board known = table[mixed(sorted[i].key, TABLE)];
        found = known >> 2 == sorted[i].key && !(known & 1);
    }
    for (int i = 0; i < n && !found; i++)
        found = !search(other, own | sorted[i].move, sorted[i].threats, sorted[i].key, !attacks);
    if (!late) *entry = k << 2 | 2 | (board)found;
    return found;
}

static int gets(board own, board other, int attacks) {
    board taken = own | other;
    if (completing(own, taken) & playable(taken)) return 1;
    board k = count(taken) <= CELLS / 2 ? least_key(own, taken) : key(own, taken);
    return search(own, other, completing(other, taken), k, attacks);
}

/* Whether x gets what it wants, with o to move. */
static int won(board x, board o) {
    board k = key(x, x | o), *near = &recent[mixed(k, RECENT)], *entry = &values[mixed(k, VALUES)];
    if (*near >> 1 != k) {
        if (*entry >> 1 != k) *entry = k << 1 | (board)!gets(o, x, holds);
        *near = *entry;
    }
    return (int)(*near & 1);
}

static board winning(board x, board o) {
    board found = 0;
    for (board moves = playable(x | o); moves; moves &= moves - 1)
        if (won(x | first(moves), o)) found |= first(moves);
    return found;
}
