"""Your own test of a student's program: `pytest test_student.py`.

Noughts brings the fixture `noughts_check`. It fails unless every possible game was played and none
was lost, and says which move was wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.check import Report

STUDENT = Path(__file__).with_name("tictactoe.py")


def test_it_is_unbeatable(noughts_check: Callable[..., Report]) -> None:
    """No game is lost, and there is nothing else to say."""
    report = noughts_check(STUDENT)
    assert report.advice is None, report.advice.text  # noqa: S101
