"""`noughts solve --hint`: a proof that takes one side's moves from a tree in a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, printing, refusing, solve_ledger
from noughts.cli.working import clear, tell, working
from noughts.core.catalogue import counted, grouped, listed, say
from noughts.core.errors import RecordError

if TYPE_CHECKING:
    from noughts.core.limit import Limit
    from noughts.core.position import Position
    from noughts.proofs.ledger.hint_run import HintReport
    from noughts.proofs.ledger.hint_tree import HintTree

_OTHERS = (
    *("recheck", "merge", "threads"),
    *("maker_breaker", "distance", "first_moves", "no_book"),
)
_SHOWN = 10  #: paths in a report


def check() -> None:
    """Reject options that would do nothing with --hint.

    Raises:
        click.UsageError: There is such an option.
    """
    for name in _OTHERS:
        if refusing.given(name):
            refusing.refuse(f"--{name.replace('_', '-')}", say("usage", "hint"))


def run(
    start: Position,
    hint: str,
    ledger: str | None,
    limit: Limit | None,
    workers: solve_ledger.WorkerOptions,
    ends: solve_ledger.Ends,
    *,
    live: bool,
    as_json: bool,
) -> str:
    """Prove what a hint claims, as far as possible; resume if there is a ledger.

    It prints how far the proof has come. If the win is proved, it writes the certificate that
    `ends` names. It returns why the proof is not finished; nothing if it is.

    Raises:
        click.ClickException: The hint cannot be read, or the certificate's file has other content.
        RulesError: The game has no proofs by threats.
        LimitReachedError: The limit came before the certificate was written.
    """
    tree = _tree(start, hint)
    from noughts.proofs import certificate  # noqa: PLC0415  (loads when it is used)
    from noughts.proofs import ledger as ledgers  # noqa: PLC0415  (slow to load, and an extra)
    from noughts.proofs.ledger.hint_certificate import keep_parts  # noqa: PLC0415  (likewise)
    from noughts.proofs.ledger.hint_ledger import HintLedger  # noqa: PLC0415  (likewise)
    from noughts.proofs.ledger.hint_run import prove_hinted  # noqa: PLC0415  (likewise)

    if ends.certificate is not None:
        certificate.refuse_threats(start.rules)
        head = files.certificate_of(start)
        files.check_certificate(Path(ends.certificate), head, force=ends.force)
    certifying = say("proof", "certifying", rules=start.rules)
    url = "sqlite://" if ledger is None else solve_ledger.url(ledger)
    with HintLedger(url, start) as own:
        with ledgers.workers(start, *workers) as crew:
            report = prove_hinted(own, crew, tree, limit, _show if live else None)
            if live:
                clear()
            show(report, as_json=as_json)
            if ledger is not None and ends.certificate is not None and report.won:
                with working(certifying, limit) as line:
                    keep_parts(own, crew, tree, limit, partial(line.count, certifying))
        if ends.certificate is not None and report.won:
            with working(certifying, limit):
                certificate.certify_threats(
                    start,
                    report.mark,
                    ends.certificate,
                    limit,
                    tree.moves(),
                    memory=workers.memory,
                    kept=None if ledger is None else own,
                )
    return report.unfinished


def status(start: Position, hint: str, ledger: str) -> HintReport:
    """Return the progress of the proof in a ledger.

    Raises:
        click.ClickException: The hint cannot be read.
        RulesError: The game has no proofs by threats.
    """
    tree = _tree(start, hint)
    from noughts.proofs.ledger.hint_ledger import HintLedger  # noqa: PLC0415  (slow to load)
    from noughts.proofs.ledger.hint_run import hinted_status  # noqa: PLC0415  (likewise)

    with HintLedger(solve_ledger.url(ledger), start) as own:
        return hinted_status(own, tree)


def _tree(start: Position, hint: str) -> HintTree:
    from noughts.formats import move_tree  # noqa: PLC0415  (loads when it is used)
    from noughts.proofs.ledger.hint_tree import HintTree  # noqa: PLC0415  (likewise)

    try:
        return HintTree(start, move_tree.read(Path(hint).read_bytes(), start))
    except OSError as error:
        why = say("usage", "unreadable", file=hint, problem=error.strerror)
        raise click.ClickException(why) from None
    except RecordError as error:
        raise click.ClickException(f"{hint}: {error}") from None


def _show(report: HintReport) -> None:
    ends, nodes = _of(report.ends_proved, report.ends), counted("node", report.nodes)
    tell(say("hinted", "live", mark=report.mark, **ends, nodes=nodes))


def _of(some: int, of: int) -> dict[str, str]:
    return {"some": grouped(some), "all": grouped(of)}


def show(report: HintReport, *, as_json: bool) -> None:
    """Print how far the proof has come."""
    if as_json:
        from noughts.proofs.ledger import ledger_report  # noqa: PLC0415  (loads when it is used)

        printing.print_json(ledger_report.hinted(report))
    else:
        click.echo(text(report))


def text(report: HintReport) -> str:
    """Return what is proved, what is open, and where the hint is wrong."""
    rules = report.position.rules
    settled = [reply.path for reply in report.replies if reply.settled]
    nodes, seconds = counted("node", report.nodes), grouped(report.seconds, 1)
    verdict = say("hinted", "won" if report.won else "open", mark=report.mark)
    replies = _of(len(settled), len(report.replies))
    lines = [
        say("hinted", "verdict", rules=rules, verdict=verdict, nodes=nodes, seconds=seconds),
        say("hinted", "ends", **_of(report.ends_proved, report.ends)),
        say("hinted", "inner", **_of(report.inner_proved, report.inner)),
        say("hinted", "replies", mark=report.mark.other, **replies),
    ]
    if settled and not report.won:
        lines[-1] += f": {listed(rules.name(path[-1]) for path in settled)}"
    lines += [
        say("hinted", "after", moves=rules.names(each.path), **_of(each.proved, each.questions))
        for each in report.replies
        if not each.settled and each.proved
    ]
    for paths, what in (
        (report.wrong, "wrong"),
        (report.failed, "failed"),
        (report.mended, "mended"),
    ):
        lines += [
            say("hinted", what, mark=report.mark, moves=rules.names(path))
            for path in paths[:_SHOWN]
        ]
        if (more := len(paths) - _SHOWN) > 0:
            lines.append(say("hinted", "more", count=more, more=grouped(more)))
    return "\n".join(lines)
