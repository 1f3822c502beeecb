/* Looks for X's win in a window, and writes it as `src/noughts/atlas/window_checker.py` reads it.
 *
 *     cc -O3 -march=native -o build/window bench/window.c
 *     build/window 13 4 4 strip 4000 certificates/windows/13,4,4-strip.txt 6
 *
 * The arguments are columns, rows and k, "strip" or "board", megabytes for the table, the file and,
 * if one wants, the cell of X's first move (row by row, from 0). That example takes a minute. The
 * checker explains the game. The search is depth-first proof-number search (Nagai 2002) with weak
 * proof numbers at O's nodes. If X threatens to win by threats alone, only the replies in the zone
 * of these threats are looked at. Nothing here has to be believed, because the checker decides.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 70, MOST_LINES = 500, INFINITE = 100000000, QUIET = 8, THREAT = 2 };
typedef uint64_t Set; /* cell = row * columns + column */
typedef uint32_t Number;
/* O's stones outside: four bits each for the left and right, above and below */
typedef struct { Set x, o; uint16_t outside; } Node;
typedef struct { Node at; Number proof, disproof; uint8_t used, turn; } Entry;
typedef struct { Node at; uint8_t used, won; } Known;
typedef struct { Set cells, ends; } Line;
typedef struct { Set inside; int needed[4]; } Crossing;

static int columns, rows, k, cells, line_count, crossing_count;
static bool strip;
static Set full, order[64];
static Line lines[MOST_LINES];
static Crossing crossing[MOST_LINES];
static Entry *table;
static Known *threats, *written;
static uint64_t table_mask, nodes;
static const uint64_t threats_mask = (1 << 22) - 1, written_mask = (1 << 20) - 1;

static bool several(Set set) { return set & (set - 1); }
static Set lowest(Set set) { return set & -set; }
static int popcount(Set set) { return __builtin_popcountll(set); }
static int stones(uint16_t outside, int side) { return outside >> 4 * side & 15; }
static bool same(Node a, Node b) { return a.x == b.x && a.o == b.o && a.outside == b.outside; }

static Set bit(int column, int row) {
    bool inside = column >= 0 && column < columns && row >= 0 && row < rows;
    return inside ? 1ull << (row * columns + column) : 0;
}

static int side(int column, int row) {
    return column < 0 ? 0 : column >= columns ? 1 : row < 0 ? 2 : 3;
}

static void add_line(int column, int row, int right, int down) {
    Crossing line = {0};
    int last = row + (k - 1) * down;
    if (strip && (row < 0 || row >= rows || last < 0 || last >= rows)) return;
    for (int n = 0; n < k; n++) {
        int c = column + n * right, r = row + n * down;
        if (bit(c, r)) line.inside |= bit(c, r);
        else line.needed[side(c, r)]++;
    }
    int inside = popcount(line.inside);
    if (inside == k)
        lines[line_count++] = (Line){line.inside, bit(column - right, row - down) |
                                                      bit(column + k * right, row + k * down)};
    else if (inside)
        crossing[crossing_count++] = line;
}

static int distance(int cell) { /* of a cell from the middle */
    int across = abs(2 * (cell % columns) - (columns - 1)), down = abs(2 * (cell / columns) - (rows - 1));
    return strip ? 2 * across + down : across * across + down * down;
}

static void set_up(void) {
    int sorted[64];
    cells = columns * rows;
    full = cells == 64 ? ~0ull : (1ull << cells) - 1;
    for (int column = 1 - k; column < columns + k; column++)
        for (int row = 1 - k; row < rows + k; row++) {
            add_line(column, row, 1, 0);
            add_line(column, row, 0, 1);
            add_line(column, row, 1, 1);
            add_line(column, row, 1, -1);
        }
    for (int n = 0; n < cells; n++) {
        int at = n;
        for (; at > 0 && distance(sorted[at - 1]) > distance(n); at--) sorted[at] = sorted[at - 1];
        sorted[at] = n;
    }
    for (int n = 0; n < cells; n++) order[n] = 1ull << sorted[n];
}

/* The empty cells with which X completes a line. */
static Set completing(Node at) {
    Set found = 0;
    for (int n = 0; n < line_count; n++) {
        Set rest = lines[n].cells & ~at.x;
        if (!several(rest) && !(rest & at.o) && !(lines[n].ends & at.x)) found |= rest;
    }
    return found;
}

/* The stones outside that a crossing line of O's lacks. */
static int lacking(Node at, Crossing line) {
    int found = 0;
    for (int n = 0; n < 4; n++)
        if (line.needed[n] > stones(at.outside, n)) found += line.needed[n] - stones(at.outside, n);
    return found;
}

/* The cells with which O wins at once; `beyond`: whether a stone outside wins. */
static Set danger(Node at, bool *beyond) {
    Set found = 0;
    int outside = 0;
    for (int n = 0; n < 4; n++) outside += stones(at.outside, n);
    *beyond = outside >= k - 1;
    for (int n = 0; n < line_count; n++) {
        Set rest = lines[n].cells & ~at.o;
        if (!several(rest) && !(rest & at.x)) found |= rest;
    }
    for (int n = 0; n < crossing_count; n++) {
        Set rest = crossing[n].inside & ~at.o;
        if (rest & at.x || several(rest)) continue;
        int lack = lacking(at, crossing[n]);
        if (!rest) *beyond |= lack <= 1;
        else if (!lack) found |= rest;
    }
    return found;
}

static bool lost(Node at) { /* with O to move */
    bool beyond;
    return danger(at, &beyond) || beyond;
}

static Set across(Set set) {
    Set found = 0;
    for (; set; set &= set - 1) {
        int cell = __builtin_ctzll(set);
        found |= bit(columns - 1 - cell % columns, cell / columns);
    }
    return found;
}

static Set down(Set set) {
    Set found = 0, row = bit(columns - 1, 0) * 2 - 1;
    for (int r = 0; r < rows; r++) found |= (set >> r * columns & row) << (rows - 1 - r) * columns;
    return found;
}

static bool before(Node a, Node b) {
    return a.x != b.x ? a.x < b.x : a.o != b.o ? a.o < b.o : a.outside < b.outside;
}

/* The first of a position's four mirror images. */
static Node canonical(Node at) {
    Node found = at, image = at;
    for (int n = 1; n < 4; n++) {
        unsigned o = image.outside;
        if (n & 1)
            image = (Node){across(image.x), across(image.o),
                           (o & 0xFF00) | (o & 15) << 4 | (o >> 4 & 15)};
        else
            image = (Node){down(image.x), down(image.o),
                           (o & 0xFF) | (o & 0xF00) << 4 | (o >> 4 & 0xF00)};
        if (before(image, found)) found = image;
    }
    return found;
}

static uint64_t mix(uint64_t key) {
    key ^= key >> 33, key *= 0xff51afd7ed558ccdull, key ^= key >> 33, key *= 0xc4ceb9fe1a85ec53ull;
    return key ^ key >> 33;
}

static uint64_t hash(Node at) {
    return mix(at.x * 0x9E3779B97F4A7C15ull ^ mix(at.o * 31 + at.outside));
}

/* The moves by which X, to move, wins although O can only complete and block lines; whether there
 * are such. `touched` gets the cells of one sequence, `replies` O's cells in it. */
static bool threatens(Node at, Set *touched, Set *replies) {
    Set now = completing(at), none = 0;
    if (now) return *touched |= lowest(now), true;
    bool beyond, won = false;
    Set must = danger(at, &beyond);
    if (beyond || several(must)) return false;
    Known *known = &threats[hash(at) & threats_mask];
    if (known->used && same(known->at, at) && (!known->won || touched == replies)) return known->won;
    for (int n = 0; n < line_count && !won; n++) {
        Set rest = lines[n].cells & ~at.x;
        if (lines[n].cells & at.o || lines[n].ends & at.x || popcount(rest) != 2) continue;
        for (Set left = rest; left && !won; left &= left - 1) {
            Node then = at;
            if (must && lowest(left) != must) continue;
            then.x |= lowest(left);
            if (lost(then)) continue;
            Set wins = completing(then);
            then.o |= wins;
            won = several(wins) || threatens(then, &none, &none);
            if (!won || touched == replies) continue;
            *touched |= lowest(left) | lowest(wins) | lowest(wins & (wins - 1));
            if (several(wins)) continue;
            *replies |= wins;
            threatens(then, touched, replies);
        }
    }
    *known = (Known){at, true, won};
    return won;
}

static bool is_threat(Node at) {
    Set none = 0;
    return threatens(at, &none, &none);
}

/* The replies of O that may stop X's threat; all others lose to it. */
static Set zone(Node at) {
    Set found = 0, replies = 0;
    threatens(at, &found, &replies);
    replies |= at.o;
    for (int n = 0; n < line_count; n++)
        if (!(lines[n].cells & at.x) && popcount(lines[n].cells & ~replies) <= 2)
            found |= lines[n].cells;
    for (int n = 0; n < crossing_count; n++)
        if (!(crossing[n].inside & at.x) && popcount(crossing[n].inside & ~replies) <= 2 &&
            lacking(at, crossing[n]) <= 1)
            found |= crossing[n].inside;
    return found;
}

/* The entry of a node (turn 0: X moves), or the one to replace. */
static Entry *entry(Node at, int turn, bool *found) {
    Entry *bucket = &table[mix(hash(at) + turn) & table_mask & ~3ull], *worst = bucket;
    for (int n = 0; n < 4; n++) {
        Entry *each = &bucket[n];
        *found = each->used && same(each->at, at) && each->turn == turn;
        if (*found || !each->used) return each;
        bool open = each->proof && each->disproof, other = worst->proof && worst->disproof;
        if (open > other || (open == other && each->proof + each->disproof <
                                                  worst->proof + worst->disproof))
            worst = each;
    }
    return worst;
}

static void put(Node at, int turn, Number proof, Number disproof) {
    bool found;
    *entry(at, turn, &found) = (Entry){at, proof, disproof, true, turn};
}

static bool get(Node at, int turn, Number *proof, Number *disproof) {
    bool found;
    Entry *each = entry(at, turn, &found);
    *proof = found ? each->proof : 1, *disproof = found ? each->disproof : 1;
    return found;
}

/* Write the different positions after a move, up to mirror images; return how many. */
static int moves(Node at, int turn, Node *found) {
    Node all[MOST_MOVES];
    int count = 0, kept = 0;
    bool beyond;
    Set empty = full & ~(at.x | at.o), forced = turn ? completing(at) : danger(at, &beyond);
    if (forced) empty = forced;
    else if (turn && is_threat(at)) empty &= zone(at);
    for (int n = 0; n < cells; n++) {
        if (!(empty & order[n])) continue;
        all[count] = at;
        *(turn ? &all[count].o : &all[count].x) |= order[n];
        count++;
    }
    if (turn && !forced)
        for (int n = 0; n < (strip ? 2 : 4); n++) all[count] = at, all[count++].outside += 1u << 4 * n;
    for (int n = 0; n < count; n++) {
        Node each = canonical(all[n]);
        int m = 0;
        while (m < kept && !same(found[m], each)) m++;
        if (m == kept) found[kept++] = each;
    }
    return kept;
}

/* Put what is known at once about a node; return whether it decides its parent. */
static bool look(Node at, int turn) {
    bool beyond, won, over;
    Number proof = 1;
    if (turn) {
        Set wins = completing(at);
        over = lost(at), won = !over && several(wins);
        proof = over || won ? 1 : wins || is_threat(at) ? THREAT : QUIET;
    } else {
        won = is_threat(at);
        Set must = danger(at, &beyond);
        over = !won && (beyond || several(must));
    }
    put(at, turn, won ? 0 : over ? INFINITE : proof, won ? INFINITE : over ? 0 : 1);
    return turn ? won : over;
}

static void search(Node at, int turn, Number most_proof, Number most_disproof) {
    Node next[MOST_MOVES];
    int count = moves(at, turn, next);
    Number proof, disproof;
    nodes++;
    if (!count) { put(at, turn, turn ? 0 : INFINITE, turn ? INFINITE : 0); return; }
    for (int n = 0; n < count; n++)
        if (!get(next[n], !turn, &proof, &disproof) && look(next[n], !turn)) {
            put(at, turn, turn ? INFINITE : 0, turn ? 0 : INFINITE);
            return;
        }
    for (;;) {
        /* "Easy" is the number that the side to move wants to be low; "hard" the other. */
        Number least = INFINITE + 1, second = INFINITE + 1, most = 0, best_hard = 0;
        uint64_t sum = 0;
        int best = 0, open = 0;
        for (int n = 0; n < count; n++) {
            get(next[n], !turn, &proof, &disproof);
            Number easy = turn ? disproof : proof, hard = turn ? proof : disproof;
            sum += hard, open += hard > 0;
            if (hard > most) most = hard;
            if (easy < least) second = least, least = easy, best = n, best_hard = hard;
            else if (easy < second) second = easy;
        }
        if (turn) sum = open ? (uint64_t)most + open - 1 : 0; /* weak proof numbers */
        Number easy = least, hard = sum < INFINITE && easy ? sum : INFINITE;
        if (easy >= INFINITE) easy = INFINITE, hard = 0;
        proof = turn ? hard : easy, disproof = turn ? easy : hard;
        if (!proof || !disproof || proof >= most_proof || disproof >= most_disproof) {
            put(at, turn, proof, disproof);
            return;
        }
        Number easy_limit = turn ? most_disproof : most_proof;
        Number hard_limit = turn ? most_proof : most_disproof;
        Number next_easy = second + second / 4 + 1 < easy_limit ? second + second / 4 + 1 : easy_limit;
        Number next_hard = hard_limit >= INFINITE ? INFINITE : hard_limit - (hard - best_hard);
        if (next_easy <= least) next_easy = least + 1;
        if (next_hard <= best_hard) next_hard = best_hard + 1;
        search(next[best], !turn, turn ? next_hard : next_easy, turn ? next_easy : next_hard);
    }
}

/* Whether a position was written before; if not, it is from now on. */
static bool is_written(Node at) {
    at = canonical(at);
    for (uint64_t n = hash(at);; n++) {
        Known *each = &written[n & written_mask];
        if (!each->used) return *each = (Known){at, true, true}, false;
        if (same(each->at, at)) return true;
    }
}

/* X's move in a won position with X to move; 0 if the table has lost it. */
static Set winning(Node at) {
    Set best = 0;
    int least = INFINITE;
    Number proof, disproof;
    for (int n = 0; n < cells; n++) {
        Node then = at;
        then.x |= order[n];
        if ((at.x | at.o) & order[n] || !get(canonical(then), 1, &proof, &disproof) || proof) continue;
        int cost = completing(then) ? 0 : is_threat(then) ? 1 : 2;
        if (cost < least) least = cost, best = order[n];
    }
    return best;
}

/* Write X's moves from a won position with X to move, in the order of the checker. */
static void write(Node at, FILE *file) {
    const char *names = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
    static int length = 0;
    bool beyond;
    if (is_threat(at) || is_written(at)) return;
    Set must = danger(at, &beyond), best = must ? must : winning(at);
    if (!best) search(canonical(at), 0, INFINITE, INFINITE), best = winning(at);
    if (!best) fputs("the table is too small\n", stderr), exit(1);
    if (!must) fputc(names[__builtin_ctzll(best)], file), length++;
    if (!must && length % 100 == 0) fputc('\n', file);
    at.x |= best;
    Set wins = completing(at);
    if (several(wins)) return;
    for (int n = 0; n < cells; n++) {
        Node then = at;
        then.o |= 1ull << n;
        if (wins ? wins == 1ull << n : !((at.x | at.o) >> n & 1)) write(then, file);
    }
    for (int n = 0; n < (wins ? 0 : strip ? 2 : 4); n++) {
        Node then = at;
        then.outside += 1u << 4 * n;
        write(then, file);
    }
}

int main(int count, char **words) {
    if (count < 7 || count > 8)
        return fputs("window COLUMNS ROWS K strip|board MEGABYTES FILE [CELL]\n", stderr), 2;
    columns = atoi(words[1]), rows = atoi(words[2]), k = atoi(words[3]);
    strip = !strcmp(words[4], "strip");
    if (k < 2 || k > 9 || columns < k || rows < 1 || (!strip && rows < k) || columns * rows > 64)
        return fputs("at most 64 cells, and lines must fit\n", stderr), 2;
    uint64_t size = 4;
    while (2 * size * sizeof(Entry) <= (uint64_t)atoi(words[5]) << 20) size *= 2;
    table_mask = size - 1;
    table = calloc(size, sizeof(Entry));
    threats = calloc(threats_mask + 1, sizeof(Known));
    written = calloc(written_mask + 1, sizeof(Known));
    if (!table || !threats || !written) return fputs("not enough memory\n", stderr), 2;
    set_up();
    bool chosen = count > 7;
    Node start = {chosen ? 1ull << atoi(words[7]) : 0, 0, 0};
    start = canonical(start);
    Number proof, disproof;
    search(start, chosen, INFINITE, INFINITE);
    get(start, chosen, &proof, &disproof);
    printf("%s, %llu nodes\n", proof ? "no win found" : "X wins", (unsigned long long)nodes);
    if (proof) return 1;
    FILE *file = fopen(words[6], "w");
    if (!file) return perror(words[6]), 2;
    fprintf(file, "noughts window 1\n%d,%d,%d%s\n", columns, rows, k, strip ? " strip" : "");
    write((Node){0, 0, 0}, file);
    return fputc('\n', file) < 0 || fclose(file) ? (perror(words[6]), 2) : 0;
}
