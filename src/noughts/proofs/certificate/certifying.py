"""`certify`: prove what a position is worth, and write the proof to a file."""

from __future__ import annotations

import errno
import gc
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
from noughts.proofs.certificate import checker
from noughts.proofs.certificate.claims import Statement, rules_text, write
from noughts.proofs.certificate.extract_claims import extract
from noughts.proofs.certificate.minimise import minimise
from noughts.solver import Solver
from noughts.solver.resources import granted_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.solver.attempts import Attempt

MOST_CELLS = 64


class WrittenCertificate(NamedTuple):
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


class CertificateWriter:
    """Reads the claims out of the searches that prove a position, and writes them to a file.

    Args:
        position: what is proved; the game is not over.
        maker_breaker: whether O only blocks.

    Raises:
        RulesError: a game of which there are no certificates.
        PositionError: the game is over.

    >>> import tempfile
    >>> from noughts.solver import solve
    >>> position = Position(Rules.parse("3,3,3"))
    >>> writer = CertificateWriter(position)
    >>> solve(position, reader=writer).value
    <Value.DRAW: 'draw'>
    >>> [statement.text for statement in writer.statements]
    ['X does not win', 'O does not win by strategy stealing']
    """

    def __init__(self, position: Position, *, maker_breaker: bool = False) -> None:
        rules = position.rules
        refuse(rules, maker_breaker=maker_breaker)
        if maker_breaker and not rules.positional:
            raise RulesError(f"{rules}: Maker-Breaker is for games in which no stone can hurt")
        if position.outcome is not None:
            raise PositionError("the game is over: there is nothing left to certify")
        self.position = position
        self.maker_breaker = maker_breaker
        self._shown: dict[Mark, Statement] = {}
        if rules.positional and not position.x and not maker_breaker:
            stolen = Statement("O does not win by strategy stealing", wins=False)
            self._shown[Mark.O] = stolen

    @property
    def statements(self) -> list[Statement]:
        """What has been shown so far: one win, or who does not win."""
        turn = self.position.turn
        shown = [self._shown[mark] for mark in (turn, turn.other) if mark in self._shown]
        return [one for one in shown if one.wins] or shown

    @property
    def complete(self) -> bool:
        """Whether the value has been shown."""
        shown = self.statements
        return len(shown) == (1 if self.maker_breaker else 2) or any(one.wins for one in shown)

    @_uncollected()
    def read(self, attempt: Attempt, *, won: bool, nodes: int) -> None:
        """Read the claims of an answer.

        Raises:
            LimitReachedError: the nodes or the time were not enough.
        """
        self._shown[attempt.question.mark] = extract(
            attempt, won=won, nodes=nodes, only_blocks=self.maker_breaker
        )

    @_uncollected()
    def write(self, path: str | os.PathLike[str], small: Meter | None = None) -> WrittenCertificate:
        """Write what has been shown; with `small`, leave out claims for as long as that allows.

        Raises:
            LimitReachedError: the proof is not complete.
            OSError: the file cannot be written.
        """
        started = perf_counter()
        path = Path(path)
        statements, blocks = self.statements, self.maker_breaker
        if not self.complete:
            raise LimitReachedError("stopped before the proof was complete")
        claims = write(path, self.position, statements, only_blocks=blocks)
        if small is not None:
            minimise(self.position.rules, statements, small, only_blocks=blocks)
            with TemporaryDirectory(dir=path.parent) as folder:
                other = Path(folder, path.name)
                fewer = write(other, self.position, statements, only_blocks=blocks)
                if other.stat().st_size < path.stat().st_size:
                    other.replace(path)
                    claims = fewer
        said = tuple(statement.text for statement in statements)
        seconds = perf_counter() - started
        return WrittenCertificate(path, self.position, said, claims, path.stat().st_size, seconds)


@_uncollected()
def certify(
    game: Rules | Position | str,
    path: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    memory: int | None = None,
    maker_breaker: bool = False,
    small: bool = False,
) -> WrittenCertificate:
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
    refuse_place(Path(path))
    size = granted_memory(memory)
    position = Position.of(game)
    writer = CertificateWriter(position, maker_breaker=maker_breaker)
    solver = Solver(position.rules, memory=size, maker_breaker=maker_breaker)
    found = solver.solve(position, limit, reader=writer)
    if found.unfinished == "interrupted":
        raise KeyboardInterrupt
    if found.unfinished:
        raise LimitReachedError(found.unfinished)
    if limit is not None and limit.seconds and perf_counter() - started > limit.seconds:
        raise LimitReachedError(Limit(limit.seconds).reached())
    meter = Meter(limit)
    meter.started, meter.nodes = started, found.nodes
    made = writer.write(path, meter if small else None)
    return made._replace(seconds=perf_counter() - started)


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
