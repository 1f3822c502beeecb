/* A second checker of certificates, written from docs/reference/certificate-format.md alone, to disagree with the
   first one if either is wrong:  cc -O2 -o second second.c -lz && ./second FILE
   Exit code: 0 the certificate holds, 1 it does not, 2 the file is none. */

#include "certificate_file.h"

typedef uint64_t board;

enum { MOST_LINES = 32768, MOST_SYMMETRIES = 1024 };

static int popcount(board b) { return __builtin_popcountll(b); }

/* ---- the game ---- */

static const char CELLS[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
static int cells, sides[3], dimensions;
static board full, lines[MOST_LINES], ends[MOST_LINES];
static int line_count, torus, exact, misere, gravity, by_moves, only_blocks;
static board counting[MOST_LINES];
static int counting_count;
static board there[MOST_SYMMETRIES][64], back[MOST_SYMMETRIES][64];
static int symmetry_count;

static board bit_of(char name) {
    static board of[256];
    if (!of['0'])
        for (int i = 0; i < 64; i++) of[(unsigned char)CELLS[i]] = (board)1 << i;
    if (name == '-') return 0;
    if (!of[(unsigned char)name]) no_certificate("it cannot be read");
    return of[(unsigned char)name];
}

static board read_board(const char *s, size_t n) {
    board found = 0;
    int passed = 0;
    for (size_t i = 0; i < n; i++) {
        board bit = bit_of(s[i]);
        if (found & bit || (!bit && passed++)) no_certificate("a cell is named twice");
        found |= bit;
    }
    return found;
}

static void add_line(board line, board too_long) {
    for (int i = 0; i < line_count; i++)
        if (lines[i] == line && ends[i] == too_long) return;
    if (line_count == MOST_LINES) no_certificate("it is too large to be checked here");
    lines[line_count] = line;
    ends[line_count++] = too_long;
}

static int cell_at(const int *place) {
    int cell = 0, unit = 1;
    for (int i = 0; i < dimensions; i++) {
        int p = place[i];
        if (torus) p = ((p % sides[i]) + sides[i]) % sides[i];
        if (p < 0 || p >= sides[i]) return -1;
        cell += p * unit;
        unit *= sides[i];
    }
    return cell;
}

static void make_rows(long k) {
    int step[3], place[3];
    if (k < 1 || k > 64) return;
    for (int d = 0; d < (dimensions == 3 ? 27 : 9); d++) {
        step[0] = d % 3 - 1, step[1] = d / 3 % 3 - 1, step[2] = dimensions == 3 ? d / 9 - 1 : 0;
        if (!step[0] && !step[1] && !step[2]) continue;
        for (int start = 0; start < cells; start++) {
            board run = 0, around = 0;
            for (long i = -1; i <= k; i++) {
                place[0] = start % sides[0] + step[0] * (int)i;
                place[1] = start / sides[0] % sides[1] + step[1] * (int)i;
                place[2] = start / sides[0] / sides[1] + step[2] * (int)i;
                int cell = cell_at(place);
                if (cell < 0) continue;
                if (i >= 0 && i < k) run |= (board)1 << cell;
                else if (exact) around |= (board)1 << cell;
            }
            if (popcount(run) == k) add_line(run, around & ~run);
        }
    }
}

static void read_rules(char *s) {
    static const char BLOCKS[] = ", O only blocks";
    long numbers[4];
    int count = 0, by_hand = 0;
    size_t length = strlen(s), tail = sizeof BLOCKS - 1;
    if (length > tail && !strcmp(s + length - tail, BLOCKS)) only_blocks = 1, s[length - tail] = 0;
    for (;;) {
        char *end;
        if (count == 4 || *s < '1' || *s > '9') no_certificate("it cannot be read");
        numbers[count] = strtol(s, &end, 10);
        if (numbers[count++] > 9999) no_certificate("it cannot be read");
        s = end;
        if (*s != ',') break;
        s++;
    }
    char *words = s;
    if (!strcmp(s, " gravity")) gravity = 1, s += strlen(s);
    for (int last = 0; *s == ' ';) { /* what may follow comes in this order, and once but for lines */
        static const char *const WORDS[] = {"", "lines", "torus", "exact", "misere"};
        size_t n = strcspn(++s, " ");
        int word = 4;
        while (word && (n != strlen(WORDS[word]) || memcmp(s, WORDS[word], n))) word--;
        if (word ? word <= last : last != 1) no_certificate("it cannot be read");
        if (word) last = word, *(int *[]){0, &by_hand, &torus, &exact, &misere}[word] = 1;
        s += n;
    }
    dimensions = by_hand ? count : count - 1;
    if (gravity && (count != 3 || only_blocks)) no_certificate("it cannot be read");
    if (*s || dimensions < 2 || dimensions > 3 || (by_hand && (torus || exact)))
        no_certificate("it cannot be read");
    cells = 1;
    for (int i = 0; i < dimensions; i++) {
        if (numbers[i] < 1 || numbers[i] > 64 || (cells *= (int)numbers[i]) > 64)
            no_certificate("wrong board size");
        sides[i] = (int)numbers[i];
    }
    full = cells == 64 ? ~(board)0 : ((board)1 << cells) - 1;
    if (!by_hand) {
        make_rows(numbers[count - 1]);
    } else {
        for (s = words; *s == ' ';) {
            size_t n = strcspn(++s, " ");
            if (!(n == 5 && !memcmp(s, "lines", n)) && !(n == 6 && !memcmp(s, "misere", n)))
{
                board line = read_board(s, n);
                if (!n) no_certificate("it cannot be read");
                if (line & ~full) no_certificate("a cell is taken, or off the board");
                add_line(line, 0);
            }
            s += n;
        }
    }
    by_moves = misere || gravity;
    for (int i = 0; i < line_count; i++) by_moves |= ends[i] != 0;
    if (by_moves && only_blocks) no_certificate("blocking does not defend here");
    for (int i = 0; i < line_count; i++) {
        int shortest = 1;
        for (int j = 0; j < line_count; j++)
            shortest &= lines[j] == lines[i] || (lines[j] & lines[i]) != lines[j];
        if (shortest) counting[counting_count++] = lines[i];
    }
}

/* The cells that may be played: with gravity, a stone needs one below it, or the bottom. */
static board playable(board taken) {
    board found = 0;
    if (!gravity) return full & ~taken;
    for (int cell = 0; cell < cells; cell++) {
        int below = cell + sides[0];
        if (!(taken >> cell & 1) && (below >= cells || (taken >> below & 1))) found |= (board)1 << cell;
    }
    return found;
}

static int completed(board own) {
    for (int i = 0; i < line_count; i++)
        if ((own & lines[i]) == lines[i] && !(own & ends[i])) return 1;
    return 0;
}

static int floats(board taken) {
    for (int cell = 0; gravity && cell + sides[0] < cells; cell++)
        if (taken >> cell & ~(taken >> (cell + sides[0])) & 1) return 1;
    return 0;
}

static void read_position(const char *s, board *x, board *o) {
    for (int cell = 0; cell < cells; cell++) {
        while (*s == '/') s++;
        if (*s == 'X') *x |= (board)1 << cell;
        else if (*s == 'O') *o |= (board)1 << cell;
        else if (*s != '.') no_certificate("this is not a position of an unfinished game");
        s++;
    }
    while (*s == '/') s++;
    int more = popcount(*x) - popcount(*o);
    if (floats(*x | *o)) no_certificate("a stone floats");
    if (*s || more < 0 || more > 1 || (*x | *o) == full || completed(*x) || completed(*o))
        no_certificate("this is not a position of an unfinished game");
}

static board image(const board *to, board b) {
    board found = 0;
    for (; b; b &= b - 1) found |= to[__builtin_ctzll(b)];
    return found;
}

static void read_symmetry(const char *s) {
    board *to = there[symmetry_count], seen = 0;
    if (symmetry_count == MOST_SYMMETRIES) no_certificate("it is too large to be checked here");
    if (strchr(s, ' ')) no_certificate("it cannot be read");
    for (size_t i = 0; s[i]; i++) bit_of(s[i]);
    if ((int)strlen(s) != cells) fails("not a renaming");
    for (int i = 0; i < cells; i++) {
        to[i] = bit_of(s[i]);
        if (!(to[i] & full & ~seen)) fails("not a renaming");
        seen |= to[i];
        back[symmetry_count][__builtin_ctzll(to[i])] = (board)1 << i;
    }
    for (int i = 0; i < line_count; i++) {
        int found = 0;
        for (int j = 0; j < line_count && !found; j++)
            found = lines[j] == image(to, lines[i]) && ends[j] == image(to, ends[i]);
        if (!found) fails("it moves lines");
    }
    for (int i = 0; gravity && i + sides[0] < cells; i++)
        if (to[i] << sides[0] != to[i + sides[0]]) fails("it turns columns");
    symmetry_count++;
}

/* ---- claims ---- */

typedef struct {
    board a, d, zone;
    int passes, used;
} entry;

/* The claims that the attacker does not win, and those that he wins; `wins` says which are meant. */
static entry *tables[2];
static size_t sizes[2], taken[2];
static int wins;

static int settled(board a, board d, board *threats);

static entry *slot(board a, board d) {
    entry *table = tables[wins];
    size_t table_size = sizes[wins];
    uint64_t h = a * 0x9E3779B97F4A7C15u ^ (d + 0x7F4A7C15u) * 0xC2B2AE3D27D4EB4Fu;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9u;
    for (size_t i = (h ^ h >> 32) & (table_size - 1);; i = (i + 1) & (table_size - 1))
        if (!table[i].used || (table[i].a == a && table[i].d == d)) return table + i;
}

static void remember(board a, board d, board zone, int passes) {
    if (taken[wins] * 2 >= sizes[wins]) {
        entry *old = tables[wins];
        size_t n = sizes[wins];
        sizes[wins] = n ? 2 * n : 1024;
        tables[wins] = room(sizes[wins] * sizeof *old);
        for (size_t i = 0; i < n; i++)
            if (old[i].used) *slot(old[i].a, old[i].d) = old[i];
        free(old);
    }
    entry *at = slot(a, d);
    taken[wins] += !at->used;
    *at = (entry){a, d, zone, passes, 1};
}

/* Give the defender, who only blocks, the twins: cells that are on the same of the attacker's open
   lines. Then others may be on the same lines. */
static void block_twins(board a, board *d) {
    board twins;
    do {
        board shared[64], cells_of_lines = 0; /* of each cell: what is on all of the lines through it */
        memset(shared, 0xff, sizeof shared);
        for (int i = 0; i < counting_count; i++)
            if (!(counting[i] & *d)) {
                board lacks = counting[i] & ~a;
                cells_of_lines |= lacks;
                for (board left = lacks; left; left &= left - 1) shared[__builtin_ctzll(left)] &= lacks;
            }
        twins = 0;
        for (int p = 0; p < cells; p++)
            for (int q = 0; q < p; q++)
                if (cells_of_lines >> p & cells_of_lines >> q & shared[p] >> q & shared[q] >> p & 1)
                    twins |= (board)1 << p | (board)1 << q;
        *d |= twins;
    } while (twins);
}

static void least_useful(board *a, board *d) {
    board for_a = 0, for_d = 0, useful;
    if (only_blocks && !wins) block_twins(*a, d);
    for (int i = 0; i < counting_count; i++) {
        if (!(counting[i] & *d)) for_a |= counting[i];
        if (!only_blocks && !(counting[i] & *a)) for_d |= counting[i];
    }
    useful = (*a & for_a) | (*d & for_d) | (~(*a | *d) & (for_a | for_d));
    *a = (*a & for_a) | (full & ~useful);
    *d = (*d & for_d) | (full & ~useful);
}

/* Find the claim that a position leads to; `s` is the rest of a step. */
static void find(board a, board d, const char *s, board *zone, int *passes) {
    const board *onto = NULL, *home = NULL;
    if (*s) {
        char *end;
        if (*s != '.' || s[1] < '1' || s[1] > '9') no_certificate("it cannot be read");
        long n = strtol(s + 1, &end, 10);
        if (*end || n > symmetry_count) no_certificate("it cannot be read");
        onto = there[n - 1], home = back[n - 1];
    }
    if (!by_moves) least_useful(&a, &d);
    if (onto) a = image(onto, a), d = image(onto, d);
    entry *at = sizes[wins] ? slot(a, d) : NULL;
    if (!at || !at->used) {
        board threats;
        if (only_blocks && !wins && settled(a, d, &threats)) return;
        fails("it leads to a position not claimed before");
    }
    *zone = home ? image(home, at->zone) : at->zone;
    *passes = at->passes;
}

static void lead(board a, board d, const char *s) {
    board zone;
    int passes;
    find(a, d, s, &zone, &passes);
}

/* Where `own` completes a line that is open to him. Sets whether he has one already. */
static board completing(board own, board other, int *has) {
    board found = 0;
    *has = 0;
    for (int i = 0; i < counting_count; i++)
        if (!(counting[i] & other)) {
            board lacks = counting[i] & ~own;
            if (!lacks) *has = 1;
            if (!(lacks & (lacks - 1))) found |= lacks;
        }
    return found;
}

/* Whether a claim's own side has a line already. Who only blocks has none. */
static int has_line(board own, board other) {
    int has;
    completing(own, other, &has);
    return has && (wins || !only_blocks);
}

static int settled(board a, board d, board *threats) {
    int has;
    /* Weights are counted in units of 2^-64; the sum is compared with one half, 2^63. */
    unsigned __int128 weight = 0;
    for (int i = 0; i < counting_count; i++)
        if (!(counting[i] & d)) {
            board lacks = counting[i] & ~a;
            if (!(lacks & (lacks - 1))) fails("the other side completes a line");
            weight += (unsigned __int128)1 << (64 - popcount(lacks));
        }
    *threats = only_blocks ? 0 : completing(d, a, &has);
    return (*threats & (*threats - 1)) || weight < (unsigned __int128)1 << 63;
}

static board paired(board a, board d, board reply, const char *s, size_t n) {
    board used = read_board(s, n), pair[64];
    size_t pairs = (n + 1) / 2;
    for (size_t i = 0; i < pairs; i++) pair[i] = bit_of(s[2 * i]) | (2 * i + 1 < n ? bit_of(s[2 * i + 1]) : 0);
    if (popcount(used) != (int)n || n % 2 || used & reply || (used | reply) & (a | d) || reply & ~full ||
        used & ~full)
        fails("a pair does not have two cells");
    for (int i = 0; i < counting_count; i++) {
        int good = (counting[i] & (d | reply)) != 0;
        for (size_t j = 0; j < pairs && !good; j++) good = (counting[i] & ~a & pair[j]) == pair[j];
        if (!good) fails("an open line contains no pair");
    }
    return used | reply;
}

/* The defender replies (0: passes), and the rest of the step says why that is enough. Returns the
   moves that this does not refute. */
static board reply(board a, board d, board r, const char *s, size_t n) {
    int has;
    board threats;
    if (n && *s != '.' && *s != '=') no_certificate("an entry has no move, or too many");
    if (r & (a | d) || r & ~full) fails("a cell is taken, or off the board");
    if (n && *s == '=') {
        board met = paired(a, d, r, s + 1, n - 1);
        return r ? met : 0;
    }
    if (!only_blocks && r & completing(d, a, &has)) return full;
    if (!settled(a, d | r, &threats)) {
        char rest[32] = "";
        if (n > 30) no_certificate("it cannot be read");
        memcpy(rest, s, n);
        lead(a, d | r, rest);
    }
    return full;
}

static void hold(board a, board d, const char *s) {
    board threats, empty = full & ~(a | d), moves;
    if (has_line(d, a)) {
        remember(a, d, 0, 0);
        return;
    }
    int done = settled(a, d, &threats);
    moves = threats ? threats : empty;
    while (!done && *s == ' ') {
        size_t n = strcspn(++s, " ");
        if (n && *s == '=') {
            moves &= reply(a, d, 0, s, n);
        } else if (n > 1 && s[1] == '=') {
            moves &= reply(a, d, bit_of(*s), s + 1, n - 1);
        } else {
            if (!n) no_certificate("it cannot be read");
            board move = bit_of(*s);
            if (move & ~empty) fails("a cell is taken, or off the board");
            if (n < 2) no_certificate("an entry has no move, or too many");
            moves &= reply(a | move, d, bit_of(s[1]), s + 2, n - 2) & ~move;
        }
        s += n;
    }
    if (!done && moves) fails("there is no answer to a move");
    if (only_blocks) least_useful(&a, &d);
    remember(a, d, 0, 0);
}

static board attackers_threats(board a, board d) {
    int has;
    if (!only_blocks && (completing(d, a, &has) || has)) fails("the other side completes a line");
    board found = completing(a, d, &has), rest = found & (found - 1);
    return (found & ~rest) | (rest & (0 - rest));
}

static void follow(board a, board d, const char *s, size_t n, board *zone, int *passes) {
    const char *dot = memchr(s, '.', n);
    size_t moves = dot ? (size_t)(dot - s) : n;
    board threats = 0, found;
    *zone = 0;
    *passes = 0;
    for (size_t i = 0; i < moves; i++) {
        int has;
        board move = bit_of(s[i]);
        d |= threats;
        if (move & (a | d | ~full)) fails("a cell is taken, or off the board");
        int won = (move & completing(a, d, &has)) != 0;
        a |= move;
        threats = won ? 0 : attackers_threats(a, d);
        *zone |= move | threats;
        if (won || threats & (threats - 1)) {
            if (i + 1 < moves) bit_of(s[i + 1]), fails("no single threat comes before a move");
            return;
        }
        if (!threats && i + 1 < moves) fails("no single threat comes before a move");
    }
    if (!moves) no_certificate("an entry has no move, or too many");
    char rest[32] = "";
    if (n - moves > 30) no_certificate("it cannot be read");
    memcpy(rest, s + moves, n - moves);
    find(a, d, rest, &found, passes);
    *zone |= found;
}

static board unrefuted(board a, board d, board zone, int passes) {
    board found = zone;
    for (int i = 0; i < counting_count && !only_blocks; i++)
        if (!(counting[i] & a) && popcount(counting[i] & ~d & ~zone) <= passes + 2)
            found |= counting[i] & ~d;
    return found;
}

static void win(board a, board d, const char *s) {
    if (has_line(a, d)) {
        remember(a, d, 0, 0);
        return;
    }
    board threats = attackers_threats(a, d), empty = full & ~(a | d);
    board left = empty, zone = 0;
    int most = 0, count = 0;
    if (threats & (threats - 1)) {
        remember(a, d, threats, 0);
        return;
    }
    if (threats) left = zone = threats;
    for (; *s == ' '; count++) {
        size_t n = strcspn(++s, " ");
        if (!n) no_certificate("it cannot be read");
        board r = bit_of(*s), its_zone;
        int its_passes;
        if (r & ~empty) fails("a cell is taken, or off the board");
        follow(a, d | r, s + 1, n - 1, &its_zone, &its_passes);
        board helps = unrefuted(a, d, its_zone, its_passes);
        left &= helps & ~r;
        zone |= its_zone;
        if (count == 0 && !threats) zone |= helps, most = its_passes + 1;
        if (its_passes > most) most = its_passes;
        s += n;
    }
    if (left || (!threats && !count)) fails("there is no answer to a move");
    remember(a, d, zone, most);
}

static int wins_at_once(board own, board other) {
    for (board left = playable(own | other); left; left &= left - 1)
        if (completed(own | (left & (0 - left)))) return 1;
    return 0;
}

/* Every move, where extra stones can hurt. -1: the game goes on; else whether it ended as stated. */
static int end_as_stated(board own, board other, int attacker) {
    if (completed(own)) return wins == (attacker != misere);
    return (own | other) == full ? !wins : -1;
}

/* The own side has done its part, and the game goes on: all moves of the other have to be met. */
static board to_meet(board own, board other) {
    board left = playable(own | other), found = 0;
    int how = completed(other) ? end_as_stated(other, own, !wins) : end_as_stated(own, other, wins);
    if (own & other) fails("a cell is blocked, or taken twice");
    if (how == 0) fails("the game ends otherwise than stated");
    for (; left && how < 0; left &= left - 1) {
        board move = left & (0 - left);
        if (end_as_stated(other | move, own, !wins) != 1 &&
            !(gravity && !completed(other | move) && wins_at_once(own, other | move)))
            found |= move;
    }
    return found;
}

static void answer(board own, board other, board move, const char *s) {
    if (gravity && *s) no_certificate("an entry has no move, or too many");
    if (*s && *s != '.') (wins ? fails : no_certificate)("an entry has no move, or too many");
    if (to_meet(own | move, other)) {
        if (wins) lead(own | move, other, s);
        else lead(other, own | move, s);
    }
}

/* With gravity, a claim stands for its images as well. */
static void remember_images(board a, board d) {
    remember(a, d, 0, 0);
    for (int i = 0; i < symmetry_count; i++) remember(image(there[i], a), image(there[i], d), 0, 0);
}

/* ---- diagrams: all positions that they reach, each looked at afresh ---- */

enum { MOST = 1000000, ROOM = 1 << 21 };

static board (*reached)[2];
static int *places, reached_count;

static void reach(board own, board other) {
    uint64_t h = own * 0x9E3779B97F4A7C15u ^ other * 0xC2B2AE3D27D4EB4Fu;
    size_t i = (h ^ h >> 32) * 0xBF58476D1CE4E5B9u >> 43;
    for (; places[i]; i = (i + 1) & (ROOM - 1))
        if (reached[places[i] - 1][0] == own && reached[places[i] - 1][1] == other) return;
    if (reached_count == MOST) fails("it reaches too many positions");
    reached[reached_count][0] = own;
    reached[reached_count++][1] = other;
    places[i] = reached_count;
}

/* Whether an answer leads to an earlier claim. */
static int claimed_next(board own, board other, board answers) {
    for (; answers && sizes[wins]; answers &= answers - 1) {
        board now = own | (answers & (0 - answers));
        if (slot(wins ? now : other, wins ? other : now)->used) return 1;
    }
    return 0;
}

static void diagram(board own, board other, const char *s) {
    board answers[64], order[64];
    int ordered = 0;
    size_t n = strcspn(++s, " ");
    if (!places) reached = room(MOST * sizeof *reached), places = room(ROOM * sizeof *places);
    if (n && read_board(s, n) & ~full) fails("a cell is off the board");
    for (int i = 0; i < cells; i++) answers[i] = i < sides[0] ? 0 : (board)1 << (i - sides[0]);
    while (n--) order[ordered++] = bit_of(*s++);
    for (; *s == ' '; s += 2) {
        board stone = bit_of(*++s), by = stone ? bit_of(s[1]) : 0;
        if (!stone || stone & ~full || (s[2] && s[2] != ' ')) no_certificate("it cannot be read");
        if (by & ~full) fails("a cell is off the board");
        answers[__builtin_ctzll(stone)] = by;
    }
    reached_count = 0;
    memset(places, 0, ROOM * sizeof *places);
    reach(own, other);
    for (int at = 0; at < reached_count; at++) {
        board moves = playable(reached[at][0] | reached[at][1]);
        for (; moves; moves &= moves - 1) {
            board move = moves & (0 - moves), mine = reached[at][0], theirs = reached[at][1] | move;
            board left = playable(mine | theirs), block = 0, cell;
            if (completed(theirs)) fails("the other side completes a line");
            if (!left && wins) fails("the board is full");
            if (!left || wins_at_once(mine, theirs)) continue;
            for (board b = left; b && !block; b &= b - 1)
                if (completed(theirs | (b & (0 - b)))) block = b & (0 - b);
            cell = block ? block : answers[__builtin_ctzll(move)] & left;
            for (int i = 0; i < ordered && !cell; i++) cell = order[i] & left;
            if (claimed_next(mine, theirs, block ? block : left)) continue;
            if (!cell) fails("there is no answer to a move");
            if ((mine | theirs | cell) == full && wins) fails("the board is full");
            reach(mine | cell, theirs);
        }
    }
}

static void every_move(board a, board d, const char *s) {
    if (floats(a | d)) fails("a stone floats");
    board own = wins ? a : d, other = wins ? d : a, left = to_meet(own, other);
    if (gravity && s[0] == ' ' && s[1] == '=') {
        if (!left) fails("a diagram for a game that is over");
        diagram(own, other, s + 1);
        remember_images(a, d);
        return;
    }
    int done = !left; /* else all entries are read, those that are not needed as well */
    while (!done && *s == ' ') {
        char rest[32] = "";
        size_t n = strcspn(++s, " ");
        if (!gravity && memchr(s, '-', n)) fails("nobody passes here");
        if (!n) no_certificate("an entry has no move, or too many");
        if (gravity && (n != 2 || !bit_of(s[0]) || !bit_of(s[1])))
            no_certificate("an entry has no move, or too many");
        board move = bit_of(*s);
        if (move & ~playable(own | other)) fails("a cell is taken, or off the board");
        if (n < 2 || n > 30) no_certificate("an entry has no move, or too many");
        memcpy(rest, s + 2, n - 2);
        board reply = bit_of(s[1]);
        if (reply & ~playable(own | other | move)) fails("a move cannot be played");
        answer(own, other | move, reply, rest);
        left &= ~move;
        s += n;
    }
    if (left) fails("there is no answer to a move");
    if (gravity) remember_images(a, d);
    else remember(a, d, 0, 0);
}

/* What is stated of the position itself. Whoever does not move begins with a pass. */
static void root(board a, board d, int attacker_moves, const char *s) {
    board zone, move;
    int passes, own_moves = attacker_moves == wins;
    if (!*s || *s == '=' || strchr(s, ' ')) no_certificate("it cannot be read");
    if (own_moves != (*s != '-')) fails("it begins with a move too many, or too few");
    if (by_moves) {
        move = bit_of(*s);
        if (move & ~playable(a | d)) fails("a cell is taken, or off the board");
        answer(wins ? a : d, wins ? d : a, move, s + 1);
    } else if (wins) {
        follow(a, d, s, strlen(s), &zone, &passes);
    } else {
        reply(a, d, bit_of(*s), s + 1, strlen(s + 1));
    }
}

int main(int count, char **arguments) {
    board x = 0, o = 0;
    long claims = 0;
    int statements = 0;
    file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) no_certificate("it cannot be read");
    check_digest();
    if (!next_line() || strncmp(text, "noughts certificate ", 20) || !text[20] || text[21] ||
        !strchr("234", text[20]))
        no_certificate("it does not begin like a certificate");
    int falls = text[20] == '4';
    if (!next_line() || strncmp(text, "rules ", 6)) no_certificate("it does not begin like a certificate");
    read_rules(text + 6);
    if (falls != gravity) no_certificate("it does not begin like a certificate");
    if (!next_line() || strncmp(text, "position ", 9)) no_certificate("it does not begin like a certificate");
    read_position(text + 9, &x, &o);
    while (next_line()) {
        if ((text[0] == 'h' || text[0] == 'w') && text[1] == ' ') {
            board sets[3];
            const char *s = text + 1;
            wins = text[0] == 'w';
            for (int i = 0; i < 3; i++) {
                if (*s != ' ') no_certificate("it cannot be read");
                size_t n = strcspn(++s, " ");
                sets[i] = read_board(s, n);
                s += n;
            }
            board a = sets[0] | sets[2], d = sets[1] | sets[2];
            claims++;
            if ((a | d) & ~full) fails("a cell is off the board");
            if (by_moves) every_move(a, d, s);
            else if (wins) win(a, d, s);
            else hold(a, d, s);
        } else if (!strncmp(text, "symmetry ", 9)) {
            read_symmetry(text + 9);
        } else if ((text[0] == 'X' || text[0] == 'O') && text[1] == ' ') {
            int by_x = text[0] == 'X', stolen = !strcmp(text + 2, "does not win by strategy stealing");
            wins = !strncmp(text + 2, "wins: ", 6);
            if (!wins && !stolen && strncmp(text + 2, "does not win: ", 14)) no_certificate("it cannot be read");
            if (only_blocks && !by_x) fails("a side that only blocks does not win");
            if (stolen && (by_x || by_moves || x)) fails("no strategy can be stolen here");
            if (!stolen)
                root(by_x ? x : o, by_x ? o : x, by_x == (popcount(x) == popcount(o)), text + (wins ? 8 : 16));
            statements++;
        } else {
            no_certificate("it cannot be read");
        }
    }
    if (!statements) no_certificate("it states nothing");
    printf("%ld claims hold\n", claims);
    return 0;
}
