"""`noughts solve --ledger`: a proof as jobs, which can be resumed, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from noughts.cli import files, parameters, printing, refusing
from noughts.cli.widths import flush
from noughts.cli.working import tell
from noughts.core.catalogue import counted, grouped, listed, say, worded
from noughts.core.limit import Limit
from noughts.core.position import Position

if TYPE_CHECKING:
    from noughts.proofs.ledger import LedgerProgress, QuestionState, Status
    from noughts.solver import Solution

_SQLITE = b"SQLite format 3\0"  # the start of a ledger's file
_ALONE = {
    "threads": "one thread",
    "maker_breaker": "real game",
    "distance": "not when",
    "first_moves": "not which moves",
    "no_book": "no book",
}
_LEDGERS = ("jobs", "cluster", "merge", "recheck")
_UNASKED = dict.fromkeys(
    ("seconds", "nodes", "memory", "certificate", "force", *_LEDGERS), "only reads"
)


def check(ledger: str | None, *, status: bool) -> None:
    """Reject options that would do nothing with --ledger or --status, or without them.

    Raises:
        click.UsageError: There is such an option.
    """
    if refusing.given("force") and not refusing.given("certificate") and not status:
        refusing.refuse("--force", say("usage", "only for", option="--certificate"))
    if ledger is None:
        for name in ("status", *_LEDGERS):
            if refusing.given(name):
                refusing.refuse(f"--{name}", say("usage", "needs ledger"))
        return
    for name, why in (_ALONE | (_UNASKED if status else {})).items():
        if refusing.given(name):
            refusing.refuse(f"--{name.replace('_', '-')}", say("usage", why))
    if refusing.given("certificate") and refusing.given("recheck"):
        refusing.refuse("--recheck", say("usage", "checked anyway"))
    refusing.need("ledger", "--ledger")
    if refusing.given("cluster"):
        refusing.need("cluster", "--cluster")


def url(place: str) -> str:
    """Return the URL of a ledger, after checking that a file can be one.

    Raises:
        click.ClickException: It is a folder, or another kind of file.
    """
    from noughts.proofs import ledger  # noqa: PLC0415  (slow to load, and an extra)

    if "://" not in place:
        path = Path(place)
        if path.is_dir():
            raise click.ClickException(say("usage", "ledger folder", file=place))
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(_SQLITE)) not in {b"", _SQLITE}:
                    raise click.ClickException(say("usage", "no ledger", file=place))
    return ledger.url(place)


class WorkerOptions(NamedTuple):
    """The workers: bytes for their tables, their number, and their cluster, if any."""

    memory: int | None
    jobs: int | None
    cluster: str | None


class Ends(NamedTuple):
    """The last step: a certificate in a file, or a repetition of all answers."""

    certificate: str | None
    recheck: bool
    force: bool


def prove(
    position: Position,
    place: str,
    merge: str | None,
    limit: Limit | None,
    workers: WorkerOptions,
    ends: Ends,
    *,
    live: bool,
) -> Solution:
    """Resume the proof in a ledger, with the answers of another one; return the solution.

    `live`: whether to show the progress.

    Raises:
        click.ClickException: The memory is too little for this many jobs, or a file cannot be
            written.
    """
    if workers.memory and workers.jobs and workers.memory < workers.jobs * parameters.MIB:
        memory, jobs = workers.memory // parameters.MIB, workers.jobs
        raise click.ClickException(say("usage", "jobs memory", memory=memory, jobs=jobs))
    from noughts.proofs import ledger  # noqa: PLC0415  (slow to load, and an extra)
    from noughts.proofs.ledger.run import refuse_certificate  # noqa: PLC0415  (likewise)

    path = None if ends.certificate is None else Path(ends.certificate)
    if path is not None:
        refuse_certificate(position.rules)
        files.check_certificate(path, files.certificate_of(position), force=ends.force)
    # The workers start while the database, which is slow, loads.
    with ledger.workers(position, *workers) as executor, ledger.Ledger(url(place), position) as own:
        if merge is not None:
            with ledger.look(url(merge), position) as other:
                answers = ledger.merge(own, other)
            said = say("ledger", "merged", count=answers, answers=grouped(answers), place=merge)
            click.echo(said, err=True)
        return ledger.prove(
            own, executor, limit, _show if live else None, certificate=path, recheck=ends.recheck
        )


def status(position: Position, place: str, *, as_json: bool) -> None:
    """Print the progress of the proof in a ledger."""
    from noughts.proofs import ledger  # noqa: PLC0415  (likewise)
    from noughts.proofs.ledger import ledger_report as reports  # noqa: PLC0415  (likewise)

    with ledger.look(url(place), position) as reader:
        progress = ledger.status(reader)
    if as_json:
        printing.print_json(reports.status(progress))
    else:
        click.echo(_status_text(progress))


def _show(progress: LedgerProgress) -> None:
    tell(
        say(
            "ledger",
            "live",
            mark=progress.mark,
            jobs=counted("job", progress.jobs),
            nodes=counted("node", progress.nodes),
            numbers=f"pn {progress.proof:.3g} dn {progress.disproof:.3g}",
            seconds=grouped(round(progress.seconds)),
        )
    )


def text(solution: Solution) -> str:
    """Return what is known, as a line."""
    rules = solution.position.rules
    nodes, seconds = grouped(solution.nodes), grouped(solution.seconds, 3)
    cost = say("solved", "cost of jobs", count=solution.nodes, nodes=nodes, seconds=seconds)
    if solution.score is None:
        return unfinished(solution, cost)
    winner, method = solution.winner, in_words(solution.method)
    value = say("solved", "wins" if winner else "draw", winner=winner)
    return say("solved", "proved", rules=rules, value=value, method=method, cost=cost)


def in_words(methods: str) -> str:
    """Return the names of methods, as the solver joins them, in the language."""
    return " + ".join(worded(name, "method") for name in methods.split(" + "))


def unfinished(solution: Solution, cost: str) -> str:
    """Return what is known of a game that is not solved."""
    known = listed(say("solved", "does not win", mark=mark) for mark in solution.cannot_win)
    known = known or say("solved", "nothing")
    return say("solved", "unfinished", rules=solution.position.rules, known=known, cost=cost)


def _status_text(progress: Status) -> str:
    lines = [str(progress.position.rules)]
    for asked in progress.questions:
        lines += _question(asked)
    for job in progress.working:
        nodes = counted("node", job.budget)
        lines.append(say("ledger", "job", mark=job.mark, position=job.position, nodes=nodes))
    for each in progress.machines:
        cost = _cost(each.nodes, each.seconds)
        jobs, version = counted("job", each.jobs), each.version
        said = say("ledger", "machine", name=each.name, version=version, jobs=jobs, cost=cost)
        lines.append(said)
    if not progress.questions:
        lines.append(say("ledger", "no question"))
    return "\n".join(lines)


def _cost(nodes: int, seconds: float, *, rate: bool = False) -> str:
    """Return nodes and seconds; and nodes a second, if `rate`."""
    values = {"nodes": counted("node", nodes), "seconds": grouped(seconds, 1)}
    if rate and seconds:
        return say("ledger", "cost with rate", rate=grouped(round(nodes / seconds)), **values)
    return say("ledger", "cost", **values)


def _question(asked: QuestionState) -> Iterator[str]:
    """Yield what is known of a question, line by line."""
    answer = {True: "won", False: "not won", None: "not known"}[asked.won]
    jobs, undecided = counted("job", asked.jobs), grouped(asked.ran_out)
    yield say(
        "ledger",
        "question",
        answer=say("ledger", answer, mark=asked.mark),
        done=say(
            "ledger", "undecided" if asked.ran_out else "done", jobs=jobs, undecided=undecided
        ),
        cost=_cost(asked.nodes, asked.seconds, rate=True),
    )
    if asked.won is None:
        if asked.jobs and asked.jobs == asked.ran_out:
            yield say("ledger", "no estimate")
        for left, what in ((asked.left_if_won, "left if won"), (asked.left_if_not, "left if not")):
            if left is not None and asked.seconds:
                seconds = grouped(round(left * asked.seconds / asked.nodes))
                nodes = counted("node", left)
                yield say("ledger", what, mark=asked.mark, nodes=nodes, seconds=seconds)
    if len(asked.history) > 1:
        heads = (say("ledger", head) for head in ("jobs", "nodes", "proof", "disproof"))
        widths = (9, 15, 14, 16)
        yield " ".join(map(flush, heads, widths))
        for moment in asked.history:
            numbers = map(_number, (moment.proof, moment.disproof))
            cells = (grouped(moment.jobs), grouped(moment.nodes), *numbers)
            yield " ".join(map(flush, cells, widths))


def _number(number: float) -> str:
    return say("ledger", "infinite") if number == inf else grouped(number, 1)
