"""The side panel: the game, the players, the news, the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from noughts.cli import phrases
from noughts.core.position import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.cli.phrases import Label
    from noughts.cli.session import Session
    from noughts.core.rules import Rules


def title(rules: Rules) -> Content:
    """Name the game, and what wins."""
    name, goal = phrases.title(rules), phrases.goal(rules)
    named = name[0].isalpha()
    return Content.assemble(
        ("Noughts  ", "bold $foreground"), (f"{name}  " if named else "", "bold"), goal
    )


def players(session: Session) -> Content:
    """Name the players with their marks and the score; an arrow at whose turn it is."""
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
    if best_of == number == 1:
        return Content("\n").join(rows)
    rows.append(Content.styled(f"    {f'drawn {drawn} · ' if drawn else ''}{game}", "$muted"))
    return Content("\n").join(rows)


def news(session: Session, left: float | None) -> Content:
    """Show what has happened and who moves; `left` is the computer's time if it thinks."""
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
        if left is not None:
            rows.append(Content.styled(f"{left:.0f} s left, M move now", "$muted"))
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


def moves(session: Session) -> Content:
    """List the moves, the last ones."""
    record = session.record
    if not record.moves:
        return Content("")
    names = [record.start.rules.name(cell) for cell in record.moves]
    pairs = [
        f"{index // 2 + 1}. {' '.join(names[index : min(index + 2, record.at)])}"
        for index in range(0, record.at, 2)
    ]
    later = f"  (R redo {len(record.moves) - record.at})" if record.at < len(record.moves) else ""
    return Content("  ".join(pairs[-12:]) + later)


def legend(labels: Mapping[int, Label]) -> str:
    """Explain the signs that are on the board."""
    shapes = {label.shape for label in labels.values()}
    said = {
        "▲": "▲W win",
        "=": "=D draw",
        "▼": "▼L loss, in this many moves",
        "~": "~1 the best guess",
    }
    return ", ".join(text for shape, text in said.items() if shape in shapes) + "."
