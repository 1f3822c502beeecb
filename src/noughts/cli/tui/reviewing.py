"""The review: every move of the game with its grade, and the way back to one of them."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.cli import phrases
from noughts.cli.tui.board import BoardWidget
from noughts.cli.tui.drawing import BoardView
from noughts.cli.widths import wrapped
from noughts.core.catalogue import say
from noughts.core.record import Record
from noughts.lab.grading import Grade, GradedMove, Review

_SIGNS = {
    Grade.BEST: "✓",
    Grade.FINE: "·",
    Grade.SLOW_WIN: "–",
    Grade.QUICK_LOSS: "–",
    Grade.MISSED_WIN: "?",
    Grade.THREW_AWAY_DRAW: "✗",
}


class ReviewDialog(ModalScreen[int | None]):
    """Every move with its grade and reason, beside its board; returns a move to try again."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,Q,e,E", "dismiss", "Back")]

    def __init__(self, record: Record, found: Review) -> None:
        super().__init__()
        self.record = record
        self.found = found

    def compose(self) -> ComposeResult:
        """Put the board on the left, the moves on the right."""
        with Horizontal(id="review"):
            yield BoardWidget(id="past")
            with Vertical(id="review-side"):
                yield Static(Content.styled(say("screen", "review"), "bold $gold"))
                yield Static(Content(phrases.moment(self.found)))
                yield OptionList(*map(self._option, self.found.moves))
                yield Static(Content.styled(say("screen", "review keys"), "$muted"))

    def on_mount(self) -> None:
        """Start at the move that decided the game, else at the first."""
        board = self.query_one(BoardWidget)
        board.interactive = False
        board.can_focus = False
        moves = self.query_one(OptionList)
        moves.highlighted = (self.found.decided or 1) - 1
        moves.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the board after the move, and a better move."""
        move = self.found.moves[event.option_index]
        better = frozenset(move.best) if phrases.reasons(move)[1] else ()
        board = self.query_one(BoardWidget)
        board.cursor = move.cell  # if not everything fits, this is shown
        board.view = BoardView(
            self.record.positions()[move.number], last=move.cell, hinted=frozenset(better)
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter tries again from before the move."""
        self.dismiss(event.option_index + 1)

    def _option(self, move: GradedMove) -> Option:
        rules = self.record.start.rules
        sign = "~" if move.grade is None else _SIGNS.get(move.grade, "✗")
        decisive = move.number == self.found.decided
        lines = [
            Content.styled(
                f"{move.number:2} {move.mark} {rules.name(move.cell):<4}{sign} "
                f"{phrases.verdict(move)}",
                "bold",
            )
        ]
        if decisive:
            lines.append(Content.styled(f"   ◆ {say('graded', 'decided')}", "$gold"))
        reason, better = phrases.reasons(move)
        lines.append(Content.styled(_indented(reason), "$muted"))
        if better:
            text = say("graded", "better one", cell=rules.name(move.best[0]), better=better)
            lines.append(Content.styled(_indented(text), "$success"))
        return Option(Content("\n").join(line for line in lines if line.plain.strip()))


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in wrapped(text, 29))
