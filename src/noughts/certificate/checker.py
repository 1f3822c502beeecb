"""Check a certificate: `python checker.py FILE`. Needs Python's standard library, nothing else.

A certificate shows that a player wins a k-in-a-row game, or does not. It is text, compressed with
gzip; `docs/certificates.md` states the format and proves each of the rules that are applied here.
This file trusts nothing in it: it makes the lines of the game itself and checks, claim by claim and
in one pass, that each follows from the rules of the game and from claims checked before. A set of
cells is a number, one bit a cell; `a` are the attacker's stones, `d` the defender's.

Exit code: 0 it holds, 1 it does not (says which claim, and why), 2 it is no certificate.
"""

import hashlib
import itertools
import math
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

VERSION = "noughts certificate 1"
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 16  # characters of a line
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
BIT = {name: 1 << cell for cell, name in enumerate(CELLS)} | {"-": 0}
RULES = re.compile("([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){1,3})((?: [a-z0-9-]+)*)")
PLACE = re.compile("^([a-z])([1-9][0-9]?)([a-z]?)$")
STATEMENT = re.compile("([XO]) (wins|does not win)( by strategy stealing)?")


class NoCertificateError(Exception):
    """The file is no certificate that this program reads: damaged, cut or foreign."""


class DoesNotHoldError(Exception):
    """A certificate with a claim that does not follow."""


def expect(fact: object, why: str) -> None:
    """Refuse the file as no certificate unless something is so."""
    if not fact:
        raise NoCertificateError(why)


def require(fact: object, why: str) -> None:
    """Refuse a claim unless something is so."""
    if not fact:
        raise DoesNotHoldError(why)


def board(names: str) -> int:
    """Read a set of cells, none of them twice."""
    expect(len(set(names)) == len(names), "a cell is named twice")
    return sum(BIT[name] for name in names)


def image(to: list[int], cells: int) -> int:
    """Return where a renaming takes cells; the empty one leaves them where they are."""
    return sum(bit for cell, bit in enumerate(to) if cells >> cell & 1) if to else cells


def lacking(lines: list[int], own: int, other: int) -> list[int]:
    """Return what is missing of each line that is open to the owner of some stones."""
    return [line & ~own for line in lines if not line & other]


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete a line."""
    return sum({rest for rest in lacking(lines, own, other) if not rest & (rest - 1)})


class Game:
    """Rules: the rows of cells that count, each with the cells that make it too long (`exact`)."""

    def __init__(self, text: str) -> None:
        """Read `3,3,3`, `4,4,4 torus`, `4,4,4,4` (a box), `3,1 lines a1-b1 b1-c1` and so on."""
        size, more = RULES.findall(text)[0] if RULES.fullmatch(text) else ("1", "")
        flags = {word for word in more.split() if word in {"torus", "exact", "misere"}}
        listed = [word for word in more.split() if word not in flags]  # `lines`, and the lines
        self.sides = [int(number) for number in size.split(",")]
        self.wraps, self.misere = "torus" in flags, "misere" in flags
        k = 0 if listed else min(self.sides.pop(), len(CELLS) + 1)
        good = len(self.sides) in {2, 3} and math.prod(self.sides) <= len(CELLS)
        good &= not listed or (listed[0] == "lines" and flags <= {"misere"})
        expect(good, "unknown rules")
        self.full = (1 << math.prod(self.sides)) - 1
        self.rows: set[tuple[int, int]] = set()
        for line in listed[1:]:
            places = [PLACE.findall(name)[0] for name in line.split("-")]
            cells = {self.cell((ord(x) - 97, int(y) - 1, ord(z or "a") - 97)) for x, y, z in places}
            expect(all(cells) and len(cells) == len(places), "this is no line of cells")
            self.rows.add((sum(cells), 0))
        for start in itertools.product(*map(range, self.sides)) if k else ():
            for step in itertools.product((-1, 0, 1), repeat=len(self.sides)):
                before, *row, after = (self.cell(start, step, i) for i in range(-1, k + 1))
                ends = (before | after) & ~sum(row) if "exact" in flags else 0
                if any(step) and all(row) and len(set(row)) == k:
                    self.rows.add((sum(row), ends))
        self.plain = self.misere or any(ends for _, ends in self.rows)  # extra stones can hurt
        rows = {row for row, _ in self.rows}  # what contains a shorter line does not count
        self.lines = [row for row in rows if not any(row & b == b != row for b in rows)]
        self.defences = self.lines  # none, if the defender only blocks
        self.symmetries: dict[str, tuple[list[int], list[int]]] = {"": ([], [])}  # and inverses

    def cell(self, start: Sequence[int], step: Sequence[int] = (0, 0, 0), far: int = 0) -> int:
        """Return the cell so many steps from a place; 0 for none."""
        found, unit = 0, 1
        for at, by, side in zip(start, step, self.sides, strict=False):
            place = (at + by * far) % side
            if not (self.wraps or place == at + by * far):
                return 0
            found, unit = found + place * unit, unit * side
        return 1 << found

    def position(self, text: str) -> tuple[int, int]:
        """Read rows of `X`, `O` and `.`, joined by `/`, and layers by `//`: the stones of both."""
        wide, high, *deep = self.sides
        layer = "/".join(["." * wide] * high)
        good = re.sub("[XO]", ".", text) == "//".join([layer] * math.prod(deep))
        cells = text.replace("/", "")
        x, o = (sum(1 << c for c, stone in enumerate(cells) if stone == mark) for mark in "XO")
        good &= x | o != self.full and x.bit_count() - o.bit_count() in {0, 1}
        good &= not (self.completed(x) or self.completed(o))
        expect(good, "this is no position of an unfinished game")
        return x, o

    def completed(self, stones: int) -> bool:
        """Return whether stones complete a row."""
        return any(stones & row == row and not stones & ends for row, ends in self.rows)

    def add_symmetry(self, text: str) -> None:
        """Read a renaming of the cells that keeps the rows; steps call it `.1`, `.2` and so on."""
        to = [BIT[name] for name in text]
        cells = [1 << cell for cell in range(self.full.bit_length())]
        require(sorted(to) == cells, "a symmetry is no renaming of the cells")
        images = {(image(to, row), image(to, ends)) for row, ends in self.rows}
        require(images == self.rows, "a symmetry does not keep the lines")
        self.symmetries[f".{len(self.symmetries)}"] = to, [1 << to.index(cell) for cell in cells]


class Half:
    """A statement about a player, the attacker, and the claims that lead to it, which are kept.

    Here he does not win, and in all claims (`h`) he is to move. Cells in both `a` and `d` are
    blocked. A claim has a zone and a number of passes; they say something where he wins.
    """

    def __init__(self, game: Game, *, wins: bool) -> None:
        self.game, self.lines, self.defences, self.wins = game, game.lines, game.defences, wins
        self.turned = wins and game.plain
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def claim(self, a: int, d: int, entries: list[str]) -> None:
        """Check one claim and remember it."""
        require(not (a | d) & ~self.game.full, "a stone is off the board")
        a, d = (d, a) if self.turned else (a, d)
        zone, passes, left = self.check(a, d, entries)
        require(not left, "nothing is said of " + "".join(name for name in BIT if BIT[name] & left))
        self.known[a, d] = zone, passes

    def root(self, a: int, d: int, entry: str, *, attacker_moves: bool) -> None:
        """Check that the statement follows for the position that the certificate is about."""
        a, d = (d, a) if self.turned else (a, d)
        alike = attacker_moves != self.wins  # whether it is of the kind that claims are about
        require(not alike or entry[0] == "-", "the root has a move too many")
        if alike and (self.wins or self.game.plain):
            self.find(a, d, entry[1:])
        else:
            self.answer(a, d, entry)

    def find(self, a: int, d: int, symmetry: str) -> tuple[int, int]:
        """Look up the claim made before of a position, or of an image; return zone and passes."""
        if not self.game.plain:
            a, d = self.reduced(a, d)
        to, back = self.game.symmetries[symmetry]
        a, d = image(to, a), image(to, d)
        require((a, d) in self.known, "it leads to a position that was not claimed before")
        zone, passes = self.known[a, d]
        return image(back, zone), passes

    def reduced(self, a: int, d: int) -> tuple[int, int]:
        """Block what is on no open line of its owner's: extra stones never hurt."""
        mine = theirs = 0
        for line in self.lines:
            mine |= 0 if line & d else line
        for line in self.defences:
            theirs |= 0 if line & a else line
        blocked = self.game.full & ~(mine & a | theirs & d | (mine | theirs) & ~(a | d))
        return mine & a | blocked, theirs & d | blocked

    def empty(self, a: int, d: int, name: str) -> int:
        """Return the cell with this name, which has to be empty; `-` is none."""
        require(not BIT[name] & (a | d | ~self.game.full), f"{name} is a taken cell")
        return BIT[name]

    def check(self, a: int, d: int, reasons: list[str]) -> tuple[int, int, int]:
        """Return zone, passes, and the moves of the attacker's that are left without a reply."""
        left = self.moves(a, d)
        for reason in reasons if left else ():
            reply, pairing, pairs = reason.partition("=")
            if pairing and len(reply) < 2 and not self.game.plain:  # meets all but its own cells
                cell = self.empty(a, d, reply or "-")
                used = self.paired(a, d | cell, pairs)
                left &= used | cell if reply else 0
            else:
                move = BIT[reason[0]]
                require(move & left, f"{reason[0]} is no move that is left")
                self.answer(a | move, d, reason[1:])
                left &= ~move
        return 0, 0, left

    def moves(self, a: int, d: int) -> int:
        """Return the attacker's moves that need a reason: none if he is seen not to win.

        Seen: the defender threatens twice, or the lines weigh too little (Erdos and Selfridge).
        """
        lacks = lacking(self.lines, a, d)
        require(all(rest & (rest - 1) for rest in lacks), "the attacker completes a line")
        threats = completing(self.defences, d, a)
        weight = sum(1 << 64 - rest.bit_count() for rest in lacks)  # in units of 2**-64
        settled = threats & (threats - 1) or weight < 1 << 63
        return 0 if settled else threats or self.game.full & ~(a | d)

    def answer(self, a: int, d: int, entry: str) -> object:
        """Check that the attacker does not win after a reply of the defender's, or his pass."""
        reply = self.empty(a, d, entry[0])
        if reply & completing(self.defences, d, a):
            return None
        left = self.moves(a, d | reply)
        if entry[1:2] == "=":
            return self.paired(a, d | reply, entry[2:])
        return self.find(a, d | reply, entry[1:]) if left else None

    def paired(self, a: int, d: int, names: str) -> int:
        """Check that each of the attacker's lines holds a pair of cells; return the pairs."""
        pairs, used = [board(names[at : at + 2]) for at in range(0, len(names), 2)], board(names)
        good = used.bit_count() == 2 * len(pairs) and not used & (a | d | ~self.game.full)
        require(good, "a pair is not of two empty cells")
        for rest in lacking(self.lines, a, d):
            require(any(rest & pair == pair for pair in pairs), "an open line holds no pair")
        return used


class Wins(Half):
    """The attacker wins. Claims `w`: the defender is to move."""

    def check(self, a: int, d: int, answers: list[str]) -> tuple[int, int, int]:
        """Return zone and passes of the win, and the replies that are left without an answer."""
        threats = self.threats(a, d)
        if threats & (threats - 1):
            return threats, 0, 0
        replies = [self.empty(a, d, answer[0]) for answer in answers]
        require(not threats or replies == [threats], "the forced reply is not the one answered")
        require(replies, "nothing is said of a pass")
        zone, passes, left = threats, 0, threats or self.game.full & ~(a | d)
        for at, (reply, answer) in enumerate(zip(replies, answers, strict=True)):
            its_zone, its_passes = self.answer(a, d | reply, answer[1:])
            helpful = self.helpful(a, d, its_zone, its_passes)
            left &= helpful & ~reply
            least = not (at or threats)  # it has to do for a pass as well
            zone |= helpful if least else its_zone
            passes = max(passes, its_passes + least)
        return zone, passes, left

    def threats(self, a: int, d: int) -> int:
        """Return where the attacker threatens a line, two cells at most; the defender must not."""
        lacks = lacking(self.defences, d, a)
        require(all(rest & (rest - 1) for rest in lacks), "the defender completes a line")
        found = completing(self.lines, a, d)
        rest = found & (found - 1)
        return found ^ rest | rest & -rest

    def helpful(self, a: int, d: int, zone: int, passes: int) -> int:
        """Return the replies that a win with this zone and these passes does not refute."""
        cells = zone
        for rest in lacking(self.defences, d, a):
            cells |= rest if (rest & ~zone).bit_count() <= passes + 2 else 0
        return cells

    def answer(self, a: int, d: int, entry: str) -> tuple[int, int]:
        """Play the attacker's moves, all but the last with one reply; return zone and passes."""
        names, dot, number = entry.partition(".")
        require(names, "a reply without an answer")
        zone = threats = won = 0
        for at, name in enumerate(names):
            require(not at or threats.bit_count() == 1, f"no single threat comes before {name}")
            d |= threats
            move = self.empty(a, d, name)
            won = move & completing(self.lines, a, d)
            a |= move
            threats = 0 if won else self.threats(a, d)
            zone |= move | threats
        if won or threats & (threats - 1):
            require(not dot, "a step after the win")
            return zone, 0
        found, passes = self.find(a, d, dot + number)
        return zone | found, passes


class EveryMove(Half):
    """Where extra stones can hurt: `a` is to move (if the attacker wins, `a` is the defender's)."""

    def moves(self, a: int, d: int) -> int:
        """Return the moves that do not themselves end the game as stated."""
        require(not a & d, "a cell is taken twice")
        empty = [bit for bit in BIT.values() if bit & self.game.full & ~(a | d)]
        return sum(move for move in empty if not self.ended(a | move, d))

    def answer(self, a: int, d: int, entry: str) -> None:
        """Check that what is stated is true after an answer: the game's end, or a claim."""
        require(self.ended(a, d) is None, "an answer after the end")
        reply = self.empty(a, d, entry[0])
        ended = self.ended(a, d | reply)
        require(reply and ended is not False, "the answer ends the game otherwise than stated")
        if ended is None:
            self.find(a, d | reply, entry[1:])

    def ended(self, a: int, d: int) -> bool | None:
        """Return whether the game has ended as stated; None if it goes on."""
        for stones, good in ((a, self.game.misere), (d, not self.game.misere)):
            if self.game.completed(stones):
                return good
        return not self.wins if a | d == self.game.full else None


class Report(NamedTuple):
    """What a certificate has shown."""

    rules: str
    position: str
    blocks: bool
    statements: tuple[str, ...]
    claims: int
    reasons: int


def text_lines(file: BufferedReader) -> Iterator[str]:
    """Yield the lines of the text, after comparing the digest; never much of it at a time."""
    head, digest = file.read(len(GZIP)), file.read(65)
    expect(head == GZIP, "it is no file of this kind")
    right = hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\0"
    expect(digest == right, "the digest is another one: the file is damaged")
    file.seek(0)
    unpack, text = zlib.decompressobj(31), b""
    while not unpack.eof:
        packed = unpack.unconsumed_tail or file.read(LONGEST)
        data = unpack.decompress(packed, LONGEST)
        expect(packed or data, "the file is cut off")
        *whole, text = (text + data).split(b"\n")
        expect(max(map(len, (*whole, text))) < LONGEST, "a line is too long")
        yield from (line.decode("ascii") for line in whole)
    expect(not (text or unpack.unused_data or file.read(1)), "something follows the end")


def check(file: BufferedReader) -> Report:
    """Check a certificate; return what it shows, or raise one of the two errors above."""
    number, text = 0, ""

    def counted() -> Iterator[str]:
        nonlocal number, text
        for number, text in enumerate(text_lines(file), start=1):  # noqa: B007
            yield text

    lines = counted()
    try:
        return read(lines)
    except (LookupError, ValueError, TypeError, zlib.error) as error:
        raise NoCertificateError(f"line {number}, {text!a:.60}, cannot be read") from error
    except (NoCertificateError, DoesNotHoldError) as error:
        raise type(error)(f"line {number}, {text!a:.60}: {error}") from None
    except MemoryError:
        why = "it is too large for this machine's memory"
    raise NoCertificateError(why)  # the claims are gone by then, and there is room for an error


def read(lines: Iterator[str]) -> Report:
    """Read and check a certificate line by line."""
    expect(next(lines, "") == VERSION, f"it does not begin with {VERSION!r}")
    (one, _, rules), (two, _, position) = (next(lines, "").partition(" ") for _ in range(2))
    expect((one, two) == ("rules", "position"), "rules or position missing")
    game = Game(rules)
    x, o = game.position(position)
    said: list[str] = []
    blocks, half, claims, reasons = False, None, 0, 0
    for line in lines:
        kind, *fields = line.split(" ")
        if half and kind == "hw"[half.wins]:
            a, d, blocked = map(board, fields[:3])
            half.claim(a | blocked, d | blocked, fields[3:])
            claims, reasons = claims + 1, reasons + len(fields) - 3
        elif half and kind == "root":
            attacker_moves = said[-1][0] == "XO"[x.bit_count() - o.bit_count()]
            a, d = (x, o) if said[-1][0] == "X" else (o, x)
            half.root(a, d, *fields, attacker_moves=attacker_moves)
            half = None
        elif kind == "symmetry" and not said:
            game.add_symmetry(*fields)
        elif line == "O only blocks" and not said and len(game.symmetries) == 1:
            blocks, game.defences = True, []
        elif not half and (statement := STATEMENT.fullmatch(line)):
            said.append(line)
            player, does, stolen = statement.groups()
            require(not blocks or (player == "X" and not game.plain), "blocking is no defence here")
            good = (player, does) == ("O", "does not win") and not (game.plain or x)
            require(good or not stolen, "no strategy can be stolen here")
            kinds = EveryMove if game.plain else Wins if does == "wins" else Half
            half = None if stolen else kinds(game, wins=does == "wins")
        else:
            right = not half and said and line == f"end {claims}" and next(lines, None) is None
            expect(right, "this line means nothing here")
            return Report(rules, position, blocks, tuple(said), claims, reasons)
    raise NoCertificateError("the end is missing")


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with Path(*arguments[:1]).open("rb") as file:
            found = check(file)
    except (OSError, NoCertificateError) as error:
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
