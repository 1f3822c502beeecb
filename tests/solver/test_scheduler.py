"""The scheduler: who goes on next, for how long, and when it ends."""

from concurrent.futures import Future
from threading import Event
from time import sleep

import pytest

from noughts.solver.scheduler import Scheduler, rounds

BOTH = frozenset((True, False))
NO = frozenset((False,))


class Counting:
    """A run that answers after a number of nodes, each one unit of work."""

    first_nodes = 10

    def __init__(
        self,
        needs: int,
        *,
        answer: bool = True,
        share: int = 1,
        decides: frozenset[bool] = BOTH,
        log: list[tuple[int, int]] | None = None,
    ) -> None:
        self.share = share
        self.decides = decides
        self.nodes = 0
        self._needs, self._answer = needs, answer
        self._log = [] if log is None else log

    @property
    def work(self) -> int:
        return self.nodes

    def run(self, nodes: int) -> bool | None:
        self._log.append((self.share, nodes))
        self.nodes += nodes
        return self._answer if self.nodes >= self._needs else None


def test_the_run_furthest_behind_its_share_gets_as_many_nodes_again() -> None:
    log: list[tuple[int, int]] = []
    small, great = Counting(10**6, log=log), Counting(300, answer=False, share=8, log=log)
    assert Scheduler([small, great], grant=int).decide() == (False, great)
    greats = [(8, nodes) for nodes in (10, 10, 20, 40, 80, 160)]
    assert log == [(1, 10), *greats[:4], (1, 10), greats[4], (1, 20), greats[5]]


def test_an_answer_to_another_question_takes_a_run_out() -> None:
    blocks, wins = Counting(5, decides=NO), Counting(100)
    assert Scheduler([blocks, wins], grant=int).decide() == (True, wins)
    assert blocks.nodes == 10
    assert Scheduler([Counting(5, decides=NO)], grant=int).decide() is None


def test_a_grant_of_nothing_ends_it() -> None:
    run = Counting(1000)
    assert Scheduler([run], lambda nodes: min(nodes, 25 - run.nodes)).decide() is None
    assert run.nodes == 25


def test_with_two_threads_the_first_answer_ends_the_other() -> None:
    begun = Event()

    class Endless(Counting):
        def run(self, nodes: int) -> bool | None:
            self.nodes += nodes
            begun.set()
            while not scheduler.stopped:
                sleep(0.001)
            return None

    class Quick(Counting):
        def run(self, nodes: int) -> bool | None:
            begun.wait()
            return super().run(nodes)

    quick = Quick(1)
    scheduler = Scheduler([quick, Endless(1)], grant=int, threads=2)
    assert scheduler.decide() == (True, quick)
    assert not scheduler.stopped, "the proof may be read now"


def test_an_error_in_a_thread_ends_the_other() -> None:
    class Failing(Counting):
        def run(self, nodes: int) -> bool | None:
            raise MemoryError(nodes)

    class Waiting(Counting):
        def run(self, nodes: int) -> bool | None:
            self.nodes += nodes
            while not scheduler.stopped:
                sleep(0.001)
            return None

    scheduler = Scheduler([Waiting(1), Failing(1)], grant=int, threads=2)
    with pytest.raises(MemoryError):
        scheduler.decide()


def test_rounds_keep_all_at_work_and_ask_again_after_each_answer() -> None:
    started: list[Future[int]] = []
    due = [1, 2]

    def start(_: int) -> Future[int]:
        started.append(Future())
        return started[-1]

    loop = rounds(lambda: due.pop(0) if due else None, start, size=2, seconds=0)
    assert next(loop) == []
    assert len(started) == 2
    started[1].set_result(20)
    assert next(loop) == [(2, 20)]
    due.append(3)
    assert next(loop) == []
    started[0].set_result(10)
    started[2].set_result(30)
    assert next(loop) == [(1, 10), (3, 30)]
    assert list(loop) == []
