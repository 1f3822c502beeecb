/* Plain minimax over the whole tree of 3,3,3, in C, for this one game: what `noughts.solver.full_tree`
   is to be compared with. Prints the value, the nodes and the milliseconds of the quickest run. */
#include <stdio.h>
#include <time.h>

static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static unsigned char completes[512];
static long nodes;

static int value(int own, int other)
{
    int best = -2;
    for (int free = 0777 & ~(own | other); free; free &= free - 1) {
        int stones = own | (free & -free);
        int worth;
        nodes++;
        if (completes[stones])
            worth = 1;
        else if ((stones | other) == 0777)
            worth = 0;
        else
            worth = -value(other, stones);
        if (worth > best)
            best = worth;
    }
    return best;
}

int main(void)
{
    double quickest = 1e9;
    int found = 0;
    for (int run = 0; run < 100; run++) {
        clock_t began = clock();
        for (int board = 0; board < 512; board++)
            for (int line = 0; line < 8; line++)
                if ((board & LINES[line]) == LINES[line])
                    completes[board] = 1;
        nodes = 1;
        found = value(0, 0);
        double took = 1e3 * (double)(clock() - began) / CLOCKS_PER_SEC;
        if (took < quickest)
            quickest = took;
    }
    printf("%d %ld %.3f\n", found, nodes, quickest);
    return 0;
}
