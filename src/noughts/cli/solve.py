"""`noughts solve`: prove the value of a whole game, or of a position in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, parameters, printing, reading, solve_hint, solve_ledger
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.parameters import MIB
from noughts.cli.working import clear, tell
from noughts.core.catalogue import counted, grouped, say
from noughts.core.errors import LimitReachedError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.json import encode

if TYPE_CHECKING:
    from noughts.proofs.certificate import CertificateWriter
    from noughts.solver import Progress, Solution


@click.command(
    "solve",
    cls=Command,
    examples=[
        ("noughts solve 6,5,4", "X wins in 11 plies"),
        ("noughts solve 4,3,3 --first-moves", "X wins, with all winning first moves"),
        ("noughts solve --position XX./OO./...", "from a position"),
        (
            "noughts solve 15,15,5 --position - < position.txt",
            "on more than 64 cells: a win by threats from a position",
        ),
        ("noughts solve 6,5,4 --certificate win.cert", "and write the proof to a file"),
        ("noughts solve 9,4,4 --seconds 60 --threads 2", "for a minute, with two threads"),
        ("noughts solve 8,8,5 --ledger 885.ledger", "as jobs in a file, to resume later"),
        ("noughts solve 15,15,5 --hint tree.json", "check that the moves of a tree win"),
    ],
    groups={
        "What to prove": ("position", "maker_breaker", "distance", "first_moves"),
        "How to search": ("threads", "no_book", "hint"),
        "As jobs in a ledger": ("ledger", "jobs", "cluster", "merge", "recheck", "status"),
        "What to write": ("certificate", "force"),
    },
    exits=LIMIT_EXIT,
)
@parameters.rules_argument
@parameters.proof_options
@click.option(
    "--threads",
    type=parameters.Whole(1, 2),
    default=1,
    help="1 or 2; with 1, the result is repeatable.",
)
@click.option("--maker-breaker", is_flag=True, help="Let O only block.")
@click.option("--distance", is_flag=True, help="Find the plies of a win, whatever it costs.")
@click.option("--first-moves", is_flag=True, help="Also find every winning move.")
@click.option("--no-book", is_flag=True, help="Search instead of using the opening book.")
@click.option(
    "--hint",
    type=click.Path(dir_okay=False),
    help="Take one side's moves from a tree in FILE, and prove by threats that they win.",
)
@click.option(
    "--ledger",
    metavar="FILE|URL",
    help="Split the proof into jobs, and store every answer in a file or database; rerun the same "
    "command to resume.",
)
@click.option(
    "--jobs",
    type=parameters.Whole(1, 64),
    help="The number of jobs at a time, one process each.  [default: 1, or the cluster's cores]",
)
@click.option(
    "--cluster",
    metavar="local|ADDRESS",
    help="Run the jobs on Ray: on this machine, or in the cluster at ADDRESS, host:port.",
)
@click.option("--merge", metavar="FILE|URL", help="First copy the answers of another ledger.")
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    help="Write the proof to FILE, for `noughts verify`; with --ledger, each job leaves its part.",
)
@click.option(
    "--recheck", is_flag=True, help="At the end, repeat each answer that the proof rests on."
)
@files.force_option
@click.option("--status", is_flag=True, help="Show the progress of the proof in the ledger.")
@parameters.json_option
def command(
    rules: Rules,
    position: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    threads: int,
    *,
    maker_breaker: bool,
    distance: bool,
    first_moves: bool,
    no_book: bool,
    hint: str | None,
    ledger: str | None,
    jobs: int | None,
    cluster: str | None,
    merge: str | None,
    certificate: str | None,
    recheck: bool,
    force: bool,
    status: bool,
    as_json: bool,
) -> None:
    """Prove the value of RULES (default 3,3,3); Ctrl-C stops it and prints what is known.

    On more than 64 cells, it can prove a win by threats from a position.
    """
    if hint is not None:
        solve_hint.check()
    solve_ledger.check(ledger, status=status)
    if hint is not None and ledger is not None and status:
        report = solve_hint.status(reading.start(rules, position), hint, ledger)
        solve_hint.show(report, as_json=as_json)
        return
    if ledger is not None and status:
        solve_ledger.status(reading.start(rules, position), ledger, as_json=as_json)
        return
    from noughts.solver import COMPILED, solve  # noqa: PLC0415  (loads when it is used)

    if not COMPILED:
        click.echo(say("solved", "not compiled"), err=True)
    start = reading.start(rules, position)
    allowed = parameters.limit(seconds, nodes, None)
    live = sys.stderr.isatty()
    workers = solve_ledger.WorkerOptions(memory, jobs, cluster)
    ends = solve_ledger.Ends(certificate, recheck, force)
    if hint is not None:
        _end(
            solve_hint.run(start, hint, ledger, allowed, workers, ends, live=live, as_json=as_json)
        )
        return
    if ledger is not None:
        solution = solve_ledger.prove(start, ledger, merge, allowed, workers, ends, live=live)
    else:
        writer = _writer(start, certificate, maker_breaker=maker_breaker, force=force)
        solution = solve(
            start,
            allowed,
            _show if live else None,
            memory=memory,
            maker_breaker=maker_breaker,
            distance=distance,
            first_moves=first_moves,
            threads=threads,
            book=not no_book,
            reader=writer,
        )
        if certificate is not None and writer is not None and writer.complete:
            writer.write(certificate)
    if live:
        clear()
    if as_json:
        printing.print_json(encode.solution(solution))
    else:
        click.echo(_text(solution) if ledger is None else solve_ledger.text(solution))
    _end(solution.unfinished)


def _end(unfinished: str) -> None:
    """End the command, with an error if the proof was stopped."""
    if unfinished == "interrupted":
        raise click.Abort
    if unfinished:
        raise LimitReachedError(unfinished)


def _writer(
    start: Position, certificate: str | None, *, maker_breaker: bool, force: bool
) -> CertificateWriter | None:
    """Return the writer of a requested certificate, after checking its file."""
    if certificate is None:
        return None
    from noughts.proofs.certificate import CertificateWriter  # noqa: PLC0415  (loads when it is used)

    writer = CertificateWriter(start, maker_breaker=maker_breaker)
    head = files.certificate_of(start, only_blocks=maker_breaker)
    files.check_certificate(Path(certificate), head, force=force)
    return writer


def _show(progress: Progress) -> None:
    nodes, rate = counted("node", progress.nodes), grouped(round(progress.nodes / progress.seconds))
    numbers = "" if progress.proof is None else f"  pn {progress.proof} dn {progress.disproof}"
    memory = grouped(progress.memory // MIB)
    method = solve_ledger.in_words(progress.method)
    tell(f"{progress.question} {method}  {nodes}  {rate}/s{numbers}  {memory} MiB")


def _text(solution: Solution) -> str:
    rules = solution.position.rules
    if solution.method == "finished":
        return say("solved", "over", rules=rules, value=_who(solution.winner))
    quick = solution.seconds < 0.0005
    cost = say(
        "solved",
        "cost",
        count=solution.nodes,
        nodes=grouped(solution.nodes),
        time=say("answer", "quick" if quick else "seconds", seconds=grouped(solution.seconds, 3)),
        memory=grouped(solution.memory / MIB, 1),
    )
    if solution.score is None:
        return solve_ledger.unfinished(solution, cost)
    value, method = _value(solution, solution.score), solve_ledger.in_words(solution.method)
    lines = [say("solved", "proved", rules=rules, value=value, method=method, cost=cost)]
    if solution.line:
        lines.append(say("solved", "line", cells=rules.names(solution.line)))
    if solution.winning is not None:
        lines.append(_first_moves(solution, solution.score))
    return "\n".join(lines)


def _first_moves(solution: Solution, score: Score) -> str:
    """Name the winning moves; if there are none, say what every move leads to."""
    name = "winning" if solution.winning else "all lose" if score < Score.draw() else "none win"
    cells = solution.position.rules.names(solution.winning or ())
    return say("solved", name, turn=solution.position.turn, cells=cells)


def _value(solution: Solution, score: Score) -> str:
    """Return who wins, and when, as far as known."""
    winner = solution.winner
    if winner is not None and score.plies is not None:
        won = say("solved", "wins in", winner=winner, count=score.plies)
        return printing.with_customary(won, solution.position, score)
    if winner is not None and solution.at_least:
        return say("solved", "wins in at least", winner=winner, plies=solution.at_least)
    return _who(winner)


def _who(winner: Mark | None) -> str:
    return say("solved", "wins" if winner else "draw", winner=winner)
