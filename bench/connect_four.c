/* Finds claims that X wins a position of Connect Four, with a diagram wherever one is found:
     cc -O3 -march=native -o connect_four bench/connect_four.c && ./connect_four MOVES < VALUES
   MOVES are columns from 1 to 7, X first. VALUES has lines "x o v" with stones and 1 if X does not win with O to
   move; it may be empty. Prints the claims of a certificate, then X's move. bench/connect_four.py writes the file.

   A column takes seven bits: six cells from below, and one that stays empty. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t board;

enum {
    HIGH = 6, CELLS = 49, TABLE = 24, VALUES = 23, SEEN = 14, CLAIMS = 20, PLANS = 22,
    MANY = 30,       /* wrong answers after which a diagram is not looked at further */
    REACHED = 6000,  /* positions that one may reach */
    STUCK = 30,      /* repairs without success, after which another one is begun */
    QUICK = 100, LONG = 4000, /* thousands of positions looked at for one diagram */
    WRONG = 25, REPLIES = 70, /* guesses, in tenths of a claim: a wrong answer, and a position without a diagram */
    EARLY = 6        /* stones before which no diagram is looked for */
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

/* ---- who wins ---- */

static board table[1 << TABLE], value_keys[1 << VALUES];
static unsigned char values[1 << VALUES];

static size_t value_slot(board k) {
    size_t at = mixed(k, VALUES);
    while (value_keys[at] && value_keys[at] != k) at = (at + 1) & ((1 << VALUES) - 1);
    return at;
}

static int by_threats(board moves, board own, board taken, board *sorted) {
    int n = 0, worth[7];
    for (int i = 0; i < 7; i++) {
        board move = moves & column(MIDDLE_FIRST[i]);
        int at = n, threats = count(completing(own | move, taken | move));
        if (!move) continue;
        for (n++; at > 0 && worth[at - 1] < threats; at--) worth[at] = worth[at - 1], sorted[at] = sorted[at - 1];
        worth[at] = threats, sorted[at] = move;
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
    board k = stones < 22 ? least_key(own, taken) : key(own, taken), *entry = &table[mixed(k, TABLE)];
    if (!x_moves && stones < 12 && value_keys[value_slot(k)]) return values[value_slot(k)];
    if (*entry >> 2 == k) return (int)(*entry & 1);
    int found = 0, n = by_threats(moves, own, taken, sorted);
    for (int i = 0; i < n && !found; i++) found = !gets(other, own | sorted[i], !x_moves);
    *entry = k << 2 | 2 | (board)found;
    return found;
}

static board winning(board x, board o) {
    board found = 0;
    for (board moves = playable(x | o); moves; moves &= moves - 1)
        if (!gets(o, x | first(moves), 0)) found |= first(moves);
    return found;
}

/* ---- claims: X's answer is known with these stones ---- */

typedef struct {
    board key, x, answer;
} claim;

static claim claims[1 << CLAIMS];
static int claim_count;

static claim *claim_of(board x, board taken) {
    board k = least_key(x, taken);
    size_t at = mixed(k, CLAIMS);
    while (claims[at].key && claims[at].key != k) at = (at + 1) & ((1 << CLAIMS) - 1);
    return &claims[at];
}

/* ---- diagrams ---- */

typedef struct {
    int8_t answers[CELLS]; /* to a stone on a cell; -1 for none */
    int16_t order[CELLS];  /* the lowest is played first */
} diagram;

typedef struct {
    board x, o, stone, cell, right;
    int answered;
} mistake;

static board seen_keys[1 << SEEN];
static uint32_t seen_when[1 << SEEN], now;
static unsigned char seen_good[1 << SEEN];
static int reached, too_many, wrong_count, wrong_most;
static mistake wrong[MANY];
static diagram plan;
static unsigned char answer_used[CELLS], answer_in_the_way[CELLS], order_used[CELLS];
static uint64_t seed;

static int draw(int n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (int)((seed >> 33) % (unsigned)n);
}

static board chosen(board moves, board stone, int *answered) {
    int answer = plan.answers[number(stone)], best = -1;
    *answered = answer >= 0 && (moves >> answer & 1);
    if (*answered) return (board)1 << answer;
    for (board left = moves; left; left &= left - 1)
        if (best < 0 || plan.order[number(left)] < plan.order[best]) best = number(left);
    return (board)1 << best;
}

/* Play all games from here, with O to move; return whether X wins but for mistakes that are noted. */
static int follow(board x, board o) {
    board taken = x | o, k = key(x, taken);
    size_t at = mixed(k, SEEN);
    if (taken == ALL) return 0;
    for (; seen_when[at] == now; at = (at + 1) & ((1 << SEEN) - 1))
        if (seen_keys[at] == k) return seen_good[at];
    if (++reached > REACHED) return too_many = 1;
    seen_when[at] = now, seen_keys[at] = k, seen_good[at] = 0;
    if (completing(o, taken) & playable(taken)) return 0;
    seen_good[at] = 1;
    for (int i = 0; i < 7; i++) {
        board stone = playable(taken) & column(MIDDLE_FIRST[i]), theirs = o | stone, moves = playable(taken | stone);
        int answered = 0;
        if (!stone || completing(x, taken | stone) & moves || claim_of(x, taken | stone)->key) continue;
        board block = first(completing(theirs, taken | stone) & moves), cell = block;
        if (!block && moves) {
            cell = chosen(moves, stone, &answered);
            (answered ? answer_used : order_used)[number(answered ? stone : cell)] = 1;
            if (!answered && moves & stone << 1 && cell != stone << 1) answer_in_the_way[number(stone)] = 1;
        }
        board right = 0;
        if (!block && count(taken) < 13) right = winning(x, theirs);
        int early = right && !(right & cell);
        if (!early && cell && follow(x | cell, theirs)) {
            if (wrong_count >= wrong_most || too_many) return 1;
            continue;
        }
        if (!block && !right) right = winning(x, theirs);
        if (!right) return seen_good[at] = 0;
        wrong[wrong_count++] = (mistake){x, theirs, stone, cell, right, answered};
        if (wrong_count >= wrong_most) return 1;
    }
    return 1;
}

/* The number of mistakes, up to so many; a thousand if too many positions are reached. */
static int mistakes(board x, board o, int most) {
    now++, reached = too_many = wrong_count = 0, wrong_most = most < MANY ? most : MANY;
    memset(answer_used, 0, CELLS), memset(answer_in_the_way, 0, CELLS), memset(order_used, 0, CELLS);
    follow(x, o);
    return too_many ? 1000 : wrong_count;
}

static void repair(mistake m) {
    board right = m.right;
    for (int n = draw(count(right)); n; n--) right &= right - 1;
    int to = number(right), stone = number(m.stone), cell = number(m.cell), way = draw(8);
    if (m.answered) {
        plan.answers[stone] = way < 6 ? (int8_t)to : -1;
        for (board b = playable(m.x | m.o); b && way >= 6; b &= b - 1)
            if (number(b) != to && plan.order[number(b)] <= plan.order[to])
                plan.order[to] = (int16_t)(plan.order[number(b)] - 1);
    } else if (way < 4) {
        plan.order[to] = (int16_t)(plan.order[cell] - 1);
    } else if (way < 6) {
        plan.answers[stone] = (int8_t)to;
    } else {
        plan.order[cell] = (int16_t)(plan.order[to] + 1);
    }
}

typedef struct {
    board key;
    int tried, count; /* thousands of positions, and mistakes of the best */
    diagram plan;
    board x[MANY], o[MANY];
} plan_entry;

static plan_entry *plans[1 << PLANS];

/* The best diagram for a position with O to move. It is looked for only once with the same effort. */
static plan_entry *plan_for(board x, board o, int effort) {
    board k = key(x, x | o);
    size_t at = mixed(k, PLANS);
    while (plans[at] && plans[at]->key != k) at = (at + 1) & ((1 << PLANS) - 1);
    if (!plans[at]) plans[at] = calloc(1, sizeof *plans[at]), plans[at]->key = k, plans[at]->count = 1000;
    plan_entry *entry = plans[at];
    if (entry->tried >= effort || !entry->count) return entry;
    entry->tried = effort;
    seed = (k ^ 0x9E3779B97F4A7C15u) * 0xD1342543DE82EF95u + (unsigned)effort;
    seed += !seed;
    diagram best;
    mistake kept[MANY];
    int fewest = 1000, stuck = STUCK;
    for (long spent = 0; spent < 1000L * effort && fewest; spent += reached + 20) {
        int found;
        if (stuck >= STUCK || fewest == 1000) {
            for (int i = 0; i < CELLS; i++) {
                plan.answers[i] = i % 7 < HIGH - 1 ? (int8_t)(i + 1) : -1;
                plan.order[i] = (int16_t)((i % 7 % 2 ? 0 : 100) + draw(100));
            }
            found = mistakes(x, o, MANY), stuck = 0, fewest = 1000;
        } else {
            repair(kept[draw(fewest < 8 || draw(2) ? fewest : 8)]);
            found = mistakes(x, o, draw(20) ? fewest + 1 : MANY);
            stuck = found < fewest ? 0 : stuck + 1;
        }
        if (found > fewest || found == 1000) {
            plan = best;
            continue;
        }
        best = plan, fewest = found;
        memcpy(kept, wrong, sizeof kept);
        if (fewest < entry->count && fewest < MANY) {
            entry->count = fewest, entry->plan = plan;
            for (int i = 0; i < fewest; i++) entry->x[i] = wrong[i].x, entry->o[i] = wrong[i].o;
        }
    }
    return entry;
}

/* Whether X completes four whatever O plays now. */
static int settled(board x, board o) {
    for (board left = playable(x | o); left; left &= left - 1) {
        board taken = x | o | first(left);
        if (!(completing(x, taken) & playable(taken))) return 0;
    }
    return !(completing(o, x | o) & playable(x | o));
}

static int still_wrong(plan_entry *entry) {
    int found = 0;
    if (entry->count >= MANY) return 1000;
    for (int i = 0; i < entry->count; i++) found += !claim_of(entry->x[i], entry->x[i] | entry->o[i])->key;
    return found;
}

/* ---- the claims ---- */

static char name(int at) { return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[(HIGH - 1 - at % 7) * 7 + at / 7]; }

static void print_set(board b) {
    if (!b) putchar('-');
    for (; b; b &= b - 1) putchar(name(number(b)));
    putchar(' ');
}

static void print_diagram(void) {
    putchar('=');
    for (;;) {
        int next = -1;
        for (int i = 0; i < CELLS; i++)
            if (order_used[i] && (next < 0 || plan.order[i] < plan.order[next])) next = i;
        if (next < 0) break;
        order_used[next] = 0;
        putchar(name(next));
    }
    for (int i = 0; i < CELLS; i++) {
        if (answer_used[i] && plan.answers[i] != (i % 7 < HIGH - 1 ? i + 1 : -1))
            printf(" %c%c", name(i), name(plan.answers[i]));
        else if (!answer_used[i] && answer_in_the_way[i])
            printf(" %c-", name(i));
    }
}

static int guess(board x, board o, int effort) {
    board taken = x | o;
    int best = REPLIES;
    if (completing(x, taken) & playable(taken) || claim_of(x, taken)->key) return 0;
    for (board left = winning(x, o); left && count(taken) >= EARLY; left &= left - 1) {
        int cost = 10 + WRONG * still_wrong(plan_for(x | first(left), o, effort));
        if (cost < best) best = cost;
    }
    return best;
}

static board replies(board x, board o) {
    board moves = playable(x | o), forced = completing(x, x | o) & moves;
    return forced ? forced : moves; /* after the others X completes four */
}

/* Claim that X, to move, wins; return X's move. */
static board win(board x, board o) {
    board taken = x | o, four = first(completing(x, taken) & playable(taken));
    if (four) return four;
    claim *known = claim_of(x, taken);
    if (known->key) return known->x == x ? known->answer : mirrored(known->answer);
    board right = winning(x, o), move = first(right);
    if (!right) fprintf(stderr, "X does not win this position\n"), exit(1);
    int best = 1 << 20, by_diagram = 0;
    for (board left = right; left; left &= left - 1)
        if (settled(x | first(left), o)) return first(left);
    for (int effort = QUICK; count(taken) >= EARLY && best > 10 && effort; effort = effort == QUICK ? LONG : 0)
        for (board left = right; left && best > 10; left &= left - 1) {
            int cost = 10 + WRONG * still_wrong(plan_for(x | first(left), o, effort));
            if (cost < best) best = cost, move = first(left), by_diagram = cost < 1000;
        }
    for (board left = right; left && best > 10 + 2 * WRONG; left &= left - 1) {
        board mine = x | first(left);
        int cost = 10;
        for (board each = replies(mine, o); each && cost < best; each &= each - 1)
            cost += guess(mine, o | first(each), QUICK);
        if (cost < best) best = cost, move = first(left), by_diagram = 0;
    }
    board mine = x | move;
    if (settled(mine, o)) return move;
    if (by_diagram) {
        plan_entry *entry = plan_for(mine, o, 0);
        for (int i = 0; i < entry->count; i++) win(entry->x[i], entry->o[i]);
        for (plan = entry->plan; mistakes(mine, o, MANY); plan = entry->plan) win(wrong[0].x, wrong[0].o);
    } else {
        for (board left = replies(mine, o); left; left &= left - 1) win(mine, o | first(left));
    }
    printf("w ");
    print_set(mine);
    print_set(o);
    printf("-");
    if (by_diagram) {
        putchar(' ');
        print_diagram();
    } else {
        for (board left = playable(mine | o); left; left &= left - 1) {
            board theirs = o | first(left);
            if (completing(mine, mine | theirs) & playable(mine | theirs)) continue;
            printf(" %c%c", name(number(left)), name(number(win(mine, theirs))));
        }
    }
    putchar('\n');
    known = claim_of(x, taken);
    *known = (claim){least_key(x, taken), x, move};
    if (++claim_count % 50 == 0 || count(taken) < 8)
        fprintf(stderr, "%d claims, now with %d stones\n", claim_count, count(taken));
    return move;
}

int main(int arguments, char **words) {
    board sides[2] = {0, 0};
    unsigned long long x, o;
    int value, turn = 0;
    for (const char *s = arguments > 1 ? words[1] : ""; *s; s++, turn = !turn)
        sides[turn] |= playable(sides[0] | sides[1]) & column((*s - '1') % 7);
    while (scanf("%llu %llu %d", &x, &o, &value) == 3) {
        size_t at = value_slot(least_key(o, x | o));
        value_keys[at] = least_key(o, x | o), values[at] = (unsigned char)value;
    }
    if (turn || has_four(sides[0]) || has_four(sides[1])) return fprintf(stderr, "X is to move\n"), 2;
    board move = win(sides[0], sides[1]);
    printf("X wins: %c\n", name(number(move)));
    return 0;
}
