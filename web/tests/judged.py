"""Check programs in JavaScript that the caller runs: a line of JSON each, out and in.

A line in is the task of `noughts.check.browser.in_browser`. Then this asks `{"load": …}` or
`{"call": …}`, and at the end it writes `{"checked": …}` and waits for the next task.
"""

import json
import os
import sys
import tempfile
from typing import Any

from noughts.check.browser.in_browser import check_program


class Page:
    """The page's worker, at the other end."""

    def load(self) -> str:
        """Load the program."""
        return self._asked({"load": None})

    def call(self, question: str) -> str:
        """Call a function of it."""
        return self._asked({"call": json.loads(question)})

    def _asked(self, question: dict[str, Any]) -> str:
        print(json.dumps(question), flush=True)
        return sys.stdin.readline()

    def heard(self, *_: Any) -> None:
        """Hear what is of no interest here."""

    asking = answered = progress = stage = watched = heard


for task in iter(sys.stdin.readline, ""):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        checked = check_program(task, Page())
        os.chdir("/")
    print(json.dumps({"checked": json.loads(checked)}), flush=True)
