"""Tables built on Ray, where it is installed: `pip install 'noughts[cluster]'`."""

import os
import random
import signal
from pathlib import Path

import pytest

from noughts import Rules
from noughts.cli import run
from noughts.core.errors import ClusterError
from noughts.solver.tablebase import build, building, plan, shape
from tests.actors import workers

pytest.importorskip("ray", reason="Ray is not installed")
KILLS = 8


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_a_cluster_that_cannot_be_reached_is_one_line(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", "build", "3,3,3", str(tmp_path / "t"), "--cluster", address]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[1].startswith(f"noughts: the cluster at {address} cannot be reached: ")
    assert len(told) == 2
    assert not (tmp_path / "t").exists()
    assert run(["table", "build", "3,3,3", str(tmp_path / "t")]) == 0  # what was begun is none


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A table with many blocks, as threads build it."""
    monkeypatch.setattr(shape, "BLOCK", 1 << 12)
    build(Rules.parse("4,4,3"), tmp_path / "whole", entry="value")
    return (tmp_path / "whole").read_bytes()


@pytest.mark.deep
def test_workers_killed_and_the_builder_stopped(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse("4,4,3")
    blocks = plan(rules, "value").blocks
    draw = random.Random(2)
    append = building._Partial.append
    deadly = set(draw.sample(range(blocks // 4, blocks * 3 // 4), KILLS))
    killed: list[int] = []

    def some_die(file: building._Partial, body: bytes) -> None:
        append(file, body)
        if len(file._offsets) in deadly:
            alive = sorted(workers(os.getpid()))
            if alive:
                killed.append(draw.choice(alive))
                os.kill(killed[-1], signal.SIGKILL)

    monkeypatch.setattr(building._Partial, "append", some_die)

    stopped: list[int] = []

    def stop(stones: int, size: int) -> None:
        del size
        if stones == 4 and not stopped:
            stopped.append(stones)
            raise KeyboardInterrupt

    for _ in range(5):
        try:
            build(rules, tmp_path / "t", entry="value", threads=2, cluster="local", on_layer=stop)
        except (
            KeyboardInterrupt,
            ClusterError,
        ):  # on a machine that is busy Ray may give itself up
            assert whole.startswith((tmp_path / "t.partial").read_bytes())
            continue
        break
    assert (tmp_path / "t").read_bytes() == whole
    assert killed
    assert stopped


@pytest.mark.deep
def test_a_cluster_that_gives_up_is_one_line_and_the_build_goes_on_without_it(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from noughts.solver.tablebase import ray_blocks

    monkeypatch.setattr(ray_blocks, "DEATHS", 0)
    monkeypatch.setattr(ray_blocks, "_swept", dies)
    with pytest.raises(ClusterError, match=r"gave up in the layer of 16 stones: .*goes on$"):
        build(Rules.parse("4,4,3"), tmp_path / "t", entry="value", threads=2, cluster="local")
    build(Rules.parse("4,4,3"), tmp_path / "t", entry="value")
    assert (tmp_path / "t").read_bytes() == whole


def dies(*_: object) -> tuple[bytes, bytes]:
    os._exit(1)
