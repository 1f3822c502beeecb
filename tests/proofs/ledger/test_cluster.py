"""Jobs answered on Ray, where it is installed: `pip install 'noughts[cluster]'`."""

from pathlib import Path

import pytest

from noughts import Mark, Position, Rules
from noughts.cli import run
from noughts.core.errors import RulesError
from noughts.proofs.ledger.worker import Job
from tests.waiting import PATIENCE

MEMORY = 1 << 24

pytest.importorskip("ray", reason="Ray is not installed")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "ray://127.0.0.1:1"])
def test_a_cluster_that_cannot_be_reached_is_one_line(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = str(tmp_path / "proof.ledger")
    assert run(["solve", "4,4,4", "--ledger", ledger, "--cluster", address]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"noughts: the cluster at {address} cannot be reached: ")
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.deep
def test_an_actor_that_dies_is_replaced_and_its_job_asked_again() -> None:
    import ray

    from noughts.proofs.ledger.ray_executor import InActor, actors

    position = Position(Rules.parse("7,4,4"))
    with pytest.raises(RulesError, match="memory"):
        actors(position, 1, "local", 1)
    crew = actors(position, MEMORY, "local", 2)
    try:
        futures = [crew.submit(Job(position, mark, 1 << 26)) for mark in Mark]
        for actor in crew.workers:
            assert isinstance(actor, InActor)
            ray.kill(actor._actor)
        assert [future.result(PATIENCE).won for future in futures] == [False, False]
    finally:
        crew.close()
        ray.shutdown()
