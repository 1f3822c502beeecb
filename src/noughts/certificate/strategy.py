"""Playing by a certificate: no claim is believed, only moves are taken from it.

A certificate is a strategy: it says what its side does next, whatever the other side has done.
Here the real position is kept beside the claim that is being followed, and the game goes on to its
end by the rules alone: `expanded` plays it against every reply, `played` against some opponents.
If its side always reaches what was stated, the certificate is right whatever the lemmas about
zones, pairings and sums say. Where a claim is silent on a reply, the answer is the one that the
proof names (`docs/certificates.md`); if that were wrong, a game would show it.
"""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noughts.bits import bits
from noughts.certificate import checker
from noughts.certificate.checker import BIT, CELLS, Certificate, EveryMove, Half, image
from noughts.errors import LimitReachedError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


class RefutedError(Exception):
    """A game in which a certificate's side does not reach what was stated."""


class Stage(NamedTuple):
    """A real position, the opponent to move, and the claim that is being followed.

    Where a step leads to a symmetric claim, the real position is renamed as well: symmetries keep
    the lines, so it is the same game.

    Attributes:
        own: the stones of the certificate's side.
        other: the opponent's.
        claim_own: its side's stones as the claim has them, and the blocked cells.
        claim_other: the opponent's.
        said: what is left of an answer in several moves.
        pairs: the pairing that is being kept.
        weighs: whether it goes by the weights of the lines.
    """

    own: int
    other: int
    claim_own: int
    claim_other: int
    said: str = ""
    pairs: str = ""
    weighs: bool = False


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete a line."""
    return sum({rest for rest in checker.lacking(lines, own, other) if not rest & (rest - 1)})


class Strategy:
    """The claims of one kind, to be played by: at each moment, the answer to a move."""

    def __init__(self, half: Half) -> None:
        self.half = half
        self.full: int = half.game.full
        self.entries: dict[tuple[int, int], list[str]] = {}

    def claim(self, own: int, other: int, entries: list[str]) -> None:
        """Check a claim, and remember what it says; what is claimed twice is taken as at first."""
        if (own, other) not in self.entries:
            self.half.claim(own, other, entries)
            self.entries[own, other] = entries

    def begin(self, own: int, other: int, entry: str) -> Stage | None:
        """Return the moment after the side's first move, if it has one; None if that is the end."""
        first = Stage(own, other, own, other)
        return self.resolve(first, entry[1:]) if entry[0] == "-" else self.first(first, entry)

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the side's first move."""
        raise NotImplementedError

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Return the moment after the opponent's move and the answer; None once all is decided.

        Raises:
            RefutedError: the side does not reach what was stated.
        """
        raise NotImplementedError

    def moves(self, now: Stage) -> int:
        """Return the opponent's moves that do not lose at once, whatever the certificate says.

        Raises:
            RefutedError: one of them wins, or the board is full and should not be.
        """
        if completing(self.half.other_lines, now.other, now.own):
            raise RefutedError("the opponent completes a line")
        empty = self.full & ~(now.own | now.other)
        if self.half.wins and not empty:
            raise RefutedError("the board is full")
        threats = completing(self.half.own_lines, now.own, now.other)
        return 0 if threats & (threats - 1) else threats or empty

    def resolve(self, now: Stage, step: str) -> Stage:
        """Return the moment that a step leads to: that of a claim, renamed if it is symmetric."""
        own, other = self.half.reduced(now.claim_own, now.claim_other)
        to = self.half.game.symmetries[step]
        return Stage(image(to, now.own), image(to, now.other), image(to, own), image(to, other))

    def anywhere(self, taken: int) -> int:
        """Return the lowest empty cell; 0 if there is none."""
        empty = self.full & ~taken
        return empty & -empty


class Winning(Strategy):
    """The side wins: the attacker's."""

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the attacker's first move."""
        return self.attack(now._replace(said=entry))

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a reply of the defender's."""
        after = now._replace(other=now.other | cell)
        if completing(self.half.own_lines, after.own, after.other):
            return None  # he completes it
        if now.said:  # the reply was the one that is forced
            forced = completing(self.half.own_lines, now.claim_own, now.claim_other)
            return self.attack(after._replace(claim_other=now.claim_other | forced))
        reply, said = self.answer(now, cell)
        return self.attack(after._replace(claim_other=now.claim_other | reply, said=said))

    def attack(self, now: Stage) -> Stage | None:
        """Play the next of the moves that are said."""
        if completing(self.half.own_lines, now.own, now.other):
            return None
        move = BIT[now.said[0]]
        if move & now.other:
            raise RefutedError("the attacker's move is to a taken cell")
        # If it is his already, any move will do.
        real = move & ~now.own or self.anywhere(now.own | now.other)
        said = now.said[1:]
        after = now._replace(own=now.own | real, claim_own=now.claim_own | move, said=said)
        if said and said[0] != ".":
            return after
        if not self.half.look(after.claim_own, after.claim_other)[1]:  # he completes one of two
            return after._replace(said="")
        return self.resolve(after, said)

    def answer(self, now: Stage, cell: int) -> tuple[int, str]:
        """Return a reply and its answer; of one that nothing is said of, what it is treated as."""
        own, other = now.claim_own, now.claim_other
        answers = [(BIT[entry[0]], entry[1:]) for entry in self.entries.get((own, other), ())]
        if not answers:
            raise RefutedError("the attacker has no threat left to carry out")
        for answer in answers:
            if answer[0] == cell:
                return answer
        for reply, said in answers if cell & self.half.known[own, other][0] else ():
            needs = self.half.meet(own, other | reply, said)
            if not cell & self.half.helpful(own, other, *needs):
                return reply, said
        return answers[0]


class Holding(Strategy):
    """The other side does not win: the side is the defender's."""

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the defender's first move."""
        return self.reply(now, entry)

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a move of the attacker's."""
        after = now._replace(other=now.other | cell)
        taken = after.own | after.other
        if completing(self.half.own_lines, after.own, after.other) or taken == self.full:
            return None  # he completes a line, or the board is full
        if now.weighs:
            return after._replace(own=now.own | self.heaviest(after))
        if now.pairs:
            return self.kept(after, cell)
        if cell & (now.claim_own | now.claim_other):  # of no use to anybody
            return after._replace(own=now.own | self.anywhere(taken))
        entries = self.entries[now.claim_own, now.claim_other]
        for entry in entries:
            if entry[0] == CELLS[cell.bit_length() - 1] and "=" not in entry:
                return self.reply(after._replace(claim_other=now.claim_other | cell), entry[1:])
        for entry in entries:
            names, pairing, pairs = entry.partition("=")
            reply = BIT[names[-1:] or "-"]
            if pairing and not (reply and cell & sum(BIT[name] for name in names[-1:] + pairs)):
                after = after._replace(pairs=pairs)
                if not reply:
                    return self.kept(after, cell)
                return after._replace(own=now.own | (reply & ~taken or self.anywhere(taken)))
        raise RefutedError("nothing is said of the attacker's move")

    def reply(self, now: Stage, said: str) -> Stage | None:
        """Play the reply that is said, and go on with the rest."""
        reply = BIT[said[0]]
        if reply & now.other:
            raise RefutedError("the reply is to a taken cell")
        if reply & completing(self.half.own_lines, now.own, now.other):
            return None
        real = reply & ~now.own or self.anywhere(now.own | now.other)
        after = now._replace(own=now.own | real, claim_own=now.claim_own | reply)
        return self.resolve(after, said[1:])

    def resolve(self, now: Stage, step: str) -> Stage:
        """Return the moment that a step leads to: a claim's, or that of pairs or weights."""
        if step[:1] == "=":
            return now._replace(pairs=step[1:])
        if not self.half.look(now.claim_own, now.claim_other)[1]:
            return now._replace(weighs=True)
        return super().resolve(now, step)

    def kept(self, now: Stage, cell: int) -> Stage:
        """Take the other cell of the pair that the attacker has gone to, or any."""
        taken = now.own | now.other
        for one, two in zip(now.pairs[::2], now.pairs[1::2], strict=True):
            pair = BIT[one] | BIT[two]
            if pair & cell and pair & ~taken:
                return now._replace(own=now.own | (pair & ~taken))
        return now._replace(own=now.own | self.anywhere(taken))

    def heaviest(self, now: Stage) -> int:
        """Return the cell on whose lines the attacker has most."""
        weights = dict.fromkeys(bits(self.full & ~(now.own | now.other)), 0)
        for rest in checker.lacking(self.half.other_lines, now.other, now.own):
            for cell in bits(rest):
                weights[cell] += 1 << 64 - rest.bit_count()
        return 1 << max(weights, key=lambda cell: weights[cell])


class Answering(Strategy):
    """Either, where extra stones can hurt."""

    half: EveryMove

    def moves(self, now: Stage) -> int:
        """Return every empty cell."""
        return self.full & ~(now.own | now.other)

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the first move."""
        own = now.own | BIT[entry[0]]
        ended = self.half.ended(own, now.other)
        if ended is False or now.own & now.other or own == now.own:
            raise RefutedError("the game ends otherwise")
        after = Stage(own, now.other, own, now.other)
        return None if ended else self.resolve(after, entry[1:])

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a move."""
        other = now.other | cell
        ended = self.half.ended(now.own, other)
        if ended is False:
            raise RefutedError("the game ends otherwise")
        if ended:
            return None
        for entry in self.entries[now.own, now.other]:
            if BIT[entry[0]] == cell:
                return self.first(now._replace(other=other), entry[1:])
        raise RefutedError("nothing is said of a move")


class Played(NamedTuple):
    """What playing by a certificate has shown.

    Attributes:
        positions: how many positions the side had to answer in.
        why: how a game was lost; empty if none was.
    """

    positions: int
    why: str


def strategies(path: str | os.PathLike[str]) -> Iterator[tuple[str, Strategy, Stage | None]]:
    """Yield each statement of a certificate that holds, how to play by it, and its start."""
    with Path(path).open("rb") as file:
        lines = checker.text_lines(file)
        found = Certificate(*islice(lines, 3))
        kinds = {kind: _strategy(half) for kind, half in found.halves.items()}
        for line in lines:
            kind, *fields = line.split(" ")
            if kind in kinds:
                half = found.halves[kind]
                a, d, blocked = (checker.board(names, found.full) for names in fields[:3])
                own, other = (a, d) if half.wins else (d, a)
                kinds[kind].claim(own | blocked, other | blocked, fields[3:])
                continue
            found.read(line)
            said, stated, entry = line.partition(": ")
            if stated:
                strategy = kinds["w" if said.endswith("wins") else "h"]
                by_x = (said[0] == "X") == strategy.half.wins
                own, other = found.stones if by_x else found.stones[::-1]
                yield said, strategy, strategy.begin(own, other, entry)


def _strategy(half: Half) -> Strategy:
    if isinstance(half, EveryMove):
        return Answering(half)
    return Winning(half) if half.wins else Holding(half)


def expanded(path: str | os.PathLike[str], most: int | None = None) -> Played:
    """Play a certificate against every reply, in every position that can then come about.

    Raises:
        LimitReachedError: there are more than so many positions.
    """
    positions = 0
    for text, strategy, start in strategies(path):
        todo = [start] if start else []
        seen = set(todo)
        while todo:
            now = todo.pop()
            positions += 1
            if most is not None and positions > most:
                raise LimitReachedError(f"stopped after {most:,} positions, none of them lost")
            try:
                for cell in bits(strategy.moves(now)):
                    after = strategy.respond(now, 1 << cell)
                    if after is not None and after not in seen:
                        seen.add(after)
                        todo.append(after)
            except RefutedError as error:
                return _lost(positions, text, now, error)
    return Played(positions, "")


def played(path: str | os.PathLike[str], games: int, seed: int = 0) -> Played:
    """Play a certificate against opponents, half of them random.

    All of them block a line that is threatened. The others go where their own lines are longest,
    and else where the certificate says nothing of.
    """
    draw = random.Random(seed)
    positions = 0
    for text, strategy, start in strategies(path):
        for number in range(games):
            at = start
            while at is not None:
                positions += 1
                now = at
                try:
                    moves = strategy.moves(now)
                    if not moves:
                        break
                    cell = _adverse(strategy, now, draw) if number % 2 else draw.choice(bits(moves))
                    at = strategy.respond(now, 1 << cell)
                except RefutedError as error:
                    return _lost(positions, text, now, error)
    return Played(positions, "")


def _lost(positions: int, text: str, now: Stage, error: RefutedError) -> Played:
    return Played(positions, f"{text}: {error}, at {now.own:#x} {now.other:#x}")


def _adverse(strategy: Strategy, now: Stage, draw: random.Random) -> int:
    """Return a move of an opponent who goes for what the certificate leaves out."""
    half = strategy.half
    moves = strategy.moves(now)
    following = not (now.said or now.pairs or now.weighs)
    entries = strategy.entries.get((now.claim_own, now.claim_other), ()) if following else ()
    said = {entry[0] for entry in entries}
    weights = {cell: draw.random() for cell in bits(moves)}
    for line in half.other_lines:
        if not line & now.own:
            for cell in bits(line & moves):
                weights[cell] += 4.0 ** (line & now.other).bit_count()
    for cell in weights:
        weights[cell] *= 1 if CELLS[cell] in said else 3
    return max(weights, key=lambda cell: weights[cell])
