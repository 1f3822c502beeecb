"""What lies over the game for a moment: the setup, the review, the help."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, ClassVar

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from noughts.analysis import Grade
from noughts.cli import words
from noughts.cli.session import Setup
from noughts.cli.tui.board import Board
from noughts.cli.tui.drawing import View
from noughts.engines import Level
from noughts.errors import NoughtsError
from noughts.rules import ALIASES, Rules
from noughts.series import Starts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from noughts.analysis import GradedMove, Review
    from noughts.record import Record

_GAMES = ("3,3,3", "4,4,4", "5,5,4", "gomoku", "3,3,3,3", "qubic", "3,3,3 misere", "4,4,4 torus")
_OPPONENTS = (*map(str, Level), "two people")
_SEATS = {"X, first": Starts.FIRST, "O, second": Starts.SECOND, "in turns": Starts.ALTERNATE}
_SERIES = ("1", "3", "5", "7", "9")
_SIGNS = {Grade.BEST: "✓", Grade.FINE: "·", Grade.MISSED_WIN: "?", Grade.THREW_AWAY_DRAW: "✗"}


class Choice(Widget, can_focus=True):
    """One of a few words in a row: arrows or the mouse choose."""

    chosen: reactive[int] = reactive(0)

    class Changed(Message):
        """Another word was chosen."""

        def __init__(self, choice: Choice) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self, words: Sequence[str], chosen: str, **options: Any) -> None:
        super().__init__(**options)
        self.words = tuple(words)
        self.set_reactive(Choice.chosen, self.words.index(chosen))

    @property
    def word(self) -> str:
        """The chosen word."""
        return self.words[self.chosen]

    def render(self) -> Content:
        """Show the words, the chosen one with a dot (and bright, while the keys go here)."""
        bright = "$gold-ground" if self.has_focus else "$panel"
        parts = [
            Content.styled(f" ● {word} ", f"bold $gold on {bright}")
            if index == self.chosen
            else Content.styled(f" ○ {word} ", "$muted")
            for index, word in enumerate(self.words)
        ]
        return Content("").join(parts)

    def on_key(self, event: events.Key) -> None:
        """Choose the neighbour."""
        step = {"left": -1, "right": 1, "space": 1}.get(event.key)
        if step is not None:
            self.chosen = (self.chosen + step) % len(self.words)
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """Choose the word under the mouse."""
        end = 0
        for index, word in enumerate(self.words):
            end += len(word) + 4
            if event.x < end:
                self.chosen = index
                return

    def watch_chosen(self) -> None:
        """Tell the dialog."""
        self.post_message(self.Changed(self))


class SetupDialog(ModalScreen[Setup | None]):
    """Asks which game, against whom, who starts, and how many games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "accept", "Play"),
        ("escape", "dismiss", "Back"),
        ("down", "app.focus_next", ""),
        ("up", "app.focus_previous", ""),
    ]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup

    def compose(self) -> ComposeResult:
        """Lay the questions out, one a row."""
        level, starts = self.setup.level, self.setup.starts
        series = _SERIES if str(self.setup.best_of) in _SERIES else (
            *_SERIES, str(self.setup.best_of)
        )  # fmt: skip
        known = [*ALIASES, *_GAMES]
        game = Input(str(self.setup.rules), id="rules", suggester=SuggestFromList(known))
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "New game"
            yield _row("Game", game)
            yield Static(id="told")
            yield _row("Against", Choice(_OPPONENTS, _opponent(level), id="level"))
            seat = next(word for word, seat in _SEATS.items() if seat is starts)
            yield _row("You are", Choice(list(_SEATS), seat, id="starts"))
            yield _row("Best of", Choice(series, str(self.setup.best_of), id="best-of"))
            yield Static(_offers(), classes="keys")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the game is, or what is wrong with its text."""
        told = self.query_one("#told", Static)
        try:
            text = words.goal(Rules.parse(event.value))
        except NoughtsError as error:
            told.update(Content(str(error)))
            told.add_class("wrong")
        else:
            told.update(Content(text))
            told.remove_class("wrong")

    def action_game(self, rules: str) -> None:
        """Take a game that was clicked on."""
        self.query_one(Input).value = rules

    def on_input_submitted(self) -> None:
        """Enter in the field plays too."""
        self.action_accept()

    def action_accept(self) -> None:
        """Play, if the rules can be read."""
        try:
            rules = Rules.parse(self.query_one(Input).value)
        except NoughtsError:
            self.query_one(Input).focus()
            return
        opponent = self._word("level")
        level = None if opponent == _OPPONENTS[-1] else Level.parse(opponent)
        starts = _SEATS[self._word("starts")]
        best_of = int(self._word("best-of"))
        self.dismiss(Setup(rules, level, starts, best_of, self.setup.seed))

    def _word(self, name: str) -> str:
        return self.query_one(f"#{name}", Choice).word


def _offers() -> Content:
    """List games to click on, and the keys."""
    links = [f"[@click=screen.game('{game}')]{game}[/]" for game in _GAMES]
    half = len(links) // 2
    games = " · ".join(links[:half]) + "\n" + " " * 12 + " · ".join(links[half:])
    keys = "↑ ↓ question   ← → answer   Enter play   Esc back"
    return Content.from_markup(f"Such as     {games}\n\n{keys}")


def _row(name: str, field: Widget) -> Horizontal:
    return Horizontal(Static(name, classes="name"), field, classes="row")


def _opponent(level: Level | None) -> str:
    return _OPPONENTS[-1] if level is None else str(level)


class ReviewDialog(ModalScreen[None]):
    """Every move with its grade and why, beside the board as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,Q,e,E,enter", "dismiss", "Back")]

    def __init__(self, record: Record, found: Review) -> None:
        super().__init__()
        self.record = record
        self.found = found

    def compose(self) -> ComposeResult:
        """Put the board on the left, the moves on the right."""
        with Horizontal(id="review"):
            yield Board(id="past")
            with Vertical(id="review-side"):
                yield Static(Content.styled("Review", "bold $gold"))
                yield Static(Content(words.moment(self.found)))
                yield OptionList(*map(self._option, self.found.moves))
                yield Static(Content.styled("↑ ↓ move   Esc back to the game", "$muted"))

    def on_mount(self) -> None:
        """Begin at the move that decided the game, else at the first."""
        board = self.query_one(Board)
        board.interactive = False
        board.can_focus = False
        moves = self.query_one(OptionList)
        moves.highlighted = (self.found.decided or 1) - 1
        moves.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the board after the move, and where a better one was."""
        move = self.found.moves[event.option_index]
        better = frozenset(move.best) if move.better and move.grade is not Grade.FINE else ()
        self.query_one(Board).view = View(
            self.record.positions()[move.number], last=move.cell, hinted=frozenset(better)
        )

    def on_option_list_option_selected(self) -> None:
        """Enter goes back."""
        self.dismiss()

    def _option(self, move: GradedMove) -> Option:
        rules = self.record.start.rules
        sign = "~" if move.grade is None else _SIGNS.get(move.grade, "✗")
        decisive = move.number == self.found.decided
        lines = [
            Content.styled(
                f"{move.number:2} {move.mark} {rules.name(move.cell):<4}{sign} "
                f"{words.verdict(move)}",
                "bold",
            )
        ]
        if decisive:
            lines.append(Content.styled("   ◆ here the game was decided", "$gold"))
        lines.append(Content.styled(_indented(move.reason), "$muted"))
        if move.better and move.grade is not Grade.FINE:
            better = f"better: {rules.name(move.best[0])}, {move.better}"
            lines.append(Content.styled(_indented(better), "$success"))
        return Option(Content("\n").join(line for line in lines if line.plain.strip()))


def _indented(text: str) -> str:
    return textwrap.fill(text, 32, initial_indent="   ", subsequent_indent="   ")


class HelpDialog(ModalScreen[None]):
    """The keys and the signs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,Q,question_mark", "dismiss", "Back")
    ]

    TEXT = """\
[bold $gold]To play[/]
  arrows, Enter       move the cursor, play there
  the mouse           point and click
  1 to 9, b2          a cell by number or name; on large
                      boards Enter ends a number
  PgUp, PgDn          from layer to layer of a box

[bold $gold]Commands[/] (capitals always; small letters where no
column has that name)
  H hint, in three steps    V values on the board
  U undo    R redo          N new game   S setup
  E review  T light, dark   Q quit

[bold $gold]Values[/] are proved: [$success]▲ W3[/] wins in 3 moves, counting
both sides; [bold]= D[/] draws; [$error]▼ L4[/] loses in 4. [$gold]~1[/] is the best
[bold]guess[/] where nothing is proved.

[$muted]Esc back to the game[/]"""

    def compose(self) -> ComposeResult:
        """Show it."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Help"
            yield Static(self.TEXT)
