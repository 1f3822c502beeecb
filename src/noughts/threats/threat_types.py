"""The plain numbers and values that the parts of a search on a large board share.

Compiled, these are C constants and structs (tools/declarations.py), and this file is not used.
"""

from typing import NamedTuple

NOWHERE = -1  #: no cell
TWO = -2  #: more cells than one stone can stop
MANY = -3  #: several stones that each stop everything; under caro
DEAD = 1 << 10  #: added to what a line lacks: more than any line has cells
LACKS = 8  #: the most missing stones for which lines are counted apart
CLASSES = 10  #: of what a stone makes in a row

MOST_STEPS = 60  #: fours in one sequence
FAILED = 1 << 14  #: stored positions without a sequence
STEPS = 63  #: of a stored position: no sequence of any length

EXACT, LOWER, UPPER = 0, 1, 2  #: whether a value is exact, a lower bound or an upper bound

WIN = 1_000_000  #: less the plies: a proved win
DECIDED = 900_000  #: beyond it, values are proved
DIM = 100_000  #: all moves tried lose, but not all were tried
UNUSABLE = 2_000_000  #: no value
MOST_GUESS = 50_000

MOST_PLIES = 120  #: below the root
WIDTH = 14  #: moves tried if nothing is forced: at the root, and everywhere without patterns
NEAR_WIDTH = 4  #: with patterns, the moves tried for each ply to the horizon
MOST_WIDTH = 16  #: at most
MARGIN = 60  #: points for each ply to the horizon by which an estimate may change
RAZORED = 4  #: plies to the horizon, at most, for an estimate that is too low
SPARED = 6  #: likewise, for one that is more than good enough
FIRST = 100_000_000  #: added to a move's value: it was the best before
KILLER = 1_000  #: likewise: it has refuted another move
LEAF_NODES = 20  #: at the horizon; more above it, where more is at stake

ENDLESS = 1 << 22  #: the work of what cannot be proved
LONG = 31  #: the nominal plies of a win by threats
MOST_THREATS = 60  #: plies of one sequence of threats
ATTACK_NODES = 400  #: to find a win by fours in a sequence of threats
THREAT_NODES = 200  #: to find that one is threatened
DEFENCE_NODES = 100  #: to find one of the defender's own


class CachedValue(NamedTuple):
    """What is known about a position."""

    found: bool  #: whether anything is known; if not, the others mean nothing
    depth: int  #: the depth that it was searched to
    bound: int  #: EXACT, LOWER or UPPER
    value: int  #: the value for the side to move, wins counted from the position
    move: int  #: the best move; NOWHERE if none is known


class Work(NamedTuple):
    """The work left to show who wins by threats, seen from the side to move."""

    near: int  #: the work to show that it reaches its goal; 0: shown
    far: int  #: the work to show that it does not; 0: shown. Negative: nothing is known.
