/* Connect Four's board, and who wins. A column takes seven bits: six cells from below, and one that stays empty. */

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

enum {
    HIGH = 6, CELLS = 49,
    TABLE = 25, VALUES = 24, RECENT = 15, /* bits */
    BOOKED = 13, HEIGHTS = 823543         /* stones in the opening book, and ways to fill seven columns */
};

static const board BOTTOM = 0x0000040810204081, ALL = 0x0000040810204081 * 0x3f, ODD = 0x0000040810204081 * 0x15;
static const int MIDDLE_FIRST[7] = {3, 2, 4, 1, 5, 0, 6};

static board column(int at) { return (board)0x3f << 7 * at; }
static board playable(board taken) { return (taken + BOTTOM) & ALL; }
static board first(board b) { return b & (0 - b); }
static int count(board b) { return __builtin_popcountll(b); }
static int number(board b) { return __builtin_ctzll(b); }

static int has_four(board p) {
    static const int STEPS[4] = {1, 6, 7, 8};
    for (int i = 0; i < 4; i++) {
        board pairs = p & p >> STEPS[i];
        if (pairs & pairs >> 2 * STEPS[i]) return 1;
    }
    return 0;
}

/* The empty cells where a side completes four. */
static board completing(board p, board taken) {
    board found = p << 1 & p << 2 & p << 3;
    for (int d = 6; d <= 8; d++) {
        board two = p << d & p << 2 * d;
        found |= two & (p << 3 * d | p >> d);
        two = p >> d & p >> 2 * d;
        found |= two & (p << d | p >> 3 * d);
    }
    return found & ALL & ~taken;
}

static board mirrored(board b) {
    board found = 0;
    for (int at = 0; at < 7; at++) found |= (b >> 7 * at & 0x7f) << 7 * (6 - at);
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

/* Whether O, to move, loses a position with BOOKED stones. */
static int loses(board o, board x) {
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
    return signs[at / 5] / WEIGHTS[at % 5] % 3 == 0;
}

/* ---- the search ---- */

static board *table, *values, recent[1 << RECENT]; /* values: whether X wins, and those that fit a near cache */

static void *memory(int bits) {
    size_t size = (size_t)1 << bits;
    void *found = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) perror("memory"), exit(2);
    madvise(found, size, MADV_HUGEPAGE);
    return found;
}

/* Moves in order: the most threats first, and those count twice that the parity of their row favours. */
static int by_threats(board moves, board own, board other, board *sorted, board good) {
    board taken = own | other;
    int n = 0, worth[7];
    for (int i = 0; i < 7; i++) {
        board move = moves & column(MIDDLE_FIRST[i]), threats = completing(own | move, taken | move);
        int at = n, now = 2 * count(threats) + count(threats & good);
        if (!move) continue;
        __builtin_prefetch(&table[mixed(key(other, taken | move), TABLE)]);
        for (n++; at > 0 && worth[at - 1] < now; at--) worth[at] = worth[at - 1], sorted[at] = sorted[at - 1];
        worth[at] = now, sorted[at] = move;
    }
    return n;
}

/* Whether the side to move gets what it wants: X to win, O not to lose. */
static int gets(board own, board other, int x_moves) {
    board taken = own | other, moves = playable(taken), x = x_moves ? own : other, sorted[7];
    if (taken == ALL) return !x_moves;
    if (completing(own, taken) & moves) return 1;
    board bad = completing(other, taken), forced = bad & moves;
    if (forced & (forced - 1)) return 0;
    moves = (forced ? forced : moves) & ~(bad >> 1);
    if (!moves) return 0;
    if (!has_four(x | (ALL & ~taken))) return !x_moves;
    /* O can answer on top of each stone, and X gets the odd rows, and the odd cells of odd columns. */
    if (x_moves && !has_four(x | (ODD & ~taken) | (playable(taken) & ~ODD))) return 0;
    int stones = count(taken);
    if (stones == BOOKED) return !loses(own, other);
    board k = stones < 22 ? least_key(own, taken) : key(own, taken), *entry = &table[mixed(k, TABLE)];
    if (*entry >> 2 == k) return (int)(*entry & 1);
    int found = 0, n = by_threats(moves, own, other, sorted, x_moves ? ODD : ~ODD);
    for (int i = 0; i < n && !found && stones >= 21; i++) {
        board after = key(other, taken | sorted[i]), known = table[mixed(after, TABLE)];
        found = known >> 2 == after && !(known & 1);
    }
    for (int i = 0; i < n && !found; i++) found = !gets(other, own | sorted[i], !x_moves);
    *entry = k << 2 | 2 | (board)found;
    return found;
}

/* Whether X wins, with O to move. */
static int won(board x, board o) {
    board k = key(x, x | o), *near = &recent[mixed(k, RECENT)], *entry = &values[mixed(k, VALUES)];
    if (*near >> 1 != k) {
        if (*entry >> 1 != k) *entry = k << 1 | (board)!gets(o, x, 0);
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
