"""`noughts check`: is somebody's program for tic-tac-toe unbeatable? Other games, too."""

import signal
import sys
from pathlib import Path

import click

from noughts.check import Finding, FindingKind, Report, UncheckableError, ask, check
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.console.console_process import ConsoleProcess
from noughts.check.processes.command_process import CommandProcess
from noughts.check.processes.limited_process import Limits, unlimited
from noughts.check.processes.python_process import PythonProcess
from noughts.check.program import StoppedError
from noughts.check.reports.program_hints import hint
from noughts.check.reports.report_formats import FORMATS, ONE_PROGRAM, told
from noughts.check.reports.report_json import asked, document, folder
from noughts.check.sampled_game import game_of
from noughts.cli import parameters, printing
from noughts.cli.check_output import print_asked, print_report
from noughts.cli.command import NO, Command, filled
from noughts.cli.working import working
from noughts.core.catalogue import say
from noughts.core.errors import UnknownNameError, shorten
from noughts.core.position import Position
from noughts.core.rules import Rules

_COMMAND = "noughts.check.command"


class _WithCommand(Command):
    """A command of which all that follows -- is another program's command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what follows -- apart."""
        ctx.meta[_COMMAND] = ()
        if "--" in args:
            at = args.index("--")
            args, ctx.meta[_COMMAND] = args[:at], tuple(args[at + 1 :])
        return super().parse_args(ctx, args)


@click.command(
    "check",
    cls=_WithCommand,
    examples=[
        ("noughts check student.py", "all that is wrong with it, the most useful first"),
        ("noughts check student.py:best_move --as O", "one function of it, which plays O"),
        ("noughts check mine:Engine --json", "an engine, as one JSON object"),
        ("noughts check student.py --at X../.O./...", "is its move there wrong?"),
        ("noughts check class --csv", "every program of a folder, a line each"),
        ("noughts check -- node bot.js", "a program in any language: a line in, a line out"),
        ("noughts check four.py --rules connect-four", "another game, in a sample if it is large"),
        ("noughts check -- python3 game.py", "a game in the terminal, played as a person plays it"),
    ],
    exits={NO: "something is wrong with the program"},
)
@click.argument("target", metavar="PROGRAM", required=False)
@click.option(
    "--as",
    "sides",
    type=click.Choice(["X", "O", "both"], case_sensitive=False),
    default="both",
    help="The side the program plays.",
)
@click.option(
    "--seconds",
    type=parameters.SecondsType(),
    default=10.0,
    help="How long one answer may take; all answers together, 60 times as long.",
)
@click.option(
    "--memory",
    type=parameters.Mebibytes(),
    default="1024",
    help="How many MiB the program may use (not on Windows).",
)
@click.option(
    "--at",
    "position",
    metavar="POSITION",
    help="Judge the one move that the program plays in a position, such as X../.O./...",
)
@parameters.rules_option
@click.option(
    "--sample",
    type=parameters.Whole(),
    help="Ask in N random positions. By default in all, or in 500 if there are over 100,000.",
)
@parameters.seed_option
@click.option(
    "--console",
    is_flag=True,
    help="The command after -- is a game in the terminal; found without it.",
)
@click.option("--hint", "hinted", is_flag=True, help="Say what to change, too.")
@click.option("--csv", "as_csv", is_flag=True, help="The same as --format csv.")
@click.option(
    "--format",
    "written",
    type=click.Choice(["text", "json", *FORMATS], case_sensitive=False),
    default="text",
    metavar="FORMAT",
    help=filled(
        "How the report is written: {formats}.", formats=", ".join(["text", "json", *FORMATS])
    ),
)
@parameters.json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    sides: str,
    seconds: float,
    memory: int,
    position: str | None,
    rules: Rules,
    sample: int | None,
    seed: int | None,
    written: str,
    *,
    console: bool,
    hinted: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Check your own tic-tac-toe program: is it unbeatable?

    PROGRAM is FILE.py, FILE.py:FUNCTION, FILE.py:CLASS.METHOD, MODULE:FUNCTION or MODULE:CLASS. It
    has the seven functions of CS50 AI, or one function that gets the board (and the mark that
    moves) and returns a move, or a noughts.Engine. Which one, and which form of the board, is found
    by trying. Of a FOLDER, every program is checked: FOLDER/NAME.py and FOLDER/NAME/tictactoe.py.

    After -- stands the command of a program in any language. It gets a position on a line, such as
    X.O.X...., and answers with a move on a line: 4, b2 or 1 2. Or it is a game in the terminal,
    which draws its board and asks for moves. Then every game is played against it.

    The program runs in a separate process, with limits. It must answer every position, and every
    possible game is played against it. Of a larger game (--rules) it is asked in a sample: in
    random positions and games, whose values the solver proves. The report says how sure that is.
    """
    _end_when_told()
    chosen = {written, *["json"] * as_json, *["csv"] * as_csv} - {"text"}
    if len(chosen) > 1:
        formats = ", ".join(sorted(chosen))
        raise click.UsageError(say("checked", "formats", formats=formats))
    written = (*chosen, "text")[0]
    players = "XO" if sides.lower() == "both" else sides.upper()
    limits = seconds, memory
    game = (
        TICTACTOE
        if rules == TICTACTOE.rules and sample is None
        else game_of(rules, sample, seed or 0)
    )
    if target is not None and Path(target).is_dir():
        if position is not None or written in ONE_PROGRAM:
            raise click.UsageError(say("checked", "one program"))
        reports = _folder(Path(target), players, limits, game)
        _print_many(reports, written, Path(target))
        raise click.exceptions.Exit(0 if all(each.finding is None for _, each in reports) else NO)
    if console and not ctx.meta[_COMMAND]:
        raise click.UsageError(say("checked", "needs command"))
    how = (game, console)
    opened, name = _open(target, ctx.meta[_COMMAND], Limits(*limits), how)
    shown = target or opened.target
    if position is not None:
        given = Position.parse(position, rules)
        if given.outcome is not None:
            raise click.UsageError(say("checked", "over", position=shorten(position)))
        if written not in {"text", "json"} or hinted:
            raise click.UsageError(say("checked", "at"))
        _ask(opened, name, shown, game.board(given), game, as_json=written == "json")
        return
    with working(say("checked", "checking")) as line, opened as program:

        def tell(stage: str, done: int, total: int) -> None:
            line.count(say("checked", stage), done, total)

        report = check(program, name, players, tell, game=game)
    if written == "json":
        printing.print_json(document(report, shown, hint(report) if hinted else None))
    elif written == "text":
        print_report(report, shown, hinted=hinted)
    else:
        click.echo(FORMATS[written]([(shown, report)]), nl=False)
    if report.finding is not None:
        raise click.exceptions.Exit(NO)


def _end_when_told() -> None:
    """End the program, too, if a signal ends this process: its own one may run for minutes."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: sys.exit(128 + number))


def _ask(
    opened: PythonProcess | CommandProcess | ConsoleProcess,
    name: str | None,
    shown: str,
    board: str,
    game: CheckedGame,
    *,
    as_json: bool,
) -> None:
    """Judge one move."""
    with opened as program:
        found = ask(program, board, name, game)
    document_ = asked(shown, board, found)
    if as_json:
        printing.print_json(document_)
    else:
        print_asked(found, shown, board)
    if document_["asked"]["wrong"]:
        raise click.exceptions.Exit(NO)


def _folder(
    folder: Path, players: str, limits: tuple[float, int], game: CheckedGame
) -> list[tuple[str, Report]]:
    """Check every program of a folder."""
    files = sorted([*folder.glob("*.py"), *folder.glob("*/tictactoe.py")])
    if not files:
        raise UnknownNameError(say("checked", "empty folder", folder=shorten(str(folder))))
    reports = []
    with working(say("checked", "checking")) as line:
        for number, file in enumerate(files):
            line.count(file.name, number, len(files))
            with PythonProcess(str(file), Limits(*limits)) as program:
                try:
                    report = check(program, None, players, game=game.fresh())
                except UncheckableError as error:
                    finding = Finding(FindingKind.NOT_LOADED, str(error))
                    report = Report("", None, (), {}, finding, None, (), {}, game)
            reports.append((str(file.relative_to(folder)), report))
    return reports


def _print_many(reports: list[tuple[str, Report]], written: str, where: Path) -> None:
    if written == "github":  # finds files from where it runs
        reports = [(str(where / name), report) for name, report in reports]
    if written == "json":
        printing.print_json(folder(reports))
    elif written != "text":
        click.echo(FORMATS[written](reports), nl=False)
    else:
        for name, report in reports:
            click.echo(f"{name}: {told(report)}")


def _open(
    target: str | None, words: tuple[str, ...], limits: Limits, how: tuple[CheckedGame, bool]
) -> tuple[PythonProcess | CommandProcess | ConsoleProcess, str | None]:
    """Return the program, and the name in it if one is given."""
    if bool(target) is bool(words):
        raise click.UsageError(say("checked", "either"))
    if said := unlimited(sys.platform, command=target is None):
        click.echo(said, err=True)
    if target is None or words:
        return _command(words, limits, how[0], console=how[1]), None
    file, name = _split(target)
    return PythonProcess(file, limits), name


def _command(
    words: tuple[str, ...], limits: Limits, game: CheckedGame, *, console: bool
) -> CommandProcess | ConsoleProcess:
    """Return a command that reads positions, or else a game in the terminal."""
    if console:
        return ConsoleProcess(words, limits)
    lines = CommandProcess(words, limits)
    with lines:
        try:
            why = lines.load(None, str(game.rules)).get("none")
        except StoppedError as error:
            why = str(error)
        if why is None:
            return lines
    played = ConsoleProcess(words, limits, why)
    with played:
        return played if played.asks() else lines


def _split(target: str) -> tuple[str, str | None]:
    """Return the file or module, and the name in it if one is given."""
    if not target.endswith(".py"):
        file, colon, name = target.rpartition(":")
        if target.endswith((".js", ".mjs", ".ts")):
            raise UnknownNameError(say("checked", "not here", target=shorten(target)))
        if not colon:
            raise UnknownNameError(say("checked", "not program", target=shorten(target)))
    else:
        file, name = target, ""
    if file.endswith(".py") and not Path(file).is_file():
        raise UnknownNameError(say("checked", "no file", file=shorten(file)))
    return file, name or None
