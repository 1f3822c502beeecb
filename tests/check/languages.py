"""The same right program in four languages: a line in, a line out."""

#: Lives on, and answers 0-8.
NODE = """
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const known = new Map();
const turn = (b) => ([...b].filter((c) => c !== ".").length % 2 ? "O" : "X");
const play = (b, i) => b.slice(0, i) + turn(b) + b.slice(i + 1);
const free = (b) => [...b].flatMap((c, i) => (c === "." ? [i] : []));
const won = (b) => lines.some(([x, y, z]) => b[x] !== "." && b[x] === b[y] && b[y] === b[z]);
function worth(b) {
  if (!known.has(b)) {
    const values = free(b).map((i) => (won(b) ? 0 : -worth(play(b, i))));
    known.set(b, won(b) ? -1 - values.length : Math.max(...values, ...(values.length ? [] : [0])));
  }
  return known.get(b);
}
require("readline").createInterface({ input: process.stdin }).on("line", (b) => {
  const all = free(b).map((i) => [-worth(play(b, i)), i]);
  console.log(all.reduce((x, y) => (y[0] > x[0] ? y : x))[1]);
});
"""

#: Flushes nothing, so it has to be started for each move; answers row and column from 1.
C = """
#include <stdio.h>
static const int lines[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
static char board[16];
static int search(char me, char other, int alpha, int beta, int *move) {
  int left = 0, best = -99;
  for (int i = 0; i < 9; i++) left += board[i] == '.';
  for (int i = 0; i < 8; i++) {
    char c = board[lines[i][0]];
    if (c != '.' && c == board[lines[i][1]] && c == board[lines[i][2]]) return -1 - left;
  }
  if (!left) return 0;
  for (int i = 0; i < 9 && alpha < beta; i++) {
    if (board[i] != '.') continue;
    board[i] = me;
    int value = -search(other, me, -beta, -alpha, 0);
    board[i] = '.';
    if (value > best) { best = value; if (move) *move = i; }
    if (best > alpha) alpha = best;
  }
  return best;
}
int main(void) {
  while (scanf("%15s", board) == 1) {
    int x = 0, o = 0, move = -1;
    for (int i = 0; i < 9; i++) { x += board[i] == 'X'; o += board[i] == 'O'; }
    search(x == o ? 'X' : 'O', x == o ? 'O' : 'X', -99, 99, &move);
    printf("%d %d\\n", move / 3 + 1, move % 3 + 1);
  }
  return 0;
}
"""

#: Lives on, and answers names.
PERL = """
$| = 1;
my @lines = ([0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]);
my %known;
sub play { my ($b, $i) = @_; substr($b, $i, 1) = ($b =~ tr/XO//) % 2 ? "O" : "X"; return $b }
sub left { my $b = shift; return grep { substr($b, $_, 1) eq "." } 0 .. 8 }
sub worth {
  my $b = shift;
  return $known{$b} if exists $known{$b};
  for (@lines) {
    my $s = join "", map { substr($b, $_, 1) } @$_;
    return $known{$b} = -1 - left($b) if $s eq "XXX" or $s eq "OOO";
  }
  my $best = left($b) ? -99 : 0;
  for (left($b)) { my $v = -worth(play($b, $_)); $best = $v if $v > $best }
  return $known{$b} = $best;
}
while (my $b = <STDIN>) {
  chomp $b;
  my ($best, $move) = (-99, -1);
  for (left($b)) { my $v = -worth(play($b, $_)); ($best, $move) = ($v, $_) if $v > $best }
  print substr("abc", $move % 3, 1), int($move / 3) + 1, "\\n";
}
"""

#: Answers 1-9. Some versions of awk read all input first, so they are started for each move.
AWK = """
function play(b, i,   copy, stones) {
  copy = b
  stones = gsub(/[XO]/, "", copy)
  return substr(b, 1, i - 1) (stones % 2 ? "O" : "X") substr(b, i + 1)
}
function won(b,   i, s) {
  for (i = 1; i <= 8; i++) {
    split(lines[i], at, " ")
    s = substr(b, at[1], 1) substr(b, at[2], 1) substr(b, at[3], 1)
    if (s == "XXX" || s == "OOO") return 1
  }
  return 0
}
function left(b) { return gsub(/[.]/, "", b) }
function worth(b,   i, best, v) {
  if (b in known) return known[b]
  if (won(b)) return known[b] = -1 - left(b)
  best = left(b) ? -99 : 0
  for (i = 1; i <= 9; i++)
    if (substr(b, i, 1) == ".") { v = -worth(play(b, i)); if (v > best) best = v }
  return known[b] = best
}
BEGIN { split("1 2 3,4 5 6,7 8 9,1 4 7,2 5 8,3 6 9,1 5 9,3 5 7", lines, ",") }
{
  best = -99
  for (i = 1; i <= 9; i++)
    if (substr($0, i, 1) == ".") { v = -worth(play($0, i)); if (v > best) { best = v; move = i } }
  print move
  fflush()
}
"""
