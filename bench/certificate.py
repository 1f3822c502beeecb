"""The cost of certificates: to solve, certify, check in Python and in C, play out; and their sizes.

`make bench` prints the table; `make certificates` writes the files (`--write FOLDER`) and what each
of them has passed (`--index FOLDER`, in the folder's README.md). Unchanged files are not checked
again, except the named games: `--index FOLDER --seconds 7200 6,6,5`.
"""

import argparse
import hashlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypeVar

from noughts import Rules
from noughts.core.errors import LimitReachedError
from noughts.proofs.certificate import certify, verify
from noughts.proofs.certificate.strategies.playing import expanded, played
from noughts.solver import solve

Result = TypeVar("Result")

SECOND = Path(__file__).parents[1] / "tests" / "proofs" / "certificate" / "second.c"
MEMORY = 2 << 30  #: bytes; with another memory a search takes another way, and writes another file
LARGE = 1_000_000  #: bytes; what is larger is in the folder `large`, and not in the repository
SECONDS = 3600  #: for playing one against every reply
FEW = 3_000_000  #: positions in which an expanded strategy has to answer, for the table of times
GAMES = 100  #: for each statement of what is not expanded
#: Games, those that take seconds only first. With `!` O only blocks.
QUICK = (
    *("3,3,3", "4,3,3", "4,4,4", "5,4,4", "6,4,4", "7,4,4", "5,5,4", "6,5,4", "6,6,4", "7,7,4"),
    *("8,8,4", "5,5,5", "6,5,5", "6,6,5", "7,6,5", "7,7,5", "8,6,5", "9,5,5", "6,6,6", "7,7,6"),
    *("9,6,6", "8,8,7", "3,3,3,3", "3,3,3 torus", "4,4,4 torus", "5,5,5 torus", "4,5,4 torus"),
    *("5,5,4 torus", "3,3,3 misere", "4,3,3 misere", "3,3,3 torus misere", "4,3,3 exact"),
    *("5,3,3 exact", "3,3,3!", "4,4,4!", "4,4,4 torus!", "5,4,4!", "6,4,4!"),
    *("5,5,4!", "6,5,4!", "6,6,4!", "7,7,4!", "8,8,4!", "7,4,4!", "8,4,4!", "9,4,4!", "10,4,4!"),
    *("11,4,4!", "12,4,4!", "6,6,5!", "7,6,5!", "4,4,4,4!"),
)
SLOW = (
    *("8,4,4", "9,4,4", "10,4,4", "11,4,4", "12,4,4", "13,4,4", "14,4,4", "15,4,4", "16,4,4"),
    *("7,7,5!", "8,7,5", "10,5,5", "4,4,4,4"),
)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return what a piece of work gives, and the CPU seconds it takes."""
    started = process_time()
    found = work()
    return found, process_time() - started


def name(game: str) -> str:
    """Return a game's file name."""
    return game.replace("!", " maker-breaker").replace(" ", "-") + ".cert"


def row(game: str, folder: Path, second: Path) -> str:
    """Measure a game; return its row of the table."""
    rules, blocked = Rules.parse(game.rstrip("!")), game.endswith("!")
    path = folder / name(game)
    _, solving = timed(lambda: solve(rules, maker_breaker=blocked))
    made, certifying = timed(lambda: certify(rules, path, memory=MEMORY, maker_breaker=blocked))
    found, verifying = timed(lambda: verify(path))
    if not found.holds:
        sys.exit(f"{game}: {found.why}")
    before = process_times()
    subprocess.run([second, path], check=True, stdout=subprocess.DEVNULL)
    in_c = process_times() - before
    words = game.replace("!", ", O only blocks")
    return (
        f"| {words} | {found.value} | {made.claims:,} | {made.bytes:,} | {solving:.2f} | "
        f"{certifying:.2f} | {verifying:.2f} | {in_c:.3f} | {expanding(path)} |"
    )


def beside(game: str, turns: int, folder: Path) -> str:
    """Solve and certify a game alternately; return the medians of the CPU seconds."""
    rules, blocked = Rules.parse(game.rstrip("!")), game.endswith("!")
    solving, certifying = [], []
    for _ in range(turns):
        solving.append(timed(lambda: solve(rules, maker_breaker=blocked))[1])
        made, seconds = timed(
            lambda: certify(rules, folder / name(game), memory=MEMORY, maker_breaker=blocked)
        )
        certifying.append(seconds)
    solved, certified = statistics.median(solving), statistics.median(certifying)
    return (
        f"| {game.replace('!', ', O only blocks')} | {made.claims:,} | {solved * 1000:,.1f} | "
        f"{certified * 1000:,.1f} | {certified / solved:.1f} |"
    )


def expanding(path: Path) -> str:
    """Return the CPU seconds of playing a certificate against every reply, if there are few."""
    try:
        games, seconds = timed(lambda: expanded(path, FEW))
    except LimitReachedError:
        return ""
    if games.why:
        sys.exit(f"{path}: {games.why}")
    return f"{seconds:.2f}"


def process_times() -> float:
    """Return the CPU seconds of the programs that were run from here."""
    import resource  # noqa: PLC0415  (not on Windows, where there is no bench either)

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write(game: str, folder: Path) -> None:
    """Certify a game into a folder."""
    path = folder / name(game)
    rules, blocked = Rules.parse(game.rstrip("!")), game.endswith("!")
    made = certify(rules, path, memory=MEMORY, maker_breaker=blocked)
    if made.bytes > LARGE:
        (folder / "large").mkdir(exist_ok=True)
        path.replace(folder / "large" / path.name)
    print(f"{path.name}: {made.claims:,} claims, {made.bytes:,} bytes", flush=True)


class Allowed(NamedTuple):
    """What playing a certificate against every reply may cost: positions, seconds, bytes."""

    most: int | None
    seconds: float
    memory: int | None


class Passed(NamedTuple):
    """A row of the index: a file, what it shows, and the checks that it has passed."""

    file: str  #: its name, from the folder
    shown: str  #: the value
    claims: int  #: how many there are
    bytes: int  #: the size
    level: int  #: 2 if it was played against every reply, 3: against some opponents, 1: not at all
    how: str  #: in how many positions, or games
    digest: str  #: the file's SHA-256

    def __str__(self) -> str:
        """The row, as Markdown."""
        return (
            f"| `{self.file}` | {self.shown} | {self.claims:,} | {self.bytes:,} | {self.level} | "
            f"{self.how} | `{self.digest}` |"
        )


ROW = re.compile(
    r"\| `(?P<file>.+)` \| (?P<shown>.+) \| (?P<claims>[\d,]+) \| (?P<bytes>[\d,]+) \| "
    r"(?P<level>[123]) \| (?P<how>.+) \| `(?P<digest>[0-9a-f]{64})` \|"
)


def rows(readme: Path) -> Iterator[Passed]:
    """Read the rows of an index."""
    for found in ROW.finditer(readme.read_text(encoding="utf-8")):
        file, shown, claims, size, level, how, digest = found.groups()
        claims, size = claims.replace(",", ""), size.replace(",", "")
        yield Passed(file, shown, int(claims), int(size), int(level), how, digest)


def passed(path: Path, folder: Path, allowed: Allowed) -> Passed:
    """Check a certificate on all levels that are within reach."""
    found = verify(path)
    if found.rules.endswith(" gravity"):  # its checker plays every game
        found = verify(path, expand=True)
        level, how, why = 2, f"{found.answers:,} positions", None
    else:
        try:
            games = expanded(path, allowed.most, seconds=allowed.seconds, memory=allowed.memory)
            level = 2
            how = f"{games.positions:,} positions"
        except LimitReachedError as error:
            print(f"{path}: {error}", file=sys.stderr, flush=True)
            games, level = played(path, GAMES), 3
            how = f"{GAMES:,} games for each side"
        why = games.why
    if not found.holds or why:
        sys.exit(f"{path}: {found.why or why}")
    file = path.relative_to(folder).as_posix()
    shown = found.value + ", O only blocking" * found.maker_breaker
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Passed(file, shown, found.claims, found.bytes, level, how, digest)


def index(folder: Path, games: list[str], allowed: Allowed) -> None:
    """Renew the index of a folder: what has not changed is checked again if it is named."""
    readme = folder / "README.md"
    again = {name(game) for game in games}
    known = {
        row.digest: row
        for row in rows(readme)
        if row.level > 1 and Path(row.file).name not in again
    }
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.cert")}
    kept = {row.file: row for row in rows(readme) if row.file.startswith("large/")}
    for file, path in sorted(files.items()):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        kept[file] = known.get(digest) or passed(path, folder, allowed)
        print(kept[file], flush=True)
    text = readme.read_text(encoding="utf-8")
    before = text[: text.index("|---")] if "|---" in text else text
    table = ["|---|---|---:|---:|---:|---|---|", *(str(kept[file]) for file in sorted(kept))]
    readme.write_text(before + "\n".join(table) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games; `6,5,4!`: O only blocks")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the files, no table")
    parser.add_argument("--index", type=Path, metavar="FOLDER", help="say what the files passed")
    parser.add_argument("--turns", type=int, metavar="N", help="solve beside certify, medians of N")
    parser.add_argument("--most", type=int, help="positions of an expansion, for the index")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of an expansion: an hour")
    parser.add_argument("--memory", type=int, metavar="MIB", help="of an expansion: a quarter")
    parser.add_argument("--all", action="store_true", help="also those that take minutes")
    arguments = parser.parse_args()
    games = arguments.games or [*QUICK, *(SLOW if arguments.all else ())]
    if arguments.index:
        memory = arguments.memory and arguments.memory << 20
        allowed = Allowed(arguments.most, arguments.seconds, memory)
        index(arguments.index, arguments.games, allowed)
    elif arguments.turns:
        print("| game | claims | solve, ms | certify, ms | times |")
        print("|---|---:|---:|---:|---:|")
        with tempfile.TemporaryDirectory() as made:
            for game in games:
                print(beside(game, arguments.turns, Path(made)), flush=True)
    elif arguments.write:
        arguments.write.mkdir(exist_ok=True)
        for game in games:
            write(game, arguments.write)
    else:
        print("| game | shown | claims | bytes | solve | certify | verify | in C | expand |")
        print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
        with tempfile.TemporaryDirectory() as made:
            second = Path(made, "second")
            subprocess.run(["cc", "-O3", "-march=native", "-o", second, SECOND, "-lz"], check=True)
            for game in games:
                print(row(game, Path(made), second), flush=True)


if __name__ == "__main__":
    main()
