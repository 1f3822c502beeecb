"""The tree of a search as an SVG picture, for a page or a wall.

Every node is a small board with its value for X below it. Edges of best moves are thick; moves not
tried are dashed stubs with a cross at the end; their tooltips give the reason.
"""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from noughts.core.bits import bits
from noughts.core.catalogue import grouped
from noughts.core.errors import LimitReachedError
from noughts.core.notation import place_of
from noughts.core.position import Mark, Position
from noughts.core.svg import DARK, LIGHT, document, element
from noughts.trace.events import Enter, Event, Leave, Prune, Stopped
from noughts.trace.tracer import Trace
from noughts.trace.words import number, why

MOST_DRAWN = 1_000  #: nodes of the largest tree drawn
_CELL = 14  # side of a cell of a small board
_GAP = 12  # above a board, and below its caption
_BESIDE = 20  # between neighbours
_ROOM = 58  # between a board and those below it, for edges and captions


class _Node:
    """A node of the picture; `x` is the middle of its board."""

    def __init__(self, position: Position, entered: Enter) -> None:
        self.position = position
        self.entered = entered
        self.children: list[_Node] = []
        self.pruned: Prune | None = None
        self.left: Leave | None = None
        self.x = 0.0


class _Tree:
    """Collects a trace."""

    def __init__(self, position: Position) -> None:
        self.nodes: list[_Node] = []
        self._start = position

    def hear(self, event: Event) -> None:
        """Record one event."""
        if len(self.nodes) > MOST_DRAWN:
            return
        match event:
            case Enter(parent=None):
                self.nodes.append(_Node(self._start, event))
            case Enter(parent=int() as parent, cell=int() as cell):
                before = self.nodes[parent]
                self.nodes.append(_Node(before.position.play(cell), event))
                before.children.append(self.nodes[-1])
            case Prune(node):
                self.nodes[node].pruned = event
            case Leave(node):
                self.nodes[node].left = event
            case Stopped(_, why):
                raise LimitReachedError(why)


def draw(trace: Trace) -> str:
    """Return the whole tree of a search as an SVG document.

    Raises:
        LimitReachedError: The tree has more than `MOST_DRAWN` nodes, or more than the limit allows.

    >>> from noughts import Position
    >>> from noughts.trace import Trace
    >>> draw(Trace(Position.parse("XX./OO./X.O"), "minimax")).count('class="edge')
    10
    """
    tree = _Tree(trace.position)
    trace.run(tree.hear)
    if len(tree.nodes) > MOST_DRAWN:
        raise LimitReachedError.said("trace", "picture", most=grouped(MOST_DRAWN))
    columns, rows = _size(trace.position)
    width = _place(tree.nodes[0], 0, columns * _CELL + _BESIDE)
    step = rows * _CELL + _ROOM
    depth = max(node.entered.depth for node in tree.nodes)
    height = (depth + 1) * step
    title = f"{trace.search} on {trace.position}, {trace.position.rules}"
    parts = [
        element("title", text=title),
        element("style", text=_style()),
        element("rect", {"class": "paper", "width": width, "height": height}),
    ]
    for node in tree.nodes:
        parts += _edges(node, step, rows * _CELL, guesses=trace.guesses)
    for node in tree.nodes:
        parts += _board(node, step)
    return document(width, height, "noughts-tree", parts)


def _size(position: Position) -> tuple[int, int]:
    """Return columns and rows of a small board; a box's layers are side by side."""
    shape = position.rules.shape
    layers = shape[2] if len(shape) == 3 else 1
    return layers * (shape[0] + 1) - 1, shape[1]


def _place(node: _Node, left: float, room: float) -> float:
    """Place a node and everything below it; return the width."""
    width = 0.0
    for child in node.children:
        width += _place(child, left + width, room)
    width += room / 2 * len(node.pruned.cells if node.pruned else ())
    width = max(width, room)
    ends = [child.x for child in node.children]
    node.x = (ends[0] + ends[-1]) / 2 if ends else left + width / 2
    return width


def _edges(node: _Node, step: int, board: int, *, guesses: bool) -> Iterator[ET.Element]:
    top = node.entered.depth * step + board + _GAP
    foot = top + 22
    below = (node.entered.depth + 1) * step + _GAP / 2
    best = node.left.best if node.left else None
    for child in node.children:
        kind = "edge best" if child.entered.cell == best else "edge"
        yield _path(kind, f"M{node.x:g} {foot:g}L{child.x:g} {below:g}")
    if node.pruned:
        start = max([node.x, *(child.x for child in node.children)])
        rules, pruned = node.position.rules, node.pruned
        reason = why(pruned.turn, pruned.elsewhere, pruned.here, guesses=guesses)
        for i, cell in enumerate(pruned.cells, start=1):
            x, y = start + i * 20, below - 14
            stub = f"M{node.x:g} {foot:g}L{x:g} {y:g}m-4 -4l8 8m0 -8l-8 8"
            yield element(
                "g",
                {"class": "pruned"},
                element("title", text=f"{rules.name(cell)}: {reason}"),
                element("path", {"d": stub}),
                element("text", {"x": x, "y": y + 14}, text=rules.name(cell)),
            )


def _path(kind: str, strokes: str) -> ET.Element:
    return element("path", {"class": kind, "d": strokes})


def _board(node: _Node, step: int) -> Iterator[ET.Element]:
    position = node.position
    columns, rows = position.rules.shape[:2]
    wide, high = (side * _CELL for side in _size(position))
    left, top = node.x - wide / 2, node.entered.depth * step + _GAP
    lines = []
    for layer in range(wide // ((columns + 1) * _CELL) + 1):
        x0 = left + layer * (columns + 1) * _CELL
        lines += [f"M{x0 + i * _CELL:g} {top:g}v{high}" for i in range(1, columns)]
        lines += [f"M{x0:g} {top + i * _CELL:g}h{columns * _CELL}" for i in range(1, rows)]
    yield _path("grid", "".join(lines))
    for mark, stones in ((Mark.X, position.x), (Mark.O, position.o)):
        for cell in bits(stones):
            column, row, *depth = place_of(cell, position.rules.shape)
            x = left + (sum(depth) * (columns + 1) + column + 0.5) * _CELL
            yield _mark(mark, x, top + (row + 0.5) * _CELL)
    if node.left:
        kind = "value" if node.left.proven else "value guess"
        caption = _caption(node.left)
        yield element("text", {"class": kind, "x": node.x, "y": top + high + 14}, text=caption)


def _caption(left: Leave) -> str:
    sign = {"lower": "≥ ", "upper": "≤ "}.get(left.bound, "")
    return sign + ("" if left.proven else "~ ") + number(left.value).removeprefix("about ")


def _mark(mark: Mark, x: float, y: float) -> ET.Element:
    if mark is Mark.O:
        return element("circle", {"class": "o", "cx": x, "cy": y, "r": 4})
    return _path("x", f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8")


def _style() -> str:
    def colours(palette: dict[str, str]) -> str:
        return "".join(f"--{name}:{colour};" for name, colour in palette.items())

    return (
        f".noughts-tree{{{colours(LIGHT)}}}"
        f"@media (prefers-color-scheme:dark){{.noughts-tree{{{colours(DARK)}}}}}"
        ".noughts-tree .paper{fill:var(--paper)}"
        ".noughts-tree path,.noughts-tree circle{fill:none;stroke-linecap:round}"
        ".noughts-tree .grid{stroke:var(--line)}"
        ".noughts-tree .edge{stroke:var(--line);stroke-width:1.5}"
        ".noughts-tree .best{stroke:var(--ink);stroke-width:4}"
        ".noughts-tree .pruned path{stroke:var(--loss);stroke-width:1.5;stroke-dasharray:3 4}"
        ".noughts-tree .x{stroke:var(--x);stroke-width:2}"
        ".noughts-tree .o{stroke:var(--o);stroke-width:2}"
        ".noughts-tree text{font:600 12px system-ui,sans-serif;text-anchor:middle;fill:var(--ink)}"
        ".noughts-tree .pruned text{font-size:10px;fill:var(--loss)}"
        ".noughts-tree .guess{font-style:italic;opacity:.8}"
    )
