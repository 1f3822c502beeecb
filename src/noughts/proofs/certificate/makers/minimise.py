"""Makes a certificate smaller by removing claims that are not needed.

A prover takes the first proof that it finds. This module checks each claim again. It drops pairings
and answers that are not needed, and redirects steps to claims that nothing else needs. Such a step
then leads to a place where no claim is needed, or to a claim that others need anyway. The zone and
passes of a win may only shrink, so everything that rests on it still holds. This repeats until
nothing changes. It is greedy: a smaller certificate may exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from noughts.core.bits import bits
from noughts.core.errors import LimitReachedError
from noughts.core.limit import Meter
from noughts.core.rules import Rules
from noughts.proofs.certificate.checker import (
    BIT,
    CELLS,
    VERSIONS,
    Certificate,
    EveryMove,
    Half,
    RefusedError,
    image,
)
from noughts.proofs.certificate.makers.claims import Claim, Statement, Step, reached, rules_text


def minimise(
    rules: Rules, statements: Sequence[Statement], meter: Meter, *, only_blocks: bool = False
) -> None:
    """Change the claims of some statements so that fewer are needed, up to the meter's limit."""
    text = rules_text(rules, only_blocks=only_blocks)
    game = Certificate(VERSIONS[only_blocks], f"rules {text}", "position " + "." * rules.cells)
    for symmetry in rules.symmetries[1:]:  # with the rules' numbers
        game.add_symmetry("".join(CELLS[cell] for cell in symmetry))
    try:
        for statement in statements:
            if statement.step is not None:
                _smaller(game, meter, wins=statement.wins).settle(statement.step)
    except LimitReachedError:
        return  # the result so far is also a proof


def _smaller(game: Certificate, meter: Meter, *, wins: bool) -> Smaller:
    if game.stones_hurt:
        return SmallerEveryMove(EveryMove(game, wins=wins), meter)
    return (SmallerWin if wins else Smaller)(Half(game, wins=wins), meter)


class Smaller:
    """The claims that a side does not win."""

    def __init__(self, half: Half, meter: Meter) -> None:
        self.half = half
        self.meter = meter
        #: The needed claims, by the images of their positions.
        self.at: dict[tuple[int, int], tuple[Claim, int]] = {}
        cells = [1 << cell for cell in range(half.game.full.bit_length())]
        #: The inverse symmetries.
        self.back: list[list[int]] = [
            [1 << to.index(cell) for cell in cells if to] for to in half.game.symmetries.values()
        ]

    def settle(self, root: Step) -> None:
        """Drop and redirect until nothing changes."""
        changed = True
        while changed:
            changed = False
            for claim in reached(root):
                self.meter.visit()
                changed |= self.drop(claim)
            changed |= self.turn(root)

    def boards(self, claim: Claim) -> tuple[int, int]:
        """Return the stones of a claim in the checker's order: its own side first."""
        stones = (claim.attacker, claim.defender)
        return stones if self.half.wins else stones[::-1]

    def turn(self, root: Step) -> bool:
        """Redirect steps to claims needed anyway, from the root; return whether any changed."""
        changed = False
        self.at.clear()
        # Every step takes at least one cell, so claims needed later have fewer empty cells.
        todo: list[tuple[int, int, Claim]] = []
        seen: set[int] = set()

        def need(claim: Claim | None) -> None:
            if claim is not None and id(claim) not in seen:
                seen.add(id(claim))
                taken = (claim.attacker | claim.defender).bit_count()
                heappush(todo, (taken, len(seen), claim))
                own, other = self.boards(claim)
                if self.half.twins:
                    own, other = self.half.reduced(own, other)
                for number, back in enumerate(self.back):
                    self.at.setdefault((image(back, own), image(back, other)), (claim, number))

        need(root.claim)
        while todo:
            _, _, claim = heappop(todo)
            self.meter.visit()
            for number, step in enumerate(claim.steps):
                if step.claim is not None and id(step.claim) not in seen:
                    found = self.better(claim, number)
                    if found is not None:
                        claim.steps = [*claim.steps[:number], found, *claim.steps[number + 1 :]]
                        changed = True
            for step in claim.steps:
                need(step.claim)
        return changed

    def drop(self, claim: Claim) -> bool:
        """Remove pairings that refute only moves that others also refute."""
        changed = False
        for pairing in claim.pairings if len(claim.pairings) > 1 else ():
            others = [other for other in claim.pairings if other != pairing]
            if others and not self._left(others) & ~self._left([pairing]):
                claim.pairings = others
                changed = True
        return changed

    def _left(self, pairings: Sequence[str]) -> int:
        """Return the cells left by all of these pairings."""
        left = self.half.game.full
        for pairing in pairings:
            left &= sum(BIT[name] for name in pairing.replace("=", ""))
        return left

    def better(self, claim: Claim, number: int) -> Step | None:
        """Return a step for the same move that needs no other claim, if there is one."""
        own, other = self.boards(claim)
        move = claim.steps[number].cells[0]
        other |= BIT[move]
        found = None
        for reply in bits(self.half.game.full & ~(own | other)):
            prefix = move + CELLS[reply]
            lead = self.lead(own | 1 << reply, other, prefix)
            if lead is not None and lead.claim is None:
                return lead
            found = found or lead
        return found

    def lead(self, own: int, other: int, prefix: str) -> Step | None:
        """Return a step to a settled or claimed position."""
        own, other = self.half.reduced(own, other)
        try:
            if not self.half.look(own, other)[1]:
                return Step(prefix)
        except RefusedError:  # the other side completes a line
            return None
        return self.needed((own, other), prefix)

    def needed(self, key: tuple[int, int], prefix: str) -> Step | None:
        """Return a step to a needed claim."""
        found = self.at.get(key)
        return None if found is None else Step(prefix, *found)


class SmallerEveryMove(Smaller):
    """The claims where extra stones can hurt."""

    half: EveryMove

    def drop(self, claim: Claim) -> bool:  # noqa: ARG002
        """Return False: every entry is needed."""
        return False

    def lead(self, own: int, other: int, prefix: str) -> Step | None:
        """Return a step to a game that has ended as stated, or to a claimed position."""
        ended = self.half.ended(own, other)
        if ended is None:
            return self.needed((own, other), prefix)
        return Step(prefix) if ended else None


class SmallerWin(Smaller):
    """The claims that a side wins."""

    def settle(self, root: Step) -> None:
        """Drop and redirect until nothing changes, starting with the zones of all claims."""
        for claim in reached(root):
            self.half.claim(*self.boards(claim), _entries(claim.steps))
        super().settle(root)

    def drop(self, claim: Claim) -> bool:
        """Remove unneeded answers; the claim's foundations may need less by now."""
        self.change(claim, list(claim.steps))
        before = len(claim.steps)
        for step in reversed(claim.steps):
            self.change(claim, [other for other in claim.steps if other is not step])
        return len(claim.steps) < before

    def change(self, claim: Claim, steps: list[Step]) -> bool:
        """Give a claim other steps if it holds with them and its zone and passes do not grow."""
        key = self.boards(claim)
        zone, passes = before = self.half.known[key]
        try:
            self.half.claim(*key, _entries(steps))
        except RefusedError:
            return False
        its_zone, its_passes = self.half.known[key]
        if its_zone & ~zone or its_passes > passes:
            self.half.known[key] = before
            return False
        claim.steps = steps
        return True

    def better(self, claim: Claim, number: int) -> Step | None:
        """Return another answer to the same reply that needs no other claim, if there is one."""
        own, other = self.boards(claim)
        reply = claim.steps[number].cells[0]
        other |= BIT[reply]
        for move in bits(self.half.game.full & ~(own | other)):
            step = self.lead(own | 1 << move, other, reply + CELLS[move])
            if step is not None:
                steps = [*claim.steps[:number], step, *claim.steps[number + 1 :]]
                if self.change(claim, steps):
                    return step
        return None


def _entries(steps: Sequence[Step]) -> list[str]:
    return [step.cells + (f".{step.symmetry}" if step.symmetry else "") for step in steps]
