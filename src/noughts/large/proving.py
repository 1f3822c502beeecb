"""`prove`: who wins a position on a board too large to be solved, where threats show it.

Two questions in turns, each time with more nodes: does the side to move win by threats, and do all
its moves lose to them? A yes is a proof. If neither is answered with a yes, nothing is known: there
are other ways to win.
"""

from __future__ import annotations

from functools import reduce
from time import perf_counter
from typing import TYPE_CHECKING

from noughts.errors import RulesError
from noughts.large.search import Search
from noughts.limit import Limit
from noughts.position import Mark, Position
from noughts.score import Score
from noughts.solver.portfolio import MOST_CELLS
from noughts.solver.solution import Progress, Solution

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_NODES = 5_000  #: for the first question; then twice as many each time
LINE_NODES = 100_000  #: for each move of the line that is shown
MEMORY = 1 << 26  #: bytes, unless said otherwise
PROGRESS_SECONDS = 0.1


def alone(position: Position) -> bool:
    """Whether wins by threats are all that can be proved here: the board is too large to be solved.

    Of a whole game, from the empty board on, nothing can be proved this way.
    """
    return position.ply > 0 and position.rules.cells > MOST_CELLS


def prove(
    position: Position,
    limit: Limit | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    *,
    memory: int | None = None,
) -> Solution:
    r"""Prove that a side wins by threats, if it does; on boards of any size.

    Args:
        position: not misère, and without gravity.
        limit: seconds and nodes; `depth` means nothing here.
        on_progress: called about ten times a second.
        memory: bytes for what is remembered; 64 MiB unless given.

    Raises:
        RulesError: misère or gravity.

    >>> from noughts import Record
    >>> record = Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a15 j8 o1")
    >>> found = prove(record.position)
    >>> found.score, len(found.line)
    (Score.win(3), 3)
    """
    rules = position.rules
    if rules.misere or rules.gravity:
        raise RulesError(f"{rules}: wins by threats are proved without misère and gravity only")
    if position.outcome is not None:
        won = position.outcome.winner is not None
        return Solution(position, Score.loss(0) if won else Score.draw(), "finished", 0, 0.0)
    asked = _Asked(position, limit or Limit(), on_progress, MEMORY if memory is None else memory)
    try:
        return asked.answer()
    except KeyboardInterrupt:
        return asked.unknown("interrupted")


class _Asked:
    """One proof, or the attempt."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None,
        memory: int,
    ) -> None:
        self.position = position
        self.limit = limit
        self.memory = memory
        self.started = self.shown = perf_counter()
        self.question = ""
        self.on_progress = on_progress
        self.side = 0 if position.turn is Mark.X else 1
        stones = [position.stones(mark) for mark in Mark]
        self.search: Search = Search(position.rules, stones, self.side, self._poll, memory)
        self.search.allow(limit.nodes or 0)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.started

    def answer(self) -> Solution:
        threes, turn = self.search.threes, self.position.turn
        nodes = FIRST_NODES
        while True:
            self.question = f"{turn} wins?"
            if threes.win(self.side, nodes):
                return self._proved(loses=False)
            ended = not threes.cut
            self.question = f"{turn.other} wins?"
            if threes.loss(self.side, nodes):
                return self._proved(loses=True)
            if self.search.stopped:
                return self.unknown(self.limit.reached())
            if ended and not threes.cut:
                return self.unknown(
                    f"nobody was found to win {self.position.rules} by threats from here, and on "
                    "more than 64 cells no other proofs are looked for"
                )
            nodes *= 2

    def _proved(self, *, loses: bool) -> Solution:
        nodes, seconds = int(self.search.budget.nodes), self.seconds
        self.search.allow(0)
        line = self.search.threes.line(self.side, LINE_NODES, loses=loses)
        # A win in 3 is looked for before any longer one; beyond, the length is not the least.
        end = reduce(Position.play, line, self.position)
        plies = len(line) if len(line) <= 3 and end.outcome is not None else None
        return Solution(
            self.position,
            Score.loss(plies) if loses else Score.win(plies),
            "threats",
            nodes,
            seconds,
            memory=self.memory,
            line=tuple(line),
        )

    def unknown(self, why: str) -> Solution:
        nodes = int(self.search.budget.nodes)
        return Solution(
            self.position, None, "threats", nodes, self.seconds, unfinished=why, memory=self.memory
        )

    def _poll(self) -> bool:
        now = perf_counter()
        if self.on_progress is not None and now - self.shown >= PROGRESS_SECONDS:
            self.shown = now
            nodes = int(self.search.budget.nodes)
            self.on_progress(
                Progress(
                    self.question, "threats", nodes, self.seconds, None, None, memory=self.memory
                )
            )
        allowed = self.limit.seconds
        return allowed is not None and self.seconds > allowed
