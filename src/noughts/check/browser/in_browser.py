"""A check on the page: judge and program are in one interpreter, which the page may end.

It reports each question to the program, and its answer, to the page. If an answer does not come in
time, the page ends the interpreter and starts the check again in another one. That one gets all
answers so far, and the reason why the last is missing, and continues from there.
"""

import json
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Any, Protocol

from noughts.check.browser.javascript_program import JavaScriptHost, LoadedJavaScript
from noughts.check.checking import check
from noughts.check.findings import Stage
from noughts.check.loaded.exercise import LoadedExercise
from noughts.check.loaded.loaded_program import LoadedProgram
from noughts.check.program import RemoteProgram, StoppedError, UncheckableError, ended, too_late
from noughts.check.reports.report_json import document
from noughts.check.reports.report_text import behaviour, verdict
from noughts.core.catalogue import ENGLISH, say, speaking


class BrowserPage(JavaScriptHost, Protocol):
    """What the page's worker does for the judge, in JSON. It runs programs in JavaScript."""

    def asking(self) -> None:
        """Receive a question to the program."""

    def answered(self, answer: str) -> None:
        """Hear what it answers."""

    def progress(self, stage: str, done: int, of: int) -> None:
        """Hear how far a stage has come."""

    def stage(self, stage: str) -> None:
        """Hear the result of a stage."""

    def watched(self, what: str, answer: str) -> None:
        """Hear what the function of an exercise does: `record` or `sample`."""


class WatchedProgram(RemoteProgram):
    """A `Program` in this interpreter, which somebody else ends if it has no answer.

    Args:
        target: what it is called in messages; of a program in Python, its file.
        made: makes it, not loaded yet.
        page: hears of questions and answers.
        known: answers that an earlier interpreter had, in order. One that ended it has only the
            reason: `{"stopped": "late"}`, "whole" for the time of all answers, or "ended".
        seconds: how long one answer may take.
    """

    def __init__(
        self,
        target: str,
        made: Callable[[], LoadedProgram],
        page: BrowserPage,
        known: Iterable[str],
        seconds: float,
    ) -> None:
        self.target: str = target
        self.python: bool = target.endswith(".py")
        self.until: float = inf  # the page ends it
        self._made = made
        self._page = page
        self._known = iter(known)
        self._seconds = seconds
        self._program = made()

    def watch(self, what: str, *arguments: Any) -> dict[str, Any]:
        """Return an answer of a `LoadedExercise`; an error if it was stopped."""
        try:
            return self._ask(what, *arguments)
        except StoppedError as error:
            self.restart()
            return {"error": f"{error}".capitalize(), "line": "", "code": "", "stopped": True}

    def restart(self) -> None:
        """Restart it, after it was stopped or to forget what it has seen."""
        if self._program.begins:
            self._ask("begin")
            return
        self._program = self._made()
        self.load(*self._loaded)

    def _ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        answer = self._known_answer()
        if answer is None:
            self._page.asking()
            answer = self._program.ask(what, *arguments)
            self._page.answered(json.dumps(answer))
        return answer

    def _known_answer(self) -> dict[str, Any] | None:
        """Return the next of the answers that are known, if there are more.

        Raises:
            StoppedError: it is the one that did not come.
        """
        known = next(self._known, None)
        if known is None:
            return None
        answer: dict[str, Any] = json.loads(known)
        why = answer.get("stopped")
        if why is None:
            return answer
        raise ended() if why == "ended" else too_late(self._seconds, whole=why == "whole")


def check_program(task: str, page: BrowserPage) -> str:
    """Check a program as the page wants it, and in its language (`speaks`); both are JSON.

    The task of an exercise may also have `record` or `sample`, the arguments of these methods of
    `LoadedExercise`. With `sample` alone the program is not checked: it need not answer alike.

    Returns:
        The report with its sentences; or why the program has no way to choose a move.
    """
    wanted: dict[str, Any] = json.loads(task)
    with speaking(wanted.get("speaks", ENGLISH)):
        return _checked(wanted, page)


def _checked(wanted: dict[str, Any], page: BrowserPage) -> str:
    target = {"python": "program.py", "javascript": "program.js"}[wanted["language"]]

    def made() -> LoadedProgram:
        return LoadedJavaScript(page) if target.endswith(".js") else LoadedExercise()

    def heard(stage: Stage) -> None:
        page.stage(json.dumps(stage._asdict()))

    Path(target).write_text(wanted["source"], encoding="utf-8")
    program = WatchedProgram(target, made, page, wanted["known"], wanted["seconds"])
    exercise = [what for what in ("record", "sample") if wanted.get(what)]
    if exercise:
        loaded = _watched_load(program)
        for what in exercise:
            said = loaded or program.watch(what, *wanted[what])
            page.watched(what, json.dumps(said))
        if wanted.get("sample"):
            return json.dumps({"uncheckable": "", "functions": []})
    try:
        report = check(program, wanted["name"], wanted["sides"], page.progress, heard)
    except UncheckableError as error:
        return json.dumps({"uncheckable": str(error), "functions": error.functions})
    shown = document(report, target)
    if called := report.interface:
        shown["interface"] = say("sentence", "end", text=called[0].upper() + called[1:])
    checked = {
        "report": shown,
        "verdict": verdict(report),
        "behaviour": behaviour(report),
        "answers": report.answers,
    }
    return json.dumps(checked)


def _watched_load(program: WatchedProgram) -> dict[str, Any] | None:
    """Load a program; return why it cannot be watched."""
    try:
        found = program.load(None, "3,3,3")
    except StoppedError as error:
        return {"error": f"{error}".capitalize(), "line": "", "code": "", "stopped": True}
    return found if "error" in found else None
