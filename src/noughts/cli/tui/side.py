"""The side panel: the game, the players, the news, the moves."""

from collections.abc import Mapping

from textual.content import Content

from noughts.cli import phrases
from noughts.cli.phrases import Label
from noughts.cli.session import Session
from noughts.cli.widths import padded
from noughts.core.catalogue import say
from noughts.core.position import Mark
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
    for player in (0, 1):
        mark = next(mark for mark in Mark if session.series.seat(mark) == player)
        name = session.name(player)
        if not session.is_person(mark) and session.setup.level is not None:
            name = say("player", "computer at", level=session.setup.level_name)
        turn = not session.over and session.position.turn is mark
        style = "$x-mark" if mark is Mark.X else "$o-mark"
        rows.append(
            Content.assemble(
                ("▸ " if turn else "  ", "$gold"),
                (f"{mark} ", f"bold {style}"),
                (padded(name, 20), "bold" if turn else ""),
                (f"{session.tally[player]:>3}", "bold"),
            )
        )
    number, drawn = session.game_number, session.tally[2]
    best_of = session.setup.best_of
    if best_of == number == 1:
        return Content("\n").join(rows)
    game = say("screen", "game of" if best_of > 1 else "game", number=number, most=best_of)
    if drawn:
        game = say("screen", "drawn", drawn=drawn, game=game)
    rows.append(Content.styled(f"    {game}", "$muted"))
    return Content("\n").join(rows)


def news(session: Session, left: float | None) -> Content:
    """Show what has happened and who moves; `left` is the computer's time if it thinks."""
    rows = []
    if session.over:
        rows.append(Content.styled(session.result, "bold $gold"))
        if session.setup.best_of > 1 and session.standing.over:
            end = say("sentence", "end", text=session.series_end)
            rows.append(Content.styled(end[0].upper() + end[1:], "bold"))
        rows.append(Content.styled(say("screen", "next"), "$muted"))
    elif session.computers_turn:
        rows.append(Content.styled(say("screen", "thinking"), "italic $muted"))
        if left is not None:
            rows.append(Content.styled(say("screen", "left", seconds=round(left)), "$muted"))
    else:
        rows.append(Content.styled(session.whose_move, "bold"))
    if session.news and not session.over:
        rows.append(Content.styled(session.news, "$muted"))
    if session.proven is not None:
        claim = say("claim", "perfect play" if session.proven else "strong play")
        sign, style = ("✓", "$success") if session.proven else ("~", "$gold")
        rows.append(Content.styled(f"{sign} {claim}", style))
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
    if record.at < len(record.moves):
        pairs.append(say("screen", "redo", more=len(record.moves) - record.at))
    return Content("  ".join(pairs[-12:]))


def legend(labels: Mapping[int, Label]) -> str:
    """Explain the signs that are on the board."""
    shapes = {label.shape for label in labels.values()}
    said = {"▲": "win", "=": "draw", "▼": "loss", "~": "guess"}
    return ", ".join(say("screen", name) for shape, name in said.items() if shape in shapes)
