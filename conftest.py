"""Which doctests are collected, and how many processes run the tests."""

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

# On small arrays a second thread only waits, which takes ten times as much of the processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The tests expect English sentences, whatever the shell speaks. The encoding stays.
os.environ["LANG"] = os.environ.pop("LC_ALL", "") or os.environ.get("LANG", "")
os.environ["LC_MESSAGES"] = "C"
os.environ.pop("LANGUAGE", None)

HOUSE = Path(__file__).parent / "src" / "noughts"
#: What needs Ray, and what needs OpenSpiel, which its test installs.
ELSEWHERE = ("*/ray_*.py", "bridges/openspiel.py")


def has_doctests(path: Path) -> bool:
    """Return whether a file has doctests to collect.

    tests/solver/test_compiled.py runs those of compiled modules. A compiled module says so with a
    decorator (tools/declarations.py), or has a .pxd.
    """
    source = path.read_text(encoding="utf-8")
    return (
        ">>>" in source
        and "@cython." not in source
        and not path.with_suffix(".pxd").exists()
        and not any(path.match(f"src/noughts/{each}") for each in ELSEWHERE)
    )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect no doctests where there are none: each process would import the file all the same."""
    found = yield
    if not any(isinstance(each, DoctestModule) for each in found) or has_doctests(file_path):
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor later among what is then there.

    After that it is looked for rarely, which saves a tenth of the processor: most new objects are
    in the memories of naive searches, and those are no garbage while they grow.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(1_000_000, 20, 100)
        gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """Return a process for each core: to collect the tests takes each ten seconds of one."""
    return os.cpu_count() or 1
