"""Pruning: the one place that tells a search what it can skip.

Each idea has its own file, and `Pruning` joins them. Every search on a `SearchState` asks it the
same questions:

- Is the position decided at sight (`judge`)?
- Under which key is it stored (`key`)?
- Which of the attacker's moves (`attacks`) and of the defender's (`replies`) are worth trying?
- Which other replies does a win also refute (`refuted`)?

Each rule has a name and can be switched off, and none may change an answer:

    dead        positions that differ only in dead cells are the same (`SearchState.key`)
    erdos       the Erdős-Selfridge sum: too little is left to attack with
    pairs       a pairing holds the draw (`PairingSearch`)
    zones       the attacker only tries the cells of the pairing that would refute a pass
    sequences   threat sequences, searched first (`ThreatSearch`)
    relevance   the defender only tries what a threat sequence after a pass does not refute
    carried     nor what the win after another reply also refutes (`RelevanceZones`)
    symmetry    symmetric early positions are stored as one (`SymmetryTables`)

To add a rule, add a file beside this one, its name in `ALL_PRUNING`, and a line in the method whose
question it answers.

Source of the sum: Erdős and Selfridge, "On a combinatorial game", JCT A 14, 1973. An open line with
n empty cells weighs 2**-n. A defender who always takes the heaviest cell never loses if the sum is
below 1/2 with the attacker to move, or below 1 with the defender to move.
"""

from __future__ import annotations

from collections.abc import Container

from noughts.core import _cython as cython
from noughts.kernel.bitboard import HALF_WEIGHT, popcount, u64
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.search_types import (
    NOT_WON,
    UNKNOWN,
    WON,
    Answer,
    Entry,
    Key,
    Moves,
    Pairs,
    View,
)
from noughts.kernel.state import SearchState
from noughts.solver.pruning.forcing import ThreatSearch
from noughts.solver.pruning.pairing import PairingSearch
from noughts.solver.pruning.zones import RelevanceZones

ALL_PRUNING = frozenset(
    ("dead", "erdos", "pairs", "zones", "sequences", "relevance", "carried", "symmetry")
)
SYMMETRY_STONES = 8  #: up to this many stones, symmetric positions are one
FEW_PAIRINGS = 60, 4  #: steps, and the replies to a pass after which a pairing is sought
MANY_PAIRINGS = 1000, 8  #: for long lines: a fifth of the nodes, half the time
LONG = 5  #: cells of the shortest line
THREAT_STEPS = 200


@cython.final
class Pruning:
    """The enabled rules on one search state; `names` lists them.

    `pairings` limits the search for pairings: the steps of one search, and the number of replies to
    a pass after which one is made. By default, the length of the lines decides.
    """

    def __init__(
        self,
        state: SearchState,
        symmetries: SymmetryTables,
        names: Container[str] = ALL_PRUNING,
        pairings: tuple[int, int] | None = None,
    ) -> None:
        self.state: SearchState = state
        self.symmetries: SymmetryTables = symmetries
        if pairings is None:
            pairings = MANY_PAIRINGS if state.shortest >= LONG else FEW_PAIRINGS
        steps, tries = pairings
        self.pairing: PairingSearch = PairingSearch(state, steps)
        self.threats: ThreatSearch = ThreatSearch(state, THREAT_STEPS)
        self.zones: RelevanceZones = RelevanceZones(state)
        self.dead: bool = "dead" in names
        self.erdos: bool = "erdos" in names
        self.pairs: bool = "pairs" in names
        self.tries: int = tries if "zones" in names else 0
        self.sequences: bool = "sequences" in names
        self.relevance: bool = "relevance" in names
        self.carried: bool = "carried" in names
        self.symmetry_stones: int = SYMMETRY_STONES if "symmetry" in names else -1

    def judge(self, view: View, side: u64) -> Answer:
        """Judge a level at sight."""
        own: u64 = view.defender_wins if side else view.attacker_wins
        threats: u64 = view.attacker_wins if side else view.defender_wins
        if own:
            return Answer(won=NOT_WON if side else WON, zone=own & (0 - own), passes=0)
        if view.attacker_cells == 0:
            return Answer(won=NOT_WON, zone=0, passes=0)
        if threats:  # one can be stopped, two cannot
            if threats & (threats - 1):
                return Answer(won=WON if side else NOT_WON, zone=threats, passes=0)
        elif self.erdos and view.attacker_weight < (2 * HALF_WEIGHT if side else HALF_WEIGHT):
            return Answer(won=NOT_WON, zone=0, passes=0)
        return Answer(won=UNKNOWN, zone=0, passes=0)

    def key(self, level: cython.int, view: View, side: u64) -> Key:
        """Return the key of a level."""
        if self.dead:
            key = self.state.key(level, view, side)
        else:
            key = Key(
                mine=self.state.attacker[level],
                theirs=self.state.defender[level],
                side=side,
                symmetry=-1,
            )
        if self.state.cells - popcount(view.empty) <= self.symmetry_stones:
            return self.symmetries.least(key)
        return key

    def sequence(self, level: cython.int, moves_left: cython.int) -> u64:
        """Return the zone of a winning threat sequence of the attacker, to move, or nothing."""
        if not self.sequences:
            return 0
        return self.threats.find(level, level + 2 * moves_left - 4)

    def attacks(self, level: cython.int, view: View, among: u64, moves_left: cython.int) -> Moves:
        """Return the attacker's moves worth trying among these; this weighs the level.

        The attacker has `moves_left` moves left (`NO_BOUND`: no limit).
        """
        pairs: Pairs
        zone: u64 = self.sequence(level, moves_left)
        if zone:
            return Moves(won=WON, cells=0, zone=zone)
        if moves_left <= 2:  # so few allow only a threat sequence
            return Moves(won=NOT_WON, cells=0, zone=0)
        if self.pairs:
            pairs = self.pairing.find(level, view.empty, 0)
            if pairs.found:
                return Moves(won=NOT_WON, cells=0, zone=0)
        self.state.weigh(level, view.empty)
        cells = self.pairing.zone(level, view, among, self.tries)
        return Moves(won=UNKNOWN if cells else NOT_WON, cells=cells, zone=0)

    def order(self, level: cython.int) -> cython.int:
        """Put the attacker's moves worth trying into the level's row; return how many."""
        view: View = self.state.view(level)
        among: u64 = view.empty & (view.attacker_cells | view.defender_cells)
        self.state.weigh(level, view.empty)
        return self.state.order(level, self.pairing.zone(level, view, among, self.tries))

    def replies(self, level: cython.int, among: u64, moves_left: cython.int) -> Moves:
        """Return the defender's moves worth trying among these.

        The attacker would win by threats after a pass, with this zone.
        """
        zone: u64 = 0
        if self.relevance:
            zone = self.threats.find(level, level + 2 * moves_left - 4)
            if zone:
                among &= self.zones.replies(level, zone, 0)
        return Moves(won=UNKNOWN, cells=among, zone=zone)

    def refuted(self, level: cython.int, answer: Answer) -> u64:
        """Return the cells of a level where a reply loses to the same win."""
        if not self.carried:
            return 0
        return ~self.zones.replies(level, answer.zone, answer.passes)

    def recalled(self, entry: Entry, key: Key) -> Answer:
        """Return the transposition table's entry for a decided position."""
        if entry.proof:
            return Answer(won=NOT_WON, zone=0, passes=0)
        return Answer(
            won=WON, zone=self.symmetries.back(entry.board, key.symmetry), passes=entry.disproof
        )
