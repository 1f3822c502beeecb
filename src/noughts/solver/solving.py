"""`solve`: choose the prover of a game, and let it find the whole answer.

Gravity games have their own prover. Other games of up to 64 cells go to the portfolio of searches.
Larger boards go to threat-space search, which proves wins by threats, from a position on.

The portfolio proves the value first. Then it adds a line of play and the plies of a win if they
cost little beside the proof; `distance` insists on the plies.
"""

from collections.abc import Callable
from time import perf_counter

from noughts.core.errors import LimitReachedError, RulesError, whole_number
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.solver.distance import Distance
from noughts.solver.gravity import GravityProver
from noughts.solver.portfolio import MOST_CELLS, Solver
from noughts.solver.prover import ProofReader, ProofTask, Prover
from noughts.solver.resources import granted_memory
from noughts.solver.solution import Progress, Solution
from noughts.solver.variation import variation

FEWEST_NODES = 20_000  #: for what is added to a proof; plus an eighth of what the proof took


def solve(  # noqa: PLR0913  (what may be asked, by name)
    game: Rules | Position | str,
    limit: Limit | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    *,
    memory: int | None = None,
    maker_breaker: bool = False,
    first_moves: bool = False,
    distance: bool = False,
    threads: int = 1,
    book: bool = True,
    reader: ProofReader | None = None,
) -> Solution:
    r"""Prove the value of a game, or of a position in it.

    On more than 64 cells, only positions in which a side wins by threats can be proved, and those
    of a book. A limit or Ctrl-C ends the search. The solution then holds what is proved so far.

    Args:
        game: rules, a position, or the text of either.
        limit: the seconds and nodes that it may take. `depth` is ignored.
        on_progress: called about ten times a second.
        memory: bytes for the transposition tables, by default a quarter of the machine's memory.
        maker_breaker: solve the Maker-Breaker game instead: X has to complete a line, and O only
            blocks.
        first_moves: also find every winning move, for `Solution.winning`.
        distance: find the number of plies until the win, whatever it costs. Without it, the plies
            are found if that costs little beside the proof.
        threads: with 2, two methods search at the same time. With 1, the result is repeatable.
        book: use the opening book, if the game has one.
        reader: reads the proof, for example a `noughts.proofs.certificate.CertificateWriter`. Then
            only searches with readable proofs run.

    Raises:
        RulesError: On more than 64 cells, the board is empty and no book has it, the game has
            misère or gravity, or more than the winner is requested. `memory` is too small, or more
            than the machine has. Or `maker_breaker` is combined with `distance`, misère, exact,
            caro or gravity, or several threads with gravity.
        PositionError: the text is not a position.
        ValueError: there are no threads, or no memory.

    >>> solution = solve("4,4,4")
    >>> solution.value, solution.proven
    (<Value.DRAW: 'draw'>, True)
    >>> solve("4,3,3", distance=True).score
    Score.win(7)
    >>> from noughts import Record
    >>> solve(Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a2 j8 a3").position).score
    Score.win(3)
    """
    position = Position.of(game)
    problem = ProofTask(
        position,
        None if memory is None else granted_memory(whole_number(memory, "memory", 1)),
        maker_breaker=maker_breaker,
        first_moves=first_moves,
        distance=distance,
        threads=whole_number(threads, "threads", 1),
        book=book,
        reader=reader,
    )
    return prover(position.rules).prove(problem, Limit.of(limit), on_progress)


def prover(rules: Rules) -> Prover:
    """Return the prover that proves most of a game.

    >>> from noughts import Rules
    >>> [type(prover(Rules.parse(game))).__name__ for game in ("7,7,5", "connect-four", "gomoku")]
    ['PortfolioProver', 'GravityProver', 'ThreatProver']
    """
    if rules.gravity:
        return GravityProver()
    if rules.cells <= MOST_CELLS:
        return PortfolioProver()
    from noughts.solver.threat_space import ThreatProver  # noqa: PLC0415  (seldom used)

    return ThreatProver()


class PortfolioProver:
    """Proves the value of a position without gravity on up to 64 cells."""

    def prove(
        self,
        problem: ProofTask,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove who wins, then a line of play, and the plies of a win.

        Raises:
            RulesError: `noughts.solver.Solver` does not support the game, or Maker-Breaker is
            combined with distance.
        """
        position, rules, distance = problem.position, problem.position.rules, problem.distance
        if problem.maker_breaker and distance:
            raise RulesError.said("solver", "no plies")
        size = granted_memory(problem.memory)
        solver = Solver(
            rules, memory=size, maker_breaker=problem.maker_breaker, threads=problem.threads
        )
        try:
            found = solver.solve(
                position, limit, on_progress, first_moves=problem.first_moves, reader=problem.reader
            )
            if found.score is None or found.unfinished or problem.maker_breaker:
                return found
            if found.winner is None:
                return _drawn(found, solver, limit)
        finally:
            solver.release()
        left = _left(limit, found, insist=distance)
        measure = Distance(rules, solver.symmetries, size, left, on_progress)
        return _won(found, found.winner, measure, limit if distance else None)


def _won(found: Solution, winner: Mark, measure: Distance, limit: Limit | None) -> Solution:
    """Add the plies and the line; if a limit is given, both were requested."""
    started = perf_counter()
    score = found.score
    line: list[int] = []
    unfinished = ""
    try:
        plies = measure.plies(found.position, winner)
        score = Score.win(plies) if found.value is Value.WIN else Score.loss(plies)
        line = list(measure.line(found.position, winner, plies))
    except LimitReachedError:
        if limit is not None and score == found.score:
            unfinished = limit.reached()
    except KeyboardInterrupt:
        unfinished = "interrupted"
    return found._replace(
        score=score,
        nodes=found.nodes + measure.nodes,
        seconds=found.seconds + perf_counter() - started,
        memory=max(found.memory, measure.memory),
        line=tuple(line),
        at_least=measure.at_least,
        unfinished=unfinished,
    )


def _drawn(found: Solution, solver: Solver, limit: Limit) -> Solution:
    """Add a line of play that keeps the draw."""
    started = perf_counter()
    left = _left(limit, found)
    spent = 0
    line: list[int] = []
    unfinished = ""

    def wins(position: Position, mark: Mark, nodes: int) -> bool | None:
        nonlocal spent
        nodes = min(nodes, (left.nodes or 0) - spent)
        seconds = None if left.seconds is None else left.seconds - (perf_counter() - started)
        if nodes <= 0 or (seconds is not None and seconds <= 0):
            return None
        answer = solver.wins(position, mark, Limit(seconds, nodes))
        spent += solver.nodes
        return answer

    try:
        for cell in variation(found.position, wins):
            line.append(cell)  # noqa: PERF402  (what is there when a limit comes, stays)
    except KeyboardInterrupt:
        unfinished = "interrupted"
    return found._replace(
        nodes=found.nodes + spent,
        seconds=found.seconds + perf_counter() - started,
        line=tuple(line),
        unfinished=unfinished,
    )


def _left(limit: Limit, found: Solution, *, insist: bool = False) -> Limit:
    """Return a small part of what a proof has left of a limit."""
    left = limit.after(found.seconds, found.nodes)
    if insist:
        return left
    most = FEWEST_NODES + found.nodes // 8
    return Limit(left.seconds, min(most, left.nodes or most))
