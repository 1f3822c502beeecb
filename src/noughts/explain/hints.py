"""Three hints at the best move, as facts and in words."""

from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.position import Position
from noughts.core.score import Score, Value
from noughts.explain.facts import Found
from noughts.explain.sentences import sentence


class Hint(NamedTuple):
    """One of three hints at the best move.

    Attributes:
        step: 1: there is something to find; 2: where to look; 3: the move, and why.
        name: the name of its message.
        values: what the message is filled with.
        cells: the cells it points at; none in step 1.
    """

    step: int
    name: str
    values: dict[str, object]
    cells: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The hint in words."""
        return say("hint", self.name, **self.values)


def hint(analysis: Found, step: int) -> Hint:
    """Give one hint; a finished game has none.

    >>> from noughts import Position, engine
    >>> found = engine("perfect").analyse(Position.parse("X.O/.X./..O"))
    >>> for step in (1, 2, 3):
    ...     print(hint(found, step).text)
    Be careful: one move alone keeps the draw.
    Look in row 2.
    Play c2: blocks O's line c1 c2 c3.
    """
    position = analysis.position
    if not analysis.moves:
        return Hint(step, "over", {})
    best = analysis.moves[0]
    something = Hint(1, *_something(analysis))
    if step == 1:
        return something
    # If every move is as good, no place is better than another: the move comes at once.
    if step == 2 and something.name != "all draw":
        return _where(position, best.cell)
    why = sentence(best.facts, position.rules, position.turn, "moves")
    name = "play" if isinstance(best.score, Score) else "play guess"
    values: dict[str, object] = {"cell": position.rules.name(best.cell), "reason": why}
    return Hint(3, name, values, (best.cell,))


def _something(analysis: Found) -> tuple[str, dict[str, object]]:
    """Return what kind of move there is to find, or a warning if most moves lose the draw."""
    score = analysis.score
    if not isinstance(score, Score):
        return "not proved", {}
    if score.value is Value.WIN:
        if score.plies == 1:
            return "wins at once", {}
        return ("wins", {}) if score.plies is None else ("wins in", {"count": score.plies})
    if score.value is Value.LOSS:
        return "loses", {}
    every, safe = len(analysis.moves), sum(move.score == score for move in analysis.moves)
    few = "all draw" if safe == every else "most draw" if safe > every - safe else "few draw"
    return few, {"count": safe, "every": every}


def _where(position: Position, cell: int) -> Hint:
    """Return the row, column or layer of a cell that has most free cells, and those."""
    name, places = position.rules.name(cell), map(position.rules.place, range(position.rules.cells))
    column, row, *layer = position.rules.place(cell)
    every = list(enumerate(places))
    if layer:
        regions = [("layer", name[-1], [c for c, place in every if place[2] == layer[0]])]
    else:
        regions = [
            ("row", str(row + 1), [c for c, place in every if place[1] == row]),
            ("column", name[0], [c for c, place in every if place[0] == column]),
        ]
    found = [
        Hint(2, kind, {"name": text}, tuple(c for c in cells if c in position.legal))
        for kind, text, cells in regions
    ]
    return max(found, key=lambda region: len(region.cells))
