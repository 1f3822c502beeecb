"""The result of a proof: a certificate of its parts, or repeated answers."""

import random
from pathlib import Path

import pytest
import sqlalchemy as sa

from noughts import Mark, Position, Rules
from noughts.cli import run
from noughts.core.errors import LedgerError
from noughts.core.limit import Limit
from noughts.proofs.certificate import verify
from noughts.proofs.ledger import Ledger, finalise, merge, url
from noughts.proofs.ledger import run as running
from noughts.proofs.ledger.worker import Job, JobResult, Wanted, Worker
from noughts.solver import solve
from noughts.solver.shared import SharedMemory
from tests.proofs.ledger.making import MEMORY, prove

GAMES = ("3,3,3", "3,3,3 misere", "4,4,3 exact", "3,3,3 torus", "6,5,4")
#: Games and seeds that leave many parts in little time: every move, a win, a draw.
QUICK = (("3,3,3 misere", 1), ("4,4,3", 3), ("5,4,4", 0))


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that run out soon, so that small games have many."""
    monkeypatch.setattr(running, "least", lambda *_: 8)
    monkeypatch.setattr(running, "parts", lambda *_: 64)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        database: str = request.getfixturevalue("postgres").database()
        return database
    return str(tmp_path / "proof.ledger")


def change(place: str, statement: str, **values: object) -> None:
    """Change a ledger behind its back; just one row."""
    engine = sa.create_engine(url(place).replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        assert connection.execute(sa.text(statement), values).rowcount == 1
    engine.dispose()


def certified(game: str, seed: int, folder: Path, jobs: int = 1) -> int:
    """Certify a random position as jobs; return how many parts were left."""
    dice = random.Random(f"{game} {seed}")
    position = Position(Rules.parse(game))
    for _ in range(dice.randrange(4)):
        following = position.play(dice.choice(position.legal))
        position = position if following.outcome else following
    path = folder / "whole.cert"
    with Ledger("sqlite://", position) as ledger:
        found = prove(ledger, jobs=jobs, certificate=path)
        parts = ledger.parts()
    verdict = verify(path)
    assert (verdict.holds, verdict.why) == (True, ""), position
    assert (verdict.rules, verdict.position) == (str(position.rules), str(position))
    assert verdict.value == ("draw" if found.winner is None else f"{found.winner} wins")
    assert found.winner == solve(position).winner
    return len(parts)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_parts_are_one_certificate(jobs: int, tmp_path: Path) -> None:
    parts = [certified(game, seed, tmp_path, jobs) for game, seed in QUICK]
    assert min(parts) > 10


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_the_parts_are_one_certificate_often(game: str, tmp_path: Path) -> None:
    for seed in range(30):
        certified(game, seed, tmp_path, 1 + seed % 2)


def test_it_is_whole_whatever_stops_it_and_whoever_answered(place: str, tmp_path: Path) -> None:
    position = Position(Rules.parse("3,3,3"))
    path = tmp_path / "whole.cert"
    with Ledger(url(place), position) as ledger, Ledger("sqlite://", position) as other:
        prove(ledger, Limit(nodes=20))
        assert ledger.parts() == set(), "none was wanted"
        prove(other, Limit(nodes=60), certificate=path)
        assert other.parts()
        assert not path.exists(), "it is there only when it is whole"
        merge(ledger, other)
        assert ledger.parts()
        assert ledger.parts() <= other.parts()
        assert str(prove(ledger, certificate=path, jobs=2).value) == "draw"
    assert verify(path).value == "draw"


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        # Another answer than the part shows, of a job that the draw rests on.
        (
            "update jobs set won = not won where id = :wrong",
            "that part of the certificate does not",
        ),
        (
            "update parts set part = :junk where position = :position",
            "it does not begin like a certificate",
        ),
    ],
)
def test_what_is_wrong_in_a_certificate_is_found(
    statement: str, line: str, place: str, tmp_path: Path
) -> None:
    position = Position(Rules.parse("3,3,3"))
    path = tmp_path / "whole.cert"
    with Ledger(url(place), position) as ledger:
        prove(ledger, certificate=path)
        path.unlink()
        wrong, job = next(
            (number, job)
            for number, (job, answer) in enumerate(ledger.answers(), start=1)
            if answer.won is False and (job.position, job.mark) in ledger.parts()
        )
    values = {"wrong": wrong, "junk": b"junk", "position": str(job.position)}
    change(place, statement, **{name: values[name] for name in values if f":{name}" in statement})
    with (
        Ledger(url(place), position) as ledger,
        pytest.raises(LedgerError, match=f"{line}|contradict"),
    ):
        prove(ledger, certificate=path)
    assert not path.exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_poisoned_answer_that_nothing_contradicts_is_found(
    jobs: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    position = Position(Rules.parse("4,4,4"))
    lie = JobResult(True, 9, 0.1, "liar", "1")
    with Ledger(url(place), position) as ledger:
        ledger.keep([(Job(position, Mark.X, 8), lie)], [])
    assert run(["solve", "4,4,4", "--ledger", place, "--jobs", jobs]) == 2
    told = capsys.readouterr()
    assert (
        "contradict each other: by one, X wins ..../..../..../....; by another, X does not"
        in told.err
    )
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_a_lie_among_many_answers_is_found_on_demand(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X wins 4,3,3; a worker that denies it after two moves makes a draw of it."""
    position = Position(Rules.parse("4,3,3"))
    honest = Worker.answer

    def lying(worker: Worker, job: Job, limit: Limit | None = None) -> JobResult:
        answer = honest(worker, job, limit)
        lies = {0: None, 1: None, 2: False} if job.wanted is Wanted.ANSWER else {}
        return answer._replace(won=lies.get(job.position.ply, answer.won))

    monkeypatch.setattr(Worker, "answer", lying)
    with Ledger(url(place), position) as ledger:
        with pytest.raises(LedgerError, match="the answers contradict each other: by one, X wins "):
            prove(ledger, recheck=True)
        assert len(ledger.answers()) > 5
        monkeypatch.undo()
        with pytest.raises(LedgerError, match="the answers contradict each other: by one, X wins "):
            prove(ledger, recheck=True)


def test_what_has_been_confirmed_is_not_asked_for_again(place: str) -> None:
    position = Position(Rules.parse("5,4,4"))
    with Ledger(url(place), position) as ledger:
        prove(ledger)
        sample = ledger.opinions()
        assert 0 < len(sample) < len(ledger.answers())
        prove(ledger)
        assert ledger.opinions() == sample


@pytest.mark.parametrize(("nodes", "opinions"), [(0, range(3, 1000)), (1 << 40, range(2, 3))])
def test_asking_once_more_ends_with_its_share_of_the_nodes(
    place: str, nodes: int, opinions: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Worker.answer

    def counting(worker: Worker, job: Job, limit: Limit | None = None) -> JobResult:
        answer = honest(worker, job, limit)
        return answer._replace(nodes=nodes) if job.wanted is Wanted.OPINION else answer

    monkeypatch.setattr(Worker, "answer", counting)
    monkeypatch.setattr(running, "parts", lambda *_: 1 << 20)  # what runs out is opened at once
    with Ledger(url(place), Position(Rules.parse("5,4,4"))) as ledger:
        assert prove(ledger).proven
        assert len(ledger.opinions()) in opinions, "one at least of each kind"


def test_a_sample_costs_its_share_and_what_it_left_open_is_asked_on_demand(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole is one job here, so that its share is too little to confirm it."""
    monkeypatch.setattr(running, "least", lambda *_: 1 << 20)
    monkeypatch.setattr(finalise, "SAMPLED", 1)
    position = Position(Rules.parse("7,4,4"))
    with Ledger(url(place), position) as ledger:
        share = prove(ledger).nodes // finalise.RESTED_ON
        won, nodes = ledger.opinions()[position, Mark.X]
        assert won is None
        assert 0 < nodes <= share
        prove(ledger)
        assert ledger.opinions()[position, Mark.X] == (won, nodes), "a sample is requested once"
        prove(ledger, recheck=True)
        won, nodes = ledger.opinions()[position, Mark.X]
        assert won is False
        assert nodes > share


@pytest.mark.parametrize("game", ["4,4,4", "5,4,4 gravity"])
def test_an_opinion_owes_nothing_to_what_was_found_before(game: str) -> None:
    position = Position(Rules.parse(game))
    shared = SharedMemory(MEMORY, 2)
    worker = Worker(position, MEMORY, shared)
    job = Job(position, Mark.X, 1 << 20)
    first = worker.answer(job)
    assert worker.answer(job).nodes < first.nodes, "it remembers"
    again = worker.answer(job._replace(wanted=Wanted.OPINION))
    assert (again.won, again.part) == (first.won, None)
    assert again.nodes >= first.nodes
    if game == "4,4,4":  # jobs with gravity leave no parts
        part = worker.answer(job._replace(wanted=Wanted.PART)).part
        assert part is not None
    shared.close()
