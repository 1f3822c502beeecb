"""Wins by continuous threats: every move threatens a win by fours, and no defence helps.

A *three* is a move after which its side, if it were to move again, would win by continuous fours
(`VcfSearch`). The opponent must stop that sequence, and its `zone` gives the moves that can: its
own cells, and those that give the opponent a four. All of them are searched, so a win found here is
a proof. Gomoku players call this a VCT. The search may miss wins: it only tries the threats that a
sequence of a limited number of nodes shows.

The search is depth-first proof-number search. One winning move is enough for the attacker; every
defence must lose for the defender. Seen from the side to move, both are the same: `near` is the
least work to show that it reaches its goal, `far` that it does not. `near` is the least `far` of
the positions after its moves. `far` is the largest of their `near`, plus one for each other move
that is open: most moves lead to the same positions later, whose work a sum would count several
times. The search follows both numbers down, and returns when another branch is clearly nearer.

*Zones.* A proof that the attacker wins is also one of other positions: those with one more stone of
the defender outside the proof's zone. Let a stone stand on such a cell. The attacker's moves are
free, for they are in the zone. Its threats hold, for their cells are in the zone. The defender has
no new four after an attacker's move, for the cells of the defender's lines that then lack two are
in the zone. Where the defender may move freely, a reply outside the `zone` of the threat loses to
the same sequence: the two stones together give the defender no four, for the cells of lines that
lack three in that sequence are in the zone. For all other replies, the proof has its own parts,
whose zones are in it.

So a proof against one of the defender's first replies answers all replies outside its zone. The
stone of the reply that it refutes is then not there. To play it later is a pass, which loses to the
threat. If nothing is threatened, the first proof is of the position in which the defender passes.
The replies that it leaves are proved one after another.
In later positions of a search nothing is answered in this way: two stones outside a zone could make
a line together, and one is assumed above.

If only exactly k count, a missing stone might bring a line to life that it would have made too
long. So the search lets longer lines of the defender count as well (`LineBoard.loosen`), and then
more stones never harm the defender. Under caro, a stone at the end of a line may break it. There
nothing is answered in this way.

Stored positions are found by all their stones (`PositionTable`), so a proof does not depend on a
hash.

Sources: Allis, van den Herik and Huntjens, "Go-Moku Solved by New Search Techniques", 1996, for the
threats; Nagai, "Df-pn algorithm", 2002, and Ueda et al., "Weak Proof-Number Search", 2008, for the
search; Thomsen, "Lambda-Search in Game Trees",
2000, and Wu and Lin, "Relevance-Zone-Oriented Proof Search for Connect6", 2010, for zones.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.budget import Budget
from noughts.threats.line_board import LineBoard
from noughts.threats.position_table import PositionTable
from noughts.threats.proof_zones import ProofZones
from noughts.threats.threat_types import (
    ATTACK_NODES,
    DEFENCE_NODES,
    ENDLESS,
    MANY,
    MOST_STEPS,
    MOST_THREATS,
    NOWHERE,
    THREAT_NODES,
    TWO,
    Work,
)
from noughts.threats.vcf import VcfSearch

if TYPE_CHECKING:
    from collections.abc import Iterable


@cython.final
class VctSearch:
    """Looks for wins by threats on a board, and restores the board afterwards.

    `best` is the first move of the last win that `win` found. `cut` says whether the last search
    ended because it ran out of nodes, not of threats.
    """

    def __init__(self, board: LineBoard, budget: Budget, fours: VcfSearch, memory: int) -> None:
        self.board: LineBoard = board
        self.budget: Budget = budget
        self.fours: VcfSearch = fours
        self.attacker: int = 0
        self.enough: cython.longlong = 0
        self.cut: cython.readonly[bool] = False
        self.every: bool = False
        self.best: cython.readonly[int] = NOWHERE
        size = self.board.cells * (MOST_THREATS + 1)
        self.moves: cython.int[::1] = array("i", bytes(4 * size))
        self.nears: cython.int[::1] = array("i", bytes(4 * size))
        self.fars: cython.int[::1] = array("i", bytes(4 * size))
        self.zone: cython.int[::1] = array("i", bytes(4 * self.board.cells))
        self.zones: ProofZones = ProofZones(board, MOST_THREATS + 1)
        self.table: PositionTable = PositionTable(self.board.cells, memory, self.zones.size)

    def win(self, side: int, nodes: int) -> bool:
        """Whether `side`, to move, is proved to win by threats within this many nodes."""
        return self._asked(side, defends=False, nodes=nodes)

    def in_zone(self, cell: int) -> bool:
        """Whether a stone of the loser on this cell could change the last win that was found."""
        place: cython.int = cell
        return not self.zones.used or bool(self.zones.has(self.zones.told, place))

    def loss(self, side: int, nodes: int, answered: Iterable[int] = ()) -> bool:
        """Whether every move of `side`, to move, is proved to lose to threats, likewise.

        `answered`: moves that need no proof.
        """
        return self._asked(1 - side, defends=True, nodes=nodes, answered=answered)

    def _asked(
        self, attacker: int, *, defends: bool, nodes: int, answered: Iterable[int] = ()
    ) -> bool:
        found: cython.bint
        side: cython.int = attacker
        replies: cython.bint = defends
        most: cython.longlong = nodes
        self._leave(answered)
        with cython.nogil:
            self.board.loosen(1 - side)
            found = self._run(side, replies, most)
            self.board.loosen(NOWHERE)
        self.budget.check()
        return bool(found)

    def _leave(self, answered: Iterable[int]) -> None:
        """Leave all moves in `left` but those that need no proof."""
        cell: cython.int
        self.zones.fill(self.zones.left)
        for cell in answered:
            self.zones.drop(self.zones.left, cell)

    def survivors(
        self, side: int, nodes: int, most: int, answered: Iterable[int] = ()
    ) -> list[int] | None:
        """Return the moves of `side`, to move, that are not shown to lose to threats.

        None: that is not shown of a pass either, or they are more than `most`. `cut` then says
        whether more nodes may help. Each proof may take `nodes`. `answered`: moves that need none.
        """
        found: cython.bint
        attacker: cython.int = 1 - side
        each: cython.longlong = nodes
        few: cython.int = most
        self._leave(answered)
        with cython.nogil:
            self.board.loosen(1 - attacker)
            found = self._few_survive(attacker, each, few)
            self.board.loosen(NOWHERE)
        self.budget.check()
        if not found:
            return None
        return [
            cell
            for cell in range(self.board.cells)
            if self.board.owner[cell] == NOWHERE and self.zones.has(self.zones.left, cell)
        ]

    def _few_survive(
        self, attacker: cython.int, nodes: cython.longlong, most: cython.int
    ) -> cython.bint:
        """Leave the defender's moves in `left` that are not shown to lose, and that may be few."""
        cell: cython.int
        self.cut = False
        if self.board.listed[2 * (1 - attacker)] or self.board.empties == 0:
            return False
        self.attacker = attacker
        if self.zones.used:
            if not self._run(attacker, False, nodes):  # noqa: FBT003
                return False
            self.zones.narrow()
        self.zones.copy(self.zones.left, self.zones.untried)
        cell = self._nearest()
        while cell != NOWHERE:
            self.zones.drop(self.zones.untried, cell)
            self.board.place(cell, 1 - attacker)
            if self._run(attacker, False, nodes):  # noqa: FBT003
                self.zones.drop(self.zones.left, cell)
                self.zones.narrow()
            else:
                most -= 1
            self.board.lift(cell, 1 - attacker)
            if most < 0:
                self.cut = True
                return False
            cell = self._nearest()
        return True

    def place(self, cell: int, side: int) -> None:
        """Put a stone of either side on an empty cell."""
        self.board.place(cell, side)

    def lift(self, cell: int, side: int) -> None:
        """Remove that stone."""
        self.board.lift(cell, side)

    def by_fours(self, side: int, nodes: int, *, loose: bool = False) -> list[int] | None:
        """Return the shortest line to the end by which `side`, to move, wins with fours alone.

        Empty: no sequence of fours wins; all were tried. None: that would take more nodes.

        `loose`: whether longer lines of the other side count as well.
        """
        self.attacker = side
        self.fours.cut = False
        self.board.loosen(1 - side if loose else NOWHERE)
        line = self._finish(nodes)
        self.board.loosen(NOWHERE)
        return None if not line and self.fours.cut else line

    def line(self, side: int, nodes: int, *, loses: bool) -> list[int]:
        """Return a line of play to the end of a win or loss found, with stubborn defence.

        `side` is to move, and wins or `loses`. Each move may take this many nodes to find again
        what was replaced in the table.
        """
        line: list[int] = []
        self.attacker = attacker = 1 - side if loses else side
        if loses:
            self._make(line, self._stubborn(), 1 - attacker)
        while not (rest := self._finish()):
            if not self._asked(attacker, defends=False, nodes=nodes):
                break
            self._make(line, self.best, attacker)
            self._make(line, self._stubborn(), 1 - attacker)
        side = 1 - attacker if len(line) % 2 == loses else attacker
        for cell in reversed(line):
            self.board.lift(cell, side)
            side = 1 - side
        return line + rest

    def _make(self, line: list[int], cell: int, side: int) -> None:
        self.board.place(cell, side)
        line.append(cell)

    def _finish(self, nodes: int = ATTACK_NODES) -> list[int]:
        """Return the moves to the end if the attacker, to move, wins by fours at once."""
        attacker = self.attacker
        if self.board.listed[2 * attacker]:
            return [self._completing(attacker)]
        if not self.fours.win(attacker, MOST_STEPS, nodes):
            return []
        steps = 2 * self.fours.steps - 1
        path = [int(cell) for cell in self.fours.path[:steps]]
        for at, cell in enumerate(path):
            self.board.place(cell, attacker ^ (at & 1))
        reply = self._completing(attacker)
        self.board.place(reply, 1 - attacker)
        path += [reply, self._completing(attacker)]
        for at in range(steps, -1, -1):
            self.board.lift(path[at], attacker ^ (at & 1))
        return path

    def _completing(self, side: int) -> int:
        return int(self.board.empty_in(self.board.lists[2 * side * self.board.lines], NOWHERE))

    def _stubborn(self) -> int:
        """Return the defence after which the winning fours come latest, or not at all."""
        best, longest = NOWHERE, -1
        n = self._defences(0)
        for cell in list(self.moves[:n]):
            self.board.place(cell, 1 - self.attacker)
            plies = 0
            if not self.board.listed[2 * self.attacker]:
                plies = self.fours.win(self.attacker, MOST_STEPS, ATTACK_NODES) or 1000
            self.board.lift(cell, 1 - self.attacker)
            if plies > longest:
                best, longest = cell, plies
        return best

    def _run(
        self, attacker: cython.int, defends: cython.bint, nodes: cython.longlong
    ) -> cython.bint:
        work: Work
        self.attacker = attacker
        self.cut = False
        self.enough = self.budget.nodes + nodes
        self.best = NOWHERE
        if defends and self.zones.used and self._quiet():
            if not self._run(attacker, False, nodes):  # noqa: FBT003
                return False
            self.zones.narrow()
            return self._each_reply()
        self.every = defends
        work = self._sight(defends)
        self.every = False  # at the root alone
        if work.near and work.far:
            work = self._search(0, defends, ENDLESS, ENDLESS)
        elif not defends and work.near == 0:
            self.best = self.fours.path[0]
        return work.far == 0 if defends else work.near == 0

    def _each_reply(self) -> cython.bint:
        """Whether each first reply of the defender loses that no other proof answers.

        A reply that takes more than a quarter of the nodes waits, because the zones of the others
        may answer it.
        """
        end: cython.longlong = self.enough
        rest: cython.longlong = end - self.budget.nodes
        if self._replies_lose(end, rest >> 2):
            return True
        if not self.cut or self.budget.stopped or self.budget.nodes >= end:
            return False
        return self._replies_lose(end, rest)

    def _replies_lose(self, end: cython.longlong, nodes: cython.longlong) -> cython.bint:
        """Whether each reply left loses, within this many nodes for each of them.

        Those on the attacker's best lines come first: their zones are narrow. If all others lose,
        `cut` says that some need more nodes.
        """
        work: Work
        waiting: cython.bint = False
        self.zones.copy(self.zones.left, self.zones.untried)
        cell: cython.int = self._nearest()
        while cell != NOWHERE:
            self.cut = False
            self.zones.drop(self.zones.untried, cell)
            self.enough = min(end, self.budget.nodes + nodes)
            self.board.place(cell, 1 - self.attacker)
            work = self._find(False)  # noqa: FBT003
            if work.near < 0:
                work = self._sight(False)  # noqa: FBT003
            if work.near and work.far:
                work = self._search(0, False, ENDLESS, ENDLESS)  # noqa: FBT003
            self.board.lift(cell, 1 - self.attacker)
            if work.near == 0:
                self.zones.drop(self.zones.left, cell)
                self.zones.narrow()
            elif not self.cut or self.budget.stopped or self.budget.nodes >= end:
                return False
            else:
                waiting = True
            cell = self._nearest()
        self.cut = waiting
        self.best = NOWHERE
        return not waiting

    def _nearest(self) -> cython.int:
        """Return the reply left that would take most from the attacker's lines; else NOWHERE."""
        cell: cython.int
        worth: cython.int
        found: cython.int = NOWHERE
        most: cython.int = -1
        for cell in range(self.board.cells):
            if (
                self.board.owner[cell] == NOWHERE
                and self.zones.has(self.zones.untried, cell)
                and self.zones.has(self.zones.left, cell)
            ):
                worth = self.board.promised(cell, self.attacker)
                if worth > most:
                    most = worth
                    found = cell
        return found

    def _quiet(self) -> cython.bint:
        """Whether nobody threatens anything at sight."""
        if self.board.listed[0] or self.board.listed[2]:
            return False
        return not self.fours.win(self.attacker, MOST_STEPS, THREAT_NODES)

    def _sight(self, defends: cython.bint) -> Work:
        """Return a position's first estimate of work; `defends`: the defender is to move.

        If it shows that the attacker wins, `told` is its zone.
        """
        i: cython.int
        forced: cython.int
        attacker: cython.int = self.attacker
        if not self.budget.visit():
            self.cut = True
            return Work(near=1, far=1)
        if defends:
            if self.board.listed[2 * (1 - attacker)] or self.board.empties == 0:
                return Work(near=0, far=ENDLESS)
            forced = self.board.completion(attacker)
            if forced == TWO:
                self.zones.clear(self.zones.told)
                self.zones.mark_near(self.zones.told, attacker, 1)
                self.zones.mark_near(self.zones.told, 1 - attacker, 2)
                return Work(near=ENDLESS, far=0)
            if forced != NOWHERE:
                return Work(near=1, far=1)
            if not self.fours.win(attacker, MOST_STEPS, THREAT_NODES):
                # Nothing is threatened, but at the root every move is tried.
                return Work(near=1, far=1) if self.every else Work(near=0, far=ENDLESS)
            forced = self.fours.zone(attacker, self.zone)
            if not self.every and self.fours.win(1 - attacker, MOST_STEPS, DEFENCE_NODES):
                return Work(near=0, far=ENDLESS)
            return Work(near=1, far=1 + forced // 4)
        if self.board.listed[2 * attacker]:
            self.fours.steps = 0
            self.fours.path[0] = self.board.empty_in(
                self.board.lists[2 * attacker * self.board.lines], NOWHERE
            )
            self.zones.clear(self.zones.told)
            self.zones.mark(self.zones.told, self.fours.path[0])
            return Work(near=0, far=ENDLESS)
        if self.board.completion(1 - attacker) == TWO:
            return Work(near=ENDLESS, far=0)
        if self.fours.win(attacker, MOST_STEPS, ATTACK_NODES):
            self.zones.clear(self.zones.told)
            for i in range(self.fours.zone(attacker, self.zone)):
                self.zones.mark(self.zones.told, self.zone[i])
            return Work(near=0, far=ENDLESS)
        return Work(near=2, far=1)

    def _search(
        self, level: cython.int, defends: cython.bint, most_near: cython.int, most_far: cython.int
    ) -> Work:
        """Search an open position until a number reaches its limit; return the numbers."""
        i: cython.int
        chosen: cython.int
        near: cython.int
        far: cython.int
        second: cython.int
        open_moves: cython.int
        largest: cython.int
        below: Work
        row: cython.int = level * self.board.cells
        side: cython.int = 1 - self.attacker if defends else self.attacker
        if not self.budget.visit():
            self.cut = True
            return Work(near=1, far=1)  # nor has `_sight` looked at the position
        if level == MOST_THREATS:
            return Work(near=0, far=ENDLESS) if defends else Work(near=ENDLESS, far=0)
        n: cython.int = self._expand(level, defends)
        while True:
            near = second = ENDLESS
            open_moves = largest = 0
            chosen = 0
            for i in range(n):
                if self.fars[row + i] < near:
                    second = near
                    near = self.fars[row + i]
                    chosen = i
                elif self.fars[row + i] < second:
                    second = self.fars[row + i]
                open_moves += self.nears[row + i] != 0
                largest = max(largest, self.nears[row + i])
            far = min(largest + max(open_moves - 1, 0), ENDLESS)
            if near == 0:
                far = ENDLESS
            if near >= most_near or far >= most_far or far == 0 or self.cut:
                break
            self.board.place(self.moves[row + chosen], side)
            below = self._search(
                level + 1,
                not defends,
                min(most_far - open_moves + 1, ENDLESS),
                min(most_near, second + 1 + (second >> 2)),
            )
            self.board.lift(self.moves[row + chosen], side)
            self._learn(level, n, chosen, defends, below)
        if level == 0 and n:
            self.best = self.moves[row + chosen]
        if (far if defends else near) == 0:
            self.zones.copy(level, self.zones.told)
        below = Work(near=near, far=far)
        if not self.cut and not (defends and level == 0):  # there, some moves may be left out
            self._store(defends, below)
        return below

    def _learn(
        self, level: cython.int, n: cython.int, at: cython.int, defends: cython.bint, work: Work
    ) -> None:
        """Note what the search of one of a level's moves has found."""
        i: cython.int
        row: cython.int = level * self.board.cells
        self.nears[row + at] = work.near
        self.fars[row + at] = work.far
        if defends and work.near == 0:
            self._refuted(level)
            for i in range(n):
                if self._answered(level, self.moves[row + i]):
                    self.nears[row + i] = 0
                    self.fars[row + i] = ENDLESS
        elif not defends and work.far == 0:
            self.zones.gather(level)
            self.zones.mark(level, self.moves[row + at])

    def _refuted(self, level: cython.int) -> None:
        """Note the zone of a proof against one reply; at the root it answers all outside."""
        self.zones.gather(level)
        if level == 0:
            self.zones.narrow()

    def _answered(self, level: cython.int, cell: cython.int) -> cython.bint:
        """Whether a proof of a pass, or against another reply, answers this one."""
        return level == 0 and not self.zones.has(self.zones.left, cell)

    def _expand(self, level: cython.int, defends: cython.bint) -> cython.int:
        """Write the moves not refuted at sight into a row, with what is known about them."""
        i: cython.int
        cell: cython.int
        known: Work
        kept: cython.int = 0
        row: cython.int = level * self.board.cells
        self.zones.clear(level)
        if defends and level == 0:  # what is answered here is answered here alone
            self.zones.fill(level)
        side: cython.int = 1 - self.attacker if defends else self.attacker
        n: cython.int = self._defences(level) if defends else self._attacks(row)
        for i in range(n):
            cell = self.moves[row + i]
            if defends and self._answered(level, cell):
                continue
            self.board.place(cell, side)
            known = self._find(not defends)
            if known.near < 0:
                known = self._sight(not defends)
                if self.budget.stopped or self.budget.nodes >= self.enough:
                    self.cut = True
                else:
                    self._store(not defends, known)
            self.board.lift(cell, side)
            if defends and known.near == 0:
                self._refuted(level)
                continue
            if known.near == 0 and not self.cut:
                continue
            self.moves[row + kept] = cell
            self.nears[row + kept] = known.near
            self.fars[row + kept] = known.far
            kept += 1
            if known.far == 0:
                if not defends:
                    self.zones.gather(level)
                    self.zones.mark(level, cell)
                break  # good enough
        return kept

    def _attacks(self, row: cython.int) -> cython.int:
        """Write the moves that may be threats: forced moves, else stones on growing lines."""
        cell: cython.int
        n: cython.int = 0
        forced: cython.int = self.board.completion(1 - self.attacker)
        if forced == MANY:
            return self._either(row)
        if forced != NOWHERE:
            self.moves[row] = forced
            return 1
        for cell in range(self.board.cells):
            if self.board.owner[cell] == NOWHERE and self._grows(cell):
                self.moves[row + n] = cell
                n += 1
        return n

    def _grows(self, cell: cython.int) -> cython.bint:
        """Whether an attacker's stone makes an attacker's line lack one or two."""
        i: cython.int
        lack: cython.int
        own: cython.int = self.attacker * self.board.lines
        for i in range(self.board.through_start[cell], self.board.through_start[cell + 1]):
            lack = self.board.lack[own + self.board.through[i]]
            if lack == 2 or lack == 3:  # noqa: PLR1714  (a set would be a Python object)
                return True
        return False

    def _defences(self, level: cython.int) -> cython.int:
        """Write every move that does not lose to the threat; the zone gets the threat's own."""
        i: cython.int
        n: cython.int = 0
        row: cython.int = level * self.board.cells
        forced: cython.int = self.board.completion(self.attacker)
        if forced == MANY:
            return self._either(row)
        self.zones.mark_near(level, 1 - self.attacker, 2)
        if forced >= 0:
            self.zones.mark(level, forced)
            self.moves[row] = forced
            return 1
        if forced == NOWHERE and self.fours.win(self.attacker, MOST_STEPS, THREAT_NODES):
            n = self.fours.zone(self.attacker, self.zone)
            for i in range(n):
                self.moves[row + i] = self.zone[i]
                self.zones.mark(level, self.zone[i])
            self._mark_two(level)
        else:  # at the root, or if so few nodes show no sequence: every move
            for i in range(self.board.cells):
                if self.board.owner[i] == NOWHERE:
                    self.moves[row + n] = i
                    n += 1
        return n

    def _mark_two(self, level: cython.int) -> None:
        """Add the cells with which two stones give the defender a four in the last sequence.

        After the first move, only the lines of a reply come to lack fewer.
        """
        i: cython.int
        reply: cython.int = NOWHERE
        steps: cython.int = self.fours.steps
        for i in range(2 * steps - 1):
            self.board.place(self.fours.path[i], self.attacker ^ (i & 1))
            if i & 1:
                reply = self.fours.path[i]
            else:
                self.zones.mark_far(level, 1 - self.attacker, reply)
        for i in range(2 * steps - 2, -1, -1):
            self.board.lift(self.fours.path[i], self.attacker ^ (i & 1))

    def _either(self, row: cython.int) -> cython.int:
        """Write the two stones that the board has just returned."""
        self.moves[row] = self.board.stop
        self.moves[row + 1] = self.board.second
        return 2

    # -- what is remembered ------------------------------------------------------------------

    def _find(self, defends: cython.bint) -> Work:
        """Return what is known about a position; negative if nothing.

        If the attacker wins, `told` is the zone.
        """
        word: u64 = self.table.find(self.board, 2 * self.attacker + defends)
        if word == 0:
            return Work(near=-1, far=-1)
        near: cython.int = word >> 32
        far: cython.int = word & 0x7FFFFFFF
        if (far if defends else near) == 0:
            self.zones.take(self.table)
        return Work(near=near, far=far)

    def _store(self, defends: cython.bint, work: Work) -> None:
        near: u64 = work.near
        far: u64 = work.far
        self.table.store(self.board, 2 * self.attacker + defends, near << 32 | far)
        if (far if defends else near) == 0:
            self.zones.put(self.table)
