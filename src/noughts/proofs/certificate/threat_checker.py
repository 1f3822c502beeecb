"""Check a certificate of a win by threats: `python threat_checker.py FILE`, with Python alone.

`docs/reference/threat-certificates.md` states the format and proves each rule. The checker makes
the lines itself. It plays each tree of threats, and works out the zone on which the tree rests.
Exit code: 0 right, 1 wrong (says which line, and why), 2 not a certificate.
"""

import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from io import BufferedReader
from itertools import islice
from pathlib import Path

VERSION = "noughts certificate 5"
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 20  # characters of a line
NAMES = "abcdefghijklmnopqrstuvwxyz"  # columns from the left, and rows from the top
RULES = re.compile(r"rules (([1-9]\d?),([1-9]\d?),([1-9]\d?)( exact)?)", re.ASCII)


class NotShownError(Exception):
    """The certificate is wrong (exit code 1), or the file cannot be read as one (2)."""


def require(fact: object, why: str, code: int = 1) -> None:
    """Raise an error unless a condition is true."""
    if not fact:
        raise NotShownError(why, code)


def parts(cells: int) -> Iterator[int]:
    """Yield the cells of a set, first to last."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


class ThreatCertificate:
    """A game, a position in it, and what is shown so far. The attacker is the side that wins.

    A set of cells is a number with a bit for each. Between the rows of the board is a column of
    no cells, so that no line goes on from one edge to the other.
    """

    def __init__(self, version: str, rules: str, position: str, statement: str) -> None:
        game = RULES.fullmatch(rules)
        good = version == VERSION and game and position.startswith("position ")
        require(good, "it does not begin like a certificate", 2)
        self.rules, *numbers, exact = game.groups() if game else ()
        wide, high, self.k = map(int, numbers)
        require(max(wide, high) <= len(NAMES) and self.k >= 2, "wrong board size", 2)
        self.exact: bool = bool(exact)
        self.row: int = wide + 1
        self.cells: dict[str, int] = {
            NAMES[x] + NAMES[y]: 1 << x + y * self.row for y in range(high) for x in range(wide)
        }
        self.full: int = sum(self.cells.values())
        self.ways: list[tuple[int, int]] = []  # from a cell of a line to the next; the first cells
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            step, last = right + down * self.row, self.k - 1
            first = [
                1 << x + y * self.row
                for y in range(high - down * last)
                for x in range(wide)
                if 0 <= x + right * last < wide
            ]
            self.ways.append((step, sum(first)))
        self.images: list[dict[int, int]] = []  # where each symmetry takes each cell
        for turned in (False, True) if wide == high else (False,):
            for left, up in ((False, False), (True, False), (False, True), (True, True)):
                to = {}
                for name, cell in self.cells.items():
                    x, y = NAMES.index(name[0]), NAMES.index(name[1])
                    x, y = wide - 1 - x if left else x, high - 1 - y if up else y
                    to[cell] = 1 << (y + x * self.row if turned else x + y * self.row)
                self.images.append(to)
        self.position: str = position[9:]
        rows = self.position.split("/")
        signs = dict(zip(self.cells.values(), "".join(rows), strict=True))
        x, o = (sum(cell for cell in signs if signs[cell] == mark) for mark in "XO")
        good = {len(row) for row in rows} == {wide} and set(signs.values()) <= set("XO.")
        good &= x.bit_count() - o.bit_count() in {0, 1} and not self.over(x) and not self.over(o)
        require(good and x | o != self.full, "this is not a position of an unfinished game", 2)
        require(statement in {"X wins", "O wins"}, "it states nothing", 2)
        self.statements: list[str] = [statement]
        own, other = (x, o) if statement[0] == "X" else (o, x)
        self.known: set[tuple[int, int]] = set()  # positions that are won, the least of the images
        self.proved: dict[tuple[int, int], int] = {}  # in one tree: positions, and their zones
        self.claims: int = 0  # nodes and trees
        self.entries: int = 0  # the attacker's moves in trees
        self.moves: Iterator[str] = iter(())
        # Open nodes: both sides' stones, the replies that are not answered, and the reply before.
        self.nodes: list[list[int]] = []
        self.starts: bool = (statement[0] == "X") == (x.bit_count() == o.bit_count())
        if self.starts:
            self.nodes.append([own, other, 0, 0])
        else:
            self.open(own, other, 0)

    def guarded(self, own: int, step: int, first: int) -> int:
        """Leave out lines that a stone beside them would make too long."""
        return first & ~(own << step | own >> step * self.k) if self.exact else first

    def over(self, own: int) -> bool:
        """Return whether a side has completed a line."""
        for step, first in self.ways:
            full = self.guarded(own, step, first)
            for at in range(0, step * self.k, step):
                full &= own >> at
            if full:
                return True
        return False

    def completing(self, own: int, free: int) -> int:
        """Return the cells where the attacker completes a line."""
        found = 0
        for step, first in self.ways:
            none, one = self.guarded(own, step, first), 0
            for at in range(0, step * self.k, step):
                one, none = one & own >> at | none & free >> at, none & own >> at
            for at in range(0, step * self.k, step) if one else ():
                found |= one << at
        return found & free

    def lacking(self, other: int, free: int) -> tuple[int, int, int]:
        """Return the empty cells of the defender's lines that lack one, two, and three stones.

        Lines that are too long count as well. So another stone never harms the defender.
        """
        found = [0, 0, 0]
        for step, first in self.ways:
            none, one, two, three = first, 0, 0, 0
            for at in range(0, step * self.k, step):
                mine, empty = other >> at, free >> at
                three, two = three & mine | two & empty, two & mine | one & empty
                one, none = one & mine | none & empty, none & mine
            for lack, lines in enumerate((one, two, three)):
                for at in range(0, step * self.k, step) if lines else ():
                    found[lack] |= lines << at
        return found[0] & free, found[1] & free, found[2] & free

    def move(self, own: int, other: int) -> tuple[int, int, int, int, int]:
        """Read the attacker's move; return its stones then, and four sets of cells.

        They are those where it then completes a line, the move itself, and the empty cells of the
        defender's lines that then lack two stones, and three.
        """
        cell = self.cells[next(self.moves, "")]
        self.entries += 1
        require(not cell & (own | other), "a move cannot be played")
        own, free = own | cell, self.full & ~(own | other | cell)
        one, two, three = self.lacking(other, free)
        require(not one, "the other side completes a line")
        return own, self.completing(own, free), cell, two, three

    def tree(self, own: int, other: int) -> int:
        """Read how the attacker, to move, wins by threats; return the zone."""
        if (zone := self.proved.get((own, other))) is not None:
            return zone
        zone = self.completing(own, self.full & ~(own | other))
        if zone:
            zone &= -zone
        else:
            mine, done, cell, two, _ = self.move(own, other)
            zone = cell | two
            if done & (done - 1):
                zone |= next(pairs := parts(done)) | next(pairs)
            elif done:
                zone |= done | self.tree(mine, other | done)
            else:
                threat, far = self.threat(mine, other)
                zone |= threat | far
                for reply in parts(threat):
                    zone |= self.tree(mine, other | reply)
        self.proved[own, other] = zone
        return zone

    def threat(self, own: int, other: int) -> tuple[int, int]:
        """Read the fours that win if the defender passes.

        Return the replies that could change that, and the cells of lines that two stones could.
        """
        own, done, zone, two, far = self.move(own, other)
        zone |= two
        while not done & (done - 1):
            require(done, "no single threat comes before a move")
            other |= done
            own, last, cell, two, three = self.move(own, other)
            zone, far, done = zone | done | cell | two, far | three, last
        return zone | next(pairs := parts(done)) | next(pairs), far

    def least(self, own: int, other: int) -> tuple[int, int]:
        """Return the least of a position's symmetric images."""
        return min(
            (sum([to[cell] for cell in parts(own)]), sum([to[cell] for cell in parts(other)]))
            for to in self.images
        )

    def open(self, own: int, other: int, reply: int) -> None:
        """Begin a node: the defender is to move."""
        free = self.full & ~(own | other)
        require(free, "the board is full")
        require(not self.lacking(other, free)[0], "the other side completes a line")
        self.nodes.append([own, other, free, reply])
        self.claims += 1

    def close(self) -> None:
        """End a node: each reply left leads to a position that is won, perhaps a symmetric one."""
        require(not self.starts or len(self.nodes) > 1, "it cannot be read", 2)
        own, other, left, reply = self.nodes.pop()
        if left and self.least(own, other) not in self.known:
            won = all(self.least(own, other | cell) in self.known for cell in parts(left))
            require(won, "there is no answer to a move")
        self.known.add(self.least(own, other))
        if self.starts and len(self.nodes) == 1:
            self.nodes.pop()
        elif self.nodes:
            own, other, _, _ = before = self.nodes[-1]
            self.known.add(self.least(own, other | reply))
            before[2] &= ~reply

    def read(self, line: str) -> None:
        """Check one more line: a reply and a move, a reply and a tree, or the end of a node."""
        require(self.nodes, "it does not end where it should", 2)
        if line == ")":
            self.close()
            return
        own, other, *_ = node = self.nodes[-1]
        name = line[: 1 if line.startswith("-") else 2]
        reply = 0 if name == "-" else self.cells[name]
        require(not reply & (own | other), "a move cannot be played")
        other, rest, starting = (
            other | reply,
            line[len(name) :],
            self.starts and len(self.nodes) == 1,
        )
        require(not (starting and reply), "nobody passes here")
        if rest.startswith(":"):
            require(len(rest) % 2, "it cannot be read", 2)
            self.claims += 1
            self.moves = map("".join, zip(rest[1::2], rest[2::2], strict=True))
            self.proved.clear()
            zone = self.tree(own, other)
            require(next(self.moves, None) is None, "it cannot be read", 2)
            node[2] &= zone & ~reply
            if starting:
                self.nodes.pop()
            elif reply:
                self.known.add(self.least(own, other))
        else:
            cell = self.cells[rest]
            require(starting or reply, "nobody passes here")
            require(not cell & (own | other), "a move cannot be played")
            self.open(own | cell, other, reply)


def text_lines(file: BufferedReader) -> Iterator[str]:
    """Yield the lines of the text, after comparing the digest; never much of it at a time."""
    head, digest = file.read(len(GZIP)), file.read(65)
    require(head == GZIP, "it does not begin like a certificate", 2)
    right = hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\0"
    require(digest == right, "its digest is wrong: the file is damaged", 2)
    file.seek(0)
    unpack, text = zlib.decompressobj(31), b""
    for packed in iter(lambda: unpack.unconsumed_tail or file.read(1 << 16), b""):
        *whole, text = (text + unpack.decompress(packed, 1 << 16)).split(b"\n")
        require(all(len(line) < LONGEST for line in (*whole, text)), "a line is too long", 2)
        yield from (line.decode("ascii") for line in whole)
    require(unpack.eof and not (text or unpack.unused_data), "it does not end where it should", 2)


def check(file: BufferedReader, kind: type[ThreatCertificate] | None = None) -> ThreatCertificate:
    """Check a certificate and return it, perhaps as another kind; or raise the error above."""
    number, line, code = 0, "", 2
    try:
        lines = text_lines(file)
        found = (kind or ThreatCertificate)(*islice(lines, 4))
        for number, line in enumerate(lines, start=5):  # noqa: B007
            found.read(line)
        require(not found.nodes, "it does not end where it should", 2)
        return found  # noqa: TRY300
    except NotShownError as error:
        why, code = error.args
    except (LookupError, ValueError, TypeError, zlib.error):
        why = "it cannot be read"
    except (MemoryError, RecursionError):
        why = "it is too large to be checked here"
    where = f"line {number}, {line!a:.60}: " * bool(number)
    raise NotShownError(where + why, code if number else 2, why, number, line)


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with Path(*arguments[:1]).open("rb") as file:
            found = check(file)
    except (OSError, NotShownError) as error:
        why, code = error.args[:2] if isinstance(error, NotShownError) else (error, 2)
        sys.stderr.write(f"{('does not hold', 'no certificate')[code - 1]}: {why}\n")
        return int(code)
    said = "; ".join(found.statements)
    sys.stdout.write(f"{found.rules}, {found.position}: {said}   {found.claims:,} claims hold\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
