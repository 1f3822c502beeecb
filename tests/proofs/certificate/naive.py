"""A prover that is obviously right: every move tried, every reply answered, nothing clever."""

from collections.abc import Iterator

from noughts import Mark, Position, Rules
from noughts.proofs.certificate.makers.claims import Claim, Statement, Step, names


class Prover:
    """Proves what a side can do: that it wins, or that it does not."""

    def __init__(self, rules: Rules, *, only_blocks: bool = False) -> None:
        self.rules = rules
        self.plain = rules.misere or any(rules.guards)
        self.defences = () if only_blocks else rules.lines
        self.known: dict[tuple[bool, int, int], Claim | None] = {}

    def statement(self, position: Position, mark: Mark) -> Statement:
        """Prove whether a side wins an unfinished position."""
        a, d = position.sides(mark)
        mover = position.turn is mark
        for wins in (True, False):
            step = (
                self._claim(a, d, "-", wins=wins)
                if mover != wins
                else self._best(a, d, "", wins=wins)
            )
            if step is not None:
                return Statement(f"{mark} {'wins' if wins else 'does not win'}", wins, step)
        raise AssertionError(position)

    def _best(self, a: int, d: int, said: str, *, wins: bool) -> Step | None:
        """Return a move of the one whom the statement is for, and what it rests on."""
        own, other = (a, d) if wins else (d, a)
        for cell in self._empty(a | d):
            ended = self._ended(own | cell, other, attacker=wins)
            if ended is not None:
                if wins == ended:
                    return Step(said + names(cell))
                continue
            after = (a | cell, d) if wins else (a, d | cell)
            if wins and not self.plain:
                threats = self._completing(self.rules.lines, *after)
                if self._completing(self.defences, after[1], after[0]):
                    continue
                if threats & (threats - 1):
                    return Step(said + names(cell))
            step = self._claim(*after, said + names(cell), wins=wins)
            if step is not None:
                return step
        return None

    def _claim(self, a: int, d: int, said: str, *, wins: bool) -> Step | None:
        if not self.plain:
            a, d = self._reduced(a, d)
        if (wins, a, d) not in self.known:
            self.known[wins, a, d] = self._proved(a, d, wins=wins)
        claim = self.known[wins, a, d]
        return None if claim is None else Step(said, claim)

    def _proved(self, a: int, d: int, *, wins: bool) -> Claim | None:
        """Return a claim in which the other side has tried every move."""
        own, other = (d, a) if wins else (a, d)
        steps = []
        if wins and a | d == self.rules.full:
            return None
        forced = (
            0
            if self.plain
            else self._completing(
                self.rules.lines if wins else self.defences, *((a, d) if wins else (d, a))
            )
        )
        if not self.plain and self._completing(
            self.defences if wins else self.rules.lines, own, other
        ):
            return None
        if wins and forced & (forced - 1):
            return Claim(a, d)
        for cell in self._empty(a | d):
            if forced and cell != forced:
                continue
            ended = self._ended(own | cell, other, attacker=not wins)
            if ended is not None:
                if ended != wins:
                    return None
                if not self.plain:
                    steps.append(Step(names(cell) + "-"))
                continue
            after = (a, d | cell) if wins else (a | cell, d)
            step = self._best(*after, names(cell), wins=wins)
            if step is None:
                return None
            steps.append(step)
        return Claim(a, d, (), steps)

    def _empty(self, taken: int) -> Iterator[int]:
        return (1 << cell for cell in range(self.rules.cells) if not taken >> cell & 1)

    def _ended(self, own: int, other: int, *, attacker: bool) -> bool | None:
        """Return whether the attacker has won, after a move; None if the game goes on."""
        lines = self.rules.lines if attacker else self.defences
        for line, guard in zip(self.rules.lines, self.rules.guards, strict=True):
            if line in lines and own & line == line and not (own & guard or line & other):
                return attacker != self.rules.misere
        return False if own | other == self.rules.full else None

    def _completing(self, lines: tuple[int, ...], own: int, other: int) -> int:
        cells = 0
        for line in lines:
            rest = line & ~own
            if not line & other and rest & (rest - 1) == 0:
                cells |= rest
        return cells

    def _reduced(self, a: int, d: int) -> tuple[int, int]:
        """Block the cells that are on no line open to whose they are, or might be."""
        mine = theirs = 0
        for line in self.rules.lines:
            if not line & d:
                mine |= line
        for line in self.defences:
            if not line & a:
                theirs |= line
        alive = mine & a | theirs & d | (mine | theirs) & ~(a | d)
        blocked = self.rules.full & ~alive
        return mine & a | blocked, theirs & d | blocked
