"""Positions from stdin, one a line, analysed with all cores and answered in order."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click

from noughts.cli.command import LIMITED, WRONG
from noughts.engines import load_engine
from noughts.errors import LimitReachedError, NoughtsError, PositionError
from noughts.notation import MAX_TEXT
from noughts.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts import schema
    from noughts.engines import Analysis
    from noughts.limit import Limit
    from noughts.rules import Rules

_CHUNK = 16  # lines that a process is given at once
_AHEAD = 4  # chunks a core that wait, at most: stdin may be endless
_FEW = 2  # so few lines are not worth another process


class BatchQuestion(NamedTuple):
    """What every line of a batch is asked."""

    rules: Rules
    engine: str
    limit: Limit | None
    write: Callable[[Analysis, str], str]


class LineAnswer(NamedTuple):
    """A line's answer, or what is wrong with it and the exit code for that."""

    line: int
    text: str
    code: int


def run(
    source: BinaryIO,
    rules: Rules,
    engine_name: str,
    limit: Limit | None,
    write: Callable[[Analysis, str], str],
) -> None:
    """Print the answer to each line as soon as those before it are printed.

    Raises:
        click.exceptions.Exit: some lines could not be answered.
        click.BadParameter: there are no lines.
    """
    question = BatchQuestion(rules, engine_name, limit, write)
    code = 0
    empty = True
    for answer in _answers(source, question):
        empty = False
        if answer.code:
            code = code or answer.code
            wrong: schema.Unanswered = {"line": answer.line, "error": answer.text}
            click.echo(json.dumps(wrong))
        else:
            click.echo(answer.text)
    if empty:
        raise click.BadParameter("nothing stands on stdin")
    if code:
        raise click.exceptions.Exit(code)


def _answers(source: BinaryIO, question: BatchQuestion) -> Iterator[LineAnswer]:
    """Yield the answers in the order of the lines."""
    cores = os.process_cpu_count() if hasattr(os, "process_cpu_count") else os.cpu_count()
    chunks = _chunks(source)
    first = next(chunks, [])
    if len(first) <= _FEW:
        yield from _answer_all(first, question)
        return
    with ProcessPoolExecutor(cores, initializer=_start, initargs=(sys.path,)) as pool:
        waiting: deque[Future[list[LineAnswer]]] = deque()
        waiting.append(pool.submit(_answer_all, first, question))
        for chunk in chunks:
            waiting.append(pool.submit(_answer_all, chunk, question))
            while len(waiting) > _AHEAD * (cores or 1) or (waiting and waiting[0].done()):
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _start(path: list[str]) -> None:
    """Begin a process: find the modules that the first one finds, and leave Ctrl-C to it."""
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(source: BinaryIO) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the lines that hold something, with their numbers, some at a time."""
    chunk: list[tuple[int, bytes]] = []
    number = 0
    while line := source.readline(MAX_TEXT + 1):
        number += 1
        if line.strip():
            chunk.append((number, line.strip()))
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _answer_all(lines: list[tuple[int, bytes]], question: BatchQuestion) -> list[LineAnswer]:
    return [_answer(number, line, question) for number, line in lines]


def _answer(number: int, line: bytes, question: BatchQuestion) -> LineAnswer:
    try:
        position = Position.parse(_decoded(line), question.rules)
        found = load_engine(question.engine).analyse(position, question.limit)
    except LimitReachedError as error:
        return LineAnswer(number, str(error), LIMITED)
    except NoughtsError as error:
        return LineAnswer(number, str(error), WRONG)
    return LineAnswer(number, question.write(found, question.engine), 0)


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise PositionError(f"not UTF-8: {error}") from None
