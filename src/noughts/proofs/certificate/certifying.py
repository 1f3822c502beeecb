"""`certify`: prove what a position is worth, and write the proof to a file."""

from __future__ import annotations

import errno
import gc
import math
import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import LimitReachedError, PositionError, RulesError
from noughts.core.limit import Limit, Meter
from noughts.core.notation import Cutout
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.proofs.certificate import checker
from noughts.proofs.certificate.claim_table import Known
from noughts.proofs.certificate.claims import Statement, rules_text, write
from noughts.proofs.certificate.extract_exhaustive import WholeTree
from noughts.proofs.certificate.extract_holds import Holds
from noughts.proofs.certificate.extract_wins import Wins
from noughts.proofs.certificate.minimise import minimise
from noughts.solver.attempts import LIKELY, Question
from noughts.solver.resources import granted_memory
from noughts.solver.search.and_or import AndOrSearch
from noughts.solver.search.exhaustive import PlainSearch
from noughts.solver.search.maker_breaker import MakerBreakerSearch
from noughts.solver.search.proof_number import ProofNumberSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.solver.search.search_base import Search

MOST_CELLS = 64
FIRST_BUDGET = 131_072  #: nodes; the next round has twice as many
SHARES = 12, 96  #: a node of proof-number search for so many; the second where a win is unlikely


class Certificate(NamedTuple):
    """What has been written.

    Attributes:
        path: the file.
        position: what it is about.
        statements: what it shows: ``X wins``, ``O does not win`` and so on.
        claims: how many claims it has.
        bytes: its size.
        seconds: wall-clock seconds that proving and writing took.
    """

    path: Path
    position: Position
    statements: tuple[str, ...]
    claims: int
    bytes: int
    seconds: float


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector off: no claim is part of a cycle, and it would look at all."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@_uncollected()
def certify(
    game: Rules | Position | str,
    path: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    memory: int | None = None,
    maker_breaker: bool = False,
    small: bool = False,
) -> Certificate:
    """Prove the value of a game, or of a position in it, and write the certificate.

    Args:
        game: rules (or their text), or a position of a game that is not over.
        path: the file; it is there only when it is whole.
        limit: seconds and nodes; `depth` means nothing here.
        memory: bytes for what is remembered; a quarter of the machine's unless given.
        maker_breaker: let O only block; shown is whether X wins then.
        small: then look for claims that can be left out, as long as the limit allows.

    Raises:
        RulesError: more than 64 cells, more memory than there is, or a Maker-Breaker game where
            stones can hurt.
        PositionError: the game is over.
        LimitReachedError: the limit came first; no file is left.
        OSError: no file can be written there; said before anything is proved, where that is known.
    """
    started = perf_counter()
    path = Path(path)
    refuse_place(path)
    size = granted_memory(memory)
    position = Position.of(game)
    rules = position.rules
    plain = not rules.positional
    refuse(rules, maker_breaker=maker_breaker)
    if plain and maker_breaker:
        raise RulesError(f"{rules}: Maker-Breaker is for games in which no stone can hurt")
    if position.outcome is not None:
        raise PositionError("the game is over: there is nothing left to certify")
    statements: list[Statement] = []
    meter = Meter(limit)
    for mark in (Mark.X,) if maker_breaker else (position.turn, position.turn.other):
        if mark is Mark.O and not position.x and not plain:
            statements.append(Statement("O does not win by strategy stealing", wins=False))
        else:
            prover = Prover(position, mark, limit or Limit(), size, started)
            statements.append(
                prover.by_every_move() if plain else prover.statement(only_blocks=maker_breaker)
            )
            meter.nodes += prover.nodes
        if statements[-1].wins:
            statements = statements[-1:]
            break
    claims = write(path, position, statements, only_blocks=maker_breaker)
    if small:
        minimise(rules, statements, meter, only_blocks=maker_breaker)
        with TemporaryDirectory(dir=path.parent) as folder:
            other = Path(folder, path.name)
            fewer = write(other, position, statements, only_blocks=maker_breaker)
            if other.stat().st_size < path.stat().st_size:
                other.replace(path)
                claims = fewer
    said = tuple(statement.text for statement in statements)
    written = path.stat().st_size
    return Certificate(path, position, said, claims, written, perf_counter() - started)


def refuse_place(path: Path) -> None:
    """Refuse a folder that is not there, and what a finished file must not take the place of.

    Raises:
        OSError: says why.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.exists() and not path.is_file():
        why = "it is a folder, a device or a pipe; a certificate is an ordinary file"
        raise OSError(errno.EINVAL, why, str(path))


def refuse(rules: Rules, *, maker_breaker: bool = False) -> None:
    """Refuse games of which there are no certificates.

    Raises:
        RulesError: says why.
    """
    if rules.gravity:
        raise RulesError(f"{rules}: there are no certificates under gravity yet")
    if rules.caro:
        raise RulesError(f"{rules}: there are no certificates of caro yet")
    if isinstance(rules.shape, Cutout):
        raise RulesError("there are no certificates of boards with holes yet")
    if rules.cells > MOST_CELLS:
        raise RulesError(f"{rules} has {rules.cells} cells; a certificate has at most {MOST_CELLS}")
    line = f"rules {rules_text(rules, only_blocks=maker_breaker)}"
    if not checker.RULES.match(line[6:]) or len(line) >= checker.LONGEST:
        raise RulesError(
            f"{line:.60}: no checker would read it; k is at most 9,999, and the line in which a "
            f"certificate states the rules is shorter than {checker.LONGEST:,} characters"
        )


class Prover:
    """Settles one question about a position, and reads the claims out of the search that did."""

    def __init__(
        self, position: Position, mark: Mark, limit: Limit, memory: int, started: float
    ) -> None:
        self.position = position
        self.mark = mark
        self.limit = limit
        self.memory = memory
        self.deadline: float = math.inf if limit.seconds is None else started + limit.seconds
        self.first: bool = position.turn is mark
        self.searches: tuple[Search | PlainSearch, ...] = ()
        self.nodes: int = 0

    def statement(self, *, only_blocks: bool) -> Statement:
        """Prove that the side wins or that it does not."""
        rules = self.position.rules
        tables = SymmetryTables(rules.cells, rules.symmetries)
        known = Known(tables, rules.symmetries)
        proof = self._by_blocking(known) if only_blocks else self._by_playing(known)
        step = proof.root(self._left(), attacker_moves=self.first)
        wins = isinstance(proof, Wins)
        return Statement(f"{self.mark} {'wins' if wins else 'does not win'}", wins=wins, step=step)

    def by_every_move(self) -> Statement:
        """Prove it where extra stones can hurt."""
        rules, by_x = self.position.rules, self.mark is Mark.X
        tables = SymmetryTables(rules.cells, rules.symmetries)
        search = PlainSearch(rules, TranspositionTable(self.memory >> 1), tables, self._late)
        attacker, defender = (
            (self.position.x, self.position.o) if by_x else (self.position.o, self.position.x)
        )
        stones = (attacker, defender) if self.first else (defender, attacker)
        wins = search.run(*stones, self.first, self.limit.nodes or 0)
        self.searches = (search,)
        left = self._left()
        if wins is None:
            raise LimitReachedError("stopped before the proof was complete")
        own, other = (attacker, defender) if wins else (defender, attacker)
        tree = WholeTree(search, Known(tables, rules.symmetries), wins=wins)
        step = tree.root(own, other, left, own_moves=self.first == wins)
        self.nodes = int(search.budget.nodes)
        return Statement(f"{self.mark} {'wins' if wins else 'does not win'}", wins=wins, step=step)

    def _state(self, *, only_blocks: bool) -> SearchState:
        rules, position = self.position.rules, self.position
        attacker, defender = (
            (position.x, position.o) if self.mark is Mark.X else (position.o, position.x)
        )
        state = SearchState(rules.cells, rules.lines)
        state.start(attacker, defender, rules.lines, () if only_blocks else rules.lines)
        return state

    def _by_playing(self, known: Known) -> Wins | Holds:
        """Settle it where both sides can win.

        That it does not win is taken from the and-or search alone: its table holds the replies.
        """
        state, other = (self._state(only_blocks=False) for _ in range(2))
        values, others = (TranspositionTable(self.memory >> part) for part in (1, 2))
        search = AndOrSearch(state, values, known.symmetries, poll=self._late)
        numbers = ProofNumberSearch(other, others, known.symmetries, poll=self._late)
        self.searches = (search, numbers)
        share = SHARES[Question(self.position, self.mark).odds >= LIKELY]
        budget = FIRST_BUDGET
        while True:
            won = search.run(self.first, min(budget, self._left() or budget))
            if won is not None:
                return Wins(state, search, known) if won else Holds(state, search, known)
            left = self._left()
            if numbers.run(self.first, min(budget // share, left or budget)):
                return Wins(other, numbers, known)
            budget *= 2

    def _by_blocking(self, known: Known) -> Wins | Holds:
        """Settle it where the other side only blocks."""
        state, values = self._state(only_blocks=True), TranspositionTable(self.memory >> 1)
        search = MakerBreakerSearch(state, values, known.symmetries, poll=self._late)
        self.searches = (search,)
        won = search.run(self.first, self._left())
        self._left()
        return Wins(state, search, known) if won else Holds(state, search, known, only_blocks=True)

    def _left(self) -> int:
        """Return how many nodes are left, 0 for any number.

        Raises:
            LimitReachedError: none are, or no time.
        """
        self.nodes = sum(int(search.budget.nodes) for search in self.searches)
        left = (self.limit.nodes or 0) - self.nodes
        if self._late():
            raise LimitReachedError(Limit(self.limit.seconds).reached())
        if self.limit.nodes is not None and left <= 0:
            raise LimitReachedError(Limit(nodes=self.limit.nodes).reached())
        return max(left, 0)

    def _late(self) -> bool:
        return perf_counter() > self.deadline
