"""Check a certificate: `python checker.py FILE`. Needs Python's standard library, nothing else.

A certificate shows that a player wins a k-in-a-row game, or does not. It is text, compressed with
gzip; `docs/certificates.md` states the format and proves each of the rules that are applied here.
This file trusts nothing in it: it makes the lines of the game itself and checks, claim by claim and
in one pass, that each follows from the rules of the game and from claims checked before.

Exit code: 0 it holds, 1 it does not (says which claim, and why), 2 it is no certificate.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import re
import sys
import zlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

VERSION = "noughts certificate 1"
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 16  # characters of a line
MOST = 50_000_000  # claims
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
BIT = {name: 1 << cell for cell, name in enumerate(CELLS)} | {"-": 0}
COLUMN = {name: number for number, name in enumerate("abcdefghijklmnopqrstuvwxyz")} | {"": 0}
STATEMENT = re.compile("([XO]) (wins|does not win)( by strategy stealing)?")


class NoCertificateError(Exception):
    """The file is no certificate that this program reads: damaged, cut or foreign."""


class DoesNotHoldError(Exception):
    """A certificate with a claim that does not follow."""


def require(fact: object, why: str, error: type[Exception] = DoesNotHoldError) -> None:
    """Refuse a claim, or the file, unless something is so."""
    if not fact:
        raise error(why)


def board(names: str) -> int:
    """Read a set of cells, none of them twice."""
    require(len(set(names)) == len(names), "a cell is named twice", NoCertificateError)
    return sum(BIT[name] for name in names)


def names(cells: int) -> str:
    """Name the cells of a board as the file does."""
    return "".join(name for name, bit in BIT.items() if bit & cells)


class GameRules(NamedTuple):
    """A game: its sides, and its lines, each with the cells that make it too long (`exact`)."""

    sides: tuple[int, ...]
    lines: list[tuple[int, int]]
    full: int
    misere: bool


def read_game(text: str) -> GameRules:
    """Read rules such as `3,3,3`, `4,4,4 torus`, `4,4,4,4` (a box) or `3,1 lines a1-b1 b1-c1`."""
    head, *words = text.split(" ")
    flags = {word for word in words if word in {"torus", "exact", "misere"}}
    listed = [word for word in words if word not in flags]
    sides = tuple(int(word) for word in head.split(","))
    k = 0
    if listed:
        require(listed[0] == "lines" and flags <= {"misere"}, "unknown rules", NoCertificateError)
    else:
        sides, k = sides[:-1], sides[-1]
    good = len(sides) in {2, 3} and min(sides) > 0 and math.prod(sides) <= len(CELLS) and k >= 0
    require(good and len(set(words)) == len(words), "unknown rules", NoCertificateError)
    places = [place[::-1] for place in itertools.product(*map(range, reversed(sides)))]
    number = {place: cell for cell, place in enumerate(places)}
    lines = set()
    for line in listed[1:]:
        parts = [re.split("([1-9][0-9]?)", name) for name in line.split("-")]
        cells = [number[(COLUMN[c], int(r) - 1, COLUMN[z])[: len(sides)]] for c, r, z in parts]
        lines.add((board("".join(CELLS[cell] for cell in cells)), 0))
    for step in itertools.product((-1, 0, 1), repeat=len(sides) if 0 < k <= len(CELLS) else 0):
        for start in places if any(step) else ():
            row = [
                tuple(s + d * i for s, d in zip(start, step, strict=True)) for i in range(-1, k + 1)
            ]
            if "torus" in flags:
                row = [tuple(s % n for s, n in zip(at, sides, strict=True)) for at in row]
            run = {number[at] for at in row[1:-1] if at in number}
            ends = {number[at] for at in (row[0], row[-1]) if at in number and "exact" in flags}
            if len(run) == k:
                lines.add((sum(1 << c for c in run), sum(1 << c for c in ends - run)))
    return GameRules(sides, sorted(lines), (1 << len(places)) - 1, "misere" in flags)


def read_position(text: str, game: GameRules) -> tuple[int, int]:
    """Read rows of `X`, `O` and `.`, joined by `/`, and layers by `//`: the stones of both."""
    wide, high = game.sides[:2]
    rows = [row for layer in text.split("//") for row in layer.split("/")]
    x, o = (sum(1 << c for c, s in enumerate("".join(rows)) if s == mark) for mark in "XO")
    good = "//".join("/".join(rows[i : i + high]) for i in range(0, len(rows), high)) == text
    good &= {len(row) for row in rows} == {wide} and set(text) <= set("XO./")
    good &= wide * len(rows) == game.full.bit_length() and x.bit_count() - o.bit_count() in {0, 1}
    ended = any(s & line == line and not s & ends for line, ends in game.lines for s in (x, o))
    good &= not ended and x | o != game.full
    require(good, "this is no position of an unfinished game", NoCertificateError)
    return x, o


def image(to: list[int], cells: int) -> int:
    """Return where a renaming takes a board."""
    return sum(bit for cell, bit in enumerate(to) if cells >> cell & 1)


def read_symmetry(text: str, game: GameRules) -> tuple[list[int], list[int]]:
    """Read a renaming of the cells that keeps the lines; return it and its inverse."""
    to = [BIT[name] for name in text]
    require(len(to) == game.full.bit_length() and set(to) == {1 << c for c in range(len(to))},
            "a symmetry is no renaming of the cells")  # fmt: skip
    images = {(image(to, line), image(to, ends)) for line, ends in game.lines}
    require(images == set(game.lines), "a symmetry does not keep the lines")
    return to, [1 << to.index(1 << cell) for cell in range(len(to))]


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete one of the lines."""
    cells = 0
    for line in lines:
        if not line & other and not line & ~own & ((line & ~own) - 1):
            cells |= line & ~own
    return cells


class Half:
    """A statement that a player, the attacker, wins or does not, and the claims that lead to it.

    A claim is about a board `a` of the attacker's stones and one `d` of the defender's; cells that
    are on both are blocked. Its kind `h`: the attacker is to move, and does not win. Its kind `w`:
    the defender is to move, and the attacker wins; a zone and a number of passes go with it.
    """

    def __init__(
        self,
        game: GameRules,
        symmetries: dict[str, tuple[list[int], list[int]]],
        *,
        wins: bool,
        blocks: bool,
    ) -> None:
        self.game = game
        self.symmetries = symmetries
        self.wins = wins
        self.plain: bool = game.misere or any(ends for _, ends in game.lines)
        every = [line for line, _ in game.lines]  # what contains a shorter line does not count
        sizes = {line.bit_count() for line in every}
        self.lines: list[int] = [
            a for a in every if len(sizes) < 2 or not any(b & a == b != a for b in every)
        ]
        self.defences: list[int] = [] if blocks else self.lines
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check one claim and remember it."""
        require(not (a | d) & ~self.game.full, "a stone is off the board")
        check = self.plain_claim if self.plain else self.win if self.wins else self.hold
        self.known[a, d] = check(a, d, entries) or (0, 0)

    def root(self, a: int, d: int, entry: str, *, attacker_moves: bool) -> None:
        """Check that the statement follows for the position that the certificate is about."""
        cell, rest = BIT[entry[0]], entry[1:]
        if attacker_moves != self.wins:  # a claim of just this position is what is needed
            require(not cell, "the root has a move too many")
            self.find(a, d, rest) if self.plain or self.wins else self.reply(a, d, 0, rest)
        elif self.plain:
            self.answer(*((a, d) if self.wins else (d, a)), cell, rest)
        else:
            self.follow(a, d, entry) if self.wins else self.reply(a, d, cell, rest)

    def find(self, a: int, d: int, symmetry: str) -> tuple[int, int]:
        """Look up the claim made before of a position, or of an image; return zone and passes."""
        if not self.plain:
            a, d = self.reduced(a, d)
        if symmetry:
            to, back = self.symmetries[symmetry]
            a, d = image(to, a), image(to, d)
        require((a, d) in self.known, "it leads to a position that was not claimed before")
        zone, passes = self.known[a, d]
        return image(back, zone) if symmetry else zone, passes

    def reduced(self, a: int, d: int) -> tuple[int, int]:
        """Block what is on no open line of its owner's: extra stones never hurt."""
        mine = theirs = 0
        for line in self.lines:
            mine |= 0 if line & d else line
        for line in self.defences:
            theirs |= 0 if line & a else line
        alive = mine & a | theirs & d | (mine | theirs) & ~(a | d)
        return mine & a | self.game.full & ~alive, theirs & d | self.game.full & ~alive

    # The attacker, to move, does not win.

    def hold(self, a: int, d: int, reasons: list[str]) -> None:
        """Check that no move of the attacker's is left without a reply."""
        settled, threats, lacks = self.look(a, d)
        moves = threats or self.game.full & ~(a | d)
        for reason in () if settled else reasons:
            reply, pairing, pairs = reason.partition("=")
            if pairing and len(reply) < 2:  # meets all moves but those it is made of
                met = self.paired(lacks, a | d, board(reply), pairs)
                moves &= met if reply else 0
            else:
                require(BIT[reason[0]] & moves, f"{reason[0]} is no move that is left")
                moves &= ~BIT[reason[0]]
                self.reply(a | BIT[reason[0]], d, BIT[reason[1]], reason[2:])
        require(settled or not moves, f"nothing is said of {names(moves)}")

    def look(self, a: int, d: int) -> tuple[bool, int, list[int]]:
        """Return whether the attacker, to move, is seen not to win, his threats to meet, his lines.

        Seen: the defender threatens twice, or the lines weigh too little (Erdos and Selfridge).
        """
        lacks = [line & ~a for line in self.lines if not line & d]
        require(all(rest & (rest - 1) for rest in lacks), "the attacker completes a line")
        threats = completing(self.defences, d, a)
        weight = sum(1 << 64 - rest.bit_count() for rest in lacks)
        return bool(weight < 1 << 63 or threats & (threats - 1)), threats, lacks

    def reply(self, a: int, d: int, cell: int, rest: str) -> None:
        """Check that the attacker does not win once the defender has replied (0: has passed)."""
        require(not cell & (a | d), "the reply is to a taken cell")
        if cell & completing(self.defences, d, a):
            return
        settled, _, lacks = self.look(a, d | cell)
        if rest[:1] == "=":
            self.paired(lacks, a | d | cell, 0, rest[1:])
        elif not settled:
            self.find(a, d | cell, rest)

    @staticmethod
    def paired(lacks: list[int], taken: int, reply: int, names: str) -> int:
        """Check a pairing of the lines that the reply leaves open; return the cells in use."""
        pairs = [board(names[at : at + 2]) for at in range(0, len(names), 2)]
        used = board(names) | reply
        require(
            used.bit_count() == 2 * len(pairs) + reply.bit_count(), "a pair is not of two cells"
        )
        require(
            reply.bit_count() < 2 and not used & taken, "a pair or its reply is on a taken cell"
        )
        for rest in lacks:
            require(rest & reply or any(rest & pair == pair for pair in pairs),
                    "an open line holds no pair")  # fmt: skip
        return used

    # The defender is to move, and the attacker wins.

    def win(self, a: int, d: int, entries: list[str]) -> tuple[int, int]:
        """Check that every reply is answered; return the zone, and the passes, of the win."""
        empty = self.game.full & ~(a | d)
        threats = self.threats(a, d)
        if threats & (threats - 1):
            return threats, 0
        replies = [BIT[entry[0]] for entry in entries]
        require(all(not reply & ~empty for reply in replies), "a reply is to a taken cell")
        wins = [self.follow(a, d | BIT[entry[0]], entry[1:]) for entry in entries]
        if threats:
            require(replies == [threats], "the reply that is forced is not the one answered")
            return wins[0][0] | threats, wins[0][1]
        left = [self.helpful(a, d, *win) for win in wins]
        for reply, helpful in zip(replies, left, strict=True):
            empty &= helpful & ~reply
        require(wins and not empty, f"nothing is said of {names(empty)}")
        zone = left[0]
        for cells, _ in wins:
            zone |= cells
        return zone, max(wins[0][1] + 1, *(passes for _, passes in wins))

    def threats(self, a: int, d: int) -> int:
        """Return where the attacker threatens a line, two cells at most; the defender must not."""
        lacking = [line & ~d for line in self.defences if not line & a]
        require(all(rest & (rest - 1) for rest in lacking), "the defender completes a line")
        found = completing(self.lines, a, d)
        rest = found & (found - 1)
        return found ^ rest | rest & -rest

    def helpful(self, a: int, d: int, zone: int, passes: int) -> int:
        """Return the replies that a win with this zone and these passes does not refute."""
        cells = zone
        for line in self.defences:
            if not line & a and (line & ~d & ~zone).bit_count() <= passes + 2:
                cells |= line & ~d
        return cells

    def follow(self, a: int, d: int, entry: str) -> tuple[int, int]:
        """Play the attacker's moves, all but the last with one reply; return zone and passes."""
        moves, dot, number = entry.partition(".")
        zone = threats = 0
        for left, name in zip(reversed(range(len(moves))), moves, strict=True):
            d |= threats
            require(BIT[name] & ~(a | d), f"{name} is a taken cell")
            won = BIT[name] & completing(self.lines, a, d)
            a |= BIT[name]
            threats = 0 if won else self.threats(a, d)
            zone |= BIT[name] | threats
            if won or threats & (threats - 1):
                require(not left and not dot, "a move after the win")
                return zone, 0
            require(threats or not left, f"{name} threatens nothing")
        require(moves, "a reply without an answer")
        found, passes = self.find(a, d, dot + number)
        return zone | found, passes

    # Misere and exact rows: every move of one side, and an answer of the other's.

    def plain_claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check that each move that does not itself end the game as stated has an answer."""
        require(not a & d, "a cell is taken twice")
        own, other = (d, a) if self.wins else (a, d)
        left = self.game.full & ~(a | d)
        for entry in entries:
            move = BIT[entry[0]]
            require(move & left, f"{entry[0]} is no move that is left")
            require(self.ended(own | move, other, not self.wins) is None, "a reply after the end")
            self.answer(other, own | move, BIT[entry[1]], entry[2:])
            left &= ~move
        for bit in BIT.values():
            good = not bit & left or self.ended(own | bit, other, not self.wins)
            require(good, f"nothing is said of {names(bit)}")

    def answer(self, own: int, other: int, move: int, symmetry: str) -> None:
        """Check that what is stated is true after this answer: the game's end, or a claim."""
        require(move & self.game.full & ~(own | other), "the answer cannot be played")
        ended = self.ended(own | move, other, self.wins)
        require(ended is not False, "the answer ends the game otherwise than stated")
        if ended is None:
            self.find(*((own | move, other) if self.wins else (other, own | move)), symmetry)

    def ended(self, own: int, other: int, attacker: bool) -> bool | None:  # noqa: FBT001
        """Return whether the end of the game is as stated; None if it goes on. `own` has moved."""
        if any(own & line == line and not own & ends for line, ends in self.game.lines):
            return self.wins == (attacker != self.game.misere)
        return not self.wins if own | other == self.game.full else None


class Report(NamedTuple):
    """What a certificate has shown."""

    rules: str
    position: str
    blocks: bool
    statements: tuple[str, ...]
    claims: int
    reasons: int


def text_lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of the text, after comparing the digest; never much of it at a time."""
    head, digest, seen = file.read(len(GZIP)), file.read(65), hashlib.sha256()
    require(head == GZIP, "it is no file of this kind", NoCertificateError)
    for chunk in iter(lambda: file.read(1 << 16), b""):
        seen.update(chunk)
    damaged = digest != seen.hexdigest().encode() + b"\0"
    require(not damaged, "the digest is another one: the file is damaged", NoCertificateError)
    file.seek(0)
    unpack, kept, chunk = zlib.decompressobj(31), b"", b""
    while not unpack.eof:
        chunk = unpack.unconsumed_tail or file.read(1 << 16)
        data = unpack.decompress(chunk, 1 << 16)
        require(chunk or data, "the file is cut off", NoCertificateError)
        *whole, kept = (kept + data).split(b"\n")
        for line in (*whole, kept):
            require(len(line) < LONGEST, "a line is too long", NoCertificateError)
        yield from (line.decode("ascii") for line in whole)
    end = kept or unpack.unused_data or file.read(1)
    require(not end, "something follows the end", NoCertificateError)


def check(file: BinaryIO) -> Report:
    """Check a certificate; return what it shows, or raise one of the two errors above."""
    number, text = 0, ""

    def counted() -> Iterator[str]:
        nonlocal number, text
        for number, text in enumerate(text_lines(file), start=1):  # noqa: B007
            yield text

    try:
        return read(counted())
    except (KeyError, ValueError, IndexError, TypeError, zlib.error) as error:
        raise NoCertificateError(f"line {number}, {text!a:.60}, cannot be read") from error
    except (NoCertificateError, DoesNotHoldError) as error:
        raise type(error)(f"line {number}, {text!a:.60}: {error}") from None


def read(lines: Iterator[str]) -> Report:
    """Read and check a certificate line by line."""
    require(next(lines, "") == VERSION, f"it does not begin with {VERSION!r}", NoCertificateError)
    (one, _, rules), (two, _, position) = (next(lines, "").partition(" ") for _ in range(2))
    require((one, two) == ("rules", "position"), "rules or position missing", NoCertificateError)
    game = read_game(rules)
    x, o = read_position(position, game)
    symmetries: dict[str, tuple[list[int], list[int]]] = {}
    said: list[str] = []
    blocks, half, claims, reasons = False, None, 0, 0
    for line in lines:
        kind, *fields = line.split(" ")
        if half and kind == "hw"[half.wins]:
            a, d, blocked = map(board, fields[:3])
            half.claim(a | blocked, d | blocked, fields[3:])
            claims, reasons = claims + 1, reasons + len(fields) - 3
            require(claims <= MOST, f"more than {MOST:,} claims", NoCertificateError)
        elif half and kind == "root":
            attacker_moves = said[-1][0] == "XO"[x.bit_count() - o.bit_count()]
            own, other = (x, o) if said[-1][0] == "X" else (o, x)
            half.root(own, other, *fields, attacker_moves=attacker_moves)
            half = None
        elif not half and kind == "symmetry" and not said:
            symmetries[f".{len(symmetries) + 1}"] = read_symmetry(" ".join(fields), game)
        elif line == "O only blocks" and not said and not symmetries:
            blocks = True
        elif not half and (found := STATEMENT.fullmatch(line)):
            said.append(line)
            half = Half(game, symmetries, wins=found[2] == "wins", blocks=blocks)
            require(not blocks or not half.plain, "blocking is no defence under these rules")
            require(not blocks or found[1] == "X", "O only blocks")
            stolen = line[0] == "O" and not (half.wins or half.plain or x)
            require(stolen or not found[3], "no strategy can be stolen here")
            half = None if found[3] else half
        else:
            right = not half and said and line == f"end {claims}" and next(lines, None) is None
            require(right, "this line means nothing here", NoCertificateError)
            return Report(rules, position, blocks, tuple(said), claims, reasons)
    raise NoCertificateError("the end is missing")


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with open("".join(arguments[:1]), "rb") as file:  # noqa: PTH123
            found = check(file)
    except (OSError, MemoryError, NoCertificateError) as error:
        sys.stderr.write(f"no certificate: {error}\n")
        return 2
    except DoesNotHoldError as error:
        sys.stderr.write(f"does not hold: {error}\n")
        return 1
    said = "; ".join(found.statements) + (" (O only blocks)" if found.blocks else "")
    sys.stdout.write(f"{found.rules}, {found.position}: {said}   {found.claims:,} claims hold\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
