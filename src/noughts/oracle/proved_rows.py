"""Data sets of positions with proved values: NDJSON or Parquet, with a card.

Small games (`full_table.takes`) give all their positions. Others give positions of seeded games,
equally many with each number of stones: some games are random, and in the others a player that sees
wins and threats errs now and then. With gravity each position has its plies, and
if wanted the regret of each move. Without gravity only what `noughts.solve` proves within a number
of nodes becomes a row.

The same recipe gives the same bytes, with any number of workers.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from noughts.core.catalogue import say
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Value
from noughts.core.whole_file import whole_file
from noughts.engines import Engine, engine
from noughts.lab.batch import in_processes
from noughts.oracle.board_arrays import read
from noughts.oracle.full_table import takes
from noughts.oracle.oracle import Labels, Oracle
from noughts.solver import solve

if TYPE_CHECKING:
    from noughts.json.shapes import DatasetRow

FORMATS = (".ndjson", ".parquet")
TRIES = 20  #: for each row of a number of stones, before fewer rows have to do
GAMES = 3  #: played for one position, before one is made that avoids its end
ERRORS = (1.0, 1.0, 1.0, 0.3)  #: how often the players of a game move at random
LARGE_ERRORS = (0.3, 0.1)  #: the same on large boards, where random stones do not meet
LARGE = 65  #: cells
ROWS_TOGETHER = 1 << 16  #: in a group of Parquet
MEMORY = 1 << 22  #: bytes of the tables of one proof

#: A position by its game, its stones and its number.
Item = tuple["Recipe", int, int]


class Recipe(NamedTuple):
    """What a data set holds."""

    rules: Rules  #: the game
    size: int | None  #: how many rows are wanted; None for all positions of a small game
    seed: int  #: of the games
    stones: tuple[int, int]  #: the fewest and the most stones of a position; not for all positions
    moves: bool  #: whether each row has the regret of each move
    nodes: int  #: the most nodes for the proof of a position, without gravity

    def proves(self) -> bool:
        """Whether each position needs a separate proof."""
        return not (self.rules.gravity or takes(self.rules))


def rows(recipe: Recipe, workers: int | None = None) -> Iterator[DatasetRow]:
    """Yield the rows of a data set, those with the fewest stones first.

    >>> from noughts import Rules
    >>> recipe = Recipe(Rules("3,3,3"), None, 0, (0, 9), moves=True, nodes=1)
    >>> found = list(rows(recipe))
    >>> len(found), found[1]["position"], found[1]["value"], found[1]["moves"]["a2"]
    (5478, 'X../.../...', 'draw', 1)
    """
    if recipe.size is None:
        oracle = Oracle(recipe.rules)
        every = read(oracle.positions(), recipe.rules)
        asked = [Position(recipe.rules, int(x), int(o)) for x, o in every]
        yield from _labelled(oracle, asked, moves=recipe.moves)
        return
    first, last = recipe.stones
    levels = last + 1 - first
    for level, stones in enumerate(range(first, last + 1)):
        wanted = recipe.size // levels + (level < recipe.size % levels)
        seen: set[str] = set()
        items = ((recipe, stones, number) for number in range(TRIES * wanted))
        for row in in_processes(_worked, items, workers=workers) if wanted else ():
            if row is not None and row["position"] not in seen:
                seen.add(row["position"])
                yield row
                if len(seen) == wanted:
                    break


def drawn(rules: Rules, stones: int, draw: Random) -> Position | None:
    """Return a position of a game that goes on after this many stones; None if there was none.

    >>> from noughts import Rules
    >>> drawn(Rules("connect-four"), 10, Random(1)).ply
    10
    """
    for game in range(GAMES + TRIES):
        position = Position(rules)
        careless = draw.choice(ERRORS if rules.cells < LARGE else LARGE_ERRORS)
        while position.outcome is None and position.ply < stones:
            at_random = careless == 1 or draw.random() < careless
            move = draw.choice(position.legal) if at_random else _player().play(position).cell
            if game >= GAMES and position.play(move).outcome is not None:
                other = [cell for cell, child in position.children() if child.outcome is None]
                move = draw.choice(other) if other else move
            position = position.play(move)
        if position.outcome is None:
            return position
    return None


def _worked(items: Iterable[Item]) -> Iterator[DatasetRow | None]:
    """Yield the row of each item; None if it has none."""
    source = iter(items)
    while some := list(islice(source, 16)):
        recipe = some[0][0]
        found = (
            drawn(recipe.rules, stones, Random(f"{recipe.seed} {stones} {number}"))
            for _, stones, number in some
        )
        if recipe.proves():
            yield from (position and _proved(position, recipe.nodes) for position in found)
        else:
            every = list(found)
            asked = [position for position in every if position is not None]
            labelled = _labelled(_oracle(recipe.rules), asked, moves=recipe.moves)
            yield from (next(labelled) if position is not None else None for position in every)


@lru_cache(maxsize=1)
def _oracle(rules: Rules) -> Oracle:
    return Oracle(rules)


@lru_cache(maxsize=1)
def _player() -> Engine:
    return engine("tactics")


def _labelled(oracle: Oracle, asked: list[Position], *, moves: bool) -> Iterator[DatasetRow]:
    if not asked:
        return
    boards = np.array([(position.x, position.o) for position in asked], np.uint64)
    labels = oracle.label(boards) if moves else oracle.values(boards)
    for number, position in enumerate(asked):
        row = _row(position, _VALUES[int(labels.value[number])], int(labels.plies[number]))
        if isinstance(labels, Labels):
            regret = labels.regret[number]
            row["moves"] = {position.rules.name(cell): int(regret[cell]) for cell in position.legal}
        yield row


def _proved(position: Position, nodes: int) -> DatasetRow | None:
    found = solve(position, Limit(nodes=nodes), memory=MEMORY)
    if found.score is None:
        return None
    plies = found.score.plies
    row = _row(position, found.score.value, -1 if plies is None else plies)
    row["line"] = [position.rules.name(cell) for cell in found.line]
    return row


_VALUES = {value.sign: value for value in Value}


def _row(position: Position, value: Value, plies: int) -> DatasetRow:
    return {
        "position": str(position),
        "stones": position.ply,
        "turn": str(position.turn),
        "value": str(value),
        "plies": None if plies < 0 else plies,
        "moves": None,
        "line": None,
    }


class Written(NamedTuple):
    """A summary: the number of rows, in all and by value and stones; the SHA-256."""

    rows: int
    by_value: dict[str, int]
    by_stones: dict[int, int]
    digest: str


def wrong_name(path: Path) -> str:
    """Return the error for a file whose name ends in none of `FORMATS`.

    >>> from pathlib import Path
    >>> wrong_name(Path("ttt.csv"))
    'ttt.csv: the name must end in .ndjson or .parquet'
    """
    first, second = FORMATS
    ends = say("list", "or", before=first, next=second)
    return say("dataset", "name", file=path, ends=ends)


def write(
    recipe: Recipe,
    path: Path,
    *,
    workers: int | None = None,
    on_row: Callable[[int], None] = lambda _: None,
) -> Written:
    """Write a data set; its name says the format. The file is there when it is whole.

    Raises:
        ValueError: The name ends in none of `FORMATS`.
        ModuleNotFoundError: Parquet is wanted, and pyarrow is not installed.
        OSError: The file cannot be written.
    """
    if path.suffix not in FORMATS:
        raise ValueError(wrong_name(path))
    values: Counter[str] = Counter()
    stones: Counter[int] = Counter()

    def counted() -> Iterator[DatasetRow]:
        for number, row in enumerate(rows(recipe, workers), 1):
            values[row["value"]] += 1
            stones[row["stones"]] += 1
            on_row(number)
            yield row

    with whole_file(path) as part:
        (_write_lines if path.suffix == ".ndjson" else _write_parquet)(counted(), part)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return Written(stones.total(), dict(values), dict(stones), digest.hexdigest())


def _write_lines(found: Iterator[DatasetRow], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in found:
            file.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")


def _write_parquet(found: Iterator[DatasetRow], path: Path) -> None:
    import pyarrow as pa  # noqa: PLC0415  (large, and only this needs it)
    from pyarrow import parquet  # noqa: PLC0415

    kind = pa.schema(
        [
            ("position", pa.string()),
            ("stones", pa.int16()),
            ("turn", pa.string()),
            ("value", pa.string()),
            ("plies", pa.int16()),
            ("moves", pa.map_(pa.string(), pa.int8())),
            ("line", pa.list_(pa.string())),
        ]
    )
    with parquet.ParquetWriter(path, kind, compression="zstd") as file:
        while some := list(islice(found, ROWS_TOGETHER)):
            for row in some:
                row["moves"] = row["moves"] and list(row["moves"].items())  # type: ignore[typeddict-item]
            file.write_table(pa.Table.from_pylist(some, schema=kind))


def _rows_of(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    return "".join(f"| {name} | {count:,} |\n" for name, count in sorted(counts.items()))


def card(recipe: Recipe, path: Path, written: Written, command: str, version: str) -> str:
    """Return the card of a data set, as Markdown."""
    rules = recipe.rules
    chosen = (
        "All reachable positions of the game, finished ones too."
        if recipe.size is None
        else "Positions of unfinished games, equally many with each number of stones as far as "
        "there are so many. They come from games, some random, some of a player that sees wins and "
        "threats but often moves at random."
    )
    proof = (
        "The values come from a complete table."
        if takes(rules)
        else "The values come from alpha-beta search to the end of the game."
        if rules.gravity
        else f"A position is a row if a search of at most {recipe.nodes:,} nodes proves its value. "
        "Positions that are harder to prove are missing."
    )
    return f"""# {rules}: {written.rows:,} positions with proved values

`{path.name}`, SHA-256 `{written.digest}`

## What it holds

{chosen} {proof} Every value is proved; nothing is estimated.

| field | |
|---|---|
| `position` | the board, row by row: `X`, `O`, or `.` |
| `stones` | how many cells are taken |
| `turn` | the side to move; X moved first |
| `value` | `win`, `draw` or `loss`, for the side to move with perfect play |
| `plies` | moves of both sides until the end with best play; null for a draw, and if not known |
| `moves` | each legal move with the value that it gives away: 0, 1 or 2; null if not asked for |
| `line` | moves that keep the value, as far as a proof shows them; null without a proof |

| value | rows |
|---|---:|
{_rows_of(written.by_value)}
| stones | rows |
|---|---:|
{_rows_of(written.by_stones)}
## How it was made

    {command}

Noughts {version} gives the same bytes for the same command, on any number of cores. (Parquet: with
the same version of pyarrow.)

## Licence

The rows are facts about a game. The makers of Noughts claim no rights in them (CC0 1.0).
"""
