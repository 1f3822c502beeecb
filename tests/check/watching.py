"""A page that hears what the judge says."""

import json
from typing import Any


class EndedError(Exception):
    """The page ends the worker."""


class Watcher:
    """A page that ends the worker at a question."""

    def __init__(self, ends: tuple[str, int] | None = None) -> None:
        self.ends: tuple[str, int] | None = ends
        self.answers: list[str] = []
        self.stages: list[dict[str, Any]] = []
        self.asked: int = 0
        self.at: tuple[str, int, int] = ("load", 0, 1)

    def asking(self) -> None:
        if self.at[:2] == self.ends:
            raise EndedError
        self.asked += 1

    def answered(self, answer: str) -> None:
        self.answers.append(answer)

    def progress(self, stage: str, done: int, of: int) -> None:
        self.at = (stage, done, of)

    def stage(self, stage: str) -> None:
        self.stages.append(json.loads(stage))

    def watched(self, what: str, answer: str) -> None:
        raise NotImplementedError

    def load(self) -> str:
        raise NotImplementedError

    def call(self, question: str) -> str:
        raise NotImplementedError
