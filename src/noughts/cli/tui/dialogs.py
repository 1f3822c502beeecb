"""The dialogs over the game: the setup, a file, the help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, Static

from noughts.cli import phrases, saving
from noughts.cli.session import Session, Setup
from noughts.core.errors import NoughtsError
from noughts.core.rules import ALIASES, Rules
from noughts.core.series import Starts
from noughts.engines import Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType


_GAMES = (
    *("3,3,3", "4,4,4", "5,5,4", "gomoku", "caro"),
    *("3,3,3,3", "qubic", "3,3,3 misere", "connect-four"),
)
_OPPONENTS = (*map(str, Level), "two people")
_SEATS = {"X, first": Starts.FIRST, "O, second": Starts.SECOND, "in turns": Starts.ALTERNATE}
_DEEDS = ("save this game", "load a game")
_SERIES = ("1", "3", "5", "7", "9")


class ChoiceWidget(Widget, can_focus=True):
    """A choice of a few words in a row, by arrows or mouse."""

    chosen: reactive[int] = reactive(0)

    class Changed(Message):
        """Another word was chosen."""

        def __init__(self, choice: ChoiceWidget) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self, words: Sequence[str], chosen: str, **options: Any) -> None:
        super().__init__(**options)
        self.words: tuple[str, ...] = tuple(words)
        self.set_reactive(ChoiceWidget.chosen, self.words.index(chosen))

    @property
    def word(self) -> str:
        """The chosen word."""
        return self.words[self.chosen]

    def render(self) -> Content:
        """Show the words, the chosen one with a dot (and bright if it has the focus)."""
        bright = "$gold-ground" if self.has_focus else "$panel"
        if self._is_narrow:
            number = f"{self.chosen + 1} of {len(self.words)}"
            return Content.styled(f" ◂ {self.word} ▸  {number}", f"bold $gold on {bright}")
        parts = [
            Content.styled(f" ● {word} ", f"bold $gold on {bright}")
            if index == self.chosen
            else Content.styled(f" ○ {word} ", "$muted")
            for index, word in enumerate(self.words)
        ]
        return Content("").join(parts)

    @property
    def _is_narrow(self) -> bool:
        """Whether the words do not all fit."""
        return sum(len(word) + 4 for word in self.words) > self.size.width

    def on_key(self, event: events.Key) -> None:
        """Choose the neighbour."""
        step = {"left": -1, "right": 1, "space": 1}.get(event.key)
        if step is not None:
            self.chosen = (self.chosen + step) % len(self.words)
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """Choose the word under the mouse."""
        if self._is_narrow:
            self.chosen = (self.chosen + 1) % len(self.words)
            return
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
        """Lay the questions out, one per row."""
        level, starts = self.setup.level, self.setup.starts
        series = _SERIES if str(self.setup.best_of) in _SERIES else (
            *_SERIES, str(self.setup.best_of)
        )  # fmt: skip
        known = [*ALIASES, *_GAMES]
        game = Input(str(self.setup.rules), id="rules", suggester=SuggestFromList(known))
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_title = "New game"
            yield _row("Game", game)
            yield Static(id="told")
            yield _row("Against", ChoiceWidget(_OPPONENTS, _opponent(level), id="level"))
            seat = next(word for word, seat in _SEATS.items() if seat is starts)
            yield _row("You are", ChoiceWidget(list(_SEATS), seat, id="starts"))
            yield _row("Best of", ChoiceWidget(series, str(self.setup.best_of), id="best-of"))
            yield Static(_offers(), classes="keys")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what the game is, or what is wrong with its text."""
        status = self.query_one("#told", Static)
        try:
            text = phrases.goal(Rules.parse(event.value))
        except NoughtsError as error:
            status.update(Content(str(error)))
            status.add_class("wrong")
        else:
            status.update(Content(text))
            status.remove_class("wrong")

    def action_game(self, rules: str) -> None:
        """Choose the game that was clicked on."""
        self.query_one(Input).value = rules

    def on_input_submitted(self) -> None:
        """Enter in the field also plays."""
        self.action_accept()

    def action_accept(self) -> None:
        """Play, if the rules are valid."""
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
        return self.query_one(f"#{name}", ChoiceWidget).word


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


class FileDialog(ModalScreen[Session | None]):
    """Asks for a file, to save the game or to resume one; returns the loaded game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "accept", "Do it"),
        ("escape", "dismiss", "Back"),
        ("down", "app.focus_next", ""),
        ("up", "app.focus_previous", ""),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._asked_of: Path | None = None  # the file that Enter overwrites now

    def compose(self) -> ComposeResult:
        """Lay the questions out."""
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_title = "File"
            yield _row("File", Input("game.txt", id="file"))
            yield Static(id="told")
            yield _row("To", ChoiceWidget(_DEEDS, _DEEDS[0], id="deed"))
            yield Static("↑ ↓ question   ← → answer   Enter does it   Esc back", classes="keys")

    def on_input_submitted(self) -> None:
        """Enter in the field also does it."""
        self.action_accept()

    def action_accept(self) -> None:
        """Save or load, and report errors."""
        file = Path(self.query_one(Input).value.strip()).expanduser()
        status = self.query_one("#told", Static)
        again, self._asked_of = self._asked_of, None
        try:
            if self.query_one(ChoiceWidget).word == _DEEDS[1]:
                notes: list[str] = []
                self.dismiss(saving.load(file, self.session.setup.seconds, notes))
                for note in notes:
                    self.app.notify(f"{note}.", title="Note", markup=False)
                return
            status.update(Content(saving.write(self.session, file, force=file == again)))
            status.remove_class("wrong")
        except saving.OverwriteError as error:
            self._asked_of = file
            status.update(Content(f"{error}. Enter overwrites it."))
            status.add_class("wrong")
        except NoughtsError as error:
            status.update(Content(f"{error}."))
            status.add_class("wrong")


class HelpDialog(ModalScreen[None]):
    """The keys and the signs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,Q,question_mark", "dismiss", "Back")
    ]

    ON_BOARD: ClassVar[tuple[tuple[str, str], ...]] = (
        ("arrows, Enter", "move the cursor, play there"),
        ("the mouse", "point and click"),
        ("1 to 9, b2", "a cell by number or name"),
        ("12, Enter", "a number on a large board"),
        ("PgUp, PgDn", "from layer to layer of a box"),
        ("with gravity", "a column, or its letter"),
    )
    BY_LETTER: ClassVar[tuple[tuple[str, str], ...]] = (
        ("H hint, in three steps", "V values on the board"),
        ("E review, and try again", "F file: save, load"),
        ("U undo", "R redo"),
        ("N new game", "S setup"),
        ("L level", "M move now"),
        ("T colours", "Q quit"),
    )
    TEXT = """\
[bold $gold]To play[/]
{keys}

[bold $gold]Commands[/] (capital letters always work; small ones if no column has that name)
{commands}

[bold $gold]Values[/] are proved: [$success]▲ W3[/] wins in 3 moves, counting both sides; \
[bold]= D[/] draws; [$error]▼ L4[/] loses in 4. [$gold]~1[/] is the best [bold]guess[/] where \
nothing is proved.

Every game is saved: [bold]noughts play --resume[/] resumes the last one.

[$muted]Esc back to the game[/]"""

    def _text(self) -> str:
        """Return the content: two columns, or one below the other if they do not fit."""
        narrow = self.app.size.width < 60
        pair = "  {}\n    {}" if narrow else "  {:<20}{}"
        row = "  {}\n  {}" if narrow else "  {:<26}{}"
        return self.TEXT.format(
            keys="\n".join(pair.format(*each) for each in self.ON_BOARD),
            commands="\n".join(row.format(*each) for each in self.BY_LETTER),
        )

    def compose(self) -> ComposeResult:
        """Show it."""
        with VerticalScroll(classes="dialog") as dialog:
            dialog.border_title = "Help"
            yield Static(self._text())
