"""`noughts verify`: check a certificate, claim by claim."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, parameters, printing, refusing
from noughts.cli.command import LIMIT_EXIT, NO, WRONG, Command
from noughts.cli.working import working
from noughts.core.catalogue import counted, grouped, listed, say

if TYPE_CHECKING:
    from noughts.proofs.certificate import Verdict


@click.command(
    "verify",
    cls=Command,
    examples=[
        ("noughts verify draw.cert", "what it proves, if all claims are right"),
        ("noughts verify win.cert --expand", "without relying on any lemma"),
        ("noughts verify draw.cert --play 1000", "and it survives this many games"),
        ("noughts verify draw.cert --verified", "also with the proved checker"),
        ("noughts verify draw.cert --small less.cert", "and write it with fewer claims"),
    ],
    groups={
        "Further checks": ("verified", "expand", "play", "most"),
        "A smaller certificate": ("small", "force"),
    },
    exits={NO: "the certificate does not hold", WRONG: "it is not a certificate"} | LIMIT_EXIT,
)
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--verified",
    is_flag=True,
    help="Also use the checker proved in Rocq; `make verified` builds it.",
)
@click.option(
    "--expand", is_flag=True, help="Play it against every reply, without relying on any lemma."
)
@click.option(
    "--play",
    type=parameters.Whole(0, 1_000_000),
    default=0,
    show_default=False,
    help="Play N games against random and adverse opponents.",
)
@click.option(
    "--most", type=parameters.NODES, help="With --expand: the most positions to answer in."
)
@click.option(
    "--small",
    type=click.Path(dir_okay=False),
    metavar="OTHER",
    help="If it is right, write it to OTHER without unneeded claims; the report, --verified, "
    "--expand and --play are then about OTHER.",
)
@click.option(
    "--seconds",
    type=parameters.SecondsType(),
    help="With --expand or --small: the longest time for each.",
)
@click.option(
    "--memory",
    type=parameters.Mebibytes(),
    help="With --expand: the MiB for positions.  [default: a quarter of the machine's]",
)
@files.force_option
@parameters.json_option
def command(
    file: str,
    *,
    verified: bool,
    expand: bool,
    play: int,
    most: int | None,
    small: str | None,
    seconds: float | None,
    memory: int | None,
    force: bool,
    as_json: bool,
) -> None:
    """Check every step of the certificate in FILE, and print what it proves."""
    from noughts.proofs.certificate import certificate_report, proved_checker, shrink, verify  # noqa: PLC0415  (loads when it is used)

    if verified and proved_checker.program() is None:
        raise click.UsageError(
            f"--verified: {proved_checker.missing()}", click.get_current_context()
        )
    _check(file, small, expand=expand, force=force)
    at = file
    with working(say("proof", "verifying", file=file)):
        if small is not None and verify(file).holds:
            at = small
            shrink(file, small, parameters.limit(seconds, None, None))
        verdict = verify(
            at,
            verified=verified,
            expand=expand,
            play=play,
            most=most,
            seconds=seconds,
            memory=memory,
        )
    if as_json:
        printing.print_json(certificate_report.verified(verdict))
    elif verdict.holds:
        if verified:
            click.echo(say("proof", "accepted"))
        if expand:
            click.echo(say("proof", "expanded"))
        if play:
            click.echo(say("proof", "played", count=play, games=grouped(play)))
        click.echo(_text(verdict))
    else:
        click.echo(f"noughts: {say('proof', 'wrong', file=at, why=verdict.why)}", err=True)
    if not verdict.holds:
        raise click.exceptions.Exit(NO)


def _check(file: str, small: str | None, *, expand: bool, force: bool) -> None:
    """Reject options that would do nothing, and overwriting another file."""
    for name, wanted in (("most", expand), ("memory", expand), ("force", small is not None)):
        if refusing.given(name) and not wanted:
            option = "--small" if name == "force" else "--expand"
            refusing.refuse(f"--{name}", say("usage", "only for", option=option))
    if refusing.given("seconds") and not expand and small is None:
        both = listed(["--expand", "--small"])
        refusing.refuse("--seconds", say("usage", "only for", option=both))
    if small is not None:
        files.check_certificate(Path(small), files.certificate_head(Path(file)), force=force)


def _text(verdict: Verdict) -> str:
    """Return what a right certificate proves; of half a draw, also what it leaves open."""
    from noughts.proofs.certificate.checker_reasons import stated  # noqa: PLC0415  (loads when it is used)

    name = "holds if O blocks" if verdict.maker_breaker else "holds"
    if not verdict.maker_breaker and "not" in verdict.value:
        name = "half holds"
    other = "O" if verdict.value[0] == "X" else "X"
    claims, size = counted("claim", verdict.claims), counted("byte", verdict.bytes)
    seconds = grouped(verdict.seconds, 2)
    both = say("list", "more", before=claims, next=counted("reason", verdict.reasons))
    cost = say("proof", "cost", claims=both, bytes=size, seconds=seconds)
    proved = say("proof", name, value=stated(verdict.value), other=other)
    at = f"{verdict.rules}, {verdict.position}"
    head = say("sentence", "about", name=at, problem=proved)
    return f"{head}\n{stated(*verdict.statements)}   {cost}"
