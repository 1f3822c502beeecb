"""A certificate as a strategy: it only provides moves, and no claim is trusted.

A certificate is a strategy: it says what its side does next, whatever the other side has done. This
module only has the plan that is *followed*: a claim, the rest of an answer in several moves, or a
pairing. `expansion` has the real stones. If a claim does not mention a reply, the answer is the one
that the proof names (`docs/explanation/certificate-rules.md`); if that were wrong, a game would
show it. A side that only blocks answers a twin with its twin before it looks here, because the
stones alone show which cells are twins.
"""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from noughts.proofs.certificate import checker
from noughts.proofs.certificate.checker import BIT, CELLS, Certificate, EveryMove, Half, image


class RefutedError(Exception):
    """A game in which a certificate's side does not reach the stated result: why (`refusal`)."""


class Followed(NamedTuple):
    """A plan to follow, with the other side to move."""

    own: int  #: its side's stones in the claim, and the blocked cells
    other: int  #: those of the other side
    said: str = ""  #: the rest of an answer in several moves
    #: the pairing to keep, instead of a claim; empty if it uses the weights of the lines
    pairs: str | None = None


class Edge(NamedTuple):
    """An answer."""

    #: the cell; None if any empty cell is right, or if the cell is taken. (At the beginning: None
    #: if the other side is to move.)
    move: int | None
    symmetry: int  #: the number of the renaming applied to the position
    following: int  #: the number of the next plan


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete a line."""
    return sum({rest for rest in checker.lacking(lines, own, other) if not rest & (rest - 1)})


class Strategy:
    """The claims of one kind, as a strategy: the answer to each move."""

    def __init__(self, half: Half) -> None:
        self.half = half
        self.entries: dict[tuple[int, int], list[str]] = {}
        self.all: list[Followed] = [Followed(0, 0)]  # by number, from 1
        self.numbers: dict[Followed, int] = {}

    def claim(self, own: int, other: int, entries: list[str]) -> None:
        """Check and store a claim; the first claim about a position counts."""
        stands = self.half.reduced(own, other) if self.half.twins else (own, other)
        if stands not in self.entries:
            self.half.claim(own, other, entries)
            self.entries[stands] = entries

    def begin(self, own: int, other: int, entry: str) -> Edge:
        """Return the side's first move, if it has one."""
        if entry[0] == "-":
            return self.resolve(None, own, other, entry[1:])
        return self.play(own, other, entry)

    def answer(self, number: int, cell: int) -> Edge:
        """Return the answer to a move.

        Raises:
            RefutedError: The claims have no answer.
        """
        return self.meet(self.all[number], 1 << cell)

    def meet(self, now: Followed, cell: int) -> Edge:
        """Return the answer to a move, given as a set."""
        raise NotImplementedError

    def play(self, own: int, other: int, said: str) -> Edge:
        """Return the next move of an answer."""
        raise NotImplementedError

    def resolve(self, move: int | None, own: int, other: int, step: str) -> Edge:
        """Return a move after which a step leads to a claim."""
        own, other = self.half.reduced(own, other)
        to = self.half.game.symmetries[step]
        return self.edge(move, Followed(image(to, own), image(to, other)), step)

    def edge(self, move: int | None, followed: Followed, step: str = "") -> Edge:
        """Return a move with its next plan."""
        number = self.numbers.setdefault(followed, len(self.all))
        if number == len(self.all):
            self.all.append(followed)
        return Edge(move, int(step[1:] or 0), number)


class Winning(Strategy):
    """The side wins: the attacker's."""

    def __init__(self, half: Half) -> None:
        super().__init__(half)
        self.helpful: dict[tuple[int, int], list[int]] = {}

    def meet(self, now: Followed, cell: int) -> Edge:
        """Answer a defender's reply."""
        if now.said:  # the reply was the forced one
            reply, said = completing(self.half.own_lines, now.own, now.other), now.said
        else:
            reply, said = self.chosen(now.own, now.other, cell)
        return self.play(now.own, now.other | reply, said)

    def play(self, own: int, other: int, said: str) -> Edge:
        """Return the attacker's next move of an answer."""
        move, rest = _cell(said[0]), said[1:]
        own |= BIT[said[0]]
        if rest and rest[0] != ".":
            return self.edge(move, Followed(own, other, rest))
        if not self.half.look(own, other)[1]:  # he has completed a line, or completes one of two
            return self.edge(move, Followed(own, other))
        return self.resolve(move, own, other, rest)

    def chosen(self, own: int, other: int, cell: int) -> tuple[int, str]:
        """Return a reply and its answer; an unmentioned reply is treated as another one."""
        answers = [(BIT[entry[0]], entry[1:]) for entry in self.entries.get((own, other), ())]
        if not answers:
            raise RefutedError("there is no answer to a move")
        for answer in answers:
            if answer[0] == cell:
                return answer
        if cell & self.half.known[own, other][0]:
            for answer, helpful in zip(answers, self.unmet(own, other, answers), strict=True):
                if not cell & helpful:
                    return answer
        return answers[0]

    def unmet(self, own: int, other: int, answers: list[tuple[int, str]]) -> list[int]:
        """Return the replies that each answer of a claim does not refute."""
        if (own, other) not in self.helpful:
            needs = [self.half.meet(own, other | reply, said) for reply, said in answers]
            self.helpful[own, other] = [self.half.helpful(own, other, *each) for each in needs]
        return self.helpful[own, other]


class Holding(Strategy):
    """The other side does not win: the side is the defender's."""

    def meet(self, now: Followed, cell: int) -> Edge:
        """Answer an attacker's move."""
        if now.pairs is not None:
            return self.kept(now.pairs, cell)
        if cell & (now.own | now.other):  # useful to neither side
            return self.edge(None, now)
        name = CELLS[cell.bit_length() - 1]
        entries = self.entries.get((now.own, now.other), [])
        for entry in entries:
            if entry[0] == name and "=" not in entry:
                return self.play(now.own, now.other | cell, entry[1:])
        for entry in entries:
            names, pairing, pairs = entry.partition("=")
            reply = names[-1:]
            if pairing and not reply:
                return self.kept(pairs, cell)
            if pairing and name not in reply + pairs:
                return self.edge(_cell(reply), self.pairing(pairs))
        raise RefutedError("there is no answer to a move")

    def play(self, own: int, other: int, said: str) -> Edge:
        """Return the defender's stated reply."""
        return self.resolve(_cell(said[0]), own | BIT[said[0]], other, said[1:])

    def resolve(self, move: int | None, own: int, other: int, step: str) -> Edge:
        """Return a move after which a step leads to a claim, or pairs or weights are enough."""
        if step[:1] == "=":
            return self.edge(move, self.pairing(step[1:]))
        own, other = self.half.reduced(own, other)
        threats, left = self.half.look(own, other)
        if left:
            return super().resolve(move, own, other, step)
        double = threats & (threats - 1)  # he completes one of two
        return self.edge(move, Followed(own, other) if double else self.pairing(""))

    def kept(self, pairs: str, cell: int) -> Edge:
        """Return the other cell of the pair that the attacker used, or any."""
        at = pairs.find(CELLS[cell.bit_length() - 1])
        return self.edge(_cell("-" if at < 0 else pairs[at ^ 1]), self.pairing(pairs))

    def pairing(self, pairs: str) -> Followed:
        """Return the pairing as a plan."""
        return Followed(0, 0, "", pairs)


class Answering(Strategy):
    """Either, where extra stones can hurt."""

    def meet(self, now: Followed, cell: int) -> Edge:
        """Answer a move."""
        for entry in self.entries.get((now.own, now.other), ()):
            if BIT[entry[0]] == cell:
                return self.play(now.own, now.other | cell, entry[1:])
        raise RefutedError("there is no answer to a move")

    def play(self, own: int, other: int, said: str) -> Edge:
        """Return the stated answer."""
        return self.resolve(_cell(said[0]), own | BIT[said[0]], other, said[1:])


def _cell(name: str) -> int | None:
    """Return a move's cell; None for a pass: instead of passing, any move is right."""
    return None if name == "-" else CELLS.index(name)


class Stated(NamedTuple):
    """A statement of a correct certificate."""

    text: str  #: ``X wins`` and so on
    strategy: Strategy  #: how to play it
    own: int  #: the stones of its side in the certificate's position
    other: int  #: those of the other side
    first: Edge  #: its side's first move, if it has one


def strategies(path: str | os.PathLike[str]) -> Iterator[Stated]:
    """Yield each statement of a correct certificate, except for strategy stealing."""
    with Path(path).open("rb") as file:
        lines = checker.text_lines(file)
        certificate = Certificate(*islice(lines, 3))
        kinds = {kind: _strategy(half) for kind, half in certificate.halves.items()}
        for line in lines:
            kind, *fields = line.split(" ")
            if kind in kinds:
                half = certificate.halves[kind]
                a, d, blocked = (checker.board(names, certificate.full) for names in fields[:3])
                own, other = (a, d) if half.wins else (d, a)
                kinds[kind].claim(own | blocked, other | blocked, fields[3:])
                continue
            certificate.read(line)
            text, stated, entry = line.partition(": ")
            if stated:
                strategy = kinds["w" if text.endswith("wins") else "h"]
                by_x = (text[0] == "X") == strategy.half.wins
                own, other = certificate.stones if by_x else certificate.stones[::-1]
                yield Stated(text, strategy, own, other, strategy.begin(own, other, entry))


def _strategy(half: Half) -> Strategy:
    if isinstance(half, EveryMove):
        return Answering(half)
    return Winning(half) if half.wins else Holding(half)
