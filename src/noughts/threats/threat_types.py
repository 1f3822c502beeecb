"""What the parts of a search on a large board tell each other: plain numbers and values.

Compiled, these are C's own (tools/declarations.py) and this file is not needed.
"""

from __future__ import annotations

from typing import NamedTuple

NOWHERE = -1  #: no cell
TWO = -2  #: more cells than one stone can stop
MANY = -3  #: stones that each stop all; under caro
LACKS = 8  #: lines are told apart by up to so many missing stones
CLASSES = 10  #: of what a stone makes in a row

MOST_STEPS = 60  #: fours in one sequence
FAILED = 1 << 14  #: remembered positions without a sequence
STEPS = 63  #: of a remembered position: no sequence of any length

EXACT, LOWER, UPPER = 0, 1, 2  #: what a value is: itself, at least that, at most that

WIN = 1_000_000  #: less the plies: a proved win
DECIDED = 900_000  #: beyond it, values are proved
DIM = 100_000  #: all moves that were tried lose, but not all were tried
UNUSABLE = 2_000_000  #: no value
MOST_GUESS = 50_000

MOST_PLIES = 120  #: below the root
WIDTH = 14  #: moves tried where nothing is forced
FIRST = 100_000_000  #: on top of a move's worth: it was the best before
KILLER = 1_000  #: likewise: it has refuted another move
LEAF_NODES = 20  #: at the horizon; above it more, the more is at stake

ENDLESS = 1 << 22  #: work that cannot be done
LONG = 31  #: plies that a win by threats is said to take
MOST_THREATS = 60  #: plies of one sequence of threats
ATTACK_NODES = 400  #: to find a win by fours in a sequence of threats
THREAT_NODES = 200  #: to find that one is threatened
DEFENCE_NODES = 100  #: to find one of the defender's own


class CachedValue(NamedTuple):
    """What is known of a position.

    Attributes:
        found: whether anything is; if not, the others mean nothing.
        depth: the depth that it was searched to.
        bound: EXACT, LOWER or UPPER.
        value: the value for the side to move, wins counted from the position.
        move: the best move; NOWHERE if none is known.
    """

    found: bool
    depth: int
    bound: int
    value: int
    move: int


class Work(NamedTuple):
    """What it takes to show who wins by threats, seen from the side to move.

    Attributes:
        near: to show that it gets what it wants; 0: shown.
        far: to show that it does not; 0: shown. Negative: nothing is known.
    """

    near: int
    far: int
