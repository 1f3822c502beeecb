"""The dialogs over the game: the setup, a file, the help."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
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
from noughts.cli.widths import columns, padded
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError
from noughts.core.rules import ALIASES, Rules
from noughts.core.series import Starts
from noughts.engines import Level

Answer = TypeVar("Answer")

_GAMES = (
    *("3,3,3", "4,4,4", "5,5,4", "gomoku", "caro"),
    *("3,3,3,3", "qubic", "3,3,3 misere", "connect-four"),
)
_OPPONENTS = (*Level, None)
_SEATS = tuple(Starts)
_SERIES = ("1", "3", "5", "7", "9")


class ChoiceWidget(Widget, can_focus=True):
    """A choice of a few words in a row, by arrows or mouse."""

    chosen: reactive[int] = reactive(0)

    class Changed(Message):
        """Another word was chosen."""

        def __init__(self, choice: ChoiceWidget) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self, words: Sequence[str], chosen: int, **options: Any) -> None:
        super().__init__(**options)
        self.words: tuple[str, ...] = tuple(words)
        self.set_reactive(ChoiceWidget.chosen, chosen)

    @property
    def word(self) -> str:
        """The chosen word."""
        return self.words[self.chosen]

    def render(self) -> Content:
        """Show the words, the chosen one with a dot (and bright if it has the focus)."""
        bright = "$gold-ground" if self.has_focus else "$panel"
        if self._is_narrow:
            number = say("setup", "of", number=self.chosen + 1, last=len(self.words))
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
        return sum(columns(word) + 4 for word in self.words) > self.size.width

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
            end += columns(word) + 4
            if event.x < end:
                self.chosen = index
                return

    def watch_chosen(self) -> None:
        """Tell the dialog."""
        self.post_message(self.Changed(self))


class _Form(ModalScreen[Answer | None]):
    """Some questions, one of them a text, with a line below it that says what the text means."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", "Back"),
        ("down", "app.focus_next", ""),
        ("up", "app.focus_previous", ""),
    ]

    async def on_input_submitted(self) -> None:
        """Enter in the field also accepts."""
        await self.run_action("accept")

    def told(self, text: str, *, wrong: bool = False) -> None:
        """Write the line below the text."""
        status = self.query_one("#told", Static)
        status.update(Content(text))
        status.set_class(wrong, "wrong")


class SetupDialog(_Form[Setup]):
    """Asks which game, against whom, who starts, and how many games."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "accept", "Play")]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self._opponents: tuple[str | None, ...] = _OPPONENTS
        if setup.level not in _OPPONENTS:
            self._opponents += (setup.level,)

    def compose(self) -> ComposeResult:
        """Lay the questions out, one per row."""
        level, starts = self.setup.level, self.setup.starts
        series = _SERIES if str(self.setup.best_of) in _SERIES else (
            *_SERIES, str(self.setup.best_of)
        )  # fmt: skip
        known = [*ALIASES, *_GAMES]
        game = Input(str(self.setup.rules), id="rules", suggester=SuggestFromList(known))
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_title = say("setup", "title")
            yield _row("game", game)
            yield Static(id="told")
            names = [self.setup._replace(level=each).level_name for each in self._opponents]
            opponents = [name or say("setup", "two") for name in names]
            at = self._opponents.index(level)
            yield _row("against", ChoiceWidget(opponents, at, id="level"))
            seats = [say("setup", seat) for seat in _SEATS]
            yield _row("seat", ChoiceWidget(seats, _SEATS.index(starts), id="starts"))
            at = series.index(str(self.setup.best_of))
            yield _row("series", ChoiceWidget(series, at, id="best-of"))
            yield Static(_offers(), classes="keys")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what the game is, or what is wrong with its text."""
        try:
            self.told(phrases.goal(Rules.parse(event.value)))
        except NoughtsError as error:
            self.told(str(error), wrong=True)

    def action_game(self, rules: str) -> None:
        """Choose the game that was clicked on."""
        self.query_one(Input).value = rules

    def action_accept(self) -> None:
        """Play, if the rules are valid."""
        try:
            rules = Rules.parse(self.query_one(Input).value)
        except NoughtsError:
            self.query_one(Input).focus()
            return
        level = self._opponents[self._choice("level").chosen]
        starts = _SEATS[self._choice("starts").chosen]
        best_of = int(self._choice("best-of").word)
        setup = Setup(rules, level, starts, best_of, self.setup.seed)
        if level not in _OPPONENTS:  # a certificate is about one game
            same = rules == self.setup.rules
            setup = (
                setup._replace(start=self.setup.start) if same else setup._replace(level=Level.HARD)
            )
        self.dismiss(setup)

    def _choice(self, name: str) -> ChoiceWidget:
        return self.query_one(f"#{name}", ChoiceWidget)


def _offers() -> Content:
    """List games to click on, and the keys."""
    links = [f"[@click=screen.game('{game}')]{game}[/]" for game in _GAMES]
    half = len(links) // 2
    games = " · ".join(links[:half]) + "\n" + " " * 12 + " · ".join(links[half:])
    return Content.from_markup(
        f"{padded(say('setup', 'such as'), 12)}{games}\n\n{say('setup', 'keys')}"
    )


def _row(name: str, field: Widget) -> Horizontal:
    return Horizontal(Static(say("setup", name), classes="name"), field, classes="row")


class FileDialog(_Form[Session]):
    """Asks for a file, to save the game or to resume one; returns the loaded game."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "accept", "Do it")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._asked_of: Path | None = None  # the file that Enter overwrites now

    def compose(self) -> ComposeResult:
        """Lay the questions out."""
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_title = say("setup", "file title")
            yield _row("file", Input("game.txt", id="file"))
            yield Static(id="told")
            deeds = (say("setup", "save"), say("setup", "load"))
            yield _row("deed", ChoiceWidget(deeds, 0, id="deed"))
            yield Static(say("setup", "file keys"), classes="keys")

    def action_accept(self) -> None:
        """Save or load, and report errors."""
        file = Path(self.query_one(Input).value.strip()).expanduser()
        again, self._asked_of = self._asked_of, None
        try:
            if self.query_one(ChoiceWidget).chosen:
                notes: list[str] = []
                self.dismiss(saving.load(file, self.session.setup.seconds, notes))
                for note in notes:
                    text = say("sentence", "end", text=note)
                    self.app.notify(text, title=say("setup", "note"), markup=False)
                return
            self.told(saving.write(self.session, file, force=file == again))
        except saving.OverwriteError as error:
            self._asked_of = file
            self.told(say("setup", "overwrite", error=error), wrong=True)
        except NoughtsError as error:
            self.told(say("sentence", "end", text=error), wrong=True)


class HelpDialog(ModalScreen[None]):
    """The keys and the signs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,Q,question_mark", "dismiss", "Back")
    ]

    ON_BOARD: ClassVar[tuple[str, ...]] = ("arrows", "mouse", "cell", "number", "pages", "gravity")
    BY_LETTER: ClassVar[tuple[tuple[str, str], ...]] = (
        ("H", "V"), ("E", "F"), ("U", "R"), ("N", "S"), ("L", "M"), ("T", "Q"),
    )  # fmt: skip

    def _text(self) -> str:
        """Return the content: two columns, or one below the other if they do not fit."""
        narrow = self.app.size.width < 60
        keys, letters = [], []
        for name in self.ON_BOARD:
            key, does = say("help", name), say("help", f"{name} does")
            keys.append(f"  {key}\n    {does}" if narrow else f"  {padded(key, 20)}{does}")
        for first, second in self.BY_LETTER:
            left, right = (f"{letter} {say('help', letter)}" for letter in (first, second))
            letters.append(f"  {left}\n  {right}" if narrow else f"  {padded(left, 26)}{right}")
        parts = (
            "\n".join([f"[bold $gold]{say('help', 'play')}[/]", *keys]),
            "\n".join(
                [f"[bold $gold]{say('help', 'commands')}[/] {say('help', 'letters')}", *letters]
            ),
            say("help", "values"),
            say("help", "saved"),
            f"[$muted]{say('help', 'back')}[/]",
        )
        return "\n\n".join(parts)

    def compose(self) -> ComposeResult:
        """Show it."""
        with VerticalScroll(classes="dialog") as dialog:
            dialog.border_title = say("help", "title")
            yield Static(self._text())
