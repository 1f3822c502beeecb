"""Wins with quiet moves: moves that only threaten to win by threats. This is λ-search of order 2.

A move is *quiet* if it threatens no sequence of fours, but its side would win by threats
(`VctSearch`) if the opponent passed. Threats whose replies need quiet moves are tried in the same
way. The proof against the pass has a zone, and only replies inside it can help. A proof against one
of them has a zone too, which leaves fewer replies. Each reply that is left then needs a win by
threats that takes more nodes, or another quiet move. So whatever is proved rests on proofs by
threats, and on a move against every reply that they leave.

The search is best-first. `near` is an estimate of the nodes that a proof still takes. An attacker
has a choice: to try threats again with more nodes, to go on with a move, or to try another one. It
takes the nearest. A defender's replies all have to be refuted, so their numbers are added up, and
the hardest comes first. Each failure makes a number larger. The better the search's estimate of a
position is for the attacker, the smaller its numbers are.

If the defender would win by threats after a pass of the attacker's, only moves inside the zone of
that win are tried.

Under caro no zone answers anything, so every reply has its own proof.

Positions are known by all their stones.

Sources: Thomsen, "Lambda-Search in Game Trees - with Application to Go", 2000; Wu and Lin,
"Relevance-Zone-Oriented Proof Search for Connect6", 2010.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from noughts.core.bits import bits

if TYPE_CHECKING:
    from noughts.core.position import Mark, Position
    from noughts.threats.pvs import PrincipalVariationSearch

#: The moves of a win, and in turn the replies that need another; None if threats answer all. A
#: reply without a move loses to threats, which may take more nodes than those of other replies.
Moves = Mapping[int, "Moves | None"]

FIRST: Final = 300  #: nodes of a search for threats, at first
TIMES: Final = 4  #: how many times as many it gets when it is tried again
MOST: Final = 100  #: the most replies that may survive when a move is judged
TRIAL: Final = 60  #: what another move costs, in searches for threats
SLOWLY: Final = 8  #: after this many moves, the next one costs TRIAL more
SPENT: Final = 32  #: this part of the nodes spent on a move is added to those it may take
POINTS: Final = 200  #: an estimate that is this much better halves the nodes to expect
WORSE: Final = 400  #: for another move, one that is this much worse doubles them
HALVED: Final = 8  #: how often they are halved or doubled at most
ENDLESS: Final = math.inf  #: the nodes of a proof that does not exist
MOST_POSITIONS: Final = 100_000  #: with the attacker to move: some 150 MB


class Attack:
    """A position with the attacker to move; `near` is 0 if it is proved to win."""

    __slots__ = ("effort", "moves", "near", "threats", "tried", "untried", "weight", "won")

    def __init__(self, effort: int, weight: float = 1.0) -> None:
        self.effort: int = effort  #: the nodes that a search for threats has had
        self.weight: float = weight  #: how many times as many nodes as usual to expect
        #: the nodes for the next search for threats; 0 if more nodes are no use
        self.threats: int = TIMES * effort
        #: the moves that were not tried, the most promising last, and how many times as many nodes
        #: as that one each may take; None if none was tried
        self.untried: list[tuple[int, float]] | None = None
        self.moves: list[QuietMove] = []  #: those that were
        self.tried: int = 0
        #: the quiet move that wins; None if threats do, or if nothing is proved
        self.won: QuietMove | None = None
        self.near: float = min(self.by_threats, self.trial)  #: the nodes that a proof may take

    @property
    def by_threats(self) -> float:
        """The nodes that a proof by threats may take."""
        return self.weight * self.threats or ENDLESS

    @property
    def trial(self) -> float:
        """The nodes that another move may take."""
        if self.untried is None:
            return self.weight * self.effort * TRIAL
        if not self.untried:
            return ENDLESS
        _, times = self.untried[-1]
        return self.weight * times * self.effort * TRIAL * (SLOWLY + self.tried) / SLOWLY


class QuietMove:
    """A move of the attacker's, and the position after it; `near` is 0 if it is proved to win."""

    __slots__ = ("cell", "effort", "left", "near", "spent", "then", "weight")

    def __init__(self, cell: int, effort: int, weight: float = 1.0) -> None:
        self.cell: int = cell  #: the move; -1 for none, if the defender is to move at the start
        self.effort: int = effort  #: the nodes of each search for threats when it is judged
        self.weight: float = weight  #: that of the position before it
        self.near: float = 1  #: the nodes that a proof may take
        self.spent: int = 0
        #: the positions after the replies that nothing answers yet; None if not judged
        self.left: dict[int, Attack] | None = None
        #: the winning quiet moves after replies that were left; None if threats win
        self.then: dict[int, QuietMove | None] = {}

    @property
    def moves(self) -> Moves | None:
        """The replies that were left, with the moves they need; None if there are none."""
        then = self.then.items()
        return {reply: {move.cell: move.moves} if move else None for reply, move in then} or None


class QuietSearch:
    """Looks for a win with quiet moves, and can go on where it stopped.

    Args:
        search: its board has the position.
        position: the position.
        attacker: the side that is to win. Threats alone are not tried for it if it is to move.
        answered: replies that need no proof, a bit each, if the other side is to move.
    """

    def __init__(
        self,
        search: PrincipalVariationSearch,
        position: Position,
        attacker: Mark,
        answered: int = 0,
    ) -> None:
        rules = position.rules
        self._search = search
        self._full = rules.full
        self._side = search.side if position.turn is attacker else 1 - search.side
        self._own, self._other = position.sides(attacker)
        self._positions: dict[tuple[int, int], Attack] = {}
        self._attacks = position.turn is attacker
        self._start = Attack(FIRST)
        self._start.threats = 0
        self._start.near = self._start.trial
        self._first = QuietMove(-1, FIRST)
        self._answered = list(bits(answered))

    def run(self, nodes: int) -> bool | None:
        """Return whether the attacker is proved to win; None if that needs more nodes.

        False: it finds no win, or it holds `MOST_POSITIONS`.
        """
        budget = self._search.budget
        end = budget.nodes + nodes
        while 0 < self.near < ENDLESS and len(self._positions) < MOST_POSITIONS:
            if budget.stopped or budget.nodes >= end:
                return None
            if self._attacks:
                self._attack(self._start, self._own, self._other)
            else:
                self._defend(self._first, self._own, self._other)
        return self.near == 0

    @property
    def near(self) -> float:
        """The nodes that a proof may still take; 0 if it is found."""
        return (self._start if self._attacks else self._first).near

    @property
    def moves(self) -> Moves | None:
        """The attacker's quiet moves of a win, and the replies that need them; None: no moves."""
        won = self._start.won
        return {won.cell: won.moves} if won is not None else self._first.moves

    def promising(self, moves: int, nodes: int) -> list[tuple[int, list[int]]]:
        """Return the attacker's best moves by the estimate, with the replies that each leaves.

        They are in the order of the number of these replies. A proof that a reply loses may take
        `nodes`. A move is left out if it does not threaten to win with so many.
        """
        found = []
        for cell, _ in self._promising(self._own, self._other)[-moves:][::-1]:
            self._search.place(cell)
            left = self._search.threes.survivors(1 - self._side, nodes, MOST)
            self._search.lift(cell)
            if left is not None:
                found.append((cell, left))
        return sorted(found, key=lambda each: len(each[1]))

    def line(self, nodes: int) -> list[int]:
        """Return a line of play; a move by threats may take this many nodes."""
        threes, side = self._search.threes, self._search.side
        move = self._start.won or self._first
        line = [move.cell] if self._attacks else []
        while needed := [(reply, then) for reply, then in move.then.items() if then]:
            reply, move = needed[0]
            line += reply, move.cell
        for at, cell in enumerate(line):
            threes.place(cell, side ^ at & 1)
        rest = threes.line(1 - self._side, nodes, loses=True)
        for at, cell in enumerate(line):
            threes.lift(cell, side ^ at & 1)
        return line + rest

    def _attack(self, at: Attack, own: int, other: int) -> bool:
        """Work on a position; return whether threats have just proved it."""
        move = min(at.moves, key=lambda each: each.near, default=None)
        nearest = ENDLESS if move is None else move.near
        if at.threats and at.by_threats <= min(nearest, at.trial):
            if self._search.threes.win(self._side, at.threats):
                at.near = 0
                return True
            at.threats *= TIMES if self._search.threes.cut else 0
        else:
            if move is None or at.trial < nearest:
                move = self._another(at, own, other)
            if move is not None:
                self._search.place(move.cell)
                self._defend(move, own | 1 << move.cell, other)
                self._search.lift(move.cell)
                if move.near == 0:
                    at.won = move
                elif move.near >= ENDLESS:
                    at.moves.remove(move)
        at.near = min(at.by_threats, at.trial, *(each.near for each in at.moves))
        return False

    def _another(self, at: Attack, own: int, other: int) -> QuietMove | None:
        """Return the next move to try, if there is one."""
        if at.untried is None:
            at.untried = self._promising(own, other)
        if not at.untried:
            return None
        cell, times = at.untried.pop()
        at.tried += 1
        move = QuietMove(cell, max(at.effort // TIMES, FIRST), at.weight * times)
        at.moves.append(move)
        return move

    def _promising(self, own: int, other: int) -> list[tuple[int, float]]:
        """Return the attacker's moves, the better the estimate the later.

        Each comes with the nodes to expect, as a multiple of those for the last one.
        """
        threes = self._search.threes
        cells = list(bits(self._full & ~(own | other)))
        if threes.win(1 - self._side, FIRST):
            cells = [cell for cell in cells if threes.in_zone(cell)]
        points = {
            cell: self._guess(cell) for cell in cells
        }  # the fewer for the defender, the better
        best = min(points.values(), default=0)
        return [
            (cell, 2.0 ** min((points[cell] - best) / WORSE, HALVED))
            for cell in sorted(cells, key=points.__getitem__, reverse=True)
        ]

    def _defend(self, move: QuietMove, own: int, other: int) -> None:
        """Work on the position after a move."""
        just = False
        before = int(self._search.budget.nodes)
        if move.left is None:
            self._judge(move, own, other)
            if move.left is None:
                return
        else:
            reply, then = max(move.left.items(), key=lambda each: each[1].near)
            if then.near:  # it may have been proved after other moves
                self._search.place(reply)
                just = self._attack(then, own, other | 1 << reply)
                self._search.lift(reply)
        for reply, then in list(move.left.items()):
            if then.near == 0 or (just and not self._search.threes.in_zone(reply)):
                del move.left[reply]
            if then.near == 0:
                move.then[reply] = then.won
        move.spent += int(self._search.budget.nodes) - before
        if move.left:
            nearest = sum(then.near for then in move.left.values())
            move.near = nearest + move.weight * move.spent / SPENT
        else:
            move.near = 0

    def _judge(self, move: QuietMove, own: int, other: int) -> None:
        """Find the replies that may save the defender, with more nodes each time."""
        threes, effort = self._search.threes, move.effort
        move.effort *= TIMES
        answered = self._answered if move is self._first else ()
        left = threes.survivors(1 - self._side, effort, MOST, answered)
        if left is None:
            move.near = 2 * TRIAL * move.effort * move.weight if threes.cut else ENDLESS
            return
        move.left = {}
        for reply in left:
            key = own, other | 1 << reply
            if key not in self._positions:
                self._positions[key] = Attack(effort, self._weight(reply))
            move.left[reply] = self._positions[key]

    def _weight(self, reply: int) -> float:
        """Return how many times as many nodes as usual to expect after a reply."""
        return float(2 ** max(-HALVED, min(-self._guess(reply) / POINTS, HALVED)))

    def _guess(self, cell: int) -> int:
        """Return the estimate after a move, for the side that is to move then."""
        self._search.place(cell)
        points = self._search.guess()
        self._search.lift(cell)
        return points
