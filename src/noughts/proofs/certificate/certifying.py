"""`certify`: prove a position's value, and write the proof to a file."""

from __future__ import annotations

import errno
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.catalogue import grouped, say
from noughts.core.errors import LimitReachedError, PositionError, RulesError
from noughts.core.limit import Limit, Meter
from noughts.core.notation import Cutout
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.whole_file import whole_file
from noughts.proofs.certificate import checker, threat_checker
from noughts.proofs.certificate.certificate_forms import checked, refused
from noughts.proofs.certificate.found_proofs import copy_checked, found_proof
from noughts.proofs.certificate.gravity_checker import VERSION
from noughts.proofs.certificate.makers.claims import Statement, rules_text, save, write, write_lines
from noughts.proofs.certificate.makers.extract_claims import extract
from noughts.proofs.certificate.makers.gravity_maker import GravityMaker
from noughts.proofs.certificate.makers.minimise import minimise
from noughts.proofs.certificate.makers.threat_maker import NODES, PartStore, ThreatMaker
from noughts.solver import MOST_CELLS, Solver
from noughts.solver.attempts import Attempt
from noughts.solver.gravity import GravitySolver, ordinary
from noughts.solver.prover import ProofTask
from noughts.solver.resources import granted_memory
from noughts.solver.threat_space import ThreatProver

if TYPE_CHECKING:
    from noughts.formats.move_tree import Moves

THREAT_MEMORY = 1 << 28  #: bytes, by default
HINTED_NODES = 3_000_000_000  #: for one question of a proof with moves; it begins with fewer


class WrittenCertificate(NamedTuple):
    """A written certificate.

    Attributes:
        path: the file.
        position: its position.
        statements: what it proves: ``X wins``, ``O does not win`` and so on.
        claims: the number of its claims.
        bytes: its size.
        seconds: wall-clock seconds for proving and writing.
    """

    path: Path
    position: Position
    statements: tuple[str, ...]
    claims: int
    bytes: int
    seconds: float


@contextmanager
def _uncollected() -> Iterator[None]:
    """Switch the garbage collector off: claims form no cycles, and it would scan them all."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class CertificateWriter:
    """Reads the claims from the searches that prove a position, and writes them to a file.

    Args:
        position: the position to prove; the game is not over.
        maker_breaker: whether O only blocks.

    Raises:
        RulesError: Certificates do not support the game.
        PositionError: The game is over.

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
        if rules.gravity or rules.cells > MOST_CELLS:
            raise RulesError.said("proof", "search", rules=rules)
        if maker_breaker and not rules.positional:
            raise RulesError.said("proof", "Maker-Breaker", rules=rules)
        if position.outcome is not None:
            raise PositionError.said("proof", "over")
        self.position = position
        self.maker_breaker = maker_breaker
        self._shown: dict[Mark, Statement] = {}
        if rules.positional and not position.x and not maker_breaker:
            stolen = Statement("O does not win by strategy stealing", wins=False)
            self._shown[Mark.O] = stolen

    @property
    def statements(self) -> list[Statement]:
        """The results so far: one win, or who does not win."""
        turn = self.position.turn
        shown = [self._shown[mark] for mark in (turn, turn.other) if mark in self._shown]
        return [one for one in shown if one.wins] or shown

    @property
    def complete(self) -> bool:
        """Whether the value is proved."""
        shown = self.statements
        return len(shown) == (1 if self.maker_breaker else 2) or any(one.wins for one in shown)

    @_uncollected()
    def read(self, attempt: Attempt, *, won: bool, nodes: int) -> None:
        """Read the claims of an answer.

        Raises:
            LimitReachedError: The nodes or the time ran out.
        """
        self._shown[attempt.question.mark] = extract(
            attempt, won=won, nodes=nodes, only_blocks=self.maker_breaker
        )

    @_uncollected()
    def write(self, path: str | os.PathLike[str], small: Meter | None = None) -> WrittenCertificate:
        """Write the proof; with `small`, remove claims while the limit allows.

        Raises:
            LimitReachedError: The proof is not complete.
            OSError: The file cannot be written.
        """
        started = perf_counter()
        path = Path(path)
        statements, blocks = self.statements, self.maker_breaker
        if not self.complete:
            raise LimitReachedError.said("proof", "stopped")
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

    With gravity, a proof that comes with the package, such as Connect Four's, is checked and
    written, whatever the limit. This takes up to 8 seconds, and a new search much longer. With more
    than 64 cells, only wins by threats are proved.

    Args:
        game: rules (or their text), or a position of a game that is not over.
        path: the file; it appears only when it is complete.
        limit: seconds and nodes; `depth` is ignored.
        memory: bytes for the transposition tables, by default a quarter of the machine's memory.
        maker_breaker: let O only block; the proof is then about whether X wins.
        small: then remove claims that are not needed, while the limit allows; not with gravity.

    Raises:
        RulesError: More than 64 cells or gravity, with other options or `small`; more memory than
            the machine has; or a Maker-Breaker game in which stones can hurt.
        PositionError: The game is over.
        LimitReachedError: The limit came first; no file is left.
        CertificateError: The proof that comes with the package is damaged, or not installed.
        OSError: The file cannot be written; raised before the proof begins if possible.
    """
    started = perf_counter()
    refuse_place(Path(path))
    size, limit = granted_memory(memory), Limit.of(limit)
    position = Position.of(game)
    if position.rules.gravity or position.rules.cells > MOST_CELLS:
        refuse(position.rules, maker_breaker=maker_breaker)
        if small:
            raise RulesError.said("proof", "small", rules=position.rules)
    if position.rules.cells > MOST_CELLS:
        problem = ProofTask(position, memory=memory)
        prover = ThreatProver()
        solution = prover.prove(problem, limit)
        if solution.unfinished == "interrupted":
            raise KeyboardInterrupt
        if solution.winner is None:
            raise LimitReachedError(solution.unfinished)
        left = limit.after(perf_counter() - started, solution.nodes)
        made = certify_threats(position, solution.winner, path, left, prover.moves, memory=memory)
        return made._replace(seconds=perf_counter() - started)
    if position.rules.gravity:
        known = found_proof(position)
        if known is None:
            made = _fallen(position, Path(path), limit, size)
        else:
            made = _copied(known, position, Path(path))
        return made._replace(seconds=perf_counter() - started)
    writer = CertificateWriter(position, maker_breaker=maker_breaker)
    solver = Solver(position.rules, memory=size, maker_breaker=maker_breaker)
    found = solver.solve(position, limit, reader=writer)
    solver.release()
    if found.unfinished == "interrupted":
        raise KeyboardInterrupt
    if found.unfinished:
        raise LimitReachedError(found.unfinished)
    if limit.seconds and perf_counter() - started > limit.seconds:
        raise LimitReachedError(Limit(limit.seconds).reached())
    meter = Meter(limit)
    meter.started, meter.nodes = started, found.nodes
    made = writer.write(path, meter if small else None)
    return made._replace(seconds=perf_counter() - started)


def certify_threats(
    position: Position,
    mark: Mark,
    path: str | os.PathLike[str],
    limit: Limit | None = None,
    moves: Moves | None = None,
    *,
    memory: int | None = None,
    kept: PartStore | None = None,
) -> WrittenCertificate:
    """Write how a side wins by threats, on a board of any size.

    Args:
        position: a position of a game that is not over.
        mark: the side that wins.
        path: the file; it appears only when it is complete.
        limit: seconds, and nodes.
        moves: the winning side's moves until threats win, if they are needed.
        memory: bytes for the search's table, by default 256 MiB.
        kept: where the parts of a long proof are kept; then the whole is checked before it appears.

    Raises:
        RulesError: Certificates do not support the game.
        LimitReachedError: Threats do not win, or the limit came first; no file is left.
        CertificateError: The stored proof is wrong; no file is left.
        OSError: The file cannot be written.
    """
    path, started = Path(path), perf_counter()
    refuse_threats(position.rules)
    nodes = NODES if moves is None else HINTED_NODES
    maker = ThreatMaker(position, mark, granted_memory(memory or THREAT_MEMORY), limit, nodes)
    maker.prove(moves, kept)
    with whole_file(path) as part:
        write_lines(part, [*maker.head, *maker.lines])
        if kept is not None:
            try:
                checked(part)
            except threat_checker.NotShownError as error:
                raise refused(path, error) from None
    claims = sum(line != ")" for line in maker.lines) + (position.turn is not mark)
    seconds = perf_counter() - started
    return WrittenCertificate(
        path, position, (f"{mark} wins",), claims, path.stat().st_size, seconds
    )


def _copied(known: Path, position: Position, path: Path) -> WrittenCertificate:
    """Write a proof that was found before, once it has been checked."""
    found = copy_checked(known, position, path)
    said = tuple(found.statements)
    return WrittenCertificate(path, position, said, found.claims, path.stat().st_size, 0)


def _fallen(position: Position, path: Path, limit: Limit | None, memory: int) -> WrittenCertificate:
    """Find the claims of a position with gravity, and write them."""
    if position.outcome is not None:
        raise PositionError.said("proof", "over")
    solver = GravitySolver(position.rules, memory=memory)
    solver.allow(limit)
    low, high = solver.sign(position)
    if low != high:
        raise LimitReachedError.said("proof", "stopped")
    turn = position.turn
    sides = {1: (turn,), 0: (turn, turn.other), -1: (turn.other,)}[low]
    meter, lines, statements = Meter(limit), list[str](), list[str]()
    for own in sides:
        maker = GravityMaker(position, own, wins=low != 0, solver=solver, meter=meter)
        root = maker.prove()
        lines += maker.lines
        statements.append(f"{own} wins" if low else f"{own.other} does not win")
        lines.append(f"{statements[-1]}: {root}")
    text = [VERSION, f"rules {position.rules}", f"position {position}", *maker.symmetries, *lines]
    save(path, text)
    claims = sum(line[:2] in {"h ", "w "} for line in lines)
    return WrittenCertificate(path, position, tuple(statements), claims, path.stat().st_size, 0)


def refuse_place(path: Path) -> None:
    """Reject a missing folder, and anything that the file must not replace.

    Raises:
        OSError: The path cannot be used; the message says why.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, say("proof", "special file"), str(path))


def refuse(rules: Rules, *, maker_breaker: bool = False) -> None:
    """Reject games without certificates.

    Raises:
        RulesError: The game has no certificates; the message says why.
    """
    if rules.gravity:
        if not ordinary(rules) or maker_breaker:
            raise RulesError.said("proof", "options", rules=rules)
    elif rules.caro:
        raise RulesError.said("proof", "caro", rules=rules)
    elif isinstance(rules.shape, Cutout):
        raise RulesError.said("proof", "holes")
    if rules.cells > MOST_CELLS:
        refuse_threats(rules, maker_breaker=maker_breaker)
    if rules.gravity or rules.cells > MOST_CELLS:
        return
    line = f"rules {rules_text(rules, only_blocks=maker_breaker)}"
    if not checker.RULES.match(line[6:]) or len(line) >= checker.LONGEST:
        longest = grouped(checker.LONGEST)
        raise RulesError.said("proof", "long", line=f"{line:.60}", k=grouped(9999), longest=longest)


def refuse_threats(rules: Rules, *, maker_breaker: bool = False) -> None:
    """Reject games in which no certificate has wins by threats.

    Raises:
        RulesError: It is such a game.
    """
    plain = threat_checker.RULES.fullmatch(f"rules {rules}")
    if not plain or max(rules.shape) > len(threat_checker.NAMES) or maker_breaker:
        raise RulesError.said("proof", "cells", rules=rules, cells=rules.cells, most=MOST_CELLS)
