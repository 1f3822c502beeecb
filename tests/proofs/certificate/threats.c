/* A checker of certificates of wins by threats, written from docs/reference/threat-certificates.md alone, to disagree
   with the one in Python if either is wrong:  cc -O2 -o threats threats.c -lz && ./threats FILE
   Exit code: 0 the certificate holds, 1 it does not, 2 the file is none.
   It counts the stones on each line as they are placed and lifted, so a threat is found without shifting boards. */

#define LONGEST (1 << 20)
#include "certificate_file.h"

enum { SIDE = 26, MOST_CELLS = SIDE * SIDE, WORDS = (MOST_CELLS + 63) / 64, MOST_LINES = 4 * MOST_CELLS };
enum { OWN, OTHER };

typedef struct { uint64_t w[WORDS]; } set;

static int wide, high, k, exact, cells, words, line_count;
static short member[MOST_LINES][SIDE];
static short through[MOST_CELLS][4 * SIDE], guards[MOST_CELLS][8];
static int through_count[MOST_CELLS], guard_count[MOST_CELLS];
static unsigned char on[2][MOST_LINES], held[MOST_LINES]; /* stones on a line; the attacker's beside it */
static set stones[2];
static uint64_t names[2][MOST_CELLS], key;
static short image[8][MOST_CELLS];
static int images;

/* ---- sets of cells ---- */

static int has(const set *s, int cell) { return s->w[cell >> 6] >> (cell & 63) & 1; }
static void add(set *s, int cell) { s->w[cell >> 6] |= (uint64_t)1 << (cell & 63); }
static void drop(set *s, int cell) { s->w[cell >> 6] &= ~((uint64_t)1 << (cell & 63)); }
static void unite(set *s, const set *t) { for (int i = 0; i < words; i++) s->w[i] |= t->w[i]; }
static void meet(set *s, const set *t) { for (int i = 0; i < words; i++) s->w[i] &= t->w[i]; }
static int same(const set *s, const set *t) { return !memcmp(s, t, sizeof(uint64_t) * (size_t)words); }

static int next_in(const set *s, int from) {
    for (int i = from >> 6; i < words; i++) {
        uint64_t rest = s->w[i];
        if (i == from >> 6) rest &= ~(uint64_t)0 << (from & 63);
        if (rest) return 64 * i + __builtin_ctzll(rest);
    }
    return -1;
}

static int empty(int cell) { return !has(&stones[OWN], cell) && !has(&stones[OTHER], cell); }

/* ---- the board ---- */

static void change(int cell, int side, int by) {
    for (int i = 0; i < through_count[cell]; i++) on[side][through[cell][i]] += by;
    for (int i = 0; side == OWN && i < guard_count[cell]; i++) held[guards[cell][i]] += by;
    if (by > 0) add(&stones[side], cell);
    else drop(&stones[side], cell);
    key ^= names[side][cell];
}

static void place(int cell, int side) { change(cell, side, 1); }
static void lift(int cell, int side) { change(cell, side, -1); }

static void mark(set *s, int line) {
    for (int i = 0; i < k; i++)
        if (empty(member[line][i])) add(s, member[line][i]);
}

/* The cells where the attacker completes a line; at most two cells of them, the first, and how many there are. */
static int completing(set *first) {
    set all = {0};
    int n = 0, cell = -1;
    for (int line = 0; line < line_count; line++)
        if (on[OWN][line] == k - 1 && !on[OTHER][line] && !(exact && held[line])) mark(&all, line);
    memset(first, 0, sizeof *first);
    while (n < 2 && (cell = next_in(&all, cell + 1)) >= 0) {
        add(first, cell);
        n++;
    }
    return n;
}

/* Add the cells of the defender's lines that lack two, and three; return whether one lacks one. */
static int lacking(set *two, set *three) {
    int one = 0;
    for (int line = 0; line < line_count; line++) {
        int lack = k - on[OTHER][line];
        if (lack > 3 || on[OWN][line]) continue;
        one |= lack == 1;
        if (lack == 2 && two) mark(two, line);
        if (lack == 3 && three) mark(three, line);
    }
    return one;
}

/* ---- trees of threats ---- */

static const char *at;
static long claims;

typedef struct { uint64_t key; set own, other, zone; } entry;
typedef struct { entry *entries; int *slots; int count, room; } table;
static table proved, known;

static void clear(table *t) {
    if (t->slots) memset(t->slots, 0, sizeof(int) * 2 * (size_t)t->room);
    t->count = 0;
}

static int *slot_of(table *t, uint64_t hash, const set *own, const set *other) {
    size_t mask = 2 * (size_t)t->room - 1, i = hash & mask;
    for (; t->slots[i]; i = (i + 1) & mask) {
        entry *e = &t->entries[t->slots[i] - 1];
        if (e->key == hash && same(&e->own, own) && same(&e->other, other)) break;
    }
    return &t->slots[i];
}

static entry *find(table *t, uint64_t hash, const set *own, const set *other) {
    if (!t->count) return NULL;
    int found = *slot_of(t, hash, own, other);
    return found ? &t->entries[found - 1] : NULL;
}

static void store(table *t, uint64_t hash, const set *own, const set *other, const set *zone) {
    if (find(t, hash, own, other)) return;
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->entries = realloc(t->entries, sizeof(entry) * (size_t)t->room);
        free(t->slots);
        t->slots = room(sizeof(int) * 2 * (size_t)t->room);
        if (!t->entries) no_certificate("it is too large to be checked here");
        for (int i = 0; i < t->count; i++)
            *slot_of(t, t->entries[i].key, &t->entries[i].own, &t->entries[i].other) = i + 1;
    }
    entry *e = &t->entries[t->count];
    e->key = hash, e->own = *own, e->other = *other;
    if (zone) e->zone = *zone;
    *slot_of(t, hash, own, other) = ++t->count;
}

static int cell_of(const char *s) {
    int x = s[0] - 'a', y = s[0] ? s[1] - 'a' : -1;
    if (x < 0 || x >= wide || y < 0 || y >= high) no_certificate("it cannot be read");
    return x + y * wide;
}

/* Read and make the attacker's move; two and three get the cells of lines that then lack this many. */
static int move(set *two, set *three) {
    int cell = cell_of(at);
    at += 2;
    if (!empty(cell)) fails("a move cannot be played");
    place(cell, OWN);
    if (lacking(two, three)) fails("the other side completes a line");
    return cell;
}

static void tree(set *zone) {
    set done;
    entry *before = find(&proved, key, &stones[OWN], &stones[OTHER]);
    if (before) {
        unite(zone, &before->zone);
        return;
    }
    set mine = {0};
    if (completing(&done)) {
        add(&mine, next_in(&done, 0));
    } else {
        int cell = move(&mine, NULL), n = completing(&done);
        add(&mine, cell);
        unite(&mine, &done);
        if (n == 1) {
            int reply = next_in(&done, 0);
            place(reply, OTHER);
            tree(&mine);
            lift(reply, OTHER);
        } else if (n == 0) {
            set near = {0}, far = {0};
            int played[2 * MOST_CELLS], count = 0;
            do {
                add(&near, played[count++] = move(&near, &far));
                n = completing(&done);
                if (!n) fails("no single threat comes before a move");
                unite(&near, &done);
                if (n == 1) place(played[count++] = next_in(&done, 0), OTHER);
            } while (n == 1);
            while (count--) lift(played[count], count & 1 ? OTHER : OWN);
            unite(&mine, &near);
            unite(&mine, &far);
            for (int reply = next_in(&near, 0); reply >= 0; reply = next_in(&near, reply + 1)) {
                place(reply, OTHER);
                tree(&mine);
                lift(reply, OTHER);
            }
        }
        lift(cell, OWN);
    }
    store(&proved, key, &stones[OWN], &stones[OTHER], &mine);
    unite(zone, &mine);
}

/* ---- the strategy ---- */

typedef struct { set left; int reply, cell; } node;
static node open_nodes[MOST_CELLS + 1];
static int depth, starts;

/* The least image of the position on the board. */
static uint64_t least(set *own, set *other) {
    for (int i = 0; i < images; i++) {
        set to[2] = {0};
        for (int side = 0; side < 2; side++)
            for (int c = next_in(&stones[side], 0); c >= 0; c = next_in(&stones[side], c + 1)) add(&to[side], image[i][c]);
        int order = i ? memcmp(&to[0], own, sizeof *own) : -1;
        if (order < 0 || (order == 0 && memcmp(&to[1], other, sizeof *other) < 0)) *own = to[0], *other = to[1];
    }
    uint64_t hash = 0;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ own->w[i]) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 29 ^ other->w[i]) * 0xbf58476d1ce4e5b9u;
    }
    return hash ^ hash >> 32;
}

static int is_known(void) {
    set own, other;
    uint64_t hash = least(&own, &other);
    return find(&known, hash, &own, &other) != NULL;
}

static void know(void) {
    set own, other;
    uint64_t hash = least(&own, &other);
    store(&known, hash, &own, &other, NULL);
}

static void open_node(int reply, int cell) {
    node *n = &open_nodes[depth++];
    int free_cells = 0;
    memset(n, 0, sizeof *n);
    n->reply = reply, n->cell = cell;
    for (int c = 0; c < cells; c++)
        if (empty(c)) add(&n->left, c), free_cells++;
    if (!free_cells) fails("the board is full");
    if (lacking(NULL, NULL)) fails("the other side completes a line");
    claims++;
}

static void close_node(void) {
    node *n = &open_nodes[depth - 1];
    if (starts && depth == 1) no_certificate("it cannot be read");
    if (next_in(&n->left, 0) >= 0 && !is_known())
        for (int c = next_in(&n->left, 0); c >= 0; c = next_in(&n->left, c + 1)) {
            place(c, OTHER);
            if (!is_known()) fails("there is no answer to a move");
            lift(c, OTHER);
        }
    know();
    depth--;
    if (n->cell < 0) return;
    lift(n->cell, OWN);
    if (n->reply >= 0) {
        know();
        drop(&open_nodes[depth - 1].left, n->reply);
        lift(n->reply, OTHER);
    } else {
        depth--; /* the first move is won */
    }
}

static void read_entry(void) {
    int reply = -1, first = starts && depth == 1;
    const char *s = text + 1;
    if (text[0] != '-') reply = cell_of(text), s = text + 2;
    if (reply >= 0 && !empty(reply)) fails("a move cannot be played");
    if (first && reply >= 0) fails("nobody passes here");
    if (reply >= 0) place(reply, OTHER);
    if (*s == ':') {
        set zone = {0};
        at = s + 1;
        if (strlen(at) % 2) no_certificate("it cannot be read");
        claims++;
        clear(&proved);
        tree(&zone);
        if (*at) no_certificate("it cannot be read");
        meet(&open_nodes[depth - 1].left, &zone);
        if (reply >= 0) {
            drop(&open_nodes[depth - 1].left, reply);
            know();
            lift(reply, OTHER);
        }
        if (first) depth--;
        return;
    }
    int cell = cell_of(s);
    if (s[2]) no_certificate("it cannot be read");
    if (reply < 0 && !first) fails("nobody passes here");
    if (!empty(cell)) fails("a move cannot be played");
    place(cell, OWN);
    open_node(reply, cell);
}

/* ---- the game ---- */

static int number(const char **s) {
    int found = 0, digits = 0;
    while (**s >= '0' && **s <= '9' && digits < 2 && (digits || **s != '0')) found = 10 * found + *(*s)++ - '0', digits++;
    if (!digits) no_certificate("it does not begin like a certificate");
    return found;
}

static void read_rules(const char *s) {
    int *to[3] = {&wide, &high, &k};
    for (int i = 0; i < 3; i++) {
        *to[i] = number(&s);
        if (i < 2 && *s++ != ',') no_certificate("it does not begin like a certificate");
    }
    exact = !strcmp(s, " exact");
    if (*s && !exact) no_certificate("it does not begin like a certificate");
    if (wide > SIDE || high > SIDE || k < 2) no_certificate("wrong board size");
    cells = wide * high;
    words = (cells + 63) / 64;
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int x = 0; x < wide; x++)
        for (int y = 0; y < high; y++)
            for (int d = 0; d < 4; d++) {
                int dx = steps[d][0], dy = steps[d][1], line = line_count;
                int endx = x + (k - 1) * dx, endy = y + (k - 1) * dy;
                if (endx >= wide || endy >= high || endy < 0) continue;
                line_count++;
                for (int i = 0; i < k; i++) {
                    int cell = x + i * dx + (y + i * dy) * wide;
                    member[line][i] = (short)cell;
                    through[cell][through_count[cell]++] = (short)line;
                }
                for (int i = -1; i <= k; i += k + 1) {
                    int gx = x + i * dx, gy = y + i * dy;
                    if (gx < 0 || gx >= wide || gy < 0 || gy >= high) continue;
                    int cell = gx + gy * wide;
                    guards[cell][guard_count[cell]++] = (short)line;
                }
            }
    uint64_t seed = 1;
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < cells; c++) {
            seed += 0x9e3779b97f4a7c15u;
            uint64_t z = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
            z = (z ^ z >> 27) * 0x94d049bb133111ebu;
            names[side][c] = z ^ z >> 31;
        }
    for (int i = 0; i < (wide == high ? 8 : 4); i++, images++)
        for (int c = 0; c < cells; c++) {
            int x = c % wide, y = c / wide;
            if (i & 1) x = wide - 1 - x;
            if (i & 2) y = high - 1 - y;
            image[i][c] = (short)(i & 4 ? y + x * wide : x + y * wide);
        }
}

static int over(int side) {
    for (int line = 0; line < line_count; line++) {
        int longer = 0;
        if (on[side][line] != k) continue;
        for (int c = 0; exact && c < cells; c++)
            for (int i = 0; i < guard_count[c]; i++) longer |= guards[c][i] == line && has(&stones[side], c);
        if (!longer) return 1;
    }
    return 0;
}

static void read_position(const char *s, int own_is_x) {
    int counts[2] = {0}, cell = 0;
    for (int y = 0; y < high; y++) {
        if (y && *s++ != '/') no_certificate("this is not a position of an unfinished game");
        for (int x = 0; x < wide; x++, cell++, s++) {
            if (!*s || !strchr("XO.", *s)) no_certificate("this is not a position of an unfinished game");
            if (*s != '.') place(cell, (*s == 'X') == own_is_x ? OWN : OTHER), counts[*s == 'O']++;
        }
    }
    int more = counts[0] - counts[1];
    if (*s || more < 0 || more > 1 || over(OWN) || over(OTHER) || counts[0] + counts[1] == cells)
        no_certificate("this is not a position of an unfinished game");
    starts = own_is_x == !more;
}

int main(int count, char **arguments) {
    static char position[LONGEST + 1];
    file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) no_certificate("it cannot be read");
    check_digest();
    if (!next_line() || strcmp(text, "noughts certificate 5")) no_certificate("it does not begin like a certificate");
    if (!next_line() || strncmp(text, "rules ", 6)) no_certificate("it does not begin like a certificate");
    read_rules(text + 6);
    if (!next_line() || strncmp(text, "position ", 9)) no_certificate("it does not begin like a certificate");
    strcpy(position, text + 9);
    if (!next_line() || (strcmp(text, "X wins") && strcmp(text, "O wins"))) no_certificate("it states nothing");
    read_position(position, text[0] == 'X');
    if (starts) depth = 1;
    else if (lacking(NULL, NULL)) no_certificate("the other side completes a line");
    else open_node(-1, -1);
    while (next_line()) {
        if (!depth) no_certificate("it does not end where it should");
        if (!strcmp(text, ")")) close_node();
        else read_entry();
    }
    if (depth) no_certificate("it does not end where it should");
    printf("%ld claims hold\n", claims);
    return 0;
}
