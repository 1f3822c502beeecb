"""`BoardWidget`: the widget that shows a position and turns keys and clicks into cells."""

from itertools import accumulate
from math import prod
from operator import mul
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from noughts.cli.tui.drawing import BoardView, Placement, fit, paint
from noughts.cli.widths import centred
from noughts.core.catalogue import say
from noughts.core.errors import IllegalMoveError
from noughts.core.notation import Shape
from noughts.core.position import Position
from noughts.core.rules import Rules

_INKS = ("x", "o", "lost", "grid", "label", "layer", "number", "cursor", "line")
_VALUES = ("win", "draw", "loss", "guess")
_GROUNDS = ("cell", "odd", "cursor", "last", "hint", "line")
_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_LAYERS = {"pageup": -1, "pagedown": 1}


class BoardWidget(Widget, can_focus=True):
    """A position, drawn as large as possible; move the cursor to see what does not fit.

    Arrows (page up and down for layers), the mouse, and typed names or numbers choose a cell. A
    typed name counts as soon as it is unambiguous: on 3×3 at once; larger boards may need Enter. In
    gravity games you choose a column, and its letter plays.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--{ink}" for ink in (*_INKS, *_VALUES)),
        *(f"board--on-{ground}" for ground in _GROUNDS),
    }

    view: reactive[BoardView] = reactive(BoardView(Position(Rules.parse("3,3,3"))))
    cursor: reactive[int] = reactive(4)
    interactive: reactive[bool] = reactive(default=True)

    class Chosen(Message):
        """The person chose a cell."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    class Typed(Message):
        """The person typed the start of a cell's name; empty once it is done."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._typed = ""
        self._typed_cell = -1  # the cell whose name has just been typed and played
        self._painted: tuple[object, list[list[Segment]]] = (None, [])

    # -- showing -----------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game on the board."""
        return self.view.position.rules

    @property
    def place(self) -> Placement | None:
        """How the board is drawn; None if it does not fit."""
        return fit(self.rules.shape, self.size.width, self.size.height, self.cursor)

    def watch_view(self, before: BoardView, now: BoardView) -> None:
        """In another game, start in the middle of the board; with gravity, at its bottom."""
        if before.position.rules != now.position.rules:
            self.cursor = _centre(now.position.rules.shape)
        self.cursor = self._landed(self.cursor)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        place = self.place
        rows = self._apology() if place is None else self._rows(place)
        left, top = self._origin(place)
        width, style = self.size.width, self.rich_style
        if not 0 <= y - top < len(rows):
            return Strip.blank(width, style)
        return Strip([Segment(" " * left, style), *rows[y - top]]).adjust_cell_length(width, style)

    def _origin(self, place: Placement | None) -> tuple[int, int]:
        """Return where the drawing begins, so that it is centred."""
        if place is None:
            return 0, max(0, self.size.height - 5) // 2
        width, height = place.size
        return (self.size.width - width) // 2, (self.size.height - height) // 2

    def _rows(self, place: Placement) -> list[list[Segment]]:
        shows_cursor = self.interactive and self.has_focus and self.view.position.outcome is None
        view = self.view._replace(cursor=self.cursor if shows_cursor else None)
        # Textual asks line by line; the board is painted once for all of them.
        key = (view, place, self.app.theme)
        if self._painted[0] != key:
            self._painted = (key, self._paint(view, place))
        return self._painted[1]

    def _paint(self, view: BoardView, place: Placement) -> list[list[Segment]]:
        styles: dict[tuple[str, str], Style] = {}
        rows = []
        for row in paint(view, place):
            segments = []
            for text, ink, ground in row:
                if (ink, ground) not in styles:
                    styles[ink, ground] = self._style(ink, ground)
                segments.append(Segment(text, styles[ink, ground]))
            rows.append(segments)
        return rows

    def _style(self, ink: str, ground: str) -> Style:
        style = self.rich_style
        for name in (f"on-{ground}" if ground else "", ink):
            if name:
                style += self.get_component_rich_style(f"board--{name}", partial=True)
        return style

    def _apology(self) -> list[list[Segment]]:
        """Say that the window is too small."""
        text = [say("screen", f"too small {line}") for line in (1, 2, 3)]
        return [[Segment(centred(line, self.size.width), self.rich_style)] for line in text]

    # -- choosing ----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Move the cursor, play, or take another letter of a cell's name."""
        if not self.interactive:
            return
        if event.key in _STEPS:
            self.cursor = self._stepped(*_STEPS[event.key])
        elif event.key in _LAYERS:
            layer = _LAYERS[event.key] * prod(self.rules.shape[:2])
            self.cursor = self._landed((self.cursor + layer) % self.rules.cells)
        elif event.key == "enter":
            self._enter()
        elif event.key == "space":
            self.post_message(self.Chosen(self.cursor))
        elif event.key in {"escape", "backspace"} and self._typed:
            self._type("" if event.key == "escape" else self._typed[:-1])
        elif self.view.position.outcome or not self._type(self._typed + (event.character or "?")):
            self._type("")
            return
        event.stop()
        event.prevent_default()

    def _enter(self) -> None:
        """Play the typed cell, or the one under the cursor."""
        typed = self._typed
        self._type("")
        if not typed and self.cursor == self._typed_cell:
            self._typed_cell = -1
            return  # the habit of ending a line: "b2" was already played
        try:
            cell = self.rules.cell(typed) if typed else self.cursor
        except IllegalMoveError:
            return  # a start such as "b": the next key may start again
        self.cursor = cell = self._landed(cell)
        self.post_message(self.Chosen(cell))

    def _type(self, text: str) -> bool:
        """Accept the start of a cell's name; return False if no name begins so."""
        names = {name: cell for cell in range(self.rules.cells) for name in self._names(cell)}
        meant = [name for name in names if name.startswith(text)]
        whole = meant == [text]
        rest = "" if whole else text
        if meant and rest != self._typed:
            self._typed = rest
            self.post_message(self.Typed(rest))
        if whole:  # comes last, so that the message about the move stays
            self.cursor = self._landed(names[text])
            self._typed_cell = self.cursor if len(text) > 1 else -1
            self.post_message(self.Chosen(self.cursor))
        return bool(meant)

    def _names(self, cell: int) -> tuple[str, ...]:
        """Return what to type for a cell; with gravity, its column."""
        if self.rules.gravity:
            name = self.rules.name(cell)
            return (name[0] + (name[-1] if len(self.rules.shape) == 3 else ""),)
        return self.rules.name(cell), str(cell + 1)

    def _landed(self, cell: int) -> int:
        """Return where a stone lands; with gravity the lowest empty cell, else the cell."""
        rules, position = self.rules, self.view.position
        if not rules.gravity:
            return cell
        columns, rows = rules.shape[:2]
        layer, within = divmod(cell, columns * rows)
        top = layer * columns * rows + within % columns
        column = range(top, top + columns * rows, columns)
        return max((c for c in column if position.mark(c) is None), default=top)

    def _stepped(self, across: int, down: int) -> int:
        """Return the neighbour of the cursor's cell; edges wrap around."""
        columns, rows = self.rules.shape[:2]
        layer, within = divmod(self.cursor, columns * rows)
        row, column = divmod(within, columns)
        column, row = (column + across) % columns, (row + down) % rows
        return self._landed(layer * columns * rows + row * columns + column)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        cell = self._cell_at(event)
        if cell is not None and self.interactive:
            self.cursor = self._landed(cell)

    def on_click(self, event: events.Click) -> None:
        """Play where the mouse points."""
        cell = self._cell_at(event)
        if cell is not None and self.interactive:
            self.cursor = self._landed(cell)
            self.post_message(self.Chosen(self.cursor))

    def _cell_at(self, event: events.MouseEvent) -> int | None:
        place = self.place
        if place is None:
            return None
        left, top = self._origin(place)
        return place.cell_at(event.x - left, event.y - top)


def _centre(shape: Shape) -> int:
    """Return the cell in the middle, or nearest to it."""
    units = accumulate(shape[:-1], mul, initial=1)
    return sum((side - 1) // 2 * unit for side, unit in zip(shape, units, strict=True))
