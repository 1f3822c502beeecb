"""Positions from stdin, one per line, analysed on all cores and answered in order."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import BinaryIO, NamedTuple

import click

from noughts.cli import chosen_engine, reading
from noughts.cli.command import LIMITED, WRONG
from noughts.core.catalogue import grouped, say, speak
from noughts.core.errors import LimitReachedError, NoughtsError, PositionError
from noughts.core.limit import Limit
from noughts.core.notation import MAX_TEXT
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.engines import Analysis
from noughts.json import encode
from noughts.lab.batch import in_processes


class LineQuestion(NamedTuple):
    """The settings for every line of a batch."""

    rules: Rules
    engine: str
    limit: Limit | None
    write: Callable[[Analysis, str, Sequence[str]], str]
    turn: str | None
    language: str


class LineAnswer(NamedTuple):
    """A line's answer, or its error and exit code; with notes."""

    line: int
    text: str
    code: int
    notes: Sequence[str] = ()


def run(source: BinaryIO, question: LineQuestion) -> None:
    """Print each answer as soon as the earlier ones are printed.

    Raises:
        click.exceptions.Exit: Some lines had no answer. click.BadParameter: Stdin has no lines.
    """
    code = 0
    empty = True
    for answer in in_processes(partial(_answers, question=question), _lines(source)):
        empty = False
        for note in answer.notes:
            reading.note(say("usage", "of line", line=answer.line, text=note))
        if answer.code:
            code = code or answer.code
            click.echo(json.dumps(encode.unanswered(answer.line, answer.text)))
        else:
            click.echo(answer.text)
    if empty:
        raise click.BadParameter(say("usage", "empty stdin"))
    if code:
        raise click.exceptions.Exit(code)


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines, with their numbers."""
    number = 0
    while line := source.readline(MAX_TEXT + 1):
        number += 1
        if line.strip():
            yield number, line.strip()
        while len(line) > MAX_TEXT and not line.endswith(b"\n"):
            line = source.readline(MAX_TEXT + 1)  # the rest of a line that is too long


def _answers(lines: Iterable[tuple[int, bytes]], *, question: LineQuestion) -> Iterator[LineAnswer]:
    for number, line in lines:
        yield _answer(number, line, question)


def _answer(number: int, line: bytes, question: LineQuestion) -> LineAnswer:
    try:
        speak(question.language)  # also in another process
        turn = None if question.turn is None else Mark[question.turn.upper()]
        position = Position.parse(_decoded(line), question.rules, turn)
        analysis = chosen_engine.load(question.engine, limit=question.limit).analyse(
            position, question.limit
        )
    except LimitReachedError as error:
        return LineAnswer(number, str(error), LIMITED)
    except NoughtsError as error:
        return LineAnswer(number, str(error), WRONG)
    notes = reading.swapped(position, question.turn)
    return LineAnswer(number, question.write(analysis, question.engine, notes), 0, notes)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError.said("file format", "not UTF-8", byte=grouped(error.start)) from None
