"""A proof as jobs: the same values, whatever stops it and whenever."""

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from noughts import Mark, Position, Rules
from noughts.cli import run
from noughts.core.errors import LedgerError, StorageError
from noughts.core.limit import Limit
from noughts.kernel.shared_table import ACROSS_PROCESSES
from noughts.proofs import ledger as ledgers
from noughts.proofs.ledger import Ledger, look, merge, status, url, workers
from noughts.proofs.ledger import executor as crew_of
from noughts.proofs.ledger import run as running
from noughts.proofs.ledger.executor import VERSION, InProcess, Pace, RemoteWorker, _serve, processes
from noughts.proofs.ledger.proof_tree import ProofTree
from noughts.proofs.ledger.totals import Totals
from noughts.proofs.ledger.worker import Job, JobResult, Wanted, Worker
from noughts.solver import Solver, solve
from noughts.solver.attempts import (
    AlphaBetaAttempt,
    ProofNumbersAttempt,
    Question,
    one_attempt,
    one_search,
)
from noughts.solver.scheduler import JOB_NODES, LOOK_NODES
from noughts.solver.shared import SharedMemory
from tests.proofs.ledger.making import MEMORY, asked_again, prove
from tests.waiting import PATIENCE, until

shared_only = pytest.mark.skipif(not ACROSS_PROCESSES, reason="tables are not shared here")
GAMES = ("3,3,3", "3,3,3 misere", "4,3,3", "4,4,3 exact", "4,4,4", "3,3,3 torus", "5,4,4")
GRAVITY = ("4,4,3 gravity", "4,4,4 torus gravity", "4,3,3 misere gravity", "5,4,4 gravity")


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that run out soon, so that small games have many."""
    monkeypatch.setattr(running, "least", lambda *_: 8)
    monkeypatch.setattr(running, "parts", lambda *_: 64)


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "proof.ledger")


def stones(rules: Rules, dice: random.Random) -> Position:
    """Return a position some random moves from the start."""
    position = Position(rules)
    for _ in range(dice.randrange(5)):
        if position.outcome is None:
            position = position.play(dice.choice(position.legal))
    return position


def compare(game: str, seed: int, jobs: int = 1) -> int:
    """Prove a random position as jobs and by the plain solver; return the number of jobs."""
    position = stones(Rules.parse(game), random.Random(f"{game} {seed}"))
    with Ledger("sqlite://", position) as ledger:
        found = prove(ledger, jobs=jobs)
        answers = ledger.answers()
    plain = solve(position, memory=MEMORY)
    assert (found.proven, found.value, found.winner) == (True, plain.value, plain.winner), position
    assert found.nodes == sum(answer.nodes for _, answer in answers)
    again = asked_again([job for job, _ in answers])
    return len(answers) - again


@pytest.mark.usefixtures("small_jobs")
def test_values_are_those_of_the_plain_solver() -> None:
    jobs = [compare(game, seed) for seed, game in enumerate((*GAMES, *GRAVITY))]
    assert max(jobs) > 50


@pytest.mark.deep
@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("game", [*GAMES, *GRAVITY])
def test_many_values_are_those_of_the_plain_solver(game: str) -> None:
    for seed in range(200):
        compare(game, seed)


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_limit_ends_it_and_it_goes_on(
    database: str, place: str, request: pytest.FixtureRequest
) -> None:
    if database == "postgresql":
        place = request.getfixturevalue("postgres").database()
    position = Position(Rules.parse("5,4,4"))
    before: list[tuple[Job, JobResult]] = []
    runs = 0
    while True:
        runs += 1
        with Ledger(url(place), position) as ledger:
            found = prove(ledger, Limit(nodes=100))
            kept = ledger.answers()
            assert kept[: len(before)] == before, "what is kept stays"
            assert ledger.working() == []
        before = kept
        if found.proven:
            break
        assert found.unfinished == "stopped at the limit of 100 nodes"
    assert runs > 2
    assert str(found.value) == "draw"
    with Ledger(url(place), position) as ledger:
        assert prove(ledger) == found, "nothing is left to ask"
        assert ledger.answers() == kept


@pytest.mark.usefixtures("small_jobs")
def test_the_status_is_that_of_the_answers(place: str) -> None:
    position = Position(Rules.parse("5,4,4"))
    with Ledger(url(place), position) as ledger:
        assert status(ledger).questions == ()
        prove(ledger, Limit(nodes=300))
        (asked,) = status(ledger).questions
        answers = ledger.answers()
        assert (asked.mark, asked.won, asked.jobs) == (Mark.X, None, len(answers))
        assert asked.ran_out == sum(answer.won is None for _, answer in answers)
        assert asked.nodes == asked.history[-1].nodes == sum(answer.nodes for _, answer in answers)
        assert 0 < asked.history[-1].proof < float("inf")
        assert asked.ran_out < asked.jobs
        assert asked.left_if_not
        prove(ledger)
        first, second = status(ledger).questions
        assert (first.won, first.left_if_won, first.left_if_not) == (False, None, 0)
        assert first.history[-1][3:] == (float("inf"), 0)
        assert (second.mark, second.won) == (Mark.O, False)


def test_nothing_is_guessed_while_all_jobs_have_run_out(
    place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "least", lambda *_: 64)
    with Ledger(url(place), Position(Rules.parse("8,8,5"))) as ledger:
        assert not prove(ledger, Limit(nodes=300)).proven
        (asked,) = status(ledger).questions
        assert 1 < asked.jobs == asked.ran_out
        assert (asked.left_if_won, asked.left_if_not) == (None, None)
        told = ["solve", "8,8,5", "--ledger", place, "--status"]
        assert run(told) == 0
        guessed = "no estimate yet of the work left: all jobs ran out of budget"
        said = capsys.readouterr().out
        assert guessed in said
        assert f" {asked.jobs} jobs done, {asked.jobs} undecided within their budget; " in said
        assert run([*told, "--json"]) == 0
        (question,) = json.loads(capsys.readouterr().out)["questions"]
        assert (question["left_if_won"], question["left_if_not"]) == (None, None)
        # The first that is answered says what one costs.
        leaf = Totals(ledger.position, asked.mark)
        for job, answer in ledger.answers():
            leaf.take(job, answer)
        node = leaf.tree.leaf(lambda _: False)
        assert node
        job = Job(node.position, asked.mark, 64)
        ledger.keep([(job, JobResult(False, 50, 0.001, "here", VERSION))], [])
        (asked,) = status(ledger).questions
        assert asked.left_if_won
        assert asked.left_if_not
    assert run(told) == 0
    assert "estimated work left if X wins: " in capsys.readouterr().out


@pytest.mark.usefixtures("small_jobs")
def test_a_poisoned_answer_is_found(place: str) -> None:
    position = Position(Rules.parse("4,4,4"))
    with Ledger(url(place), position) as ledger:
        prove(ledger)
        assert ledger.answers()[0][1].won is None
    with sqlite3.connect(place) as connection:
        connection.execute("update jobs set won = 0 where id = 1")
    connection.close()
    for uses in (status, prove):
        with (
            Ledger(url(place), position) as ledger,
            pytest.raises(LedgerError, match="the answers contradict each other"),
        ):
            uses(ledger)


@pytest.mark.usefixtures("small_jobs")
def test_two_ledgers_are_merged(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(Rules.parse("5,4,4"))
    with (
        Ledger(url(place), position) as ledger,
        Ledger(url(place + "2"), position) as other,
        Ledger(url(place + "3"), position) as whole,
    ):
        prove(ledger, Limit(nodes=100))
        prove(other, Limit(nodes=200))
        before, known = ledger.answers(), other.answers()
        assert merge(ledger, other) == len(known) - len(before)
        assert {job for job, _ in ledger.answers()} == {job for job, _ in known}
        assert merge(ledger, other) == 0, "it is all known"
        monkeypatch.setattr(running, "least", lambda *_: 1 << 20)
        prove(whole)
        assert merge(ledger, whole) == 2, "that neither side wins settles all"
        assert str(prove(ledger).value) == "draw"
        assert merge(whole, ledger) == 0


@pytest.mark.usefixtures("small_jobs")
def test_a_poisoned_ledger_is_not_merged(place: str) -> None:
    position = Position(Rules.parse("4,4,4"))
    with Ledger(url(place), position) as ledger, Ledger(url(place + "2"), position) as other:
        prove(ledger)
        other.keep([(Job(position, Mark.X, 5), JobResult(True, 5, 0.1, "liar", "1"))], [])
        before = ledger.answers()
        with pytest.raises(LedgerError, match="contradict each other: by one, X wins"):
            merge(ledger, other)
        assert ledger.answers() == before
        with pytest.raises(LedgerError, match="contradict each other: by one, X wins"):
            merge(other, ledger)


def test_what_runs_out_is_asked_again_with_twice_as_much(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "least", lambda *_: 2048)
    position = Position(Rules.parse("7,4,4"))
    with Ledger(url(place), position) as ledger:
        prove(ledger, Limit(nodes=5000))
        assert str(prove(ledger).value) == "draw"
        jobs = [job for job, _ in ledger.answers() if job.mark is Mark.X]
    assert {job.position for job in jobs} == {position}
    assert [job.budget for job in jobs] == [2048 << times for times in range(len(jobs))]
    assert len(jobs) > 4


def test_it_is_opened_when_it_has_had_too_large_a_part() -> None:
    draw, win = (ProofTree(Position(Rules.parse(game)), Mark.X) for game in ("8,4,4", "9,4,4"))
    for tree in (draw, win):
        tree.take(tree.root.position, 1000, won=None)
    assert running.due(draw, 1000, workers=1) == (draw.root, 2000)
    assert running.due(draw, 2000, workers=2) == (draw.root, 2000)
    assert running.due(win, 4000, workers=1) == (win.root, 2000)
    found = running.due(draw, 1999, workers=2)
    assert found
    assert found[0] in draw.root.children
    found = running.due(win, 3999, workers=1)
    assert found
    assert found[0] in win.root.children
    assert found[1] == ProofNumbersAttempt.first_nodes
    many = running.due(win, 1 << 40, workers=1)
    assert many
    assert many[1] == JOB_NODES, "no job takes more"
    last = ProofTree(win.root.position, Mark.X)
    last.take(last.root.position, JOB_NODES, won=None)
    opened = running.due(last, 1 << 40, workers=1)
    assert opened
    assert opened[0] in last.root.children


def test_a_long_draw_is_not_cut_up_before_its_first_moves_have_had_much() -> None:
    """8,8,5 was: what follows a move of O's is mostly bad for O, and hard to show to be a draw."""
    tree = ProofTree(Position(Rules.parse("8,8,5")), Mark.X)
    spent = 0
    while spent < 1_000_000_000:
        found = running.due(tree, spent, workers=2)
        assert found
        leaf, nodes = found
        assert leaf.position.ply <= 1
        tree.take(leaf.position, nodes, won=None)
        spent += nodes
    asked = [child.asked for child in tree.root.children]
    assert len(asked) == 10
    assert max(asked) <= 2 * min(asked)


def test_a_job_goes_to_the_search_that_gets_most_of_the_whole() -> None:
    whole = Position(Rules.parse("9,4,4"))
    asked, part = Question(whole, Mark.X), Question(whole.play(3), Mark.X)
    assert one_search(part) is AlphaBetaAttempt, "by its own odds"
    solver = Solver(whole.rules, memory=MEMORY, part_of=whole)
    assert isinstance(one_attempt(part, solver), ProofNumbersAttempt)
    assert running.least(asked, 1) == ProofNumbersAttempt.first_nodes
    assert solver.wins(part.position, part.mark, Limit(nodes=100)) is None
    once = solver.work
    assert once > 0
    assert solver.wins(whole, Mark.X, Limit(nodes=100)) is None
    assert solver.work > once, "of all questions"


def test_the_workers_begin_before_the_database_is_loaded(place: str) -> None:
    program = (
        "import sys; from noughts.cli import run\n"
        "from noughts.proofs.ledger import start_workers as begin\n"
        "workers = begin.workers\n"
        "def noting(*asked):\n"
        "    print('sqlalchemy' in sys.modules)\n"
        "    return workers(*asked)\n"
        "begin.workers = noting\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, "solve", "3,3,3", "--ledger", place]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("False\n3,3,3: draw, proved")


def test_one_crew_answers_for_several_ledgers(place: str) -> None:
    position = Position(Rules.parse("4,4,4"))
    with workers(position, MEMORY, 2) as crew:
        for number in range(2):
            with Ledger(url(f"{place}{number}"), position) as ledger:
                assert str(ledgers.prove(ledger, crew).value) == "draw"


# -- many workers ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_jobs")
def test_two_processes_find_what_one_finds(place: str) -> None:
    position = Position(Rules.parse("5,4,4"))
    with Ledger(url(place), position) as ledger:
        found = prove(ledger, jobs=2)
        assert str(found.value) == "draw"
        jobs = [job for job, _ in ledger.answers()]
        assert len(jobs) - asked_again(jobs) > 20


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("game", ["5,4,4", "4,4,4 gravity", "3,3,3 misere"])
def test_two_processes_find_the_values_of_the_plain_solver(game: str) -> None:
    compare(game, 1, jobs=2)


def test_what_one_process_has_found_another_knows() -> None:
    position = Position(Rules.parse("7,4,4"))
    job = Job(position, Mark.X, 1 << 26)
    crew = processes(position, MEMORY, 2)
    if crew.shared is None:
        pytest.skip("tables are not shared here")
    try:
        one, other = crew.workers
        first = one.answer(job, PATIENCE)
        assert first.nodes > 50_000
        again = other.answer(job, PATIENCE)
        assert (again.won, again.nodes) == (first.won, 1)
        for worker in (one, other):
            worker.end()
        one.begin()
        assert one.answer(job, PATIENCE).nodes == 1, "it outlives those who found it"
    finally:
        crew.close()


@shared_only
def test_who_is_of_another_version_keeps_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are refused, but what it writes into a table would be found."""
    position = Position(Rules.parse("5,4,4"))
    job = Job(position, Mark.X, 1 << 20)
    shared = SharedMemory(MEMORY, 2)
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # that of this process stays

    def nodes(asking: str) -> int:
        """Return what a worker takes for the job that is begun by such a version."""
        here, there = multiprocessing.Pipe()
        here.send(job)
        told = (there, position, MEMORY, asking, shared)
        teller = threading.Thread(target=_serve, args=told)
        teller.start()
        answer: JobResult = here.recv()
        here.close()
        teller.join()
        there.close()
        return answer.nodes

    alone = nodes("0.1")
    assert alone > 100
    assert nodes("0.1") == alone
    assert nodes(VERSION) == alone, "the others have left nothing there"
    assert nodes(VERSION) == 1
    assert nodes("0.1") == alone
    shared.close()


def test_where_memory_cannot_be_shared_each_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise OSError("no file without a name")

    monkeypatch.setattr(os, "memfd_create", refused, raising=False)
    with Ledger("sqlite://", Position(Rules.parse("4,4,4"))) as ledger:
        assert str(prove(ledger, jobs=2).value) == "draw"


@shared_only
def test_a_file_without_a_name_does_where_memory_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    position = Position(Rules.parse("5,4,4"))
    job = Job(position, Mark.X, 1 << 20)
    shared = SharedMemory(MEMORY, 2)
    assert Worker(position, MEMORY, shared).answer(job).nodes > 100
    assert Worker(position, MEMORY, shared).answer(job).nodes == 1
    shared.close()


def test_two_processes_begin_with_a_first_move_each(place: str) -> None:
    position = Position(Rules.parse("7,4,4"))
    with Ledger(url(place), position) as ledger:
        found = prove(ledger, jobs=2)
        first, *others = [job for job, _ in ledger.answers() if job.mark is Mark.X]
    assert str(found.value) == "draw"
    assert (first.position, first.budget) == (position, LOOK_NODES)
    assert len(others) > 4
    assert all(job.position.ply == 1 for job in others), "each job is repeated until it is answered"


def test_who_is_still_at_work_for_another_question_is_waited_for() -> None:
    position = Position(Rules.parse("4,4,4"))
    crew = processes(position, MEMORY, 1)
    try:
        asked = [crew.submit(Job(position, mark, 1 << 20)) for mark in Mark]
        assert [future.result(PATIENCE).won for future in asked] == [False, False]
    finally:
        crew.close()


def test_a_worker_that_dies_is_replaced_and_its_job_asked_again() -> None:
    position = Position(Rules.parse("7,4,4"))
    crew = processes(position, MEMORY, 1)
    (worker,) = crew.workers
    assert isinstance(worker, InProcess)
    try:
        future = crew.submit(Job(position, Mark.X, 1 << 26))
        worker._process.kill()
        assert future.result(PATIENCE).won is False
        with pytest.raises(LedgerError, match="3 workers in a row died or hung"):
            crew.submit(Job(position, Mark.X, 0)).result(PATIENCE)  # 0 nodes are no limit
        future = crew.submit(Job(Position(Rules.parse("8,8,5")), Mark.X, 1 << 26))
    finally:
        crew.close()
    with pytest.raises(CancelledError):
        future.result(PATIENCE)


def test_the_largest_job_can_be_waited_for() -> None:
    """With nothing known of the pace: a proof that is taken up again may begin with such a job."""
    job = Job(Position(Rules.parse("8,8,5")), Mark.X, JOB_NODES, Wanted.PART)
    here, there = multiprocessing.Pipe()
    there.send("answered")
    assert here.poll(Pace().patience(job))


def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(Rules.parse("7,4,4"))
    crew = processes(position, MEMORY, 1)
    (worker,) = crew.workers
    assert isinstance(worker, InProcess)
    try:
        first = worker._process
        os.kill(first.pid or 0, signal.SIGSTOP)
        # so fast were those before, it seems
        crew._pace.note(JobResult(None, 1 << 30, 1.0, "", ""))
        monkeypatch.setattr(crew_of, "PATIENCE", 0.5)
        future = crew.submit(Job(position, Mark.X, 1 << 26))
        until(lambda: not first.is_alive())
        assert first.exitcode == -signal.SIGKILL
        monkeypatch.setattr(crew_of, "PATIENCE", PATIENCE)  # its successor is not to be hurried
        assert future.result(PATIENCE).won is False
    finally:
        crew.close()


def test_a_worker_of_another_version_is_refused() -> None:
    rules = Rules.parse("3,3,3")
    begun: list[str] = []

    class Older(RemoteWorker):
        """Two workers of 0.1, then one of today's."""

        died = (EOFError,)

        def begin(self) -> None:
            begun.append("0.1" if len(begun) < 2 else self.last)

        def answer(self, job: Job, seconds: float) -> JobResult:
            del job, seconds
            return JobResult(won=True, nodes=1, seconds=0.1, machine="attic", version=begun[-1])

        def end(self) -> None:
            pass

        last = VERSION

    job = Job(Position(rules), Mark.X, 1)
    assert Older(job.position, MEMORY).ask(job, Pace()).version == VERSION
    assert begun == ["0.1", "0.1", VERSION]
    begun.clear()
    Older.last = "0.1"
    with pytest.raises(LedgerError, match=r"a worker on attic has Noughts 0\.1; all must have"):
        Older(job.position, MEMORY).ask(job, Pace())


def test_a_ledger_of_something_else_is_refused(place: str) -> None:
    rules = Rules.parse("3,3,3")
    with pytest.raises(LedgerError, match="does not exist"):
        look(url(place), Position(rules))
    Ledger(url(place), Position(rules)).close()
    with pytest.raises(LedgerError, match="is a ledger of 3,3,3, not of 3,3,3 misere"):
        Ledger(url(place), Position(Rules.parse("3,3,3 misere")))
    with pytest.raises(LedgerError, match=r"a ledger of \.\.\./\.\.\./\.\.\., not of X"):
        Ledger(url(place), Position(rules).play(0))
    with sqlite3.connect(place) as connection:
        connection.execute("delete from proofs")
    connection.close()
    with pytest.raises(LedgerError, match="does not contain a ledger"):
        look(url(place), Position(rules))
    with sqlite3.connect(place) as connection:
        connection.execute("update ledgers_version set version_num = '9999'")
    connection.close()
    with pytest.raises(StorageError, match="cannot be opened"):
        Ledger(url(place), Position(rules))


# -- as a user meets it ----------------------------------------------------------------------------


def test_the_command_proves_and_tells(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4,4,4", "--ledger", place]) == 0
    assert capsys.readouterr().out.startswith("4,4,4: draw, proved   proof-number search over jobs")
    assert run(["solve", "4,4,4", "--ledger", place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "draw"
    assert run(["solve", "4,4,4", "--ledger", place, "--status"]) == 0
    assert "X wins? no, proved   1 job done; " in capsys.readouterr().out
    assert run(["solve", "9,4,4", "--ledger", place + "9", "--nodes", "20000"]) == 3
    told = capsys.readouterr()
    assert "unfinished; proved so far: nothing" in told.out
    assert told.err == "noughts: stopped at the limit of 20,000 nodes\n"
    assert run(["solve", "9,4,4", "--ledger", place + "9", "--status"]) == 0
    told = capsys.readouterr()
    assert "no estimate yet of the work left: all jobs ran out of budget" in told.out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--status"], "--status would do nothing: it needs a ledger: give --ledger"),
        (["--ledger", "{}", "--status"], "does not exist"),
        (
            ["--ledger", "{}", "--threads", "2"],
            "--threads would do nothing: each job has one thread",
        ),
        (["--ledger", "{}", "--status", "--nodes", "5"], "--nodes would do nothing"),
        (["--jobs", "2"], "--jobs would do nothing"),
        (["--cluster", "local"], "--cluster would do nothing"),
        (
            ["--ledger", "{}", "--jobs", "2", "--memory", "1"],
            "--memory 1: 2 jobs need at least 2 MiB",
        ),
        (["--ledger", "{}/none"], "the database cannot be opened: unable to open database file"),
        (["--ledger", __file__], f"{__file__} is not a ledger"),
        (["--ledger", "."], ". is not a ledger: it is a folder"),
        (["--ledger", "nonsense://x"], "the database cannot be opened: it takes a URL such as"),
        (
            ["connect-four", "--ledger", "{}", "--certificate", "{}.cert"],
            "7,6,4 gravity: this search gives no proof; use certify",
        ),
        (["9,8,4 gravity", "--ledger", "{}"], "the solver takes at most 64"),
        (["9,9,5", "--ledger", "{}"], "the solver takes at most 64"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: list[str], line: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *(argument.replace("{}", place) for argument in arguments)]) == 2
    told = capsys.readouterr()
    assert line in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert not Path(place).exists()


# -- in a process of its own -----------------------------------------------------------------------

SMALL_JOBS = """
import resource, sys
sys.dont_write_bytecode = True  # part of a file would be read again
from noughts.cli import run
from noughts.proofs.ledger import run as running
running.least, running.parts, running.EVERY = lambda *_: 1024, lambda *_: 16, 0.01
most = int(sys.argv.pop(1))
if most:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    running.least = lambda *_: 64
print("begun", flush=True)
sys.exit(run(sys.argv[1:]))
"""
SOLVE = [sys.executable, "-c", SMALL_JOBS]


def kept(place: str, position: Position) -> list[tuple[Job, JobResult]]:
    if not Path(place).exists():
        return []
    with Ledger(url(place), position) as ledger:
        return ledger.answers()


def killed_again_and_again(place: str, kills: int, seed: int) -> None:
    """Kill a proof so often, after random times; then let it come to its end."""
    dice = random.Random(seed)
    position = Position(Rules.parse("7,4,4"))
    before: list[tuple[Job, JobResult]] = []
    while kills:
        with subprocess.Popen(
            [*SOLVE, "0", "solve", "7,4,4", "--ledger", place], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == "begun\n"
            time.sleep(dice.uniform(0, 0.4))
            process.kill()
            process.wait()
        now = kept(place, position)
        assert now[: len(before)] == before, "what is kept stays, and is not asked again"
        if process.returncode == 0:  # it was quicker than we: there is no more to kill
            Path(place).unlink()
            now = []
        else:
            assert process.returncode == -signal.SIGKILL
            kills -= 1
        before = now
    with Ledger(url(place), position) as ledger:
        found = prove(ledger)
        assert (found.proven, found.winner) == (True, None)
        assert ledger.answers()[: len(before)] == before


def test_a_proof_that_is_killed_goes_on(place: str) -> None:
    killed_again_and_again(place, 2, seed=1)


@pytest.mark.deep
def test_a_proof_that_is_killed_fifty_times_goes_on(place: str) -> None:
    killed_again_and_again(place, 50, seed=2)


def test_a_disk_that_fills_up_loses_nothing(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What measures coverage writes files too, and this process may not.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    monkeypatch.setattr(running, "least", lambda *_: 1 << 14)
    position = Position(Rules.parse("7,4,4"))
    with Ledger(url(place), position) as ledger:
        prove(ledger, Limit(nodes=1))
        before = ledger.answers()
    done = subprocess.run(
        [*SOLVE, "40000", "solve", "7,4,4", "--ledger", place],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: the database refuses the change: ")
    assert done.stderr.count("\n") == 1
    after = kept(place, position)
    assert after[: len(before)] == before
    with Ledger(url(place), position) as ledger:
        prove(ledger, Limit(nodes=1))
        assert len(ledger.answers()) == len(after) + 1
