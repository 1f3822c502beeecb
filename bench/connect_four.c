/* Finds claims that a side wins a position of Connect Four, or does not lose it, each with a diagram:
     cc -O3 -march=native -o connect_four bench/connect_four.c
     ./connect_four BOOK FILE STATED [MOVES [only | improve | read]] > CLAIMS
   STATED is "X wins", "O wins", "X does not win" or "O does not win". MOVES are columns from 1, X first. Each
   position that is decided, with this side to move, is a line of FILE, so the search goes on from there if it was
   stopped. At the end the claims of a certificate are printed, with `only` without a search, with `improve` after one
   for diagrams that reach fewer positions; its lines replace earlier ones. `read` makes FILE from the claims of a
   certificate, which it reads. bench/connect_four.py writes the certificate.

   -DWIDE=6 -DHIGH=4 makes a program for another board, which has no BOOK: `-`.

   In the program, x is the side of the claims, even if it is O, and o is the other side.

   A diagram's mistakes, and positions where it reaches too many others, become positions to decide (its children).
   Its cost is what they are estimated to cost, and something for each position that it reaches. It is changed by
   repairs of mistakes, and a change stays if the cost is hardly greater. */

#include <unistd.h>

#include "connect_four.h"

#ifndef EFFORT
#define EFFORT 4000000 /* positions looked at for one move; fewer with EIGHT or SHALLOW stones */
#endif

enum {
    SEEN = 16, NODES = 19,          /* bits */
    CLAIM = 1000, REACH = 2,        /* the costs of a claim, and of a position that a diagram reaches */
    NEVER = 1 << 28,                /* more than any cost */
    REACHED = 24000,                /* positions that a diagram may reach */
    NOTED = 64,                     /* mistakes from which a repair is drawn */
    CHILDREN = 4096,                /* children of a diagram */
    LARGE = CELLS >= 42,            /* whether early positions are decided in another way */
    STUCK = 40,                     /* repairs without success, after which another diagram is begun */
    POOL = 64,                      /* the last diagrams: others begin with them */
    GLANCE = 60000,                 /* the same for an estimate */
    SHALLOW = LARGE ? 6 : -1,       /* stones up to which each of o's replies is a child */
    EIGHT = LARGE ? 8 : -1,
    WEIGHT = 8                      /* decisions that a first estimate is worth */
};

/* Estimates of what a position with x to move costs if 42, 40, 38 ... cells are empty, in claims. They learn. */
static const double FIRST_ESTIMATES[11] = {800, 500, 150, 65, 28, 13, 7, 4.5, 3, 2.2, 1.5};

typedef struct {
    int8_t answers[BITS]; /* to a stone on a cell; -1 for none */
    int16_t order[BITS];  /* the lowest is played first */
} diagram;

typedef struct {
    board x, o, move;            /* x is to move; at the root perhaps o, and then there is no move */
    int closed, cost, parent;
    int same;                    /* the node after whose move is this one's position, too */
    diagram plan;
} node;

typedef struct {
    board x, o, stone, cell;
    int answered;
} mistake;

/* ---- positions with x to move that have a claim, or will have one ---- */

static node *nodes[1 << NODES];
static diagram pool[POOL];
static int node_count, pool_count, counts[CELLS + 1];
static double sums[CELLS + 1];
static slot places[1 << NODES], claims[1 << NODES]; /* with x to move, and with o; with their mirror images */

static unsigned char perhaps[1 << (NODES - 3)]; /* bits of keys in `places`: a near answer for all others */

static void put(slot *map, board x, board taken, int at, int cost) {
    for (int i = 0; i < 2; i++, x = mirrored(x), taken = mirrored(taken)) {
        size_t bit = mixed(key(x, taken), NODES);
        *find(map, NODES, key(x, taken)) = (slot){key(x, taken), at, cost};
        perhaps[bit >> 3] |= (unsigned char)(1 << (bit & 7));
    }
}

static const slot *known_place(board x, board taken) {
    static const slot NONE = {0, -1, 0};
    board k = key(x, taken);
    size_t bit = mixed(k, NODES);
    return perhaps[bit >> 3] >> (bit & 7) & 1 ? find(places, NODES, k) : &NONE;
}

static slot *place(board x, board o) { return find(places, NODES, key(x, x | o)); }

static int usual_cost(int stones) { return (int)(sums[stones] / counts[stones]); }

static void begin_estimates(void) {
    for (int s = 0; s <= CELLS; s++) {
        int at = s + 42 - CELLS > 0 ? (s + 42 - CELLS) / 2 : 0;
        counts[s] = WEIGHT, sums[s] = WEIGHT * CLAIM * (at < 11 ? FIRST_ESTIMATES[at] : 1.15);
    }
}

static void open_node(board x, board o, int parent) {
    slot *s = place(x, o);
    if (s->key && s->node >= 0) return;
    put(places, x, x | o, node_count, s->cost);
    nodes[node_count] = malloc(sizeof(node));
    *nodes[node_count++] = (node){.x = x, .o = o, .parent = parent, .same = -1};
}

/* Give a node its move; without a diagram it shares the claim of another node. */
static void close_node(int at, board move, const diagram *p, int cost) {
    node *n = nodes[at];
    board after = n->x | move;
    int stones = count(n->x | n->o);
    n->move = move, n->cost = cost, n->closed = 1;
    if (p) {
        n->plan = pool[pool_count++ % POOL] = *p;
        put(claims, after, after | n->o, at, 0);
        sums[stones] += cost + CLAIM, counts[stones]++;
    } else {
        n->same = find(claims, NODES, key(after, after | n->o))->node;
    }
}

/* Whether o is to move, which is so in no position but the root. */
static int passes(board x, board o) { return count(x | o) % 2 == (x_attacks != holds); }

/* A move after which there is a claim. */
static board claimed_move(board x, board o) {
    for (board moves = playable(x | o); moves; moves &= moves - 1)
        if (find(claims, NODES, key(x | first(moves), x | first(moves) | o))->key) return first(moves);
    return 0;
}

/* ---- the cost of a diagram ---- */

static board seen_keys[1 << SEEN];
static uint32_t seen_when[1 << SEEN], now;
static int seen_stack[1 << SEEN], seen_count, reached, noted_count, noted_all, free_all, child_count;
static mistake noted[NOTED], others[NOTED]; /* mistakes, and choices that were right */
static board child_x[CHILDREN], child_o[CHILDREN];
static diagram plan;
static long work;
static uint64_t seed;

static int draw(int n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (int)((seed >> 33) % (unsigned)n);
}

/* Whether a position was there already; now it was. */
static int again(board k) {
    size_t at = mixed(k, SEEN);
    for (; seen_when[at] == now || seen_when[at] == now - 1; at = (at + 1) & ((1 << SEEN) - 1))
        if (seen_keys[at] == k) break;
    if (seen_when[at] == now && seen_keys[at] == k) return 1;
    seen_keys[at] = k, seen_when[at] = now, seen_stack[seen_count++] = (int)at;
    return 0;
}

static void forget(int from) {
    while (seen_count > from) seen_when[seen_stack[--seen_count]] = now - 1;
}

/* The answer to a stone that a diagram does not name: the cell above. */
static int8_t above(int at) { return (int8_t)(at % COLUMN < HIGH - 1 ? at + 1 : -1); }

static board chosen(board moves, board stone, int *answered) {
    int answer = plan.answers[number(stone)], best = -1;
    *answered = answer >= 0 && (moves >> answer & 1);
    if (*answered) return (board)1 << answer;
    for (board left = moves; left; left &= left - 1)
        if (best < 0 || plan.order[number(left)] < plan.order[best]) best = number(left);
    return (board)1 << best;
}

/* Keep some of the mistakes, or of the other choices. */
static void note(mistake *kept, int *all, mistake m) {
    int at = *all < NOTED ? *all : draw(*all + 1);
    (*all)++;
    if (at < NOTED) kept[at] = m;
}

static int add_child(board x, board o, int cost) {
    if (again(key(x, x | o)) || child_count == CHILDREN) return 0;
    child_x[child_count] = x, child_o[child_count++] = o;
    return cost;
}

/* Play all games from here, with o to move, where x gets what it wants. Return the cost, or more than is allowed. */
static int follow(board x, board o, int allowed) {
    board taken = x | o, mine = completing(x, taken);
    int cost = REACH, stones = count(taken) + 1;
    if (++reached > REACHED) return allowed + 1;
    for (int i = 0; i < WIDE && cost <= allowed; i++) {
        board stone = playable(taken) & column(middle_first(i)), theirs = o | stone, all = taken | stone;
        board moves = playable(all);
        int answered = 0;
        if (!stone || mine & moves || !moves) continue;
        const slot *known = known_place(x, all);
        if (known->key && known->node >= 0) continue;
        board block = completing(theirs, all) & moves, cell = block ? block : chosen(moves, stone, &answered);
        int most = known->key ? known->cost : usual_cost(stones);
        if (stones <= SHALLOW) {
            cost += add_child(x, theirs, most);
        } else if (!block && !won(x | cell, theirs)) {
            note(noted, &noted_all, (mistake){x, theirs, stone, cell, answered});
            cost += add_child(x, theirs, most);
        } else if (!again(key(x | cell, all | cell))) {
            if (!block) note(others, &free_all, (mistake){x, theirs, stone, cell, answered});
            int seen_before = seen_count - 1, before = child_count, room = most < allowed - cost ? most : allowed - cost;
            int below = follow(x | cell, theirs, room);
            if (below <= room) {
                cost += below;
            } else {
                if (room < most) return allowed + 1;
                forget(seen_before), child_count = before;
                cost += add_child(x, theirs, most);
            }
        }
    }
    return cost;
}

static int cost_of(board x, board o, int allowed) {
    now += 2, reached = noted_all = free_all = child_count = seen_count = 0;
    int found = follow(x, o, allowed);
    noted_count = noted_all < NOTED ? noted_all : NOTED;
    work += reached + 10;
    return found;
}

/* ---- the search of a diagram ---- */

typedef struct {
    board x, o; /* o is to move */
    int cost, current, stuck, noted_count, others_count;
    diagram best, plan;
    mistake noted[NOTED], others[NOTED];
} quest;

static void begin(void) {
    for (int i = 0; i < BITS; i++) {
        plan.answers[i] = above(i);
        plan.order[i] = (int16_t)((i % COLUMN % 2 ? 0 : 100) + draw(100));
    }
}

static void repair(mistake m) {
    board right = winning(m.x, m.o) & ~m.cell;
    if (!right) return;
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

static void look(quest *q, long more, const diagram *near) {
    for (long until = work + more; work < until && q->cost > CLAIM;) {
        int found, luck = draw(20), slack = luck == 0 ? CLAIM : luck < 4 ? CLAIM / 10 : 0;
        if (q->stuck >= STUCK || q->current == NEVER) {
            int way = draw(4);
            if (way == 0 && q->cost < NEVER) plan = q->best;
            else if (way == 1 && near) plan = *near;
            else if (way < 3 && pool_count) plan = pool[draw(pool_count < POOL ? pool_count : POOL)];
            else begin();
            found = cost_of(q->x, q->o, NEVER - 1), q->stuck = 0;
        } else {
            plan = q->plan;
            for (int n = draw(3) ? 1 : 2; n; n--) {
                int other = q->others_count && (!q->noted_count || !draw(8));
                repair(other ? q->others[draw(q->others_count)] : q->noted[draw(q->noted_count)]);
            }
            found = cost_of(q->x, q->o, q->current + slack);
            q->stuck = found < q->current ? 0 : q->stuck + 1;
            if (found > q->current + slack) continue;
        }
        q->plan = plan, q->current = found, q->noted_count = noted_count;
        q->others_count = free_all < NOTED ? free_all : NOTED;
        memcpy(q->noted, noted, sizeof noted), memcpy(q->others, others, sizeof others);
        if (found < q->cost) q->cost = found, q->best = plan, q->stuck = 0;
        if (!q->noted_count && !q->others_count) q->stuck = STUCK;
        if (!noted_count && count(q->x | q->o) < SHALLOW) break;
    }
}

/* The children of a quest's best diagram. */
static int set_children(const quest *q) {
    plan = q->best;
    return cost_of(q->x, q->o, NEVER - 1);
}

/* Look for x's move and a diagram. `depth`: its children are looked at, too. */
static quest decide(board x, board o, const diagram *near, long effort, int depth) {
    quest *quests = calloc(WIDE, sizeof *quests), best;
    int n = 0, at = 0, perfect = 0;
    long spent = 0;
    if (passes(x, o) && won(x, o)) quests[n++] = (quest){.x = x, .o = o, .cost = NEVER, .current = NEVER};
    for (board right = passes(x, o) ? 0 : winning(x, o); right; right &= right - 1)
        quests[n++] = (quest){.x = x | first(right), .o = o, .cost = NEVER, .current = NEVER};
    if (!n) fprintf(stderr, "this position has another value\n"), exit(1);
    for (long more = effort / 50 > 5000 ? effort / 50 : 5000; spent < effort && !perfect; more *= 2)
        for (int i = 0; i < n && !perfect; i++) {
            if (quests[i].cost > quests[at].cost / 4 * 5 && quests[i].cost != NEVER) continue;
            spent += more;
            look(&quests[i], more, near);
            if (quests[i].cost < quests[at].cost) at = i;
            set_children(&quests[i]);
            if (!child_count && (quests[i].cost < CLAIM || spent > effort / 3)) perfect = 1, at = i;
        }
    for (int round = 0; depth && !perfect && round < 12; round++) {
        set_children(&quests[at]);
        int children = child_count, fresh = 0;
        board *xs = malloc(sizeof child_x), *os = malloc(sizeof child_o);
        memcpy(xs, child_x, sizeof child_x), memcpy(os, child_o, sizeof child_o);
        for (int i = 0; i < children; i++)
            if (!place(xs[i], os[i])->key)
                put(places, xs[i], xs[i] | os[i], -1, decide(xs[i], os[i], &quests[at].best, GLANCE, 0).cost + CLAIM), fresh++;
        free(xs), free(os);
        if (!fresh) break;
        int least = -1;
        for (int i = 0; i < n; i++) {
            quests[i].cost = set_children(&quests[i]), quests[i].current = NEVER;
            if (i == at || least < 0 || quests[i].cost < quests[least].cost) look(&quests[i], effort / 10, near);
            if (least < 0 || quests[i].cost < quests[least].cost) least = i;
        }
        at = least;
    }
    best = quests[at];
    free(quests);
    return best;
}

/* ---- the file of decisions ---- */

static void write_node(FILE *f, const node *n) {
    fprintf(f, "%lu %lu %lu %d %d", n->x, n->o, n->move, n->cost, child_count);
    for (int i = 0; i < BITS; i++) fprintf(f, " %d", n->plan.answers[i]);
    for (int i = 0; i < BITS; i++) fprintf(f, " %d", n->plan.order[i]);
    for (int i = 0; i < child_count; i++) fprintf(f, " %lu %lu", child_x[i], child_o[i]);
    fprintf(f, "\n"), fflush(f);
}

/* Read the lines of an earlier run; what was written of a last one that is not complete is cut off. */
static void read_nodes(FILE *f) {
    board x, o, move;
    int cost, value, good = 1;
    long end = 0;
    while (good && fscanf(f, "%lu %lu %lu %d %d", &x, &o, &move, &cost, &child_count) == 5) {
        diagram p;
        for (int i = 0; i < BITS; i++) good &= fscanf(f, "%d", &value) == 1, p.answers[i] = (int8_t)value;
        for (int i = 0; i < BITS; i++) good &= fscanf(f, "%d", &value) == 1, p.order[i] = (int16_t)value;
        for (int i = 0; i < child_count && good; i++) good = fscanf(f, "%lu %lu", &child_x[i], &child_o[i]) == 2;
        if (!good || getc(f) != '\n') break;
        end = ftell(f);
        open_node(x, o, -1);
        int at = place(x, o)->node;
        close_node(at, move, cost ? &p : 0, cost);
        for (int i = 0; i < child_count; i++) open_node(child_x[i], child_o[i], at);
    }
    if (ftruncate(fileno(f), end)) perror("the file of decisions"), exit(2);
}

static void tell(void) {
    int closed[CELLS + 1] = {0}, all[CELLS + 1] = {0}, decided = 0;
    double more = 0;
    for (int i = 0; i < node_count; i++) {
        node *n = nodes[i];
        int stones = count(n->x | n->o);
        all[stones]++, closed[stones] += n->closed, decided += n->closed;
        more += n->closed ? 0 : place(n->x, n->o)->cost ? place(n->x, n->o)->cost : usual_cost(stones);
    }
    fprintf(stderr, "%d decided, %d open, perhaps %.0f in all;", decided, node_count - decided, decided + more / CLAIM);
    for (int s = 0; s <= CELLS; s++)
        if (all[s]) fprintf(stderr, " %d:%d/%d", s, closed[s], all[s]);
    fprintf(stderr, "\n");
}

/* The open node that is next: those with few stones first, and then those with the most. -1: none is left. */
static int next_open(void) {
    int at = -1, others = 0;
    for (int i = 0; i < node_count; i++) {
        int stones = count(nodes[i]->x | nodes[i]->o);
        if (nodes[i]->closed) continue;
        if (at < 0 || (stones > SHALLOW && others > SHALLOW ? stones > others : stones < others)) at = i, others = stones;
    }
    return at;
}

static void decide_all(FILE *f) {
    for (int at, n = 0; (at = next_open()) >= 0; n++) {
        node *e = nodes[at];
        int stones = count(e->x | e->o), cost = 0;
        board move = passes(e->x, e->o) ? 0 : claimed_move(e->x, e->o);
        child_count = 0;
        if (!move) {
            seed = (key(e->x, e->x | e->o) ^ 0x9E3779B97F4A7C15u) * 0xD1342543DE82EF95u | 1;
            quest best = decide(e->x, e->o, e->parent >= 0 ? &nodes[e->parent]->plan : 0,
                                stones <= SHALLOW ? EFFORT / 4 : stones <= EIGHT ? EFFORT / 2 : EFFORT, stones <= SHALLOW);
            cost = set_children(&best), move = best.x & ~e->x;
        }
        close_node(at, move, cost ? &plan : 0, cost), write_node(f, e);
        for (int i = 0; i < child_count; i++) open_node(child_x[i], child_o[i], at);
        if (stones <= EIGHT || n % 50 == 0) tell();
    }
}

/* ---- the certificate ---- */

static unsigned char answer_used[BITS], answer_in_the_way[BITS], order_used[BITS], needed[1 << NODES];

/* Follow the diagram as a checker does, and note what it uses. */
static void trace(board x, board o) {
    board taken = x | o, mine = completing(x, taken);
    if (completing(o, taken) & playable(taken) || (taken == ALL && !holds)) fprintf(stderr, "a diagram is wrong\n"), exit(1);
    for (int i = 0; i < WIDE; i++) {
        board stone = playable(taken) & column(i), theirs = o | stone, all = taken | stone, moves = playable(all);
        int answered = 0;
        if (!stone || mine & moves || !moves) continue;
        const slot *s = find(places, NODES, key(x, all));
        if (s->key && s->node >= 0) {
            needed[s->node] = 1;
            continue;
        }
        board block = first(completing(theirs, all) & moves), cell = block ? block : chosen(moves, stone, &answered);
        if (!block) {
            (answered ? answer_used : order_used)[number(answered ? stone : cell)] = 1;
            if (!answered && moves & stone << 1 && cell != stone << 1) answer_in_the_way[number(stone)] = 1;
        }
        if (!again(key(x | cell, all | cell))) reached++, trace(x | cell, theirs);
    }
}

static char name(int at) {
    static const char NAMES[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
    return NAMES[(HIGH - 1 - at % COLUMN) * WIDE + at / COLUMN];
}

static void print_set(board b) {
    if (!b) putchar('-');
    for (; b; b &= b - 1) putchar(name(number(b)));
    putchar(' ');
}

static void print_diagram(void) {
    printf(" =");
    for (;;) {
        int next = -1;
        for (int i = 0; i < BITS; i++)
            if (order_used[i] && (next < 0 || plan.order[i] < plan.order[next])) next = i;
        if (next < 0) break;
        order_used[next] = 0;
        putchar(name(next));
    }
    for (int i = 0; i < BITS; i++) {
        if (answer_used[i] && plan.answers[i] != above(i))
            printf(" %c%c", name(i), name(plan.answers[i]));
        else if (!answer_used[i] && answer_in_the_way[i])
            printf(" %c-", name(i));
    }
}

/* Whether no move needs an answer: x completes four, or the board is full. */
static int settled(board x, board o) {
    for (board left = playable(x | o); left; left &= left - 1) {
        board taken = x | o | first(left);
        if (taken != ALL && !(completing(x, taken) & playable(taken))) return 0;
    }
    return 1;
}

static void use(node *n) {
    memset(answer_used, 0, BITS), memset(answer_in_the_way, 0, BITS), memset(order_used, 0, BITS);
    now += 2, seen_count = reached = 0, plan = n->plan;
    trace(n->x | n->move, n->o);
}

/* Find what a node needs. */
static void need(int root) {
    memset(needed, 0, sizeof needed);
    needed[root] = 1;
    for (int stones = 0; stones < CELLS; stones++)
        for (int i = 0; i < node_count; i++) {
            if (count(nodes[i]->x | nodes[i]->o) != stones || !needed[i]) continue;
            if (!nodes[i]->closed) fprintf(stderr, "a position with %d stones is open\n", stones), exit(1);
            if (nodes[i]->same >= 0) needed[nodes[i]->same] = 1, use(nodes[nodes[i]->same]);
            else use(nodes[i]);
        }
}

/* Look for diagrams that reach fewer positions, now that more claims are known; x's moves stay. */
static void improve(FILE *f, int root) {
    long before = 0, after = 0;
    need(root);
    for (int i = 0, end = node_count; i < end; i++) {
        node *n = nodes[i];
        if (!needed[i] || n->same >= 0) continue;
        quest q = {.x = n->x | n->move, .o = n->o, .best = n->plan};
        int cost = q.cost = q.current = set_children(&q);
        if (child_count) continue; /* estimates do not compare */
        q.current = NEVER, before += cost;
        seed = (key(n->x, n->x | n->o) ^ 0x9E3779B97F4A7C15u) * 0xD1342543DE82EF95u | 3;
        if (cost > 200 * REACH) look(&q, cost > 1000 * REACH ? EFFORT : EFFORT / 4, &n->plan);
        set_children(&q), after += q.cost;
        if (q.cost >= cost || child_count) {
            after += cost - q.cost;
            continue;
        }
        n->plan = q.best, n->cost = q.cost, write_node(f, n);
    }
    fprintf(stderr, "%ld positions reached, %ld before\n", after / REACH, before / REACH);
}

/* Print the claims that a node needs, those with the most stones first. */
static void print_claims(int root, const char *stated) {
    need(root);
    for (int stones = CELLS - 1; stones >= 0; stones--)
        for (int i = 0; i < node_count; i++) {
            node *n = nodes[i];
            if (count(n->x | n->o) != stones || !needed[i] || n->same >= 0) continue;
            use(n);
            board own = n->x | n->move;
            printf("%c ", holds ? 'h' : 'w'), print_set(holds ? n->o : own), print_set(holds ? own : n->o), putchar('-');
            if (!settled(own, n->o)) print_diagram();
            putchar('\n');
        }
    printf("%s: %c\n", stated, nodes[root]->move ? name(number(nodes[root]->move)) : '-');
}

/* ---- the decisions that led to the claims of a certificate ---- */

static int cell_of(char c) {
    for (int i = 0; i < BITS; i++)
        if (i % COLUMN < HIGH && name(i) == c) return i;
    fprintf(stderr, "a cell is named %c\n", c), exit(2);
}

/* Read a claim: x's and o's stones and a diagram. 0: there is none. */
static int read_claim(board *x, board *o, diagram *d) {
    char line[4096], *word;
    if (!fgets(line, sizeof line, stdin) || !strtok(line, " \n")) return 0;
    for (int i = 0; i < BITS; i++) d->answers[i] = above(i), d->order[i] = BITS;
    board *sets[2] = {holds ? o : x, holds ? x : o};
    for (int i = 0; i < 2; i++)
        for (word = strtok(0, " \n"), *sets[i] = 0; *word && *word != '-'; word++) *sets[i] |= (board)1 << cell_of(*word);
    for (strtok(0, " \n"); (word = strtok(0, " \n"));)
        if (*word == '=')
            for (int n = 0; *++word;) d->order[cell_of(*word)] = (int16_t)n++;
        else
            d->answers[cell_of(*word)] = word[1] == '-' ? -1 : (int8_t)cell_of(word[1]);
    return 1;
}

/* Note as children the positions with x to move where a diagram comes to a claim. */
static void leave(board x, board o) {
    board taken = x | o, mine = completing(x, taken);
    for (int i = 0; i < WIDE; i++) {
        board stone = playable(taken) & column(i), theirs = o | stone, all = taken | stone, moves = playable(all);
        int answered = 0;
        if (!stone || mine & moves || !moves) continue;
        board block = first(completing(theirs, all) & moves), cell = block ? block : chosen(moves, stone, &answered);
        if (claimed_move(x, theirs)) add_child(x, theirs, 0);
        else if (!again(key(x | cell, all | cell))) reached++, leave(x | cell, theirs);
    }
}

/* Write the decisions, those that come first in the game first. */
static void read_all(FILE *f) {
    static diagram plans[1 << NODES];
    static board after[1 << NODES], beside[1 << NODES];
    static int owner[1 << NODES];
    for (int n = 0; read_claim(&after[n], &beside[n], &plans[n]); n++)
        put(claims, after[n], after[n] | beside[n], n, 0), owner[n] = -1;
    for (int i = 0; i < node_count; i++) {
        node *e = nodes[i];
        board all = e->x | e->o;
        e->move = passes(e->x, e->o) ? 0 : claimed_move(e->x, e->o);
        const slot *s = find(claims, NODES, key(e->x | e->move, all | e->move));
        if (!s->key) fprintf(stderr, "a position has no claim\n"), exit(2);
        int at = s->node;
        if (after[at] != (e->x | e->move) || beside[at] != e->o)
            e->x = mirrored(e->x), e->o = mirrored(e->o), e->move = mirrored(e->move);
        e->same = owner[at];
        if (e->same >= 0) continue;
        owner[at] = i, e->plan = plan = plans[at];
        now += 2, seen_count = child_count = 0, reached = 1;
        leave(e->x | e->move, e->o), e->cost = REACH * reached;
        for (int c = 0; c < child_count; c++) open_node(child_x[c], child_o[c], i);
    }
    for (int i = node_count - 1; i > 0; i--)
        if (nodes[i]->same < 0) nodes[nodes[i]->parent]->cost += nodes[i]->cost + CLAIM;
    child_count = 0;
    for (int i = 0; i < node_count; i++) write_node(f, nodes[i]);
}

int main(int arguments, char **words) {
    board sides[2] = {0, 0};
    int turn = 0, x = 0;
    for (const char *s = arguments > 4 ? words[4] : ""; *s; s++, turn = !turn)
        sides[turn] |= playable(sides[0] | sides[1]) & column((*s < 'a' ? *s - '1' : *s - 'a' + 9) % WIDE);
    if (arguments < 4 || BITS > 62 || has_four(sides[0]) || has_four(sides[1]))
        return fprintf(stderr, "connect_four BOOK FILE STATED [MOVES [only | improve | read]]\n"), 2;
    holds = strstr(words[3], "not") != 0, x_attacks = words[3][0] == 'X', x = x_attacks == holds;
    if (strcmp(words[1], "-")) read_book(words[1]);
    table = memory(3 + TABLE), values = memory(3 + VALUES);
    begin_estimates();
    open_node(sides[x], sides[!x], -1);
    FILE *f = fopen(words[2], "a+");
    if (!f) return perror(words[2]), 2;
    if (arguments > 5 && !strcmp(words[5], "read")) return read_all(f), 0;
    rewind(f), read_nodes(f), tell();
    if (arguments < 6) decide_all(f), tell();
    else if (!strcmp(words[5], "improve")) improve(f, 0);
    print_claims(0, words[3]);
    return 0;
}
