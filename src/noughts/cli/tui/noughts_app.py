"""`NoughtsApp`: the terminal game. It draws the `Session` and passes on what the person does.

Engines think in a separate thread, so the screen never freezes. If the person undoes or quits
meanwhile, their answer is dropped.
"""

import asyncio
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Footer, Static
from textual.widgets._footer import FooterKey

from noughts.cli import phrases
from noughts.cli.command import STOPPED
from noughts.cli.phrases import Label
from noughts.cli.session import Session, Setup
from noughts.cli.tui import side
from noughts.cli.tui.board import BoardWidget
from noughts.cli.tui.dialogs import FileDialog, HelpDialog, SetupDialog
from noughts.cli.tui.drawing import BoardView
from noughts.cli.tui.reviewing import ReviewDialog
from noughts.cli.tui.themes import THEMES
from noughts.cli.tui.threads import in_thread
from noughts.cli.widths import columns
from noughts.core.catalogue import say
from noughts.core.errors import IllegalMoveError
from noughts.engines import Level

TICK = 0.25  # seconds between two updates of the clock
TOLD_AFTER = 0.5  # seconds of thinking before the time left is shown
_PAUSE = 0.4  # seconds: an instant reply feels like a machine's


def _command(key: str, action: str, *, show: bool = True) -> Binding:
    """Bind a letter, small and capital; small letters that name a column belong to the board."""
    return Binding(f"{key},{key.upper()}", action, action, show=show, key_display=key.upper())


class KeysWidget(Footer):
    """Textual's footer, without the keys at its end that have no room.

    The description of a key is the name of its message.
    """

    def compose(self) -> ComposeResult:
        """Yield the keys from the left, a space between two."""
        room = self.app.size.width
        for key in super().compose():
            if isinstance(key, FooterKey):
                key.description = say("key", key.description)
                room -= columns(f"{key.key_display} {key.description}")
                if room < 0:
                    return
                room -= 1
            yield key

    async def on_resize(self) -> None:
        """Choose again when the width of the window changes."""
        await self.recompose()


class NoughtsApp(App[None]):
    """The game, full screen."""

    TITLE: str | None = "Noughts"
    CSS_PATH: ClassVar[CSSPathType | None] = "noughts.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (60, "-wide")]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-low"), (24, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        # These two come first, so that they are also visible in a narrow window.
        Binding("question_mark", "help", "help", key_display="?"),
        _command("q", "quit"),
        _command("h", "hint"),
        _command("v", "values"),
        _command("u", "undo"),
        _command("r", "redo", show=False),  # shown beside the moves, if there are any
        _command("n", "new"),
        _command("e", "review"),
        _command("s", "setup"),
        _command("l", "level"),
        _command("f", "file"),
        _command("m", "hurry", show=False),
        _command("t", "theme", show=False),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self, session: Session | None = None, *, fast: bool = False, theme: str = "dark"
    ) -> None:
        super().__init__()
        self.session: Session = session or Session()
        self.pause: float = 0.0 if fast or self.animation_level == "none" else _PAUSE
        self.shows_values: bool = False
        self._labels: dict[int, Label] = {}
        self._hinted: frozenset[int] = frozenset()
        self._note = ""
        self._until = 0.0  # when the computer's time ends; 0 while it does not think
        for colours in THEMES.values():
            self.register_theme(colours)
        self.theme = THEMES[theme].name

    def compose(self) -> ComposeResult:
        """Yield the widgets: title, board, side panel."""
        yield Static(id="title")
        with Horizontal(id="table"):
            yield BoardWidget(id="board")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="news")
                yield Static(id="note")
                yield Static(id="moves")
        yield KeysWidget(compact=True)  # everything fits into 80 columns

    def on_mount(self) -> None:
        """Start the first game."""
        # After Ctrl-Z and fg the screen is blank, but Textual only draws changes.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self.query_one(BoardWidget).focus()
        self._changed()

    # -- what the person does ----------------------------------------------------------------

    @on(BoardWidget.Chosen)
    def _choose(self, event: BoardWidget.Chosen) -> None:
        if self.session.over:
            self.action_new()
            return
        try:
            self.session.play(event.cell)
        except IllegalMoveError as error:
            self._note_down(say("sentence", "end", text=error))
        else:
            self._changed()

    @on(BoardWidget.Typed)
    def _typed(self, event: BoardWidget.Typed) -> None:
        self._note_down(say("screen", "typed", text=event.text) if event.text else "")

    def action_undo(self) -> None:
        """Go back to the person's last decision."""
        if self.session.undo():
            self._changed()
        else:
            self._note_down(say("line mode", "no undo"))

    def action_redo(self) -> None:
        """Go forward again."""
        if self.session.redo():
            self._changed()
        else:
            self._note_down(say("line mode", "no redo"))

    def action_new(self) -> None:
        """Begin the next game."""
        self.session.next_game()
        self._changed()

    def action_hint(self) -> None:
        """Give the next of three hints."""
        if self.session.over:
            self._note_down(say("screen", "over"))
        elif self.session.computers_turn:
            self._note_down(say("screen", "not your turn"))
        else:
            self._hint()

    def action_values(self) -> None:
        """Show or hide the values of the moves."""
        self.shows_values = not self.shows_values
        self._labels = {}
        self._look()

    def action_review(self) -> None:
        """Grade the moves so far."""
        if self.session.record.at:
            self._review()
        else:
            self._note_down(say("line mode", "no moves"))

    @work
    async def action_setup(self) -> None:
        """Ask for another game and begin it."""
        setup: Setup | None = await self.push_screen_wait(SetupDialog(self.session.setup))
        if setup is not None:
            self._take(Session(setup))

    @work
    async def action_file(self) -> None:
        """Ask for a file to save the game in, or to resume."""
        loaded: Session | None = await self.push_screen_wait(FileDialog(self.session))
        if loaded is not None:
            self._take(loaded)

    def action_level(self) -> None:
        """Let the computer play at the next level."""
        level = self.session.setup.level
        if level is None:
            self._note_down(say("news", "no level"))
            return
        levels = list(Level)
        at = levels.index(Level(level)) + 1 if level in set(levels) else 0
        self.session.change_level(levels[at % len(levels)])
        self._changed()

    def action_hurry(self) -> None:
        """Let the computer move now, with the best move found."""
        self.session.hurry()

    def action_interrupt(self) -> None:
        """End the game as Ctrl-C ends a command."""
        self.exit(return_code=STOPPED)

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(HelpDialog())

    def action_theme(self) -> None:
        """Change between dark, light and the terminal's own colours."""
        names = [colours.name for colours in THEMES.values()]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    # -- what takes time ---------------------------------------------------------------------

    @work(exclusive=True, group="think")
    async def _think(self) -> None:
        """Let the computer move, after a short pause."""
        session = self.session
        self._until = monotonic() + session.seconds
        clock = self.set_interval(TICK, self._show)
        try:
            choice, _ = await asyncio.gather(in_thread(session.think), asyncio.sleep(self.pause))
        finally:
            clock.stop()
            self._until = 0.0
        session.answer(choice)
        self._proceed()

    @work(exclusive=True, group="look")
    async def _hint(self) -> None:
        if self.session.rules.cells > 9:
            self._note_down(say("screen", "looking"))
        await in_thread(self.session.analyse)
        hint = self.session.hint()  # the analysis is cached
        self._hinted = frozenset(hint.cells)
        self._note_down(say("screen", "hint", step=hint.step, hint=hint.text))

    @work(exclusive=True, group="look")
    async def _look(self) -> None:
        """Show the values on the board, if they are wanted and it is a person's turn."""
        if self.shows_values and not (self.session.over or self.session.computers_turn):
            if self.session.rules.cells > 9:
                self._note_down(say("screen", "valuing"))
            analysis = await in_thread(self.session.analyse)
            self._labels = phrases.labels(analysis)
            name = "proved" if analysis.proven else "not proved"
            self._note_down(say("screen", name, legend=side.legend(self._labels)))
        elif not self.shows_values:
            self._note_down("")

    @work(exclusive=True, group="look")
    async def _review(self) -> None:
        self._note_down(say("screen", "reviewing"))
        record = self.session.record
        review = await in_thread(self.session.review)
        self._note_down("")
        self.push_screen(ReviewDialog(record, review), self._try_again)

    def _try_again(self, number: int | None) -> None:
        """Go back to before a move of the game that was reviewed."""
        if number is not None:
            self.session.try_again(number)
            self._changed()

    # -- showing -----------------------------------------------------------------------------

    def _take(self, session: Session) -> None:
        """Continue with another session."""
        session.keep = self.session.keep
        self.session = session
        self._changed()

    def _left(self) -> float | None:
        """Return the seconds that the computer has left; None if not worth showing."""
        left = self._until - monotonic()
        worth = self._until
        return max(left, 0.0) if worth and self.session.seconds - left > TOLD_AFTER else None

    def _changed(self) -> None:
        """Drop the computation for the earlier position, and continue from this one."""
        self.session.hurry()  # running computations are no longer wanted
        self.workers.cancel_group(self, "think")
        self.workers.cancel_group(self, "look")
        self._proceed()

    def _proceed(self) -> None:
        """Show the current position, and start what follows."""
        self._labels, self._hinted, self._note = {}, frozenset(), ""
        self._show()
        if self.session.computers_turn:
            self._think()
        elif self.shows_values:
            self._look()

    def _note_down(self, note: str) -> None:
        self._note = note
        self._show()

    def _show(self) -> None:
        session = self.session
        played = session.record.played
        self.query_one(BoardWidget).view = BoardView(
            session.position, None, played[-1] if played else None, self._hinted, self._labels
        )
        for name, content in (
            ("title", side.title(session.rules)),
            ("players", side.players(session)),
            ("news", side.news(session, self._left())),
            ("note", Content(self._note)),
            ("moves", side.moves(session)),
        ):
            widget = self.query_one(f"#{name}", Static)
            widget.update(content)
            widget.set_class(not content.plain, "hidden")
