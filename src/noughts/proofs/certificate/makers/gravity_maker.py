"""Finds claims for a game in which stones fall: diagrams, and claims where a diagram is wrong.

A diagram is found by repairs. All games that can follow are played, and where the diagram's answer
gives the value away, one of the right answers takes its place: as the answer to that stone, or
before the wrong cell in the order. A repair stays if no more answers are wrong than before.

If few answers of the best diagram are wrong, the positions there are claimed first, and the diagram
rests on them. Otherwise, the claim has an answer to each move. The draws are seeded by the
position, so the same claims are found again.

The idea of such diagrams, and of finding them by chance, is of WeakC4 (2swap, 2026).
"""

from __future__ import annotations

import random
from typing import NamedTuple

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Meter
from noughts.core.position import Mark, Position
from noughts.proofs.certificate.gravity_checker import CELLS, VERSION, GravityCertificate, parts
from noughts.solver.gravity import GravitySolver

EFFORT = 6_000  #: positions looked at for one diagram
REACHED = 2_000  #: positions that a diagram may reach
FEW = 3  #: wrong answers of a diagram that claims mend
MANY = 30  #: wrong answers after which a diagram is not looked at further
STUCK = 40  #: repairs in a row without success, after which another diagram is begun


class WrongAnswer(NamedTuple):
    """Where a diagram gives the value away: own is to move after a stone of other."""

    own: int
    other: int
    stone: int
    cell: int
    right: int
    answered: bool


class ReplyPlan:
    """A diagram that is being changed: the answer to each stone, and the cells in order."""

    def __init__(self, answers: dict[int, int], order: list[int]) -> None:
        self.answers = answers
        self.order = order

    def repaired(self, wrong: WrongAnswer, draw: random.Random) -> ReplyPlan:
        """Return a plan that gives one of the right answers there."""
        answers, order = self.answers.copy(), self.order.copy()
        right = draw.choice(list(parts(wrong.right)))
        way = draw.randrange(4)
        if way == 0 or (wrong.answered and way < 3):
            answers[wrong.stone] = right
            return ReplyPlan(answers, order)
        if wrong.answered:
            answers[wrong.stone] = 0
        order.remove(right)
        order.insert(order.index(wrong.cell) if wrong.cell in order else 0, right)
        return ReplyPlan(answers, order)


class GravityMaker:
    """The claims by which a side wins a position, or holds it.

    Args:
        position: the position; the game is not over.
        own: the side that wins or does not lose; the stones of the claims' own side.
        wins: whether it wins.
        solver: values positions of the game.
        meter: counts the positions looked at.
    """

    def __init__(
        self, position: Position, own: Mark, *, wins: bool, solver: GravitySolver, meter: Meter
    ) -> None:
        self.rules = position.rules
        self.game = GravityCertificate(VERSION, f"rules {self.rules}", f"position {position}")
        self.mark = own
        self.kind = "w" if wins else "h"
        self.solver = solver
        self.meter = meter
        self.position = position
        images = [[1 << cell for cell in to] for to in self.rules.symmetries[1:]]
        self.game.symmetries += images
        self.symmetries = ["symmetry " + "".join(map(_name, to)) for to in images]
        self.lines: list[str] = []
        self._known = self.game.known[self.kind]
        self._right: dict[tuple[int, int], int] = {}
        self._best: dict[tuple[int, int], tuple[ReplyPlan, list[WrongAnswer]]] = {}
        self._wrong: list[WrongAnswer] = []
        self._reached: dict[tuple[int, int], bool] = {}

    def prove(self) -> str:
        """Add all claims, and return the root of the statement.

        Raises:
            LimitReachedError: The meter or the solver ended it.
        """
        own, other = self.position.sides(self.mark)
        if self.position.turn is self.mark:
            return _name(self.answer(own, other))
        self.claim(own, other)
        return "-"

    def claim(self, own: int, other: int) -> None:
        """Add what shows that own, who has just moved, gets the stated result."""
        left = self.game.unmet(self.kind, own, other)
        if not left or (own, other) in self._known:
            return
        plan, wrong = self._plan(own, other)
        entries: list[str] = []
        if len(wrong) <= FEW:
            while wrong:
                for each in wrong:
                    self.answer(each.own, each.other)
                wrong = self._played(plan, own, other)
            entries = self._diagram(plan)
        else:
            for move in parts(left):
                cell = self.answer(own, other | move)
                entries.append(_name(move) + _name(cell))
        sides = (own, other) if self.kind == "w" else (other, own)
        self.lines.append(" ".join((self.kind, *map(_names, sides), "-", *entries)))
        self.game.remember(self.kind, own, other)

    def answer(self, own: int, other: int) -> int:
        """Choose own's answer, add what it rests on, and return it."""
        right = list(parts(self._rights(own, other)))
        for cell in right:
            after = own | cell, other
            if after in self._known or not self.game.unmet(self.kind, *after):
                return cell
        best, fewest = 0, MANY + 1
        for cell in right:
            wrong = len(self._plan(own | cell, other)[1])
            if wrong < fewest:
                best, fewest = cell, wrong
            if not wrong:
                break
        self.claim(own | best, other)
        return best

    def _rights(self, own: int, other: int) -> int:
        """Return the answers that keep the stated result."""
        found = self._right.get((own, other))
        if found is None:
            found = 0
            for cell in parts(self.game.free(own | other)):
                x, o = (own | cell, other) if self.mark is Mark.X else (other, own | cell)
                position = Position(self.rules, x, o)
                low, high = self.solver.bounds(position, -1, 1)
                if low != high:
                    raise LimitReachedError.said("proof", "stopped")
                ended = position.outcome
                if ended is not None and ended.winner is self.mark:
                    low = -1  # the side to move has lost
                found |= cell if low < (0 if self.kind == "w" else 1) else 0
            self._right[own, other] = found
        return found

    def _plan(self, own: int, other: int) -> tuple[ReplyPlan, list[WrongAnswer]]:
        """Return the best diagram that was found, and where it is wrong."""
        if (own, other) not in self._best:
            self._best[own, other] = self._looked_for(own, other)
        return self._best[own, other]

    def _looked_for(self, own: int, other: int) -> tuple[ReplyPlan, list[WrongAnswer]]:
        draw = random.Random(f"{own} {other} {self.kind}")
        spent, stuck, best = 0, STUCK, (ReplyPlan({}, []), list[WrongAnswer]())
        plan, wrong = best
        fewest = MANY + 1
        while spent < EFFORT and fewest:
            if stuck >= STUCK:
                plan, stuck = self._begun(draw), 0
                wrong = self._played(plan, own, other)
            else:
                tried = plan.repaired(draw.choice(wrong), draw)
                found = self._played(tried, own, other, len(wrong) + 1)
                stuck = 0 if len(found) < len(wrong) else stuck + 1
                if len(found) <= len(wrong):
                    plan, wrong = tried, found
            spent += len(self._reached) + 5
            if len(wrong) < fewest:
                fewest, best = len(wrong), (plan, wrong)
        return best

    def _begun(self, draw: random.Random) -> ReplyPlan:
        """Return the answers above, and an order in which even rows come before odd ones."""
        wide, high = self.rules.shape[:2]
        names = {
            1 << cell: (high - cell // wide) % 2 + draw.random() for cell in range(wide * high)
        }
        answers = {cell: cell >> wide for cell in names}
        return ReplyPlan(answers, sorted(names, key=lambda cell: names[cell]))

    def _played(self, plan: ReplyPlan, own: int, other: int, most: int = MANY) -> list[WrongAnswer]:
        """Play all games that can follow; return where the plan is wrong, at most `most` places."""
        self._wrong, self._reached = [], {}
        lines = self.game.lines
        mine, theirs = self.game.threats(lines, own, other), self.game.threats(lines, other, own)
        self._follow(plan, own, other, mine, theirs, self.game.free(own | other), most)
        return self._wrong

    def _follow(
        self, plan: ReplyPlan, own: int, other: int, mine: int, theirs: int, free: int, most: int
    ) -> bool:
        """Return whether own gets the stated result, except where answers are noted as wrong."""
        game, key = self.game, (own, other)
        if key in self._reached:
            return self._reached[key]
        self.meter.visit()
        self._reached[key] = not free & theirs
        if free & theirs:
            return False
        for move in parts(free):
            left = free ^ move | move >> game.wide
            if mine & left or (not left and self.kind == "h"):
                continue
            played = other | move
            if (own, played) in self.game.before[self.kind]:
                continue
            bad = theirs | game.threats(game.through[move], played, own)
            block = bad & left & -(bad & left)
            answered = not block and plan.answers[move] & left
            cell = block or answered or next((each for each in plan.order if each & left), 0)
            now = own | cell, played
            if cell and (self.kind == "h" or sum(now) != game.full):
                more = mine | game.threats(game.through[cell], *now)
                if self._follow(plan, *now, more, bad, left ^ cell | cell >> game.wide, most):
                    if len(self._wrong) >= most:
                        return True
                    continue
            right = 0 if block else self._rights(own, played)
            if not right:
                self._reached[key] = False
                return False
            self._wrong.append(WrongAnswer(own, played, move, cell, right, bool(answered)))
            if len(self._wrong) >= most or len(self._reached) > REACHED:
                return True
        return True

    def _diagram(self, plan: ReplyPlan) -> list[str]:
        """Return a plan as the certificate's entries."""
        wide = self.rules.shape[0]
        pairs = [
            _name(stone) + (_name(cell) if cell else "-")
            for stone, cell in plan.answers.items()
            if cell != stone >> wide
        ]
        return ["=" + "".join(map(_name, plan.order)), *pairs]


def _name(cell: int) -> str:
    return CELLS[cell.bit_length() - 1]


def _names(stones: int) -> str:
    return "".join(map(_name, parts(stones))) or "-"
