"""`noughts certify`: prove a value and write the proof to a file that anyone can check."""

from pathlib import Path

import click

from noughts.cli import files, parameters, printing, reading
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.working import working
from noughts.core.catalogue import counted, grouped, say
from noughts.core.rules import Rules


@click.command(
    "certify",
    cls=Command,
    examples=[
        ("noughts certify 7,7,5 draw.cert", "prove that 7,7,5 is a draw"),
        ("noughts certify --small 5,5,4 draw.cert", "with fewer claims, which takes longer"),
        ("noughts certify --maker-breaker 5,5,4 maker.cert", "X wins if O only blocks"),
        ("noughts certify 3,3,3 lost.cert --position X../O../...", "from a position"),
        ('noughts certify "5,4,4 gravity" draw.cert', "a game with gravity"),
        (
            "noughts certify 15,15,5 win.cert --position - < position.txt",
            "on more than 64 cells: a win by threats from a position",
        ),
    ],
    exits=LIMIT_EXIT,
)
@click.argument("rules", type=parameters.RulesType())
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
@parameters.proof_options
@click.option("--maker-breaker", is_flag=True, help="Let O only block.")
@click.option("--small", is_flag=True, help="Then remove claims that are not needed.")
@files.force_option
@parameters.json_option
def command(
    rules: Rules,
    file: str,
    position: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    *,
    maker_breaker: bool,
    small: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Prove the value of RULES and write the certificate to FILE; `noughts verify` checks it."""
    from noughts.proofs.certificate import certify  # noqa: PLC0415  (loads when it is used)
    from noughts.proofs.certificate.certificate_report import certified  # noqa: PLC0415  (likewise)
    from noughts.proofs.certificate.certifying import refuse  # noqa: PLC0415  (likewise)
    from noughts.proofs.certificate.checker_reasons import stated  # noqa: PLC0415  (likewise)

    refuse(rules, maker_breaker=maker_breaker)
    start = reading.start(rules, position)
    head = files.certificate_of(start, only_blocks=maker_breaker)
    files.check_certificate(Path(file), head, force=force)
    limit = parameters.limit(seconds, nodes, None)
    with working(say("proof", "certifying", rules=rules), limit):
        made = certify(start, file, limit, memory=memory, maker_breaker=maker_breaker, small=small)
    if as_json:
        printing.print_json(certified(made, maker_breaker=maker_breaker))
    else:
        claims, size = counted("claim", made.claims), counted("byte", made.bytes)
        cost = say("proof", "cost", claims=claims, bytes=size, seconds=grouped(made.seconds, 2))
        click.echo(f"{rules}: {stated(*made.statements)}   {cost}")
