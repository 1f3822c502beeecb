"""Check a certificate: `python checker.py FILE`. Needs only Python's standard library.

`docs/reference/certificate-format.md` states the format, `docs/explanation/certificate-rules.md`
proves each rule. The checker makes the lines itself, and each claim must follow from earlier ones.
Exit code: 0 right, 1 wrong (says which claim, and why), 2 not a certificate.
"""

import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from functools import reduce
from io import BufferedReader
from itertools import islice, product
from pathlib import Path

VERSIONS = "noughts certificate 2", "noughts certificate 3"  # 3: a claim may rest on twins
GZIP = b"\x1f\x8b\x08\x10\0\0\0\0\2\xff"  # with a comment: the digest of all that comes after it
LONGEST = 1 << 16  # characters of a line
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
BIT = {name: 1 << cell for cell, name in enumerate(CELLS)} | {"-": 0}  # a set is a sum of bits
SIZES = "^([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){1,3})"
RULES = re.compile(SIZES + "(?:( torus)?( exact)?|( lines(?: .+?)??))( misere)?(, O only blocks)?$")
STATEMENT = re.compile("^([XO]) (wins|does not win)(?: by (strategy) stealing|: ([^ =][^ ]*))$")


class RefusedError(Exception):
    """The certificate is wrong (exit code 1), or the file cannot be read as one (2)."""


def require(fact: object, why: str, code: int = 1) -> None:
    """Raise an error unless a condition is true."""
    if not fact:
        raise RefusedError(why, code)


def board(names: str, free: int) -> int:
    """Read a set of free cells, none of them named twice."""
    require(len(set(names)) == len(names), "a cell is named twice", 2)
    cells = sum([BIT[name] for name in names])
    require(not cells & ~free, "a cell is taken, or off the board")
    return cells


def image(to: list[int], cells: int) -> int:
    """Return where a renaming takes cells; the empty one is the identity."""
    return sum(bit for cell, bit in enumerate(to) if cells >> cell & 1) if to else cells


def lacking(lines: list[int], own: int, other: int) -> list[int]:
    """Return what is missing of each line that is open to the owner of some stones."""
    return [line & ~own for line in lines if not line & other]


class Certificate:
    """A game, a position in it, and the claims read so far: all of them follow."""

    def __init__(self, version: str, rules: str, position: str) -> None:
        good = version in VERSIONS and (rules[:6], position[:9]) == ("rules ", "position ")
        require(good, "it does not begin like a certificate", 2)
        self.rules, self.position = rules[6:], position[9:]
        ((sizes, torus, exact, listed, misere, blocks),) = RULES.findall(self.rules)
        *sides, k = map(int, sizes.split(",") + ["0"] * bool(listed))
        require(len(sides) in {2, 3} and reduce(int.__mul__, sides) <= 64, "wrong board size", 2)
        cells = {place: 1 << at for at, place in enumerate(product(*map(range, sides[::-1])))}
        self.full: int = sum(cells.values())
        rows = {(board(names, self.full), 0) for names in listed.split(" ")[2:]}
        wrap = sides[::-1] if torus else [1 << 16] * len(sides)  # where one is at the other edge
        steps = product((-1, 0, 1), repeat=len(sides))
        for start, step in product(cells, steps if 0 < k <= len(cells) else ()):
            axes = list(zip(start, step, wrap, strict=True))
            walk = (tuple((at + n * by) % far for at, by, far in axes) for n in range(-1, k + 1))
            before, *row, after = (cells.get(place, 0) for place in walk)
            if any(step) and all(row) and len(set(row)) == k:
                rows.add((sum(row), (before | after) & ~sum(row) if exact else 0))
        self.rows: set[tuple[int, int]] = rows  # and what contains a shorter line does not count:
        self.lines: list[int] = [a for a, _ in rows if all(a & b != b or a == b for b, _ in rows)]
        self.misere: bool = bool(misere)
        self.blocks: bool = bool(blocks)
        self.stones_hurt: bool = self.misere or any(ends for _, ends in self.rows)
        require(not (self.blocks and self.stones_hurt), "blocking does not defend here")
        self.symmetries: dict[str, list[int]] = {"": []}
        text = self.position.replace("/", "")  # a character a cell, and slashes for the eye
        self.stones: list[int] = [sum(1 << c for c, s in enumerate(text) if s == m) for m in "XO"]
        good = set(".") <= set(text) <= set("XO.") and text.count("X") - text.count("O") in {0, 1}
        good &= len(text) == len(cells) and not any(map(self.completed, self.stones))
        require(good, "this is not a position of an unfinished game", 2)
        kind = EveryMove if self.stones_hurt else Half
        self.halves: dict[str, Half] = {name: kind(self, wins=name == "w") for name in "hw"}
        self.statements: list[str] = []
        self.claims: int = 0
        self.entries: int = 0

    def completed(self, stones: int) -> bool:
        """Return whether stones complete a row, and none of the cells that make it too long."""
        return any(stones & row == row and not stones & ends for row, ends in self.rows)

    def add_symmetry(self, text: str) -> None:
        """Read a renaming of the cells that keeps the lines; steps call it `.1`, `.2` and so on."""
        to = [BIT[name] for name in text]
        require(len(to) == self.full.bit_count() and sum(set(to)) == self.full, "not a renaming")
        require({(image(to, r), image(to, e)) for r, e in self.rows} == self.rows, "it moves lines")
        self.symmetries[f".{len(self.symmetries)}"] = to

    def read(self, line: str) -> None:
        """Check one more line."""
        kind, *fields = line.split(" ")
        if kind == "symmetry":
            self.add_symmetry(*fields)
        elif half := self.halves.get(kind):
            a, d, blocked = (board(names, self.full) for names in fields[:3])
            own, other = (a, d) if half.wins else (d, a)
            half.claim(own | blocked, other | blocked, fields[3:])
            self.claims, self.entries = self.claims + 1, self.entries + len(fields) - 3
        else:
            ((player, does, stolen, entry),) = STATEMENT.findall(line)
            half, by_x = self.halves["hw"[does == "wins"]], player == "X"
            own, other = self.stones if by_x == half.wins else self.stones[::-1]
            moves = (by_x == half.wins) == (own.bit_count() == other.bit_count())
            usual = not (by_x or half.wins or self.stones_hurt or self.blocks or own | other)
            require(usual or not stolen, "no strategy can be stolen here")
            require(by_x or not self.blocks, "a side that only blocks does not win")
            if not stolen:
                require(moves == (entry[0] != "-"), "it begins with a move too many, or too few")
                half.meet(own, other, entry)
            self.statements.append(line.partition(":")[0])


class Half:
    """Claims that the attacker wins, or does not: `other` moves, and `own` answers every move."""

    def __init__(self, game: Certificate, *, wins: bool) -> None:
        self.game: Certificate = game
        self.wins: bool = wins
        self.zones: bool = wins and not game.stones_hurt
        self.pairs: bool = not (wins or game.stones_hurt)
        self.twins: bool = self.pairs and game.blocks
        self.own_lines: list[int] = game.lines if wins or not game.blocks else []
        self.other_lines: list[int] = [] if wins and game.blocks else game.lines
        # By the cells of own and other (of both if blocked): a win's zone and passes.
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def claim(self, own: int, other: int, entries: list[str]) -> None:
        """Check one claim and remember its zone and passes."""
        zone, left = self.look(own, other)
        passes, least = 0, not zone  # without a threat, the first answer must also answer a pass
        for entry in entries if left else ():
            require(self.zones or self.pairs or "-" not in entry, "nobody passes here")
            shared = self.pairs and "=" in entry[:2]  # a pairing for several moves
            move = 0 if shared else board(entry[0], self.game.full & ~(own | other))
            its_zone, its_passes = self.meet(own, other | move, entry if shared else entry[1:])
            helpful = self.helpful(own, other, its_zone, its_passes)
            left &= helpful & ~move
            zone |= helpful if least else its_zone
            passes, least = max(passes, its_passes + least), False
        require(not left, "there is no answer to a move")
        self.known[self.reduced(own, other) if self.twins else (own, other)] = zone, passes

    def find(self, own: int, other: int, symmetry: str) -> tuple[int, int]:
        """Look up the claim made before of a position, or of an image; return zone and passes."""
        to = self.game.symmetries[symmetry]
        own, other = (image(to, stones) for stones in self.reduced(own, other))
        light = self.twins and not self.look(own, other)[1]  # without twins there are fewer lines
        require(light or (own, other) in self.known, "it leads to a position not claimed before")
        zone, passes = self.known.get((own, other), (0, 0))
        return sum(1 << at for at, bit in enumerate(to) if bit & zone) if to else zone, passes

    def reduced(self, own: int, other: int) -> tuple[int, int]:
        """Block twins, and what is on no open line of its owner, since extra stones never hurt."""
        if self.game.stones_hurt:
            return own, other
        lines = lacking(self.other_lines, other, own) if self.twins else []
        alike = [reduce(int.__or__, lines, 0)]  # sets of cells; each line divides them: twins stay
        for line in lines:
            alike = [new for old in alike for new in (old & line, old & ~line) if new & (new - 1)]
        if any(alike):
            return self.reduced(own | sum(alike), other)  # without twins, others may be twins
        mine = reduce(int.__or__, lacking(self.own_lines, 0, other), 0)
        theirs = reduce(int.__or__, lacking(self.other_lines, 0, own), 0)
        blocked = self.game.full & ~(mine & own | theirs & other | (mine | theirs) & ~(own | other))
        return mine & own | blocked, theirs & other | blocked

    def look(self, own: int, other: int) -> tuple[int, int]:
        """Return own's threats, two cells at most, and the moves that must be answered."""
        mine, lacks = lacking(self.own_lines, own, other), lacking(self.other_lines, other, own)
        if 0 in mine:
            return 0, 0  # own has completed a line
        require(all(rest & (rest - 1) for rest in lacks), "the other side completes a line")
        found = sum({rest for rest in mine if not rest & (rest - 1)})
        more = found & (found - 1)
        threats = found ^ more | more & -more
        # Erdos and Selfridge: lines that weigh less than one half, of 2**64, cannot be completed.
        light = self.pairs and sum([1 << 64 - rest.bit_count() for rest in lacks]) < 1 << 63
        left = 0 if more or light else threats or self.game.full & ~(own | other)
        require(left or more or light, "the board is full")
        return threats, left

    def helpful(self, own: int, other: int, zone: int, passes: int) -> int:
        """Return the moves that a win with this zone and these passes does not answer."""
        lacks = lacking(self.other_lines, other, own) if self.zones else []
        return reduce(int.__or__, (x for x in lacks if (x & ~zone).bit_count() <= passes + 2), zone)

    def meet(self, own: int, other: int, entry: str) -> tuple[int, int]:
        """Make own's moves, all but the last with one reply; return zone and passes."""
        names, equals, pairs = entry.partition("=")
        if equals and self.pairs and len(names) < 2:
            return self.paired(own, other, names, pairs), 0
        names, dot, number = entry.partition(".")
        require(len(names) == 1 or (names and self.wins), "an entry has no move, or too many", 2)
        zone = threats = left = 0
        for at, name in enumerate(names):
            require(not at or threats.bit_count() == 1, "no single threat comes before a move")
            other |= threats
            own |= (move := board(name, self.game.full & ~(own | other)))
            threats, left = self.look(own, other)
            zone |= move | threats
        found, passes = self.find(own, other, dot + number) if left else (0, 0)
        return zone | found if self.zones else self.game.full, passes

    def paired(self, own: int, other: int, name: str, names: str) -> int:
        """Check that a reply leaves every line of other's a pair; return the moves it leaves."""
        reply = board(name, self.game.full & ~(own | other))
        used = board(names, self.game.full & ~(own | other | reply))
        pairs = [BIT[one] | BIT[two] for one, two in zip(names[::2], names[1::2], strict=False)]
        require(used.bit_count() == len(names) == 2 * len(pairs), "a pair does not have two cells")
        for rest in lacking(self.other_lines, other, own | reply):
            require(any(rest & pair == pair for pair in pairs), "an open line contains no pair")
        return used | reply if reply else 0


class EveryMove(Half):
    """Where extra stones can hurt: no move threatens anything, and nothing is blocked."""

    def look(self, own: int, other: int) -> tuple[int, int]:
        """Return no threats, and the moves that do not themselves end the game as stated."""
        require(not own & other, "a cell is blocked, or taken twice")
        ended = self.ended(own, other)
        require(ended is not False, "the game ends otherwise than stated")
        empty = [bit for bit in BIT.values() if bit & self.game.full & ~(own | other)]
        return 0, 0 if ended else sum(bit for bit in empty if not self.ended(own, other | bit))

    def ended(self, own: int, other: int) -> bool | None:
        """Return whether the game has ended as stated; None if it goes on."""
        if (lost := self.game.completed(other)) or self.game.completed(own):
            return lost == self.game.misere
        return not self.wins if own | other == self.game.full else None


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


def check(file: BufferedReader) -> Certificate:
    """Check a certificate and return it, or raise the error above."""
    number, line, code = 0, "", 2
    try:
        lines, _room = text_lines(file), bytes(4 * LONGEST)
        found = Certificate(*islice(lines, 3))
        for number, line in enumerate(lines, start=4):  # noqa: B007
            found.read(line)
        require(found.statements, "it states nothing", 2)
        return found  # noqa: TRY300
    except RefusedError as error:
        why, code = error.args
    except (LookupError, ValueError, TypeError, zlib.error):
        why = "it cannot be read"
    except MemoryError:
        why, _room = "it is too large to be checked here", b""  # and now there is some
    where = f"line {number}, {line!a:.60}: " * bool(number)
    raise RefusedError(where + why, code if number else 2, why, number, line)


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        with Path(*arguments[:1]).open("rb") as file:
            found = check(file)
    except (OSError, RefusedError) as error:
        why, code = error.args[:2] if isinstance(error, RefusedError) else (error, 2)
        sys.stderr.write(f"{('does not hold', 'no certificate')[code - 1]}: {why}\n")
        return int(code)
    said = "; ".join(found.statements)
    sys.stdout.write(f"{found.rules}, {found.position}: {said}   {found.claims:,} claims hold\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
