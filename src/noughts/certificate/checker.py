"""Check a certificate: `python checker.py FILE`. Needs Python's standard library, nothing else.

A certificate shows that a player wins a k-in-a-row game, or does not. It is text, compressed with
gzip; `docs/certificates.md` states the format and proves each of the rules that are applied here.
This file trusts nothing in it: it makes the lines of the game itself and checks, claim by claim and
in one pass, that each follows from the rules of the game and from claims checked before.

Exit code: 0 it holds, 1 it does not (says which claim, and why), 2 it is no certificate.
"""

import hashlib
import itertools
import math
import re
import sys
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

VERSION = "noughts certificate 1"
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 16  # characters of a line
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
BIT = {name: 1 << cell for cell, name in enumerate(CELLS)} | {"-": 0}  # a set is a sum of bits
SIZES = "^([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){1,3})"
RULES = re.compile(SIZES + "(?:( torus)?( exact)?|( lines[a-z0-9 -]*?))( misere)?$")
PLACE = re.compile("^([a-z])([1-9][0-9]?)([a-z]?)$")  # its column, row and perhaps layer
STATEMENT = re.compile("^([XO]) (wins|does not win)( by strategy stealing)?$")


class NoCertificateError(Exception):
    """The file is no certificate that this program reads: damaged, cut or foreign."""


class DoesNotHoldError(Exception):
    """A certificate with a claim that does not follow."""


def require(fact: object, why: str, error: type[Exception] = DoesNotHoldError) -> None:
    """Raise an error unless something is so."""
    if not fact:
        raise error(why)


def expect(fact: object, why: str) -> None:
    """Raise an error unless something is as in every certificate."""
    require(fact, why, NoCertificateError)


def board(names: str, free: int) -> int:
    """Read a set of cells, each of which has to be free, and none of them named twice."""
    expect(len(set(names)) == len(names), "a cell is named twice")
    cells = sum([BIT[name] for name in names])
    require(not cells & ~free, f"{names} is taken, or off the board")
    return cells


def image(to: list[int], cells: int) -> int:
    """Return where a renaming takes cells; the empty one leaves them where they are."""
    return sum(bit for cell, bit in enumerate(to) if cells >> cell & 1) if to else cells


def lacking(lines: list[int], own: int, other: int) -> list[int]:
    """Return what is missing of each line that is open to the owner of some stones."""
    rest = ~own
    return [line & rest for line in lines if not line & other]


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete a line."""
    return sum({rest for rest in lacking(lines, own, other) if not rest & (rest - 1)})


class Game:
    """The rows of cells that count, each with the cells that make it too long (`exact`)."""

    def __init__(self, text: str) -> None:
        """Read `3,3,3`, `4,4,4 torus`, `4,4,4,4` (a box), `3,1 lines a1-b1 b1-c1` and so on."""
        ((sizes, torus, exact, listed, misere),) = RULES.findall(text)
        *sides, k = map(int, sizes.split(",") + ["0"] * bool(listed))
        expect(len(sides) in {2, 3} and math.prod(sides) <= 64, "a board of another size")
        places = itertools.product(*map(range, reversed(sides)))  # layer, row, column
        cells = {place: 1 << cell for cell, place in enumerate(places)}
        self.full: int = sum(cells.values())
        self.misere: bool = bool(misere)
        self.rows: set[tuple[int, int]] = set()
        for names in listed.split(" ")[2:]:
            named = [PLACE.findall(name)[0] for name in names.split("-")]
            at = [(*(ord(a) - 97 for a in z), int(y) - 1, ord(x) - 97) for x, y, z in named]
            expect(len(set(at)) == len(at), "a cell is named twice")
            self.rows.add((sum(cells[place] for place in at), 0))
        wrap = sides[::-1] if torus else [1 << 16] * len(sides)  # where one is at the other edge
        steps = list(itertools.product((-1, 0, 1), repeat=len(sides)))
        for start, step in itertools.product(cells, steps if 0 < k <= len(cells) else ()):
            axes = list(zip(start, step, wrap, strict=True))
            walk = (tuple((at + n * by) % far for at, by, far in axes) for n in range(-1, k + 1))
            before, *row, after = (cells.get(place, 0) for place in walk)
            if any(step) and all(row) and len(set(row)) == k:
                self.rows.add((sum(row), (before | after) & ~sum(row) if exact else 0))
        self.stones_hurt: bool = self.misere or any(ends for _, ends in self.rows)
        rows = {row for row, _ in self.rows}  # what contains a shorter line does not count
        self.lines: list[int] = [row for row in rows if not any(row & b == b != row for b in rows)]
        self.symmetries: dict[str, tuple[list[int], list[int]]] = {"": ([], [])}  # and inverses

    def position(self, text: str) -> tuple[int, int]:
        """Read the stones of both from `X.O/...`: a character a cell, and slashes for the eye."""
        cells = text.replace("/", "")
        x, o = (sum(1 << c for c, stone in enumerate(cells) if stone == mark) for mark in "XO")
        good = len(cells) == self.full.bit_length() and not set(cells) - set("XO.")
        good &= 0 <= x.bit_count() - o.bit_count() <= 1 and x | o != self.full
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
    """A statement that the attacker wins or does not, and the claims that lead to it.

    In each claim the `other` side is to move, and its `own` side meets all moves: the attacker if
    he wins, else the defender. Cells that are in both are blocked. A claim has a zone and a number
    of passes, which say something where the attacker wins.
    """

    def __init__(self, game: Game, *, wins: bool, blocks: bool = False) -> None:
        self.game: Game = game
        self.wins: bool = wins
        self.zones: bool = wins and not game.stones_hurt
        self.pairs: bool = not wins and not game.stones_hurt
        self.own_lines: list[int] = game.lines if wins or not blocks else []
        self.other_lines: list[int] = [] if wins and blocks else game.lines
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def claim(self, own: int, other: int, entries: list[str]) -> None:
        """Check one claim and remember its zone and passes."""
        zone, left = self.look(own, other)
        empty, passes = self.game.full & ~(own | other), 0
        least = not zone  # where no reply is forced, the first answer has to do for a pass as well
        for entry in entries if left else ():
            shared = self.pairs and "=" in entry[:2]  # a pairing that is about no single move
            move = 0 if shared else board(entry[0], empty)
            its_zone, its_passes = self.meet(own, other | move, entry if shared else entry[1:])
            helpful = self.helpful(own, other, its_zone, its_passes)
            left &= helpful & ~move
            zone |= helpful if least else its_zone
            passes, least = max(passes, its_passes + least), False
        require(not left, "nothing is said of " + "".join(name for name in BIT if BIT[name] & left))
        self.known[own, other] = zone, passes

    def root(self, own: int, other: int, entry: str, *, moves: bool) -> None:
        """Check what is stated of the position itself; own may be the one who moves."""
        require(not BIT[entry[0]] or moves, "the root has a move too many")
        if moves or self.pairs:
            self.meet(own, other, entry)
        else:
            self.find(own, other, entry[1:])

    def find(self, own: int, other: int, symmetry: str) -> tuple[int, int]:
        """Look up the claim made before of a position, or of an image; return zone and passes."""
        to, back = self.game.symmetries[symmetry]
        own, other = (image(to, stones) for stones in self.reduced(own, other))
        require((own, other) in self.known, "it leads to a position that was not claimed before")
        zone, passes = self.known[own, other]
        return image(back, zone), passes

    def reduced(self, own: int, other: int) -> tuple[int, int]:
        """Block what is on no open line of its owner's: extra stones never hurt."""
        if self.game.stones_hurt:
            return own, other
        mine = theirs = 0
        for line in self.own_lines:
            mine |= 0 if line & other else line
        for line in self.other_lines:
            theirs |= 0 if line & own else line
        blocked = self.game.full & ~(mine & own | theirs & other | (mine | theirs) & ~(own | other))
        return mine & own | blocked, theirs & other | blocked

    def look(self, own: int, other: int) -> tuple[int, int]:
        """Return where own threatens, at two cells at most, and the moves that have to be met."""
        lacks = lacking(self.other_lines, other, own)
        require(all(rest & (rest - 1) for rest in lacks), "a line can be completed at once")
        found = completing(self.own_lines, own, other)
        more = found & (found - 1)
        threats = found ^ more | more & -more
        # Erdos and Selfridge: lines that weigh less than one half, of 2**64, cannot be completed.
        light = self.pairs and sum([1 << 64 - rest.bit_count() for rest in lacks]) < 1 << 63
        left = 0 if more or light else threats or self.game.full & ~(own | other)
        require(left or more or light, "the board is full")
        return threats, left

    def helpful(self, own: int, other: int, zone: int, passes: int) -> int:
        """Return the moves that what has this zone and these passes does not meet."""
        cells = zone
        for rest in lacking(self.other_lines, other, own) if self.zones else ():
            cells |= rest if (rest & ~zone).bit_count() <= passes + 2 else 0
        return cells

    def meet(self, own: int, other: int, entry: str) -> tuple[int, int]:
        """Make own's moves, all but the last with one reply; return zone and passes."""
        names, equals, pairs = entry.partition("=")
        if equals and self.pairs and len(names) < 2:
            reply = board(names, self.game.full & ~(own | other))
            used = self.paired(own | reply, other, pairs)
            return used | reply if reply else 0, 0
        names, dot, number = entry.partition(".")
        expect(len(names) == 1 or (names and self.wins), "an entry has no move, or too many")
        zone = threats = left = 0
        for at, name in enumerate(names):
            require(not at or threats.bit_count() == 1, f"no single threat comes before {name}")
            other |= threats
            move = board(name, self.game.full & ~(own | other))
            won = move & completing(self.own_lines, own, other)
            own |= move
            threats, left = (0, 0) if won else self.look(own, other)
            zone |= move | threats
        found, passes = self.find(own, other, dot + number) if left else (0, 0)
        return zone | found if self.wins else self.game.full, passes

    def paired(self, own: int, other: int, names: str) -> int:
        """Check that each of the other's lines holds a pair of cells; return the pairs."""
        used = board(names, self.game.full & ~(own | other))
        pairs = [BIT[one] | BIT[two] for one, two in zip(names[::2], names[1::2], strict=False)]
        require(used.bit_count() == 2 * len(pairs), "a pair is not of two cells")
        for rest in lacking(self.other_lines, other, own):
            require(any(rest & pair == pair for pair in pairs), "an open line holds no pair")
        return used


class EveryMove(Half):
    """Where extra stones can hurt: each move is met by one of own's, and nothing is blocked."""

    def look(self, own: int, other: int) -> tuple[int, int]:
        """Return no threats, and the moves that do not themselves end the game as stated."""
        require(not own & other, "a cell is taken twice")
        empty = [bit for bit in BIT.values() if bit & self.game.full & ~(own | other)]
        return 0, sum(bit for bit in empty if not self.ended(own, other | bit))

    def meet(self, own: int, other: int, entry: str) -> tuple[int, int]:
        """Check that what is stated is true after own's move: the game's end, or a claim."""
        require(self.ended(own, other) is None, "an answer after the end")
        move = board(entry[0], self.game.full & ~(own | other))
        ended = self.ended(own | move, other)
        require(move and ended is not False, "the answer ends the game otherwise than stated")
        require(not (ended and entry[1:]), "something follows an answer that ends the game")
        if ended is None:
            self.find(own | move, other, entry[1:])
        return self.game.full, 0

    def ended(self, own: int, other: int) -> bool | None:
        """Return whether the game has ended as stated; None if it goes on."""
        for stones, good in ((other, self.game.misere), (own, not self.game.misere)):
            if self.game.completed(stones):
                return good
        return not self.wins if own | other == self.game.full else None


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


class Certificate:
    """A certificate as far as it has been read: all that it says follows."""

    def __init__(self, version: str, rules: str, position: str) -> None:
        """Read the first three lines."""
        begin = [version, rules[:6], position[:9]]
        expect(begin == [VERSION, "rules ", "position "], "it does not begin as it should")
        self.rules: str = rules[6:]
        self.position: str = position[9:]
        self.game: Game = Game(self.rules)
        self.stones: tuple[int, int] = self.game.position(self.position)  # X's and O's
        self.statements: list[str] = []
        self.half: Half | None = None  # the statement that claims are read of
        self.blocks: bool = False
        self.claims: int = 0
        self.entries: int = 0
        self.ended: bool = False

    def read(self, line: str) -> None:
        """Check one more line."""
        half, said, (kind, *fields) = self.half, self.statements, line.split(" ")
        expect(not self.ended, "something follows the end")
        if half and kind == "hw"[half.wins]:
            a, d, blocked = (board(names, self.game.full) for names in fields[:3])
            own, other = (a, d) if half.wins else (d, a)
            half.claim(own | blocked, other | blocked, fields[3:])
            self.claims, self.entries = self.claims + 1, self.entries + len(fields) - 3
        elif half and kind == "root":
            by_x = (said[-1][0] == "X") == half.wins  # whether X is the own side
            own, other = self.stones if by_x else self.stones[::-1]
            half.root(own, other, *fields, moves=by_x == (own.bit_count() == other.bit_count()))
            self.half = None
        elif kind == "symmetry" and not said:
            self.game.add_symmetry(*fields)
        elif line == "O only blocks" and not said and len(self.game.symmetries) == 1:
            self.blocks = True
        elif not half and (found := STATEMENT.fullmatch(line)):
            player, does, stolen = found.groups()
            hurt, wins = self.game.stones_hurt, does == "wins"
            require(not self.blocks or (player == "X" and not hurt), "blocking is no defence here")
            good = player == "O" and not (wins or hurt or self.stones[0])
            require(good or not stolen, "no strategy can be stolen here")
            kinds = EveryMove if hurt else Half
            self.half = None if stolen else kinds(self.game, wins=wins, blocks=self.blocks)
            said.append(line)
        else:
            self.ended = line == f"end {self.claims}" and bool(said) and not half
            expect(self.ended, "this line means nothing here")


def check(file: BufferedReader) -> Certificate:
    """Check a certificate and return it, or raise one of the two errors above."""
    lines, line, found = text_lines(file), "the header", None
    number: object = "1 to 3"
    try:
        found = Certificate(*itertools.islice(lines, 3))
        for number, line in enumerate(lines, start=4):  # noqa: B007
            found.read(line)
        expect(found.ended, "the end is missing")
    except (LookupError, ValueError, TypeError, zlib.error) as error:
        raise NoCertificateError(f"line {number}, {line!a:.60}, cannot be read") from error
    except (NoCertificateError, DoesNotHoldError) as error:
        raise type(error)(f"line {number}, {line!a:.60}: {error}") from None
    except MemoryError:
        found = None  # and with it the claims: there is room for an error
    if found is None:
        raise NoCertificateError("it is too large for this machine's memory")
    return found


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with Path(*arguments[:1]).open("rb") as file:
            found = check(file)
    except (OSError, NoCertificateError, DoesNotHoldError) as error:
        code = 1 if isinstance(error, DoesNotHoldError) else 2
        sys.stderr.write(f"{('does not hold', 'no certificate')[code - 1]}: {error}\n")
        return code
    said = "; ".join(found.statements) + " (O only blocks)" * found.blocks
    sys.stdout.write(f"{found.rules}, {found.position}: {said}   {found.claims:,} claims hold\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
