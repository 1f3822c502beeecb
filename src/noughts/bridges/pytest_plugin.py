"""`noughts_check`: a fixture of pytest that fails if something is wrong with a tic-tac-toe program.

pytest finds it wherever Noughts is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from noughts.check import Report


@pytest.fixture
def noughts_check() -> Callable[..., Report]:
    """Check a program, as `noughts check` does."""

    def checked(  # noqa: PLR0913  (what may be asked, by name)
        file: object,
        name: str | None = None,
        *,
        sides: str = "XO",
        seconds: float = 10.0,
        memory: int = 1 << 30,
        rules: str = "3,3,3",
        sample: int | None = None,
        seed: int = 0,
    ) -> Report:
        """Return the report of a program without a fault; of another, fail and say why.

        Args:
            file: a file that ends in .py, or the name of a module.
            name: a function or an engine in it; found unless given.
            sides: as whom it plays.
            seconds: how long one answer may take.
            memory: how many bytes it may use.
            rules: what it plays; see `noughts check --rules`.
            sample: in how many random positions it is asked; in all that fit unless given.
            seed: of the random positions and games.
        """
        # Every run of pytest loads this module, so it imports nothing that it may not need.
        from noughts.check import check  # noqa: PLC0415
        from noughts.check.processes.limited_process import Limits  # noqa: PLC0415
        from noughts.check.processes.python_process import PythonProcess  # noqa: PLC0415
        from noughts.check.reports.report_formats import told  # noqa: PLC0415
        from noughts.check.sampled_game import game_of  # noqa: PLC0415
        from noughts.core.rules import Rules  # noqa: PLC0415

        with PythonProcess(str(file), Limits(seconds, memory)) as program:
            report = check(program, name, sides, game=game_of(Rules(rules), sample, seed))
        if report.finding is not None:
            pytest.fail(f"{file}: {told(report)}", pytrace=False)
        return report

    return checked
