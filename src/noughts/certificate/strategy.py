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
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noughts.certificate import checker
from noughts.certificate.checker import BIT, CELLS, GameRules, Half, completing, image
from noughts.errors import LimitReachedError
from noughts.notation import bits

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

Symmetries = dict[str, tuple[list[int], list[int]]]
Renaming = tuple[int, ...]  #: of each real cell the claim's cell, as a bitboard


class RefutedError(Exception):
    """A game in which a certificate's side does not reach what was stated."""


class Following(NamedTuple):
    """What a side goes by.

    Attributes:
        attacker: the attacker's stones as the claim has them, and the blocked cells.
        defender: the defender's.
        names: where each real cell is in the claim.
        said: what is left of an answer in several moves.
        pairs: the pairing that is being kept, in real cells.
        mode: ``claim``, ``moves``, ``pairs``, ``weights`` or ``end``.
    """

    attacker: int
    defender: int
    names: Renaming
    mode: str
    said: str = ""
    pairs: tuple[int, ...] = ()


class Strategy(Half):
    """One statement of a certificate, to be played by."""

    def __init__(self, game: GameRules, symmetries: Symmetries, text: str, *, blocks: bool) -> None:
        super().__init__(game, symmetries, wins="not" not in text, blocks=blocks)
        self.text = text
        self.entries: dict[tuple[int, int], list[str]] = {}
        self.identity: tuple[int, ...] = tuple(1 << cell for cell in range(game.full.bit_length()))

    def claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check a claim, and remember what it says."""
        super().claim(a, d, entries)
        self.entries[a, d] = entries

    # -- the start --------------------------------------------------------------------------------

    def begin(
        self, a: int, d: int, entry: str, *, attacker_moves: bool
    ) -> tuple[int, int, Following] | None:
        """Return the position after the side's first move if it has one, and what it goes by."""
        first = Following(a, d, self.identity, "claim")
        if attacker_moves != self.wins:
            return a, d, self._resolve(first, entry[1:])
        if self.wins and not self.plain:
            return self._attack(a, d, first._replace(mode="moves", said=entry))
        return self._reply(a, d, first, entry)

    # -- answering --------------------------------------------------------------------------------

    def respond(
        self, a: int, d: int, cell: int, now: Following
    ) -> tuple[int, int, Following] | None:
        """Return the position after the opponent's move and the answer; None once all is decided.

        Raises:
            RefutedError: the side does not reach what was stated.
        """
        if self.wins:
            d |= cell
        else:
            a |= cell
        if self.plain:
            return self._plain(a, d, cell, now)
        if self.wins:
            if self._complete(self.defences, d):
                raise RefutedError("the defender completes a line")
            return self._attack(a, d, now, cell)
        if self._complete(self.lines, a):
            raise RefutedError("the attacker completes a line")
        return self._defend(a, d, cell, now)

    def _attack(
        self, a: int, d: int, now: Following, cell: int = 0
    ) -> tuple[int, int, Following] | None:
        if completing(self.lines, a, d):
            return None  # he completes it
        if now.mode == "claim":
            now = self._answer(now, image(list(now.names), cell))
        elif now.mode == "moves" and cell:  # the reply was the one that is forced
            forced = completing(self.lines, now.attacker, now.defender)
            now = now._replace(defender=now.defender | forced)
        if now.mode != "moves":
            raise RefutedError("the attacker has no threat left to carry out")
        move = BIT[now.said[0]]
        real = 1 << now.names.index(move)
        if real & d:
            raise RefutedError("the attacker's move is to a taken cell")
        if real & a:  # his already: any move will do
            real = self._any(a | d)
        now = now._replace(attacker=now.attacker | move, said=now.said[1:])
        if not now.said or now.said[0] == ".":
            now = self._resolve(now, now.said)
        return a | real, d, now

    def _answer(self, now: Following, cell: int) -> Following:
        """Return what is said of a reply; of one that nothing is said of, what it is treated as."""
        a, d = now.attacker, now.defender
        entries = self.entries[a, d]
        answers = [(BIT[entry[0]], entry[1:]) for entry in entries]
        if not answers:
            raise RefutedError("the attacker has no threat left to carry out")
        chosen = next((answer for answer in answers if answer[0] == cell), None)
        if chosen is None and cell & self.known[a, d][0]:
            chosen = next(
                (
                    answer
                    for answer in answers
                    if not cell & self.helpful(a, d, *self.follow(a, d | answer[0], answer[1]))
                ),
                None,
            )
        reply, said = chosen or answers[0]
        return now._replace(mode="moves", defender=d | reply, said=said)

    def _defend(
        self, a: int, d: int, cell: int, now: Following
    ) -> tuple[int, int, Following] | None:
        if completing(self.defences, d, a) or a | d == self.game.full:
            return None  # he completes a line, or the board is full
        if now.mode == "weights":
            return a, d | self._heaviest(a, d), now
        move = image(list(now.names), cell)
        if now.mode == "claim":
            if move & (now.attacker | now.defender):  # of no use to anybody
                return a, d | self._any(a | d), now
            entries = self.entries[now.attacker, now.defender]
            listed = [e for e in entries if e[0] == CELLS[move.bit_length() - 1] and e[1:2] != "="]
            if listed:
                return self._reply(a, d, now._replace(attacker=now.attacker | move), listed[0][1:])
            for entry in entries:
                reply, pairing, pairs = entry.partition("=")
                if (
                    pairing
                    and len(reply) < 2
                    and not (reply and move & checker.board(reply + pairs))
                ):
                    now = self._pairing(now, pairs)
                    if reply:
                        real = 1 << now.names.index(BIT[reply])
                        return a, d | (real if not real & (a | d) else self._any(a | d)), now
                    break
        if now.mode != "pairs":
            raise RefutedError("nothing is said of the attacker's move")
        for pair in now.pairs:
            if pair & cell and pair & ~(a | d):
                return a, d | (pair & ~(a | d)), now
        return a, d | self._any(a | d), now

    def _reply(
        self, a: int, d: int, now: Following, said: str
    ) -> tuple[int, int, Following] | None:
        """Play the reply that is said, and go on with the rest."""
        reply = BIT[said[0]]
        if self.plain:
            own, other = (a, d) if self.wins else (d, a)
            real = 1 << now.names.index(reply)
            ended = self.ended(own | real, other, self.wins)
            if ended is False or real & (a | d):
                raise RefutedError("the game ends otherwise")
            after = (a | real, d) if self.wins else (a, d | real)
            if ended:
                return None
            now = now._replace(
                attacker=now.attacker | reply * self.wins,
                defender=now.defender | reply * (not self.wins),
            )
            return *after, self._resolve(now, said[1:])
        real = 1 << now.names.index(reply) if reply else 0
        if real & a:
            raise RefutedError("the reply is to a taken cell")
        if real & completing(self.defences, d, a):
            return None
        if not real & ~d:
            real = self._any(a | d)
        now = self._resolve(now._replace(defender=now.defender | reply), said[1:])
        return a, d | real, now

    def _plain(
        self, a: int, d: int, cell: int, now: Following
    ) -> tuple[int, int, Following] | None:
        own, other = (d, a) if self.wins else (a, d)
        ended = self.ended(own, other, not self.wins)
        if ended is False:
            raise RefutedError("the game ends otherwise")
        if ended:
            return None
        move = image(list(now.names), cell)
        for entry in self.entries[now.attacker, now.defender]:
            if BIT[entry[0]] == move:
                after = (
                    now._replace(defender=now.defender | move)
                    if self.wins
                    else now._replace(attacker=now.attacker | move)
                )
                return self._reply(a, d, after, entry[1:])
        raise RefutedError("nothing is said of a move")

    # -- helpers ----------------------------------------------------------------------------------

    def _resolve(self, now: Following, step: str) -> Following:
        """Return the claim that a step leads to, or what takes its place."""
        if step[:1] == "=":
            return self._pairing(now, step[1:])
        a, d = now.attacker, now.defender
        if not self.plain:
            if not self.wins and self.look(a, d)[0]:
                return now._replace(mode="weights")
            if self.wins and not step and self.threats(a, d).bit_count() == 2:
                return now._replace(mode="end")
            a, d = self.reduced(a, d)
        names = now.names
        if step:
            to = self.symmetries[step][0]
            a, d = image(to, a), image(to, d)
            names = tuple(image(to, cell) for cell in names)
        return Following(a, d, names, "claim")

    def _pairing(self, now: Following, pairs: str) -> Following:
        real = [
            sum(1 << now.names.index(BIT[name]) for name in pairs[at : at + 2])
            for at in range(0, len(pairs), 2)
        ]
        return now._replace(mode="pairs", pairs=tuple(real))

    def _any(self, taken: int) -> int:
        """Return the lowest empty cell; 0 if there is none."""
        empty = self.game.full & ~taken
        return empty & -empty

    @staticmethod
    def _complete(lines: list[int], own: int) -> bool:
        return any(own & line == line for line in lines)

    def _heaviest(self, a: int, d: int) -> int:
        weights = dict.fromkeys(bits(self.game.full & ~(a | d)), 0)
        for line in self.lines:
            if not line & d:
                for cell in bits(line & ~a):
                    weights[cell] += 1 << 64 - (line & ~a).bit_count()
        return 1 << max(weights, key=lambda cell: weights[cell])


class Played(NamedTuple):
    """What playing by a certificate has shown.

    Attributes:
        positions: how many positions the side had to answer in.
        why: how a game was lost; empty if none was.
    """

    positions: int
    why: str


def strategies(
    path: str | os.PathLike[str],
) -> Iterator[tuple[Strategy, tuple[int, int, Following] | None]]:
    """Yield each statement of a certificate that holds, with its start."""
    with Path(path).open("rb") as file:
        lines = checker.text_lines(file)
        next(lines)
        game = checker.read_game(next(lines).removeprefix("rules "))
        x, o = checker.read_position(next(lines).removeprefix("position "), game)
        symmetries: Symmetries = {}
        blocks = False
        half: Strategy | None = None
        for line in lines:
            kind, *fields = line.split(" ")
            if kind in {"h", "w"} and half:
                a, d, blocked = map(checker.board, fields[:3])
                half.claim(a | blocked, d | blocked, fields[3:])
            elif kind == "root" and half:
                own, other = (x, o) if half.text[0] == "X" else (o, x)
                mover = half.text[0] == "XO"[x.bit_count() - o.bit_count()]
                yield half, half.begin(own, other, fields[0], attacker_moves=mover)
            elif kind == "symmetry":
                symmetries[f".{len(symmetries) + 1}"] = checker.read_symmetry(fields[0], game)
            elif line == "O only blocks":
                blocks = True
            elif kind != "end":
                half = Strategy(game, symmetries, line, blocks=blocks)


def expanded(path: str | os.PathLike[str], most: int | None = None) -> Played:
    """Play a certificate against every reply, in every position that can then come about.

    Raises:
        LimitReachedError: there are more than so many positions.
    """
    positions = 0
    for half, start in strategies(path):
        todo = [start] if start else []
        seen = set(todo)
        while todo:
            a, d, now = todo.pop()
            positions += 1
            if most is not None and positions > most:
                raise LimitReachedError(f"stopped after {most:,} positions, none of them lost")
            empty = bits(half.game.full & ~(a | d))
            if half.wins and not empty:
                return Played(positions, f"{half.text}: the board is full")
            for cell in empty:
                try:
                    after = half.respond(a, d, 1 << cell, now)
                except RefutedError as error:
                    return Played(positions, f"{half.text}: {error}, at {a:#x} {d:#x}")
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append(after)
    return Played(positions, "")


def played(path: str | os.PathLike[str], games: int, seed: int = 0) -> Played:
    """Play a certificate against opponents, half of them random.

    The others complete a line if they can, block one that is threatened, go where their own lines
    are longest, and else where the certificate says nothing of.
    """
    draw = random.Random(seed)
    positions = 0
    for half, start in strategies(path):
        for number in range(games):
            at = start
            while at is not None:
                a, d, now = at
                positions += 1
                empty = half.game.full & ~(a | d)
                if not empty:
                    if half.wins:
                        return Played(positions, f"{half.text}: the board is full")
                    break
                cell = _adverse(half, a, d, now, draw) if number % 2 else draw.choice(bits(empty))
                try:
                    at = half.respond(a, d, 1 << cell, now)
                except RefutedError as error:
                    return Played(positions, f"{half.text}: {error}, at {a:#x} {d:#x}")
    return Played(positions, "")


def _adverse(half: Strategy, a: int, d: int, now: Following, draw: random.Random) -> int:
    """Return a move of an opponent who goes for what the certificate leaves out."""
    empty = half.game.full & ~(a | d)
    own, other = (d, a) if half.wins else (a, d)
    lines = half.defences if half.wins else half.lines
    must = completing(lines, own, other) or completing(half.lines, other, own)
    if must and draw.random() < 0.9:
        return draw.choice(bits(must))
    said = {
        entry[0]
        for entry in half.entries.get((now.attacker, now.defender), ())
        if now.mode == "claim"
    }
    weights = {cell: draw.random() for cell in bits(empty)}
    for line in lines:
        if not line & other:
            for cell in bits(line & empty):
                weights[cell] += 4.0 ** (line & own).bit_count()
    for cell in weights:
        claimed = now.names[cell].bit_length() - 1
        weights[cell] *= 1 if CELLS[claimed] in said else 3
    return max(weights, key=lambda cell: weights[cell])
