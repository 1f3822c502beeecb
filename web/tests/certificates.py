"""Certificates, good and bad, and what Python's checker makes of each: the page's has to agree."""

from __future__ import annotations

import base64
import gzip
import hashlib
import random
import re
import sys
from io import BufferedReader, BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from deep import sized

HOME = Path(__file__).parents[2]
sys.path.append(str(HOME))

from tests.proofs.certificate.changes import changes, late  # noqa: E402
from tests.proofs.certificate.files import read  # noqa: E402
from tests.proofs.certificate.gravity_claims import claim, head  # noqa: E402
from tests.proofs.certificate.mutants import blocked  # noqa: E402
from tests.proofs.certificate.test_gravity_certificates import BOARDS, random_diagram, small  # noqa: E402
from tests.proofs.certificate.test_not_right import NOT_RIGHT  # noqa: E402
from tests.proofs.certificate.test_twins import MISTAKES  # noqa: E402

from noughts import Position, Rules  # noqa: E402
from noughts.proofs.certificate import certify, checker, gravity_checker  # noqa: E402
from noughts.proofs.certificate.checker import CELLS  # noqa: E402
from noughts.proofs.certificate.makers.claims import save  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Games whose certificates are changed; those that are long, from a position in the middle. With
#: `!` O only blocks.
GAMES = (
    "3,3,3",
    "4,3,3",
    "4,4,4",
    "3,3,3 torus",
    "3,3,3 misere",
    "5,4,4",
    *("6,5,4", "7,7,4"),  # X wins, with quiet moves: zones, and what is outside them
    "5,2,3 exact",
    "4,3,3 exact",
    "3,3 lines a1-b1-c1 a2-b2-c2 a1-b2 c3-b3-a3 a1-a2-a3",
    "3,3,3,3",
    "4,4,4 torus!",
    "5,4,4!",
)
#: Whether everything is changed that `make test-deep` changes.
CHANGES = sized(40, 80)  #: of a game
LONG = 70

STOLEN = "O does not win by strategy stealing"
HEAD = ["noughts certificate 2", "rules 3,3,3", "position .../.../..."]
#: Files that are odd in one way each, by their lines.
ODD = {
    "nothing": [],
    "no end": [*HEAD, "X wins"],
    "another version": ["noughts certificate 1", *HEAD[1:], STOLEN],
    "nothing shown": HEAD,
    "a strange line at the end": [*HEAD, STOLEN, "end 0"],
    "a claim at the end": [*HEAD, STOLEN, "w 0 1 - 23"],
    "a claim of a line that is there": [
        *("noughts certificate 2", "rules 4,4,3", "position ..../...O/X.OX/..XO"),
        *("w 5AF 8BE -", "h 8BE 5AF -", "O wins: -"),
    ],
    "X steals nothing": [*HEAD, "X does not win by strategy stealing"],
    "stolen late": [*HEAD[:2], "position X../.../...", STOLEN],
    "stolen in misère": [HEAD[0], "rules 3,3,3 misere", HEAD[2], STOLEN],
    "a wrong symmetry": [*HEAD, "symmetry 102345678", STOLEN],
    "a stone beside another on a torus, where one in a row is a line": [
        *(HEAD[0], "rules 6,3,1 torus exact", "position XX.OO./XX.OO./XX.OO."),
        STOLEN,
    ],
    "a set that repeats its dash": [*HEAD, "w 0-- 1 - 23", "X wins: -"],
    "half a symmetry": [*HEAD, "symmetry 0123", STOLEN],
    "a claim that is none": [*HEAD, "w 0 1", "X wins: -"],
    "a cell of two sides": [*HEAD, "w 0 0 - 12", "X wins: -"],
    "a cell beyond the board": [*HEAD, "w 9 - - 12", "X wins: -"],
    "a kind that is none": [*HEAD, "v 0 - - 12", "X wins: -"],
    "an unknown symmetry": [*HEAD, "X does not win: -.1"],
    "a full line": [*HEAD[:2], "position XXX/OO./...", "X wins: -"],
    "a line of 70,000": [*HEAD, "X wins", "w " + "0" * 70_000],
    "a carriage return": [HEAD[0] + "\r", *HEAD[1:]],
    "misère that only blocks": [
        HEAD[0],
        "rules 3,3,3 misere, O only blocks",
        HEAD[2],
        "X does not win: -",
    ],
    "stolen from one who only blocks": [HEAD[0], "rules 3,3,3, O only blocks", HEAD[2], STOLEN],
    "a blocker has a line": [
        HEAD[0],
        "rules 3,3,3, O only blocks",
        "position OOO/XX./X..",
        "X does not win: -=",
    ],
    "pairs of none": [*HEAD[:2], "position X.O/XO./OX.", "O does not win: -=-"],
    "a cell of two pairs": [*HEAD, "h 0 4 - =12365878", "X does not win: 4"],
    "a cell of two pairs in a step": [
        *HEAD[:2],
        "position X../.../...",
        "X does not win: 4=12365878",
    ],
    "a full position": [*HEAD[:2], "position XOX/XOO/OXX", "O does not win: -"],
}
#: Roots and answers that a checker could take for more than they are: all on 3×3 but the last.
ROOTS = {
    "two threats, but the defender is first": ["X.X/.OO/X..", "X wins: -"],
    "two threats": ["X.X/.O./X.O", "X wins: -"],
    "two threats, and a pass": ["X.X/.O./X.O", "X wins: 1"],
    "the winner passes": ["XX./OO./...", "X wins: -"],
    "the winner completes a line": ["XX./OO./...", "X wins: 2"],
    "a move after a whole line": ["XX./OO./...", "X wins: 25"],
    "the winner fills the board": ["XOX/XOO/OX.", "X wins: 8"],
    "the winner's last move completes a line": ["XX./OOX/XOO", "X wins: 2"],
    "a cell that is taken": ["XX./OO./...", "X wins: 0"],
    "an answer without a move": ["X.X/.O./X.O", "w 026 48 - 1", "X wins: -"],
    "the defender does not move": ["X../.../...", "X does not win: -"],
    "the attacker replies": [".../.../...", "X does not win: 4"],
    "the defender completes a line": ["X.X/OO./X..", "X does not win: 5"],
    "the defender completes two": ["XO./OO./X.X", "X does not win: -"],
}


def roots() -> Iterator[tuple[str, list[str]]]:
    """Yield files that consist of little more than a root, under the usual rules and others."""
    for name, (position, *rest) in ROOTS.items():
        for rules in ("3,3,3", "3,3,3 misere", "3,3,3 torus", "3,3,3, O only blocks"):
            yield f"{name}, {rules}", [HEAD[0], f"rules {rules}", f"position {position}", *rest]
    for root in ("-", "-=", "C", "0"):
        head = [HEAD[0], "rules 5,5,5", "position X..../...../...../...../....."]
        yield f"5,5,5 root {root}", [*head, f"X does not win: {root}"]
    passing = ["h 0 1 - 2-", "h - - - 0-", "X does not win: -"]
    yield "nobody moves", [HEAD[0], "rules 3,3,3 misere", HEAD[2], *passing]


#: Rules, odd and plain, each in a file that shows what any empty board does.
RULES = (
    "3,3",
    "03,3,3",
    "3,3,3 torus torus",
    "3,3,3 misere exact",
    "3,3,3 exact torus",
    "4,4,3 torus exact",
    "4,4,4 exact",
    "5,5,6",
    "8,8,1",
    "9,8,4",
    "64,1,5",
    "1,64,5 torus",
    "2,2,2,2",
    "2,2,16,3",
    "4,4,4,4 torus exact misere",
    "3,3,3 gravity",
    "connect-four",
    "3,3,65",
    "3,3,100",
    "3,3,999999",
    "0,3,3",
    "99999999,9,3",
    "3,3 lines",
    "3,3 lines 0",
    "3,3 lines 00",
    "3,3 lines 09",
    "3,3 lines 0?",
    "3,3 lines -",
    "3,3 lines 0-",
    "3,3 lines 01 10",
    "3,3 lines 012 01",
    "3,3 lines 01 misere",
    "3,3 lines 01 torus",
    "3,3 lines 01, O only blocks",
    "3,3 lines 01 misere, O only blocks",
    "2,2,2 lines 07",
    "3,3  lines 01",
    "3,3,3, O only blocks",
    "4,3,3 exact, O only blocks",
    "3,3,3 exact, O only blocks",
    "3,3,3, O only blocks misere",
)


def empty(rules: str) -> str:
    """Return the text of the empty board, of odd rules as well as it goes."""
    sides = [int(each) for each in re.findall(r"\d+", rules.split(" ", maxsplit=1)[0])]
    columns, rows, *layers = sides if " lines" in rules else sides[:-1]
    if columns * rows > 64:
        return "."
    return "//".join(["/".join(["." * columns] * rows)] * (layers[0] if layers else 1))


def odd() -> Iterator[tuple[str, list[str]]]:
    """Yield files that are written by hand."""
    yield from ODD.items()
    yield from ((name, lines) for name, (lines, _) in NOT_RIGHT.items())
    for rules in RULES:
        try:
            board = empty(rules)
        except ValueError:
            board = "."
        head = [HEAD[0], f"rules {rules}", f"position {board}"]
        yield rules, [*head, STOLEN]


def tampered(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what can happen to a file's bytes."""
    draw = random.Random(3)
    yield "nothing at all", b""
    for size in (5, 40, 75, 90, len(content) - 4, len(content) - 1):
        yield f"cut after {size} bytes", content[:size]
        yield f"cut after {size} bytes, its digest made right", signed(content[75:size])
    for _ in range(60):
        at, bit = draw.randrange(len(content)), draw.randrange(8)
        changed = content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]
        yield f"bit {bit} of byte {at} turned", changed
    yield "more bytes after it", content + b"more"
    yield "more bytes after it, its digest made right", signed(content[75:] + b"more")
    yield "another member, its digest made right", signed(content[75:] + gzip.compress(b""))
    yield "packed by others", gzip.compress(gzip.decompress(content))


def signed(body: bytes) -> bytes:
    """Put the header and a digest that fits before something."""
    digest = hashlib.sha256(body).hexdigest().encode()
    return bytes.fromhex("1f8b08100000000002ff") + digest + b"\0" + body


def said(content: bytes, *, gravity: bool = False) -> dict[str, object]:
    """Return what Python's checker says: the statements, or what is wrong and in which line."""
    checks = gravity_checker if gravity else checker
    try:
        return {"shown": checks.check(BufferedReader(BytesIO(content))).statements}
    except (checker.RefusedError, gravity_checker.NotHeldError) as error:
        why, code, _, number, _ = error.args
        if code == 2:
            return {"bad": "no certificate", "why": why}
        return {"bad": "does not hold", "line": number, "why": why}


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all files, each with what was done to it."""
    path = folder / "some.cert"

    def packed(lines: list[str]) -> bytes:
        save(path, lines)
        return path.read_bytes()

    for name, lines in (*odd(), *roots()):
        yield name, packed(lines)
    yield from tampered(packed(read(certify("3,3,3", path).path)))
    for name, (old, new) in MISTAKES.items():
        blocked("5,4,4", path, old, new)
        yield f"twins: {name}", path.read_bytes()
    for game in GAMES:
        draw, rules = random.Random(8), Rules.parse(game.rstrip("!"))
        lines = read(certify(Position(rules), path, maker_breaker=game.endswith("!")).path)
        if len(lines) > LONG:
            lines = read(certify(late(rules, draw), path).path)
        yield game, packed(lines)
        every = list(changes(lines, draw))
        draw.shuffle(every)
        quiet = [at for at, line in enumerate(lines) if re.match("w( [^ ]+){5}", line)]
        for at in quiet:  # without the first entry, which answers a pass
            less = re.sub("(w( [^ ]+){3}) [^ ]+", r"\1", lines[at])
            every.insert(0, ("no pass", [*lines[:at], less, *lines[at + 1 :]]))
        for how, changed in islice(every, CHANGES):
            yield f"{game}: {how}", packed(changed)


RANDOM = sized(300, 800)  #: claims about random positions
#: Under gravity: games from their start, and from a position after some moves.
STARTS = (("5,4,4 gravity", ""), ("5,4,3 gravity", ""), ("connect-four", "dddddefdbcbbbbafccccc"))


def with_gravity(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield certificates under gravity, and what becomes of them with one thing changed."""
    path = folder / "gravity.cert"
    for game, moves in (*STARTS, ("5,4,3 gravity", "by replies")):
        position, draw = Position(game), random.Random(9)
        if moves == "by replies":
            lines = small()
            save(path, lines)
        else:
            for column in moves:
                position = position.play(column)
            lines = read(certify(position, path).path)
        yield game, path.read_bytes()
        every = list(changes(lines, draw))
        draw.shuffle(every)
        forced = [at for at, line in enumerate(lines) if re.fullmatch("[hw] .* - [^= ]+", line)]
        for at in forced[:8]:  # a stone anywhere, and the own side completes a line
            for cell in CELLS[: position.rules.cells]:
                more = f"{lines[at]} {cell}{lines[at].split()[4][0]}"
                every.append(("an answer more", [*lines[:at], more, *lines[at + 1 :]]))
        every = every[:CHANGES] + [each for each in every[CHANGES:] if each[0] == "an answer more"]
        for how, changed in every:
            save(path, changed)
            yield f"{game}: {how}", path.read_bytes()
    start = ["noughts certificate 4", "rules 3,3,3 gravity", "position .../.../..."]
    for how, lines in {
        "a stone that floats": [*start[:2], "position .../X../...", "X does not win: 8"],
        "a torus": [start[0], "rules 3,3,3 torus gravity", start[2], "X does not win: -"],
        "a strategy that is stolen": [*start, STOLEN],
        "a symmetry that turns": [*start, "symmetry 258147036", "X does not win: -"],
        "a symmetry": [*start, "symmetry 210543876", "X does not win: -"],
        "a pass": [*start, "O does not win: -"],
        "two moves": [*start, "O does not win: 67"],
        "nothing shown": start,
        "no end": start[:2],
    }.items():
        save(path, lines)
        yield how, path.read_bytes()


def random_claims(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield files of one claim about a random position, the end of a game included."""
    path, draw = folder / "random.cert", random.Random(10)
    for number in range(RANDOM):
        game, stones = draw.choice((*BOARDS, ("3,3,3 gravity", 0), ("2,4,2 gravity", 0)))
        rules = Rules.parse(game)
        position = Position(rules)
        end = draw.randrange(stones, rules.cells + 1)
        while position.outcome is None and position.ply < end:
            position = position.play(draw.choice(position.legal))
        own, kind = draw.choice([position.turn.other] * 3 + [position.turn]), draw.choice("hw")
        if draw.random() < 0.5:
            order, given = random_diagram(rules, draw)
            said = ["-" if cell is None else CELLS[cell] for cell in given.values()]
            pairs = [CELLS[stone] + to for stone, to in zip(given, said, strict=True)]
            entries = ["=" + order, *pairs]
        else:
            moves = [*position.legal, draw.randrange(rules.cells)][draw.randrange(2) :]
            answers = [draw.choice(position.legal or [0]) for _ in moves]
            entries = [CELLS[move] + CELLS[to] for move, to in zip(moves, answers, strict=True)]
        root = draw.choice([*(CELLS[cell] for cell in position.legal), "-"])
        stated = f"{own} wins: {root}" if kind == "w" else f"{own.other} does not win: {root}"
        start = Position(rules) if position.outcome else position
        save(path, [*head(start), claim(position, kind, own, entries), stated])
        yield f"random {number}", path.read_bytes()


def certificates() -> list[dict[str, object]]:
    """Return each file with what is said of it."""
    with TemporaryDirectory() as folder:
        return [
            {
                "how": how,
                "file": base64.b64encode(content).decode(),
                **said(content, gravity=gravity),
            }
            for gravity, found in ((False, files), (True, with_gravity), (True, random_claims))
            for how, content in found(Path(folder))
        ]
