"""Check a certificate under gravity: `python gravity_checker.py FILE`, with Python alone.

`docs/reference/gravity-certificates.md` states the format, `docs/explanation/certificate-rules.md`
proves each rule. The checker makes the lines itself, and each claim must follow from earlier ones.
Exit code: 0 right, 1 wrong (says which claim, and why), 2 not a certificate.
"""

import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from io import BufferedReader
from itertools import islice
from pathlib import Path

VERSION = "noughts certificate 4"
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 16  # characters of a line
MOST = 1_000_000  # positions that a diagram may reach
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
BIT = {name: 1 << cell for cell, name in enumerate(CELLS)} | {"-": 0}  # a set is a sum of bits
RULES = re.compile(r"rules (([1-9]\d{0,3}),([1-9]\d{0,3}),([1-9]\d{0,3}) gravity)", re.ASCII)
STATEMENT = re.compile("([XO]) (wins|does not win)(?:( by strategy stealing)|: ([^ =][^ ]*))")


class NotHeldError(Exception):
    """The certificate is wrong (exit code 1), or the file cannot be read as one (2)."""


def require(fact: object, why: str, code: int = 1) -> None:
    """Raise an error unless a condition is true."""
    if not fact:
        raise NotHeldError(why, code)


def cells(names: str) -> int:
    """Read a set, none of its cells named twice."""
    require(len(set(names)) == len(names), "a cell is named twice", 2)
    return sum([BIT[name] for name in names])


def parts(numbers: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while numbers:
        yield numbers & -numbers
        numbers &= numbers - 1


class GravityCertificate:
    """A game, a position in it, and the claims read so far: all of them follow."""

    def __init__(self, version: str, rules: str, position: str) -> None:
        game = RULES.fullmatch(rules)
        good = version == VERSION and game and position.startswith("position ")
        require(good, "it does not begin like a certificate", 2)
        self.rules, *numbers = game.groups() if game else ()
        wide, high, k = map(int, numbers)
        require(wide * high <= 64, "wrong board size", 2)
        self.wide: int = wide
        self.full: int = (1 << wide * high) - 1
        self.bottom: int = self.full >> wide * (high - 1) << wide * (high - 1)
        self.top: int = (1 << wide) - 1
        self.lines: set[int] = {
            sum(1 << column + n * right + (row + n * down) * wide for n in range(k))
            for column in range(wide)
            for row in range(high)
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
            if 0 <= column + (k - 1) * right < wide and row + (k - 1) * down < high
        }
        self.through: dict[int, list[int]] = {
            cell: [line for line in self.lines if line & cell] for cell in parts(self.full)
        }
        self.position: str = position[9:]
        text = self.position.replace("/", "")  # a character a cell, and slashes for the eye
        x, o = (sum(1 << cell for cell, sign in enumerate(text) if sign == mark) for mark in "XO")
        self.stones: tuple[int, int] = x, o
        good = set(".") <= set(text) <= set("XO.") and text.count("X") - text.count("O") in {0, 1}
        good &= len(text) == wide * high and not self.completed(x) and not self.completed(o)
        good &= not self.floating(x | o)
        require(good, "this is not a position of an unfinished game", 2)
        self.symmetries: list[list[int]] = [list(self.through)]  # the first changes nothing
        # What is claimed, with its images, and before own's last move: own's stones, and other's.
        self.known: dict[str, set[tuple[int, int]]] = {"h": set(), "w": set()}
        self.before: dict[str, set[tuple[int, int]]] = {"h": set(), "w": set()}
        self.statements: list[str] = []
        self.claims: int = 0
        self.entries: int = 0
        self.positions: int = 0  # of claims and of diagrams: each move in them was answered

    def completed(self, stones: int) -> bool:
        """Return whether stones contain a line."""
        return any(stones & line == line for line in self.lines)

    def floating(self, taken: int) -> int:
        """Return the stones with an empty cell below."""
        return taken & ~(self.bottom | taken >> self.wide)

    def free(self, taken: int) -> int:
        """Return the lowest empty cell of each column."""
        return self.full & ~taken & (self.bottom | taken >> self.wide)

    def opened(self, other: int) -> dict[int, list[int]]:
        """Return the lines through each cell that have no stone of a side."""
        lines = [line for line in self.lines if not line & other]
        return {cell: [line for line in lines if line & cell] for cell in self.through}

    def threats(self, lines: list[int] | set[int], own: int, other: int) -> int:
        """Return the empty cells where a side completes one of some lines."""
        found = 0
        for line in lines:
            rest = line & ~own
            if not rest & (rest - 1) and not line & other:
                found |= rest
        return found

    def read(self, line: str) -> None:
        """Check one more line."""
        kind, *fields = line.split(" ")
        if kind == "symmetry":
            self.add_symmetry(*fields)
        elif kind in self.known:
            attacker, defender, blocked, *entries = fields
            sides = [cells(names) for names in (attacker, defender, blocked)]
            require(not sum(sides) & ~self.full, "a cell is off the board")
            require(not sides[2] and not sides[0] & sides[1], "a cell is blocked, or taken twice")
            own, other = sides[:2] if kind == "w" else sides[1::-1]
            require(not self.floating(own | other), "a stone floats")
            self.claim(kind, own, other, entries)
            self.remember(kind, own, other)
            self.claims, self.entries = self.claims + 1, self.entries + len(entries)
        else:
            found = STATEMENT.fullmatch(line)
            require(found, "it cannot be read", 2)
            player, does, stolen, root = found.groups() if found else ()
            require(not stolen, "no strategy can be stolen here")
            kind = "hw"[does == "wins"]
            own_is_x = (player == "X") == (kind == "w")
            own, other = self.stones if own_is_x else self.stones[::-1]
            moves = own_is_x == (own.bit_count() == other.bit_count())
            require(moves == (root[0] != "-"), "it begins with a move too many, or too few")
            self.meet(kind, own, other, root)
            self.statements.append(f"{player} {does}")

    def remember(self, kind: str, own: int, other: int) -> None:
        """Note a claim that holds, and its images."""
        for to in self.symmetries:
            now = self.image(to, own), self.image(to, other)
            self.known[kind].add(now)
            top = now[0] & (self.free(sum(now)) << self.wide | self.top)
            self.before[kind].update([(now[0] ^ last, now[1]) for last in parts(top)])

    def add_symmetry(self, text: str) -> None:
        """Read a renaming of the cells that keeps the lines, and what is above what."""
        to = [BIT[name] for name in text]
        good = len(to) == self.full.bit_count() and sum(set(to)) == self.full
        require(good, "not a renaming")
        require({self.image(to, line) for line in self.lines} == self.lines, "it moves lines")
        upright = zip(to, to[self.wide :], strict=False)
        require(all(up << self.wide == low for up, low in upright), "it turns columns")
        self.symmetries.append(to)

    def image(self, to: list[int], stones: int) -> int:
        """Return where a renaming takes cells."""
        return sum(bit for cell, bit in enumerate(to) if stones >> cell & 1)

    def claim(self, kind: str, own: int, other: int, entries: list[str]) -> None:
        """Check one claim: own, who has just moved, has an answer to each move of other."""
        left = self.unmet(kind, own, other)
        self.positions += bool(left)
        if "".join(entries[:1]).startswith("="):
            require(left, "a diagram for a game that is over")
            self.follow(kind, own, other, *self.diagram(entries))
            return
        for entry in entries if left else ():
            good = len(entry) == 2 and BIT[entry[0]] and BIT[entry[1]]
            require(good, "an entry has no move, or too many", 2)
            move = BIT[entry[0]]
            require(move & self.free(own | other), "a move cannot be played")
            self.meet(kind, own, other | move, entry[1])
            left &= ~move
        require(not left, "there is no answer to a move")

    def unmet(self, kind: str, own: int, other: int) -> int:
        """Return the moves that need an answer; none if the game is over as stated."""
        free, mine = self.free(own | other), self.threats(self.lines, own, other)
        require(not self.completed(other), "the game ends otherwise than stated")
        if self.completed(own):
            return 0
        require(kind == "h" or own | other != self.full, "the game ends otherwise than stated")
        left = 0
        for move in parts(free):
            after = self.free(own | other | move)
            met = mine & after or (kind == "h" and own | other | move == self.full)
            left |= 0 if met and not self.completed(other | move) else move
        return left

    def meet(self, kind: str, own: int, other: int, answer: str) -> None:
        """Check that own's answer leads to a claim, or ends the game as stated."""
        require(len(answer) == 1, "an entry has no move, or too many", 2)
        played = BIT[answer] & self.free(own | other)
        require(played or answer == "-", "a move cannot be played")
        own |= played
        claimed = (own, other) in self.known[kind] or not self.unmet(kind, own, other)
        require(claimed, "it leads to a position not claimed before")

    def diagram(self, entries: list[str]) -> tuple[dict[int, int], list[int]]:
        """Read the answer to each stone, by default the cell above, and the cells in order."""
        order = entries[0][1:]
        require(not order or not cells(order) & ~self.full, "a cell is off the board")
        answers = {cell: cell >> self.wide for cell in self.through}
        for entry in entries[1:]:
            good = len(entry) == 2 and BIT[entry[0]] in answers
            require(good, "it cannot be read", 2)
            require(not BIT[entry[1]] & ~self.full, "a cell is off the board")
            answers[BIT[entry[0]]] = BIT[entry[1]]
        return answers, [BIT[name] for name in order]

    def follow(
        self, kind: str, own: int, other: int, answers: dict[int, int], order: list[int]
    ) -> None:
        """Play a diagram against every move; nothing else is believed of it."""
        mine, theirs = self.threats(self.lines, own, other), self.threats(self.lines, other, own)
        ours, through = self.opened(other), self.opened(own)
        todo, seen = [(own, other, mine, theirs)], {(own, other)}
        known, before = self.known[kind], self.before[kind]
        for own, other, mine, theirs in todo:  # noqa: PLR1704  (it grows while it is read)
            free = self.free(own | other)
            require(not free & theirs, "the other side completes a line")
            for move in parts(free):
                left = free ^ move | move >> self.wide
                if mine & left or not (left or kind == "w"):
                    continue
                bad = theirs | self.threats(through[move], other | move, own)
                block = bad & left & -(bad & left)  # of two, the other is completed
                if (own | block, other | move) in (known if block else before):
                    continue
                cell = block or answers[move] & left or next((at for at in order if at & left), 0)
                require(cell, "there is no answer to a move")
                now = own | cell, other | move
                if now not in seen:
                    require(sum(now) != self.full or kind == "h", "the board is full")
                    require(len(seen) < MOST, "it reaches too many positions")
                    seen.add(now)
                    todo.append((*now, mine | self.threats(ours[cell], *now), bad))
        self.positions += len(seen) - 1


def text_lines(file: BufferedReader) -> Iterator[str]:
    """Yield the lines of the text, after comparing the digest; never much of it at a time."""
    head, digest = file.read(len(GZIP)), file.read(65)
    require(head == GZIP, "it does not begin like a certificate", 2)
    right = hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\0"
    require(digest == right, "its digest is wrong: the file is damaged", 2)
    file.seek(0)
    unpack, text = zlib.decompressobj(31), b""
    for packed in iter(lambda: unpack.unconsumed_tail or file.read(LONGEST), b""):
        *whole, text = (text + unpack.decompress(packed, LONGEST)).split(b"\n")
        require(all(len(line) < LONGEST for line in (*whole, text)), "a line is too long", 2)
        yield from (line.decode("ascii") for line in whole)
    require(unpack.eof and not (text or unpack.unused_data), "it does not end where it should", 2)


def check(file: BufferedReader, kind: type[GravityCertificate] | None = None) -> GravityCertificate:
    """Check a certificate and return it, perhaps as another kind; or raise the error above."""
    number, line, code = 0, "", 2
    try:
        lines = text_lines(file)
        found = (kind or GravityCertificate)(*islice(lines, 3))
        for number, line in enumerate(lines, start=4):  # noqa: B007
            found.read(line)
        require(found.statements, "it states nothing", 2)
        return found  # noqa: TRY300
    except NotHeldError as error:
        why, code = error.args
    except (LookupError, ValueError, TypeError, zlib.error):
        why = "it cannot be read"
    except MemoryError:
        why = "it is too large to be checked here"
    where = f"line {number}, {line!a:.60}: " * bool(number)
    raise NotHeldError(where + why, code if number else 2, why, number, line)


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with Path(*arguments[:1]).open("rb") as file:
            found = check(file)
    except (OSError, NotHeldError) as error:
        why, code = error.args[:2] if isinstance(error, NotHeldError) else (error, 2)
        sys.stderr.write(f"{('does not hold', 'no certificate')[code - 1]}: {why}\n")
        return int(code)
    said = "; ".join(found.statements)
    sys.stdout.write(f"{found.rules}, {found.position}: {said}   {found.claims:,} claims hold\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
