"""The file with a model's answers: one JSON object a line, the settings first.

Each answer is written as soon as it is there. If a run is stopped in the middle of a line, the next
one removes that line.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from noughts.benchmark.chat_client import Reply
from noughts.core.catalogue import grouped
from noughts.core.errors import ReportError
from noughts.core.whole_file import naming

VERSION = 1  #: of the format
MOST_LINE = 1 << 23  #: bytes: an answer of the longest response, escaped
MOST_LINES = 10_000


class AnswerFile:
    """The answers of one model to one set of questions, by the questions' names.

    Args:
        path: the file; it is created with the first answer.
        settings: what the answers belong to.

    Raises:
        ReportError: The file is something else, or belongs to other settings.
        OSError: It cannot be read.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.answers: dict[str, Reply] = {}
        self._head = {"benchmark": VERSION, **settings}
        self._whole = 0  # bytes of complete lines
        self._size = 0  # bytes of the file when this run last saw it
        if path.exists():
            self._load()

    def _load(self) -> None:
        with self.path.open("rb") as stream:
            self._size = os.fstat(stream.fileno()).st_size
            for number, line in enumerate(iter(lambda: stream.readline(MOST_LINE), b""), start=1):
                if not line.endswith(b"\n") and len(line) < MOST_LINE:
                    if number == 1 and not self._begins(line):
                        raise self._foreign()
                    break  # a run was stopped here
                if number > MOST_LINES:
                    most = grouped(MOST_LINES)
                    raise ReportError.said("model", "lines", file=self.path, most=most)
                try:
                    found = json.loads(line)
                    if number == 1:
                        self._check(found)
                    else:
                        self._keep(found)
                except (ValueError, RecursionError, LookupError, TypeError) as error:
                    if isinstance(error, ReportError):
                        raise
                    raise ReportError.said("model", "line", file=self.path, number=number) from None
                self._whole += len(line)

    @staticmethod
    def _begins(line: bytes) -> bool:
        start = b'{"benchmark": '
        return start.startswith(line[: len(start)])

    def _check(self, found: Any) -> None:
        """Compare the settings of the file with those of this run."""
        if not isinstance(found, dict) or "benchmark" not in found:
            raise self._foreign()
        for name, value in self._head.items():
            if found.get(name) != value:
                own, asked = (json.dumps(each)[:100] for each in (found.get(name), value))
                raise ReportError.said(
                    "model", "settings", file=self.path, name=name, own=own, asked=asked
                )

    def _foreign(self) -> ReportError:
        return ReportError.said("model", "foreign", file=self.path)

    def _keep(self, found: dict[str, Any]) -> None:
        tokens = [found["prompt_tokens"], found["answer_tokens"]]
        if not isinstance(found["text"], str) or not all(
            each is None or type(each) is int for each in tokens
        ):
            raise TypeError
        self.answers.setdefault(str(found["question"]), Reply(found["text"], *tokens))

    def add(self, question: str, answer: Reply) -> None:
        """Keep an answer, and write it to the file.

        Raises:
            ReportError: Another run writes to the file.
            OSError: It cannot be written.
        """
        text = _line({"question": question, **answer._asdict()})
        if not self._whole:
            text = _line(self._head) + text
        # Appending, and looking before and after it, loses no line of another run.
        with naming(self.path), self.path.open("ab") as stream:
            self._alone(stream)
            if self._whole < self._size:  # a line that a stopped run began
                stream.truncate(self._whole)
            stream.write(text)
            stream.flush()
            self._whole += len(text)
            self._size = self._whole
            self._alone(stream)
        self.answers[question] = answer

    def _alone(self, stream: IO[bytes]) -> None:
        if os.fstat(stream.fileno()).st_size != self._size:
            raise ReportError.said("model", "changed", file=self.path)


def _line(found: Mapping[str, Any]) -> bytes:
    return json.dumps(found).encode() + b"\n"
