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
from noughts.certificate.checker import (
    BIT,
    CELLS,
    EveryMove,
    Game,
    Half,
    Wins,
    board,
    completing,
    image,
)
from noughts.errors import LimitReachedError
from noughts.notation import bits

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
        a: the attacker's stones.
        d: the defender's.
        attacker: the attacker's stones as the claim has them, and the blocked cells.
        defender: the defender's.
        said: what is left of an answer in several moves.
        pairs: the pairing that is being kept.
        weighs: whether the defender goes by the weights of the lines.
    """

    a: int
    d: int
    attacker: int
    defender: int
    said: str = ""
    pairs: str = ""
    weighs: bool = False


class Strategy:
    """One statement of a certificate, to be played by: at each moment, the answer to a move."""

    def __init__(self, half: Half, text: str) -> None:
        self.half = half
        self.text = text
        self.entries: dict[tuple[int, int], list[str]] = {}

    @property
    def full(self) -> int:
        """The board."""
        return self.half.game.full

    def claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check a claim, and remember what it says."""
        self.half.claim(a, d, entries)
        self.entries[a, d] = entries

    def begin(self, a: int, d: int, entry: str, *, opponent_moves: bool) -> Stage | None:
        """Return the moment after the side's first move, if it has one; None if that is the end."""
        first = Stage(a, d, a, d)
        return self.resolve(first, entry[1:]) if opponent_moves else self.first(first, entry)

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
            RefutedError: one of them wins.
        """
        raise NotImplementedError

    def resolve(self, now: Stage, step: str) -> Stage:
        """Return the moment that a step leads to: that of a claim, renamed if it is symmetric."""
        half, attacker, defender = self.half, now.attacker, now.defender
        if not half.game.plain:
            attacker, defender = half.reduced(attacker, defender)
        if not step:
            return Stage(now.a, now.d, attacker, defender)
        to = half.game.symmetries[step][0]
        return Stage(image(to, now.a), image(to, now.d), image(to, attacker), image(to, defender))

    def anywhere(self, taken: int) -> int:
        """Return the lowest empty cell; 0 if there is none."""
        empty = self.full & ~taken
        return empty & -empty


class Winning(Strategy):
    """The attacker wins."""

    half: Wins

    def moves(self, now: Stage) -> int:
        """Return the defender's moves: if one cell is threatened, just that."""
        if completing(self.half.defences, now.d, now.a):
            raise RefutedError("the defender completes a line")
        empty = self.full & ~(now.a | now.d)
        if not empty:
            raise RefutedError("the board is full")
        threats = completing(self.half.lines, now.a, now.d)
        return 0 if threats & (threats - 1) else threats or empty

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the attacker's first move."""
        return self.attack(now._replace(said=entry))

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a reply of the defender's."""
        after = now._replace(d=now.d | cell)
        if completing(self.half.lines, after.a, after.d):
            return None  # he completes it
        if now.said:  # the reply was the one that is forced
            forced = completing(self.half.lines, now.attacker, now.defender)
            return self.attack(after._replace(defender=now.defender | forced))
        reply, said = self.answer(now, cell)
        return self.attack(after._replace(defender=now.defender | reply, said=said))

    def attack(self, now: Stage) -> Stage | None:
        """Play the next of the moves that are said."""
        if completing(self.half.lines, now.a, now.d):
            return None
        move = BIT[now.said[0]]
        if move & now.d:
            raise RefutedError("the attacker's move is to a taken cell")
        # If it is his already, any move will do.
        a = now.a | (move if move & ~now.a else self.anywhere(now.a | now.d))
        after = now._replace(a=a, attacker=now.attacker | move, said=now.said[1:])
        if after.said and after.said[0] != ".":
            return after
        threats = self.half.threats(after.attacker, after.defender)
        if not after.said and threats & (threats - 1):  # he completes one of two lines
            return after
        return self.resolve(after, after.said)

    def answer(self, now: Stage, cell: int) -> tuple[int, str]:
        """Return a reply and its answer; of one that nothing is said of, what it is treated as."""
        a, d = now.attacker, now.defender
        answers = [(BIT[entry[0]], entry[1:]) for entry in self.entries.get((a, d), ())]
        if not answers:
            raise RefutedError("the attacker has no threat left to carry out")
        for answer in answers:
            if answer[0] == cell:
                return answer
        for reply, said in answers if cell & self.half.known[a, d][0] else ():
            if not cell & self.half.helpful(a, d, *self.half.answer(a, d | reply, said)):
                return reply, said
        return answers[0]


class Holding(Strategy):
    """The attacker does not win."""

    def moves(self, now: Stage) -> int:
        """Return the attacker's moves: if one cell is threatened, just that."""
        if completing(self.half.lines, now.a, now.d):
            raise RefutedError("the attacker completes a line")
        threats = completing(self.half.defences, now.d, now.a)
        return 0 if threats & (threats - 1) else threats or self.full & ~(now.a | now.d)

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the defender's first move."""
        return self.reply(now, entry)

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a move of the attacker's."""
        after = now._replace(a=now.a | cell)
        taken = after.a | after.d
        if completing(self.half.defences, after.d, after.a) or taken == self.full:
            return None  # he completes a line, or the board is full
        if now.weighs:
            return after._replace(d=now.d | self.heaviest(after))
        if now.pairs:
            return self.kept(after, cell)
        if cell & (now.attacker | now.defender):  # of no use to anybody
            return after._replace(d=now.d | self.anywhere(taken))
        entries = self.entries[now.attacker, now.defender]
        name = CELLS[cell.bit_length() - 1]
        for entry in entries:
            if entry[0] == name and entry[1:2] != "=":
                return self.reply(after._replace(attacker=now.attacker | cell), entry[1:])
        for entry in entries:
            reply, pairing, pairs = entry.partition("=")
            if pairing and len(reply) < 2 and not (reply and cell & board(reply + pairs)):
                after = after._replace(pairs=pairs)
                if not reply:
                    return self.kept(after, cell)
                real = BIT[reply] if BIT[reply] & ~taken else self.anywhere(taken)
                return after._replace(d=now.d | real)
        raise RefutedError("nothing is said of the attacker's move")

    def reply(self, now: Stage, said: str) -> Stage | None:
        """Play the reply that is said, and go on with the rest."""
        reply = BIT[said[0]]
        if reply & now.a:
            raise RefutedError("the reply is to a taken cell")
        if reply & completing(self.half.defences, now.d, now.a):
            return None
        real = reply & ~now.d or self.anywhere(now.a | now.d)
        return self.resolve(now._replace(d=now.d | real, defender=now.defender | reply), said[1:])

    def resolve(self, now: Stage, step: str) -> Stage:
        """Return the moment that a step leads to: a claim's, or that of pairs or weights."""
        if step[:1] == "=":
            return now._replace(pairs=step[1:])
        if not self.half.moves(now.attacker, now.defender):
            return now._replace(weighs=True)
        return super().resolve(now, step)

    def kept(self, now: Stage, cell: int) -> Stage:
        """Take the other cell of the pair that the attacker has gone to, or any."""
        taken = now.a | now.d
        for at in range(0, len(now.pairs), 2):
            pair = board(now.pairs[at : at + 2])
            if pair & cell and pair & ~taken:
                return now._replace(d=now.d | (pair & ~taken))
        return now._replace(d=now.d | self.anywhere(taken))

    def heaviest(self, now: Stage) -> int:
        """Return the cell on whose lines the attacker has most."""
        weights = dict.fromkeys(bits(self.full & ~(now.a | now.d)), 0)
        for rest in checker.lacking(self.half.lines, now.a, now.d):
            for cell in bits(rest):
                weights[cell] += 1 << 64 - rest.bit_count()
        return 1 << max(weights, key=lambda cell: weights[cell])


class Answering(Strategy):
    """Either, where extra stones can hurt; `a` is the side that has every move tried."""

    half: EveryMove

    def claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check a claim, and remember what it says."""
        self.half.claim(a, d, entries)
        self.entries[(d, a) if self.half.turned else (a, d)] = entries

    def begin(self, a: int, d: int, entry: str, *, opponent_moves: bool) -> Stage | None:
        """Return the moment after the side's first move, if it has one; None if that is the end."""
        a, d = (d, a) if self.half.turned else (a, d)
        return super().begin(a, d, entry, opponent_moves=opponent_moves)

    def moves(self, now: Stage) -> int:
        """Return every empty cell."""
        return self.full & ~(now.a | now.d)

    def first(self, now: Stage, entry: str) -> Stage | None:
        """Return the moment after the first move."""
        d = now.d | BIT[entry[0]]
        ended = self.half.ended(now.a, d)
        if ended is False or now.a & d or d == now.d:
            raise RefutedError("the game ends otherwise")
        return None if ended else self.resolve(Stage(now.a, d, now.a, d), entry[1:])

    def respond(self, now: Stage, cell: int) -> Stage | None:
        """Answer a move."""
        a = now.a | cell
        ended = self.half.ended(a, now.d)
        if ended is False:
            raise RefutedError("the game ends otherwise")
        if ended:
            return None
        for entry in self.entries[now.a, now.d]:
            if BIT[entry[0]] == cell:
                return self.first(now._replace(a=a), entry[1:])
        raise RefutedError("nothing is said of a move")


class Played(NamedTuple):
    """What playing by a certificate has shown.

    Attributes:
        positions: how many positions the side had to answer in.
        why: how a game was lost; empty if none was.
    """

    positions: int
    why: str


def strategies(path: str | os.PathLike[str]) -> Iterator[tuple[Strategy, Stage | None]]:
    """Yield each statement of a certificate that holds, with its start."""
    with Path(path).open("rb") as file:
        lines = checker.text_lines(file)
        next(lines)
        game = Game(next(lines).removeprefix("rules "))
        x, o = game.position(next(lines).removeprefix("position "))
        strategy: Strategy | None = None
        for line in lines:
            kind, *fields = line.split(" ")
            if kind in {"h", "w"} and strategy:
                a, d, blocked = map(board, fields[:3])
                strategy.claim(a | blocked, d | blocked, fields[3:])
            elif kind == "root" and strategy:
                a, d = (x, o) if strategy.text[0] == "X" else (o, x)
                attacker_moves = strategy.text[0] == "XO"[x.bit_count() - o.bit_count()]
                opponent_moves = attacker_moves != strategy.half.wins
                yield strategy, strategy.begin(a, d, fields[0], opponent_moves=opponent_moves)
            elif kind == "symmetry":
                game.add_symmetry(fields[0])
            elif line == "O only blocks":
                game.defences = []
            elif kind != "end":
                strategy = _strategy(game, line)


def _strategy(game: Game, text: str) -> Strategy:
    wins = "not" not in text
    if game.plain:
        return Answering(EveryMove(game, wins=wins), text)
    return Winning(Wins(game, wins=True), text) if wins else Holding(Half(game, wins=False), text)


def expanded(path: str | os.PathLike[str], most: int | None = None) -> Played:
    """Play a certificate against every reply, in every position that can then come about.

    Raises:
        LimitReachedError: there are more than so many positions.
    """
    positions = 0
    for strategy, start in strategies(path):
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
                return _lost(positions, strategy, now, error)
    return Played(positions, "")


def played(path: str | os.PathLike[str], games: int, seed: int = 0) -> Played:
    """Play a certificate against opponents, half of them random.

    All of them block a line that is threatened. The others go where their own lines are longest,
    and else where the certificate says nothing of.
    """
    draw = random.Random(seed)
    positions = 0
    for strategy, start in strategies(path):
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
                    return _lost(positions, strategy, now, error)
    return Played(positions, "")


def _lost(positions: int, strategy: Strategy, now: Stage, error: RefutedError) -> Played:
    return Played(positions, f"{strategy.text}: {error}, at {now.a:#x} {now.d:#x}")


def _adverse(strategy: Strategy, now: Stage, draw: random.Random) -> int:
    """Return a move of an opponent who goes for what the certificate leaves out."""
    half = strategy.half
    moves = strategy.moves(now)
    own, other, lines = now.a, now.d, half.lines
    if half.wins and not half.turned:
        own, other, lines = now.d, now.a, half.defences
    following = not (now.said or now.pairs or now.weighs)
    entries = strategy.entries.get((now.attacker, now.defender), ()) if following else ()
    said = {entry[0] for entry in entries}
    weights = {cell: draw.random() for cell in bits(moves)}
    for line in lines:
        if not line & other:
            for cell in bits(line & moves):
                weights[cell] += 4.0 ** (line & own).bit_count()
    for cell in weights:
        weights[cell] *= 1 if CELLS[cell] in said else 3
    return max(weights, key=lambda cell: weights[cell])
