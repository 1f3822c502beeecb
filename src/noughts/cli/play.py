"""`noughts play`: the game, in the terminal."""

import codecs
import importlib.util
import io
import os
import sys
from pathlib import Path

import click

from noughts.cli import chosen_engine, files, game_files, parameters, refusing, saving
from noughts.cli.command import Command, filled
from noughts.cli.line_ui import LineMode
from noughts.cli.session import DEFAULT_SECONDS, Session, Setup
from noughts.core.catalogue import say
from noughts.core.notation import Cutout
from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.core.series import Starts

_SEATS = {"X": Starts.FIRST, "O": Starts.SECOND, "alternate": Starts.ALTERNATE}
_SETUP = ("rules", "level", "you", "two", "best_of", "seed")  # what a saved game includes
_DRAWN = "▸│┼·×█▀▄✓…"  # the characters of the full screen


@click.command(
    "play",
    cls=Command,
    examples=[
        ("noughts play", "tic-tac-toe against a perfect player"),
        ("noughts play --rules gomoku --level medium --you O", "Gomoku, the computer begins"),
        ("noughts play --resume", "resume the last game"),
        ("noughts play --two --best-of 5", "two players, at most five games"),
        ("noughts play --level win.cert", "against a certificate, which never loses"),
        ("noughts play --load game.txt --save game.txt", "resume a game from a file"),
    ],
    groups={
        "The game": ("rules", "level", "you", "two", "best_of", "seconds", "seed"),
        "Saved games": ("resume", "load", "save", "force"),
        "The screen": ("theme", "fast", "plain"),
    },
)
@parameters.rules_option
@parameters.level_option
@click.option(
    "--you",
    type=click.Choice(list(_SEATS), case_sensitive=False),
    default="X",
    help="Your mark (X moves first), or alternate.",
)
@click.option("--two", is_flag=True, help="Two players at one keyboard.")
@click.option(
    "--best-of",
    type=int,
    default=1,
    metavar="N",
    show_default=False,
    help="Play a series of N games (odd).",
)
@click.option(
    "--seconds",
    type=parameters.SecondsType(),
    help=filled(
        "The longest time the computer thinks about a move. [default: {seconds}]",
        seconds=f"{DEFAULT_SECONDS:g}",
    ),
)
@parameters.seed_option
@click.option("--resume", is_flag=True, help="Resume the last game, which is always saved.")
@click.option(
    "--load", type=click.Path(exists=True, dir_okay=False), help="Resume the game in FILE."
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False),
    help="Save the game in FILE after each move; noughts review reads it.",
)
@files.force_option
@click.option("--fast", is_flag=True, help="No pause before the computer's moves.")
@click.option(
    "--theme",
    type=click.Choice(["dark", "light", "terminal"]),
    default="dark",
    help="The colours; terminal means your terminal's own.",
)
@click.option("--plain", is_flag=True, help="Line by line: for pipes and screen readers.")
def command(
    rules: Rules,
    level: str,
    you: str,
    best_of: int,
    seconds: float | None,
    seed: int | None,
    load: str | None,
    save: str | None,
    theme: str,
    *,
    two: bool,
    resume: bool,
    force: bool,
    fast: bool,
    plain: bool,
) -> None:
    """Play against the computer, or two players at one keyboard.

    If stdin or stdout is not a terminal that can draw, the game goes line by line, as with --plain.
    Every game is saved after each move in the user's state folder; its record is printed at the
    end.
    """
    _check(two=two, plain=plain, resume=resume, load=load)
    store = saving.GameFiles(Path(save) if save else None, resumed=resume)
    if resume or load:
        notes: list[str] = []
        session = saving.load(Path(load) if load else store.last, seconds, notes)
        game_files.tell(notes)
    else:
        try:
            setup = Setup(rules, None if two else level, _SEATS[you], best_of, seed, seconds)
            session = Session(
                _of_certificate(setup) if chosen_engine.is_certificate(level) else setup
            )
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--best-of") from None
    store.check(session, force=force)
    session.keep = store.keep
    # Only the line-by-line game can draw holes.
    holes = isinstance(session.setup.rules.shape, Cutout)
    screen = not plain and not holes and _can_fill_the_screen()
    if screen and importlib.util.find_spec("textual") is None:
        click.echo(say("saved", "no screen"))
        screen = False
    if not screen:
        _play_plain(session, store)
        return
    from noughts.cli.tui import NoughtsApp  # noqa: PLC0415  (slow to load)

    app = NoughtsApp(session, fast=fast, theme=theme)
    try:
        app.run()
    finally:
        click.echo(saving.farewell(app.session, store), nl=False)
    raise click.exceptions.Exit(app.return_code or 0)


def _of_certificate(setup: Setup) -> Setup:
    """Let the computer play a certificate: its game and position, and the side that it proves."""
    file = str(Path(setup.level or "").resolve())
    plans = chosen_engine.certificate(file).plans
    start = plans[0].start
    if refusing.given("rules") and setup.rules != start.rules:
        name = Path(file).name
        why = say("proof", "other game", file=name, rules=start.rules, other=setup.rules)
        raise click.BadParameter(why, param_hint="--rules")
    if not refusing.given("you") and {plan.mark for plan in plans} == {Mark.X}:
        setup = setup._replace(starts=Starts.SECOND)
    return setup._replace(rules=start.rules, level=file, start=start)


def _check(*, two: bool, plain: bool, resume: bool, load: str | None) -> None:
    """Reject options that would do nothing."""
    if two:
        for name in ("level", "seed", "seconds"):
            if refusing.given(name):
                refusing.refuse(f"--{name}", say("usage", "two"))
    if plain and refusing.given("theme"):
        refusing.refuse("--theme", say("usage", "no screen"))
    if refusing.given("force") and not refusing.given("save"):
        refusing.refuse("--force", say("usage", "only for", option="--save"))
    if resume and load:
        refusing.refuse("--load", say("usage", "resumed"))
    if resume or load:
        for name in _SETUP:
            if refusing.given(name):
                option = f"--{name.replace('_', '-')}"
                refusing.refuse(option, say("usage", "saved"))


def _can_fill_the_screen() -> bool:
    """Whether stdin and stdout are a terminal that can draw the game."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "") in {"", "dumb"} and os.name == "posix":
        return False
    try:
        codecs.encode(_DRAWN, sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _play_plain(session: Session, store: saving.GameFiles) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a dumb terminal may not even have the × of 3×3
    plain = LineMode(session, click.echo)
    try:
        plain.run(sys.stdin.buffer)
    finally:
        click.echo(saving.farewell(plain.session, store), nl=False)
