"""`noughts_check`: a fixture of pytest that fails if a tic-tac-toe program is not unbeatable.

pytest finds it wherever Noughts is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.check import Report


@pytest.fixture
def noughts_check() -> Callable[..., Report]:
    """Check a program, as `noughts check` does."""

    def checked(
        file: object,
        name: str | None = None,
        *,
        sides: str = "XO",
        seconds: float = 10.0,
        memory: int = 1 << 30,
    ) -> Report:
        """Return the report of an unbeatable program; of another, fail and say why.

        Args:
            file: a file that ends in .py, or the name of a module.
            name: a function or an engine in it; found unless given.
            sides: as whom it plays.
            seconds: how long one answer may take.
            memory: how many bytes it may use.
        """
        # Every run of pytest loads this module, so it imports nothing that it may not need.
        from noughts.check import check  # noqa: PLC0415
        from noughts.check.limited_process import Limits  # noqa: PLC0415
        from noughts.check.python_process import PythonProcess  # noqa: PLC0415
        from noughts.check.report_formats import told  # noqa: PLC0415

        with PythonProcess(str(file), Limits(seconds, memory)) as program:
            report = check(program, name, sides)
        if not report.unbeatable:
            pytest.fail(f"{file}: {told(report)}", pytrace=False)
        return report

    return checked
