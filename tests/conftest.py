import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from noughts import Position, Rules
from tests import naive, sampling
from tests.postgres import Postgres, running

# A shell that runs the tests in the background has them ignore Ctrl-C, and so the programs that
# they start. Those have to hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how much the tests look at, before any of them is read."""
    # "deep or not deep" has both; by default there is only the one after "not".
    sampling.DEEP = "deep" in str(config.option.markexpr).replace("not deep", "")
    examples = sampling.sample(30, 100)
    settings.register_profile("noughts", deadline=None, derandomize=True, max_examples=examples)
    settings.load_profile("noughts")


HERE = Path(__file__).parent
FACTS = HERE / "facts"
#: Tests that wait for servers, clocks and a terminal. They come first, while `make test` runs those
#: of the page as well, and the processor has something else to do.
WAITING = (HERE / "web", HERE / "play", HERE / "cli/test_tui.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that wait before all others."""
    items.sort(key=lambda item: not any(item.path.is_relative_to(place) for place in WAITING))


@pytest.fixture(scope="session")
def counts() -> dict[str, Any]:
    """Numbers that independent programs computed; the file says which."""
    facts: dict[str, Any] = json.loads((FACTS / "counts.json").read_text())
    return facts


@pytest.fixture(scope="session")
def all_rows() -> set[naive.Rows]:
    """Every reachable position of 3,3,3, found without the library."""
    return naive.all_positions(3, 3, 3)


@pytest.fixture(scope="session")
def every_position(all_rows: set[naive.Rows]) -> list[Position]:
    """The same as positions, in a fixed order."""
    rules = Rules.parse("3,3,3")
    return [Position.parse("/".join(rows), rules) for rows in sorted(all_rows)]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that all tests of this process share; each creates its own database."""
    with running() as server:
        yield server
