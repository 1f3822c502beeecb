"""Measure what a proof by jobs costs.

Prints the tables of docs/notes/cluster-measurements.md and many-workers.md, and draws a picture.

A real run depends on which worker is faster, so it cannot be repeated. Here the workers take turns
in one process, with a simulated clock. A job takes as long as the number of lines that its searches
look at. This predicts their time within a factor of two. The searches are the real ones, and the
figures are the same every time.

Many workers are simulated: the answers come from a ledger, and those that it lacks are drawn from
its jobs with as many stones. Arguments: ``budgets`` and ``busy`` for other budgets and factors of
virtual loss, ``many`` for many workers alone, and a file that ends in ``.svg`` for the picture.

``times`` does time the commands, alternately, each in a new process; ``times 5 9,4,4`` does so five
times and for this game alone. CPU seconds depend little on other load. Wall-clock seconds do, so
the load is printed with them.
"""

import heapq
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from math import log2
from pathlib import Path
from threading import Semaphore, Thread
from typing import NamedTuple, Protocol

from noughts import Mark, Position, Rules
from noughts.core.limit import StoppableLimit
from noughts.proofs.ledger import proof_tree, run
from noughts.proofs.ledger.executor import QUARTER
from noughts.proofs.ledger.proof_tree import Node, ProofTree
from noughts.proofs.ledger.worker import Job, JobResult, Worker
from noughts.solver import Solver, scheduler
from noughts.solver.attempts import Question
from noughts.solver.shared import SharedMemory, shared_memory

GAMES = ("7,4,4", "7,7,5", "9,4,4", "8,4,4", "10,4,4")
MEMORY = 1 << 28
SHARING = True  #: whether simulated workers share their tables, as those of one machine do
BUSY = (2.0, 4.0, 16.0, 64.0, 1024.0)
NEVER = 1 << 62  #: parts, where nothing is asked again
TIMES, PARTS = (1 / 8, 1), (1 / 2, 1, 2, NEVER)  #: times the least budget, and parts
MANY, SMALL = "7,4,4", (512, 1 << 12)  #: a game, and the budgets that cut it into many jobs
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
LENGTHS = (10.0, 0.1)  #: seconds of a job of mean length


TIMED, TURNS = GAMES[:2], 5  #: games whose proofs are timed, and how often
COMMAND = """
import json, os, pathlib, sys, time
from noughts.cli import run
told, known = [], 0.0
def timing(owner, name):
    whole = getattr(owner, name)
    def timed(*args, **others):
        global known
        begun = time.perf_counter()
        found = whole(*args, **others)
        known += time.perf_counter() - begun
        return found
    setattr(owner, name, timed)
if sys.argv.pop(1) == "jobs":
    from noughts.proofs.ledger.executor import InProcess
    from noughts.proofs.ledger.run import LedgerRun
    timing(LedgerRun, "ask")
    end = InProcess.end
    def noting(worker):
        fields = pathlib.Path(f"/proc/{worker._process.pid}/stat").read_text().rsplit(")", 1)[1]
        told.append(sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK"))
        end(worker)
    InProcess.end = noting
else:
    from noughts.solver import Solver
    timing(Solver, "solve")
assert run(sys.argv[1:]) == 0
print(json.dumps([known, time.process_time(), *told]))
"""  #: says how long the value took by the clock, what the processor did for it, for each worker


class Ran(NamedTuple):
    """A run in workers' time: its end, and what all workers did until then, in one unit."""

    jobs: int
    work: float
    end: float
    waited: float
    answers: list[tuple[Job, JobResult]]


class Crew(Protocol):
    """Workers with a simulated clock."""

    def begin(self, who: int, job: Job, now: float) -> None:
        """Have a worker, who has nothing to do, begin with a job."""

    def next(self) -> tuple[float, int, JobResult]:
        """Return the end of the job that ends next, whose it was, and its answer."""

    def stop(self) -> None:
        """Break off all jobs."""


def ran(position: Position, workers: int, crew: Crew, head: float = 0) -> Ran:
    """Prove a position by this many workers.

    Args:
        position: the position to prove, for both sides.
        workers: the number of workers.
        crew: the workers.
        head: the time between an answer and the next job.
    """
    now = work = waited = 0.0
    nodes = 0
    answers: list[tuple[Job, JobResult]] = []
    for mark in (position.turn, position.turn.other):
        grown = ProofTree(position, mark)
        free: dict[int, Node | None] = dict.fromkeys(range(workers))  # and where each was last
        since = dict.fromkeys(free, now)
        at_work: dict[int, tuple[float, Node, Job]] = {}
        while grown.root.won is None:
            while free and (due := run.due(grown, nodes, workers)) is not None:
                leaf, allowed = due
                grown.begin(leaf)
                job = Job(leaf.position, mark, allowed)
                known = [(_shared(last, leaf), -each) for each, last in free.items()]
                who = -max(known)[1]
                del free[who]
                now += head
                waited += now - since.pop(who)
                crew.begin(who, job, now)
                at_work[who] = now, leaf, job
            end, who, answer = crew.next()
            begun, leaf, job = at_work.pop(who)
            work += end - begun
            now = max(now, end)
            since[who] = now
            free[who] = leaf
            grown.take(leaf.position, job.budget, won=answer.won)
            nodes += answer.nodes
            answers.append((job, answer))
        crew.stop()
        waited += sum(now - begun for begun in since.values())
        work += sum(now - begun for begun, *_ in at_work.values())
        if grown.root.won:
            break
    return Ran(len(answers), work, now, waited, answers)


def _shared(last: Node | None, leaf: Node) -> int:
    """Return how many stones two leaves share."""
    if last is None:
        return -1
    there, here = last.position, leaf.position
    return (there.x & here.x).bit_count() + (there.o & here.o).bit_count()


class Pausing(Worker):
    """A worker that searches for a few thousand nodes on request.

    Attributes:
        clock: when it has done what it has done: a line looked at takes one.
        answer_found: to its job, once there is one.
    """

    def __init__(self, whole: Position, memory: int, shared: SharedMemory | None) -> None:
        super().__init__(whole, memory, shared)
        self.clock: float = 0.0
        self.answer_found: JobResult | None = None
        self._go, self._paused = Semaphore(0), Semaphore(0)
        self._limit = StoppableLimit()
        assert isinstance(self._solver, Solver)  # noqa: S101  (no game of these has gravity)
        self._searches = self._solver
        self._searches.poll = self._poll  # type: ignore[method-assign]
        self._asked = type(self._searches).poll

    def begin(self, job: Job, now: float) -> None:
        """Begin with a job."""
        self._now = self.clock = now
        self._before = self._searches.work
        self._limit = StoppableLimit()
        self.answer_found = None
        self._thread = Thread(target=self._answer, args=(job,))
        self._thread.start()

    def go_on(self) -> None:
        """Go on for some nodes, or until there is an answer."""
        self._go.release()
        self._paused.acquire()
        if self.answer_found is not None:
            self._thread.join()

    def break_off(self) -> None:
        """Leave the job as it is."""
        self._limit.stop()
        while self.answer_found is None:
            self.go_on()

    def _answer(self, job: Job) -> None:
        self._go.acquire()
        found = self.answer(job, self._limit)
        self.clock = self._now + self._searches.work - self._before
        self.answer_found = found
        self._paused.release()

    def _poll(self) -> bool:
        self.clock = self._now + self._searches.work - self._before
        self._paused.release()
        self._go.acquire()
        return self._asked(self._searches)


class Searching:
    """Workers that search, with tables that they share, as processes of one machine do.

    They take turns: who is furthest behind by the clock goes on for some 2,000 nodes. So each
    finds what the others have learnt until then, and no more.
    """

    def __init__(self, whole: Position, workers: int) -> None:
        shared = shared_memory(MEMORY >> QUARTER, workers) if workers > 1 and SHARING else None
        self._workers = [Pausing(whole, MEMORY // workers, shared) for _ in range(workers)]
        self._busy: set[int] = set()

    def begin(self, who: int, job: Job, now: float) -> None:
        """Have a worker begin with a job."""
        self._workers[who].begin(job, now)
        self._busy.add(who)

    def next(self) -> tuple[float, int, JobResult]:
        """Return the end of the job that ends next, whose it was, and its answer."""
        while True:
            who = min(self._busy, key=lambda each: (self._workers[each].clock, each))
            worker = self._workers[who]
            if worker.answer_found is not None:
                self._busy.remove(who)
                return worker.clock, who, worker.answer_found
            worker.go_on()

    def stop(self) -> None:
        """Break off all jobs."""
        for who in self._busy:
            self._workers[who].break_off()
        self._busy.clear()


def really(game: str, workers: int) -> Ran:
    """Prove a game by workers that search; a job takes as long as it looks at lines."""
    position = Position(Rules.parse(game))
    return ran(position, workers, Searching(position, workers))


@cache
def plainly(game: str) -> tuple[int, int]:
    """Return the nodes and lines of the plain solver, the line of play aside."""
    solver = Solver(Rules.parse(game), memory=MEMORY)
    return solver.solve(Position(solver.rules)).nodes, solver.work


def beside(game: str, workers: int) -> str:
    """Return the nodes of all jobs, and the lines until the end, beside the plain solver's."""
    nodes, lines = plainly(game)
    found = really(game, workers)
    total = sum(answer.nodes for _, answer in found.answers)
    return f"{total / nodes:.2f} · {found.end / lines:.2f}"


def costs() -> None:
    """Print what jobs cost, for some workers."""
    print("| game | plain: nodes | lines | 1 worker: nodes · time | 2 | 4 |")
    print("|---|---:|---:|---:|---:|---:|")
    for game in GAMES:
        told = [f"{each:,}" for each in plainly(game)]
        told += [beside(game, workers) for workers in (1, 2, 4)]
        print(f"| {game} | {' | '.join(told)} |", flush=True)


def _times(times: float, formula: Callable[..., int], *about: object) -> int:
    return int(times * formula(*about))


def budgets() -> None:
    """Print the same of two workers, for other budgets; the last game takes long."""
    print(f"\n| first turns | parts | {' | '.join(GAMES[:-1])} |")
    print("|---:|---:|" + "---:|" * len(GAMES[:-1]))
    first_turn, parts = run.least, run.parts
    for times, more in product(TIMES, PARTS):
        run.least = partial(_times, times, first_turn)
        run.parts = partial(_times, more, parts)
        row = (beside(game, 2) for game in GAMES[:-1])
        print(f"| {times:g} | {more:g} | {' | '.join(row)} |", flush=True)


def busy() -> None:
    """Print the same of two and four workers, for other factors of virtual loss."""
    print("\n| virtual loss | " + " | ".join(f"{g}, {n}" for g in GAMES for n in (2, 4)) + " |")
    for proof_tree.BUSY in BUSY:
        row = (beside(game, workers) for game in GAMES for workers in (2, 4))
        print(f"| {proof_tree.BUSY:g} | {' | '.join(row)} |", flush=True)


# -- by the clock ----------------------------------------------------------------------------------


def timed(game: str, jobs: int, environment: dict[str, str]) -> tuple[float, list[float]]:
    """Return the seconds of a whole command, and more: those until the value was known.

    After these come the processor's, of the command's own process and of each worker.
    """
    command = [sys.executable, "-c", COMMAND, "jobs" if jobs else "plain", "solve", game]
    with tempfile.TemporaryDirectory() as folder:
        ledger = ["--ledger", f"{folder}/proof.ledger", "--jobs", str(jobs)]
        begun = time.perf_counter()
        done = subprocess.run(
            [*command, *(ledger if jobs else ["--no-book"])],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        )
        return time.perf_counter() - begun, json.loads(done.stdout.splitlines()[-1])


def times(turns: int, games: Iterable[str]) -> None:
    """Time the plain solver and two workers alternately, and print the medians."""
    with tempfile.TemporaryDirectory() as compiled:  # by Python, before anything is timed
        environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for jobs in (0, 2):
            timed("3,3,3", jobs, environment)
        print("| game | plain: processor | clock | value | two: a worker | ledger | sum | ", end="")
        print("clock | value | sum / plain | clock / plain | value / plain | load |")
        print("|---|" + "---:|" * 12)
        for game in games:
            rows, load = [], os.getloadavg()[0]
            for _ in range(turns):
                plain, (alone, cpu) = timed(game, 0, environment)
                two, (known, own, *workers) = timed(game, 2, environment)
                busiest = max(workers)
                both = own + busiest
                beside = both / cpu, two / plain, known / alone
                rows.append((cpu, plain, alone, busiest, own, both, two, known, *beside))
                print(*(f"{each:.2f}" for each in rows[-1]), file=sys.stderr, flush=True)
            told = [f"{statistics.median(column):.2f}" for column in zip(*rows, strict=True)]
            load = (load + os.getloadavg()[0]) / 2
            print(f"| {game} | {' | '.join(told)} | {load:.1f} |", flush=True)


# -- many workers ----------------------------------------------------------------------------------


class Known:
    """The answers of a ledger, and for what it does not know one of its answers at random."""

    def __init__(self, answers: Iterable[tuple[Job, JobResult]]) -> None:
        self._ends: list[tuple[float, int, int, JobResult]] = []
        self._number = 0  # of the job: of two that end together the first comes first
        self._known = {(job.position, job.mark): answer for job, answer in answers}
        self._like: dict[tuple[Mark, int], list[JobResult]] = defaultdict(list)
        for (position, mark), answer in self._known.items():
            self._like[mark, position.ply].append(answer)
        self.jobs: int = len(self._known)
        self.mean: float = statistics.mean(answer.nodes for answer in self._known.values())

    def begin(self, who: int, job: Job, now: float) -> None:
        """Have a worker answer a job, which takes one if its length is the mean of all."""
        answer = self._known.get((job.position, job.mark))
        if answer is None:
            near = min((ply for mark, ply in self._like if mark is job.mark), key=self._far(job))
            answer = random.Random(str(job.position)).choice(self._like[job.mark, near])
        self._number += 1
        heapq.heappush(self._ends, (now + answer.nodes / self.mean, self._number, who, answer))

    def next(self) -> tuple[float, int, JobResult]:
        """Return the end of the job that ends next, whose it was, and its answer."""
        end, _, who, answer = heapq.heappop(self._ends)
        return end, who, answer

    def stop(self) -> None:
        """Break off all jobs."""
        self._ends.clear()

    def _far(self, job: Job) -> Callable[[int], int]:
        return lambda ply: abs(ply - job.position.ply)


def _cut_small() -> None:
    least, scheduler.JOB_PART = SMALL

    def always(question: Question, workers: int) -> int:
        del question, workers
        return least

    def once(question: Question, workers: int) -> int:
        del question, workers
        return NEVER

    run.least, run.parts = always, once


def recorded() -> Known:
    """Return what a ledger of many small jobs knows."""
    _cut_small()
    return Known(really(MANY, 1).answers)


def head_seconds(known: Known) -> float:
    """Return the seconds that the process of the ledger has for a job, its database aside."""
    begun = time.process_time()
    found = ran(Position(Rules.parse(MANY)), 1, known)
    return (time.process_time() - begun) / found.jobs


def simulated(known: Known, head: float) -> list[tuple[int, Ran]]:
    """Run it with ever more workers; the head takes such a part of a job of mean length."""
    _cut_small()
    position = Position(Rules.parse(MANY))
    return [(workers, ran(position, workers, known, head)) for workers in WORKERS]


def many(picture: Path | None) -> None:
    """Print what many workers would do, and draw it."""
    known = recorded()
    head = head_seconds(known)
    print(f"\n{MANY}: {known.jobs:,} jobs; the head has {head * 1000:.2f} ms for a job\n")
    curves = {}
    for seconds in LENGTHS:
        found = simulated(known, head / seconds)
        alone = found[0][1].end
        curves[seconds] = [(workers, alone / each.end) for workers, each in found]
        print(f"jobs of {seconds:g} s")
        print("| workers | times as fast | work | waiting |")
        print("|---:|---:|---:|---:|")
        for workers, each in found:
            print(
                f"| {workers} | {alone / each.end:.1f} | {each.work / found[0][1].work:.2f} | "
                f"{each.waited / (workers * each.end):.0%} |",
                flush=True,
            )
    if picture is not None:
        picture.write_text(drawn(curves) + "\n", encoding="utf-8")


# -- the picture -----------------------------------------------------------------------------------

STYLE = (
    "svg{--paper:#f8f4e9;--ink:#2b2d33;--line:#b9b6ab;--a:#1d4fa3;--b:#b5341c}"
    "@media (prefers-color-scheme:dark){svg{--paper:#1d2422;--ink:#f1efe6;--line:#56606a;"
    "--a:#9cc7ff;--b:#ffb199}}"
    "text{font:14px system-ui,sans-serif;fill:var(--ink)}.paper{fill:var(--paper)}"
    "path{fill:none;stroke-width:2.5;stroke:var(--ink)}.grid{stroke:var(--line);stroke-width:1}"
    ".a{stroke:var(--a)}.b{stroke:var(--b)}.a text{fill:var(--a);stroke:none}"
    ".b text{fill:var(--b);stroke:none}"
    "circle,rect.mark{fill:var(--paper);stroke-width:2.5}.none{stroke-dasharray:2 5}"
)
WIDE, HIGH, LEFT, TOP, STEP = 640, 400, 56, 20, 40


def _at(workers: float, times: float) -> tuple[float, float]:
    """Return the place of a point; both axes double with each step."""
    return LEFT + 1.2 * STEP * log2(workers), TOP + 9 * STEP - STEP * log2(max(times, 1))


def drawn(curves: dict[float, list[tuple[int, float]]]) -> str:
    """Draw how many times as fast more workers are; each curve has a mark and a name."""
    said = "; ".join(
        f"jobs of {seconds:g} s: "
        + ", ".join(f"{times:.1f} with {workers}" for workers, times in curve)
        for seconds, curve in curves.items()
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH + 40}" role="img">',
        "<title>How many times as fast many workers are</title>",
        f"<desc>{said}.</desc><style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDE}" height="{HIGH + 40}" rx="8"/>',
    ]
    (left, bottom), (right, top) = _at(1, 1), _at(512, 512)
    for power in range(10):
        x, y = _at(2**power, 2**power)
        parts.append(f'<path class="grid" d="M{x:g} {top:g}V{bottom:g}M{left:g} {y:g}H{right:g}"/>')
        parts.append(f'<text x="{x:g}" y="{bottom + 22:g}" text-anchor="middle">{2**power}</text>')
        parts.append(f'<text x="{left - 8:g}" y="{y + 5:g}" text-anchor="end">{2**power}</text>')
    parts.append(f'<text x="{left:g}" y="{bottom + 46:g}">workers; upwards: times as fast</text>')
    parts.append(f'<path class="none" d="M{left:g} {bottom:g}L{right:g} {top:g}"/>')
    parts.append(f'<text x="{right + 6:g}" y="{top + 5:g}">as many</text>')
    for name, (seconds, curve) in zip("ab", curves.items(), strict=True):
        points = [_at(*point) for point in curve]
        parts.append(f'<g class="{name}"><path class="{name}" d="M')
        parts.append("L".join(f"{x:.1f} {y:.1f}" for x, y in points) + '"/>')
        for x, y in points:
            if name == "a":
                parts.append(f'<circle class="a" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
            else:
                box = f'x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"'
                parts.append(f'<rect class="mark b" {box}/>')
        x, y = points[-1]
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 5:.1f}">jobs of {seconds:g} s</text></g>')
    return "".join([*parts, "</svg>"])


if __name__ == "__main__":
    if sys.argv[1:] == ["busy"]:
        busy()
    elif sys.argv[1:] == ["budgets"]:
        budgets()
    elif sys.argv[1:2] == ["times"]:
        times(int(sys.argv[2]) if sys.argv[2:] else TURNS, sys.argv[3:] or TIMED)
    else:
        if sys.argv[1:2] != ["many"]:
            costs()
        many(Path(sys.argv[-1]) if sys.argv[-1].endswith(".svg") else None)
