"""`noughts prove`: play every possible game against an engine."""

from itertools import islice

import click

from noughts.cli import chosen_engine, parameters, printing, refusing
from noughts.cli.command import LIMIT_EXIT, NO, Command, filled
from noughts.cli.working import working
from noughts.core.catalogue import counted, grouped, say
from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.json import encode
from noughts.lab.every_game import Proof

_SHOWN = 20


@click.command(
    "prove",
    cls=Command,
    examples=[
        ("noughts prove", "every game that a person can play against level hard"),
        ("noughts prove --engine tactics-naive --as O", "44 lost games, listed"),
    ],
    exits={NO: "the engine lost games"} | LIMIT_EXIT,
)
@parameters.engine_option(
    "hard",
    "The engine: {engines}; module:Class for your own engine, or a "
    "FILE.cert to play a certificate.",
)
@click.option(
    "--as",
    "sides",
    type=click.Choice(["X", "O", "both"], case_sensitive=False),
    default="both",
    help="The engine's side.",
)
@parameters.rules_option
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help=filled("Print all lost games, instead of {most} for each side.", most=str(_SHOWN)),
)
@click.option("--seconds", type=parameters.SecondsType(), help="The longest time to search.")
@parameters.json_option
def command(
    engine_name: str,
    sides: str,
    rules: Rules,
    seconds: float | None,
    *,
    show_all: bool,
    as_json: bool,
) -> None:
    """Play every possible game against an engine and report each one it loses.

    If the engine chooses at random, every move that it may choose is played. Any other engine must
    give the same answer twice for each position.
    """
    if show_all and as_json:
        refusing.refuse("--all", say("proof", "all in JSON"))
    marks = list(Mark) if sides.lower() == "both" else [Mark(sides.upper())]
    limit = parameters.limit(seconds, None, None)
    proofs = [
        Proof(chosen_engine.load(engine_name, limit=limit, total=True), rules, mark, limit)
        for mark in marks
    ]
    with working(say("proof", "playing"), limit):
        tallies = [proof.tally() for proof in proofs]
    if as_json:
        printing.print_json(encode.proof(proofs, engine_name))
    else:
        _print(proofs, engine_name, None if show_all else _SHOWN)
    if any(tally.losses for tally in tallies):
        raise click.exceptions.Exit(NO)


def _print(proofs: list[Proof], engine_name: str, most: int | None) -> None:
    for proof in proofs:
        rules, tally = proof.rules, proof.tally()
        counts = {name: grouped(getattr(tally, name)) for name in ("wins", "draws", "losses")}
        games = counted("game", tally.games)
        who = {"engine": engine_name, "mark": proof.mark, "rules": rules}
        click.echo(say("proof", "games", games=games, **who, **counts))
        for moves in islice(proof.lost_games(), most):
            click.echo(f"  {say('proof', 'lost', moves=rules.names(moves))}")
        if most is not None and tally.losses > most:
            click.echo(f"  {say('proof', 'more', more=grouped(tally.losses - most))}")
