"""`NoughtsApp`: the terminal game. It draws what the `Session` holds and passes on what is done.

Engines think in a thread of their own, so the screen never freezes; when the person undoes or
quits meanwhile, their answer is dropped.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from noughts.cli import words
from noughts.cli.session import Session, Setup
from noughts.cli.tui.board import Board
from noughts.cli.tui.dialogs import HelpDialog, ReviewDialog, SetupDialog
from noughts.cli.tui.drawing import View
from noughts.cli.tui.themes import DARK, LIGHT
from noughts.cli.tui.threads import in_thread
from noughts.errors import IllegalMoveError
from noughts.position import Mark

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from noughts.cli.words import Label

_PAUSE = 0.4  # seconds: a reply that comes at once feels like a machine's


def _command(key: str, action: str, text: str, *, show: bool = True) -> Binding:
    """Bind a letter, small and capital; small ones that name a column belong to the board."""
    return Binding(f"{key},{key.upper()}", action, text, show=show, key_display=key.upper())


class NoughtsApp(App[None]):
    """The game, full screen."""

    TITLE = "Noughts"
    CSS_PATH = "noughts.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        _command("h", "hint", "Hint"),
        _command("v", "values", "Values"),
        _command("u", "undo", "Undo"),
        _command("r", "redo", "Redo"),
        _command("n", "new", "New"),
        _command("e", "review", "Review"),
        _command("s", "setup", "Setup"),
        _command("t", "theme", "Theme", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        _command("q", "quit", "Quit"),
    ]

    def __init__(self, session: Session | None = None, *, fast: bool = False) -> None:
        super().__init__()
        self.session = session or Session()
        self.pause = 0.0 if fast or self.animation_level == "none" else _PAUSE
        self.shows_values = False
        self._labels: dict[int, Label] = {}
        self._hinted: frozenset[int] = frozenset()
        self._note = ""
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = DARK.name

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield Static(id="title")
        with Horizontal(id="table"):
            yield Board(id="board")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="news")
                yield Static(id="note")
                yield Static(id="moves")
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(Board).focus()
        self._changed()

    # -- what the person does ----------------------------------------------------------------

    @on(Board.Chosen)
    def _choose(self, event: Board.Chosen) -> None:
        if self.session.over:
            self.action_new()
            return
        try:
            self.session.play(event.cell)
        except IllegalMoveError as error:
            self._say(f"{error}.")
        else:
            self._changed()

    @on(Board.Typed)
    def _typed(self, event: Board.Typed) -> None:
        self._say(f"{event.text}_  (Enter plays, Esc clears)" if event.text else "")

    def action_undo(self) -> None:
        """Go back to the person's last decision."""
        if self.session.undo():
            self._changed()
        else:
            self._say("There is no move of yours to take back.")

    def action_redo(self) -> None:
        """Go forward again."""
        if self.session.redo():
            self._changed()
        else:
            self._say("There is no move to play again.")

    def action_new(self) -> None:
        """Begin the next game."""
        self.session.next_game()
        self._changed()

    def action_hint(self) -> None:
        """Give the next of three hints."""
        if self.session.over:
            self._say("The game is over. E reviews it.")
        elif self.session.computers_turn:
            self._say("The computer is thinking; hints are for you.")
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
            self._say("No move has been made yet.")

    @work
    async def action_setup(self) -> None:
        """Ask for another game and begin it."""
        setup: Setup | None = await self.push_screen_wait(SetupDialog(self.session.setup))
        if setup is not None:
            self.session = Session(setup)
            self._changed()

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(HelpDialog())

    def action_theme(self) -> None:
        """Change between dark and light."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    # -- what takes time ---------------------------------------------------------------------

    @work(exclusive=True, group="think")
    async def _think(self) -> None:
        """Let the computer move, after the pause of somebody who thinks."""
        session = self.session
        choice, _ = await asyncio.gather(in_thread(session.think), asyncio.sleep(self.pause))
        session.answer(choice)
        self._proceed()

    @work(exclusive=True, group="look")
    async def _hint(self) -> None:
        if self.session.rules.cells > 9:
            self._say("Looking for a hint …")
        await in_thread(self.session.analyse)
        hint = self.session.hint()  # the analysis is remembered
        self._hinted = frozenset(hint.cells)
        self._say(f"Hint {hint.step} of 3. {hint.text}")

    @work(exclusive=True, group="look")
    async def _look(self) -> None:
        """Put the values on the board, if they are wanted and it is a person's turn."""
        if self.shows_values and not (self.session.over or self.session.computers_turn):
            if self.session.rules.cells > 9:
                self._say("Valuing the moves …")
            analysis = await in_thread(self.session.analyse)
            self._labels = words.labels(analysis)
            proved = "Proved values" if analysis.proven else "Not all is proved"
            self._say(f"{proved}: {_legend(self._labels)}")
        elif not self.shows_values:
            self._say("")

    @work(exclusive=True, group="look")
    async def _review(self) -> None:
        self._say("Reviewing the game …")
        record = self.session.record
        found = await in_thread(self.session.review)
        self._say("")
        self.push_screen(ReviewDialog(record, found))

    # -- showing -----------------------------------------------------------------------------

    def _changed(self) -> None:
        """Drop what was being thought of the position before, and go on from this one."""
        self.workers.cancel_group(self, "think")
        self.workers.cancel_group(self, "look")
        self._proceed()

    def _proceed(self) -> None:
        """Show the position now, and let things take their course."""
        self._labels, self._hinted, self._note = {}, frozenset(), ""
        self._show()
        if self.session.computers_turn:
            self._think()
        elif self.shows_values:
            self._look()

    def _say(self, note: str) -> None:
        self._note = note
        self._show()

    def _show(self) -> None:
        session = self.session
        played = session.record.played
        self.query_one(Board).view = View(
            session.position, None, played[-1] if played else None, self._hinted, self._labels
        )
        for name, content in (
            ("title", self._title()),
            ("players", self._players()),
            ("news", self._news()),
            ("note", Content(self._note)),
            ("moves", self._moves()),
        ):
            widget = self.query_one(f"#{name}", Static)
            widget.update(content)
            widget.set_class(not content.plain, "hidden")

    def _title(self) -> Content:
        rules = self.session.rules
        title, goal = words.title(rules), words.goal(rules)
        named = title[0].isalpha()
        return Content.assemble(
            ("Noughts  ", "bold $foreground"), (f"{title}  " if named else "", "bold"), goal
        )

    def _players(self) -> Content:
        """Name the players with their marks and the score; an arrow at whose turn it is."""
        session = self.session
        rows = []
        for player in sorted((0, 1), key=lambda player: session.name(player) != "You"):
            mark = next(mark for mark in Mark if session.series.seat(mark) == player)
            name = session.name(player)
            if name == "Computer":
                name += f" ({session.setup.level})"
            turn = not session.over and session.position.turn is mark
            style = "$x-mark" if mark is Mark.X else "$o-mark"
            rows.append(
                Content.assemble(
                    ("▸ " if turn else "  ", "$gold"),
                    (f"{mark} ", f"bold {style}"),
                    (f"{name:<20}", "bold" if turn else ""),
                    (f"{session.tally[player]:>3}", "bold"),
                )
            )
        number, drawn = session.game_number, session.tally[2]
        best_of = session.setup.best_of
        game = f"game {number}" + (f" of at most {best_of}" if best_of > 1 else "")
        rows.append(Content.styled(f"    {f'drawn {drawn} · ' if drawn else ''}{game}", "$muted"))
        return Content("\n").join(rows)

    def _news(self) -> Content:
        session = self.session
        rows = []
        if session.over:
            rows.append(Content.styled(session.result, "bold $gold"))
            if session.setup.best_of > 1 and session.standing.over:
                rows.append(
                    Content.styled(session.score.rpartition("; ")[2].capitalize() + ".", "bold")
                )
            rows.append(Content.styled("Enter next game, E review", "$muted"))
        elif session.computers_turn:
            rows.append(Content.styled("The computer is thinking …", "italic $muted"))
        else:
            turn = session.position.turn
            whose = "Your move" if session.setup.level else f"{session.name_of(turn)} to move"
            rows.append(Content.styled(f"{whose} ({turn}).", "bold"))
        if session.news and not session.over:
            rows.append(Content.styled(session.news, "$muted"))
        if session.strength:
            sign = "✓" if session.proven else "~"
            claim = f"{sign} its play is {session.strength}"
            rows.append(Content.styled(claim, "$success" if session.proven else "$gold"))
        return Content("\n").join(rows)

    def _moves(self) -> Content:
        record = self.session.record
        if not record.moves:
            return Content("")
        names = [record.start.rules.name(cell) for cell in record.moves]
        pairs = [
            f"{index // 2 + 1}. {' '.join(names[index : index + 2])}"
            for index in range(0, record.at, 2)
        ]
        later = f"  (redo {len(record.moves) - record.at})" if record.at < len(record.moves) else ""
        return Content("  ".join(pairs[-12:]) + later)


def _legend(labels: dict[int, Label]) -> str:
    """Explain the signs that are on the board."""
    shapes = {label.shape for label in labels.values()}
    said = {
        "▲": "▲W win",
        "=": "=D draw",
        "▼": "▼L loss, in so many moves",
        "~": "~1 the best guess",
    }
    return ", ".join(text for shape, text in said.items() if shape in shapes) + "."
