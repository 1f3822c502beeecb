"""Positions from the command line or stdin, and notes on stderr."""

import sys

import click

from noughts.core.catalogue import say
from noughts.core.notation import MAX_TEXT
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules


def note(text: str) -> None:
    """Print a note on stderr."""
    click.echo(say("usage", "note", text=text), err=True)


def tell_waiting(text: str) -> None:
    """Say what a command waits for at a keyboard; otherwise it looks stuck."""
    if sys.stdin.isatty():
        note(text)


def read(source: str) -> str:
    """Return an argument, or the text of stdin if it is ``-``; within limits.

    Raises:
        click.BadParameter: Too long, or not UTF-8.
    """
    if source != "-":
        return source
    tell_waiting(say("usage", "reading position"))
    data = sys.stdin.buffer.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise click.BadParameter(say("usage", "long stdin", most=f"{MAX_TEXT:,}"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.BadParameter(say("usage", "not UTF-8", problem=error)) from None
    if not text.strip():
        raise click.BadParameter(say("usage", "empty stdin"))
    return text


def start(rules: Rules, text: str | None) -> Position:
    """Return the given position, by default the empty board."""
    return Position(rules) if text is None else read_position(text, rules)


def read_position(text: str, rules: Rules, turn: str | None = None) -> Position:
    """Read the position argument, or stdin if it is ``-``; add a note if marks were swapped."""
    position = Position.parse(read(text), rules, None if turn is None else Mark[turn.upper()])
    for each in swapped(position, turn):
        note(each)
    return position


def swapped(position: Position, turn: str | None) -> list[str]:
    """Return a note if the position's marks differ from its text, in which `turn` moves.

    >>> swapped(Position.parse("X../.O./...", turn=Mark.O), "O")
    ['O began, so the marks are swapped: X moves in place of O']
    """
    if turn is None or Mark[turn.upper()] is position.turn:
        return []
    mover = position.turn
    return [say("answer", "swapped", mover=mover, other=mover.other)]
