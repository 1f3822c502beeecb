"""`CertificateEngine`: an opponent that plays a checked certificate."""

from __future__ import annotations

import os
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from noughts.core.catalogue import say
from noughts.core.errors import CertificateError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.engines.base import Choice, Engine
from noughts.engines.perfect import Perfect
from noughts.proofs.certificate import checker, falling_checker, threat_checker
from noughts.proofs.certificate.certificate_plan import (
    AnswerRule,
    CertificatePlan,
    PlannedMove,
    found,
)
from noughts.proofs.certificate.claim_plan import ClaimPlan
from noughts.proofs.certificate.falling_plan import FallingBook, FallingPlan
from noughts.proofs.certificate.strategy import strategies
from noughts.proofs.certificate.threat_plan import ThreatBook, ThreatPlan
from noughts.proofs.certificate.verifying import own_check, refused, usual_rules

SUFFIX = ".cert"  #: the end of a certificate's name, where an engine's name is expected
KEPT = 10_000  #: positions that it remembers having reached


class CertificateEngine(Engine):
    """Plays the moves of a certificate, which it checks first.

    In positions that the certificate says nothing about, and for the side that it does not speak
    for, it plays as `Perfect` does. Only a move of the certificate has a reason. A certificate of a
    win gives its moves a proved score, without a length.

    Args:
        path: the file.
        keeps: as for `Perfect`.

    Raises:
        CertificateError: The file is not a certificate, is wrong, or has no moves.
        OSError: The file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from noughts.proofs.certificate import certify
    >>> path = Path(mkdtemp(), "win.cert")
    >>> made = certify("4,3,3", path)
    >>> choice = CertificateEngine(path).play(Position.parse("..../..../....", "4,3,3"))
    >>> choice.score, choice.reason
    (Score.win(), 'proved: the certificate lists this move')
    """

    def __init__(self, path: str | os.PathLike[str], *, keeps: bool = False) -> None:
        at = Path(path)
        status = at.stat()
        self.name: str = at.name
        self._plans = _plans(at.resolve(), status.st_mtime_ns, status.st_size)
        self._known: dict[tuple[int, int], dict[tuple[int, int], Hashable]] = {}
        self._elsewhere = Perfect(keeps=keeps)

    @property
    def plans(self) -> tuple[CertificatePlan, ...]:
        """What the certificate's statements let their sides do."""
        return self._plans

    def forget(self) -> None:
        """Forget the results of earlier moves."""
        self._known.clear()
        self._elsewhere.forget()

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the certificate's move, or that of `Perfect`.

        Raises:
            CertificateError: The position is one of another game.
        """
        for number, plan in enumerate(self._plans):
            if plan.rules != position.rules:
                raise CertificateError.said(
                    "proof", "other game", file=self.name, rules=plan.rules, other=position.rules
                )
            if plan.mark is position.turn:
                choice = self._planned(number, plan, position)
                if choice is not None:
                    return choice
        return self._elsewhere.play(position, limit)

    def _planned(self, number: int, plan: CertificatePlan, position: Position) -> Choice | None:
        """Return a plan's move, looking at the position from each side of the board."""
        marks = position.x, position.o
        own, other = marks if position.turn.name == "X" else marks[::-1]
        for view, to in enumerate(position.rules.symmetries):
            mine, theirs = (
                sum(plan.bits[to[cell]] for cell in range(len(to)) if stones >> cell & 1)
                for stones in (own, other)
            )
            known = self._known.setdefault((number, view), {})
            move = found(plan, mine, theirs, known)
            if move is not None:
                if len(known) >= KEPT:
                    known.clear()
                known[mine | move.cell, theirs] = move.following
                cell = to.index(plan.bits.index(move.cell))
                return Choice(position, cell, _score(plan, move), say("planned", move.rule))
        return None


def _score(plan: CertificatePlan, move: PlannedMove) -> Score | None:
    """Return what a move proves; a side that does not lose may still win."""
    if move.rule is AnswerRule.LINE:
        return Score.win(1)
    return Score.win() if plan.wins else None


@lru_cache(maxsize=4)
def _plans(path: Path, modified: int, size: int) -> tuple[CertificatePlan, ...]:
    """Check a certificate, and return its plans."""
    del modified, size  # another file has others
    try:
        own = own_check(path)
        with path.open("rb") as file:
            if own is threat_checker.check:
                book = threat_checker.check(file, ThreatBook)
                plans: list[CertificatePlan] = (
                    [ThreatPlan(book)] if isinstance(book, ThreatBook) else []
                )
            elif own is falling_checker.check:
                falling = falling_checker.check(file, FallingBook)
                plans = (
                    [FallingPlan(falling, *root) for root in falling.roots]
                    if isinstance(falling, FallingBook)
                    else []
                )
            else:
                game = checker.check(file)
                rules = Rules.parse(usual_rules(game.rules))
                plans = (
                    [] if game.blocks else [ClaimPlan(stated, rules) for stated in strategies(path)]
                )
    except (
        checker.RefusedError,
        falling_checker.NotHeldError,
        threat_checker.NotShownError,
    ) as error:
        raise refused(path, error) from None
    if not plans:
        raise CertificateError.said("proof", "no answers", file=path.name)
    return tuple(plans)
