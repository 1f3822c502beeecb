"""Programs as people write them: the right ones are accused of nothing, the wrong ones named.

A few of each are checked in every run, all of them in the deep tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from noughts.check import Report, check
from noughts.check.limited_process import Limits
from noughts.check.python_process import PythonProcess
from tests.check.right_programs import PROGRAMS
from tests.check.wrong_programs import WRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def some(names: Iterable[str], every: int) -> Iterator[object]:
    for number, name in enumerate(names):
        marks = () if number % every == 0 else (pytest.mark.deep,)
        yield pytest.param(name, marks=marks)


def report(folder: Path, text: str) -> Report:
    file = folder / "student.py"
    file.write_text(text)
    with PythonProcess(str(file), Limits(60)) as program:
        return check(program)


@pytest.mark.parametrize("name", [*some(PROGRAMS, 11)])
def test_a_right_program_is_accused_of_nothing(tmp_path: Path, name: str) -> None:
    found = report(tmp_path, PROGRAMS[name])
    assert (found.unbeatable, found.finding, found.advice) == (True, None, None)
    assert found.mistakes == ()


@pytest.mark.parametrize("name", [*some(WRONG, 5)])
def test_a_wrong_program_s_mistake_is_named(tmp_path: Path, name: str) -> None:
    text, kind, mistake = WRONG[name]
    found = report(tmp_path, text)
    shown = found.finding or found.advice
    assert shown is not None
    assert shown.kind.value == kind
    assert bool(found.mistakes) is bool(mistake)
    assert not mistake or any(mistake in each for each in found.mistakes)


def test_there_are_enough_of_them() -> None:
    assert len(PROGRAMS) == 30
    assert len(WRONG) == 20
