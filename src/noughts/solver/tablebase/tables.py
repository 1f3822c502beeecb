"""A finished table, for looking up positions.

The file is mapped into memory, so any number of processes can share it. A look-up reads the head of
a block and one page, about ten kilobytes, and the last pages are cached.
"""

import mmap
from functools import lru_cache
from pathlib import Path

from noughts.core.catalogue import counted, say
from noughts.core.errors import PositionError, TableError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.solver.tablebase import table_file as form
from noughts.solver.tablebase.layers import Orbits, Ranks
from noughts.solver.tablebase.shape import Block, Layer, layers
from noughts.solver.tablebase.values import DRAWN, LOST, UNREACHED, WON

PAGES = 64  #: how many pages are cached
_BYTES = (UNREACHED, LOST, DRAWN, WON)  # of two bits


class Table:
    """A complete table, mapped into memory.

    Raises:
        TableError: If the file cannot be read, is not a table, or is damaged, truncated or
        unfinished.
    """

    def __init__(self, path: str | Path) -> None:
        self.path: Path = Path(path)
        try:
            with self.path.open("rb") as file:
                start = file.read(form.LINE)
                rules, entry = form.read_first_line(start, str(path))
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise TableError.said(
                "sentence", "about", name=path, problem=error.strerror or error
            ) from None
        self.rules: Rules = Rules.parse(rules)
        self.entry: str = entry
        self._line = form.first_line(self.rules, entry)
        self._layers: list[Layer] = layers(self.rules, entry)
        self._blocks: list[Block] = [b for layer in reversed(self._layers) for b in layer.blocks()]
        self._first = {b.stones: at for at, b in enumerate(self._blocks) if b.number == 0}
        offsets = form.offsets_of(self._map, len(self._blocks))
        if offsets is None:
            raise TableError.of(path, say("table file", "no end"))
        self._offsets = offsets
        self._ranks = Ranks(self.rules.cells)
        self._orbits: dict[int, Orbits] = {}
        self._page = lru_cache(PAGES)(self._read)

    def probe(self, position: Position) -> Score:
        """Return a position's value for the side to move.

        Raises:
            PositionError: The position has other rules.
            TableError: The page of the position is damaged.
        """
        if position.rules != self.rules:
            raise PositionError.said(
                "table file", "other rules", own=self.rules, rules=position.rules
            )
        x = position.x.bit_count()
        if x not in self._orbits:
            self._orbits[x] = Orbits(self._ranks, x, self.rules.symmetries)
        layer = self._layers[position.ply]
        number = self._orbits[x].number(position.x, position.o)
        row, place = divmod(number, layer.positions)
        values = self._page(position.ply, row // layer.page)
        at = row % layer.page * layer.width
        if self.entry == "plies":
            return _score(values[at + place], with_plies=True)
        return _score(_BYTES[values[at + place // 4] >> 2 * (place % 4) & 3], with_plies=False)

    def verify(self) -> None:
        """Check every block.

        Raises:
            TableError: A block is damaged.
        """
        for number, block in enumerate(self._blocks):
            found = self._find(number)
            if not form.holds(self._map, self._offsets[number], self._line, block, found):
                raise self._damaged(block)

    def _read(self, stones: int, page: int) -> bytes:
        layer = self._layers[stones]
        block, within = divmod(page, layer.block // layer.page)
        number = self._first[stones] + block
        values = form.page(self._map, layer, self._blocks[number], self._find(number), within)
        if values is None:
            raise self._damaged(self._blocks[number])
        return values

    def _find(self, number: int) -> form.FoundBlock:
        block = self._blocks[number]
        found = form.find(self._map, self._offsets[number], self._layers[block.stones], block)
        if found is None:
            raise self._damaged(block)
        return found

    def _damaged(self, block: Block) -> TableError:
        return TableError.of(
            self.path,
            say("table file", "block", block=block.number, stones=counted("stone", block.stones)),
        )


def _score(byte: int, *, with_plies: bool) -> Score:
    if byte == DRAWN:
        return Score.draw()
    if byte > DRAWN:
        return Score.win(WON - byte if with_plies else None)
    return Score.loss(byte - LOST if with_plies else None)
