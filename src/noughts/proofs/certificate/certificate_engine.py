"""`CertificateEngine`: an opponent that plays a checked certificate."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from noughts.core.bits import bits
from noughts.core.catalogue import say
from noughts.core.errors import CertificateError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.score import Score
from noughts.core.symmetry import Symmetry
from noughts.engines.base import Analysis, Choice, Engine, MoveValue
from noughts.engines.perfect import Perfect
from noughts.proofs.certificate.certificate_forms import REFUSALS, checked, plans_of, refused
from noughts.proofs.certificate.strategies.certificate_plan import (
    AnswerRule,
    CertificatePlan,
    PlanFollower,
    PlannedMove,
)


class CertificateEngine(Engine):
    """Plays the moves of a certificate, which it checks first.

    In positions that the certificate says nothing about, and for the side that it does not speak
    for, it plays as `Perfect` does. Only a move of the certificate has a reason. A certificate of a
    win gives its moves a proved score, without a length. It follows the games that it plays. For
    any other position it searches the order of the stones, and may give up if there are many.

    Attributes:
        plans: what the certificate's statements let their sides do.

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
        self.plans: tuple[CertificatePlan, ...] = _plans(
            at.resolve(), status.st_mtime_ns, status.st_size
        )
        self._followers = [PlanFollower(plan) for plan in self.plans]
        self._elsewhere = Perfect(keeps=keeps)

    def forget(self) -> None:
        """Forget the results of earlier moves."""
        self._followers = [PlanFollower(plan) for plan in self.plans]
        self._elsewhere.forget()

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the certificate's move, or that of `Perfect`.

        Raises:
            CertificateError: The position is one of another game.
        """
        return self._certain(position) or self._elsewhere.play(position, limit)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Return the certificate's move and what it proves, or the analysis of `Perfect`.

        Raises:
            CertificateError: The position is one of another game.
        """
        choice = self._certain(position)
        if choice is None:
            return self._elsewhere.analyse(position, limit)._replace(engine=self.name)
        cells = sorted(position.legal, key=lambda cell: cell != choice.cell)
        moves = [
            MoveValue(cell, choice.score if cell == choice.cell else None, (cell,))
            for cell in cells
        ]
        return Analysis(position, self.name, choice.score, tuple(moves), nodes=0, seconds=0.0)

    def _certain(self, position: Position) -> Choice | None:
        """Return the certificate's move, if it has one."""
        rules = self.plans[0].rules
        if rules != position.rules:
            raise CertificateError.said(
                "proof", "other game", file=self.name, rules=rules, other=position.rules
            )
        followers = [each for each in self._followers if each.plan.mark is position.turn]
        images = [image for follower in followers for image in _images(follower, position)]
        for searches in (False, True):
            for follower, to, mine, theirs in images:
                move = follower.move(mine, theirs, searches=searches)
                if move is not None:
                    plan = follower.plan
                    cell = to.index(plan.bits.index(move.cell))
                    return Choice(position, cell, _score(plan, move), say("planned", move.rule))
        return None


def _images(
    follower: PlanFollower, position: Position
) -> Iterator[tuple[PlanFollower, Symmetry, int, int]]:
    """Yield a position as a plan sees it from each side of the board, and which cell went where."""
    plan = follower.plan
    for to in position.rules.symmetries:
        mine, theirs = (
            sum([plan.bits[to[cell]] for cell in bits(stones)])
            for stones in position.sides(plan.mark)
        )
        yield follower, to, mine, theirs


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
        plans = plans_of(checked(path, keeps=True), path)
    except REFUSALS as error:
        raise refused(path, error) from None
    if not plans:
        raise CertificateError.said("proof", "no answers", file=path.name)
    return tuple(plans)
