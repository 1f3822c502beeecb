"""`noughts match`: play engine against engine, and report what the games prove."""

import secrets
import sys
from functools import partial
from itertools import islice

import click

from noughts.cli import chosen_engine, parameters, printing, refusing
from noughts.cli.command import LIMIT_EXIT, Command, filled
from noughts.cli.widths import table, wrapped
from noughts.cli.working import clear, tell
from noughts.core.catalogue import grouped, percent, say, signed
from noughts.core.errors import EngineError, LimitReachedError
from noughts.core.limit import Limit
from noughts.core.rules import Rules
from noughts.core.series import Starts
from noughts.engines import ENGINES, Engine
from noughts.json import encode
from noughts.lab.matches import Match, PlayedGame, Standing
from noughts.lab.statistics import Tally, elo, wilson

_SHOWN = 10
_SEEDS = 1_000_000  # short enough to type again


@click.command(
    "match",
    cls=Command,
    examples=[
        ("noughts match hard medium --games 200 --seed 7", "two players"),
        (
            "noughts match easy medium hard --opening 2",
            "everyone against everyone, from random openings",
        ),
        ("noughts match hard mine:Engine", "against an engine of your own, in mine.py"),
        (
            "noughts match win.cert hard --rules 4,3,3 --starts first --games 10",
            "X plays a certificate of a win",
        ),
    ],
    groups={"The games": ("rules", "games", "starts", "opening", "seed")},
    exits=LIMIT_EXIT,
)
@click.argument(
    "players", nargs=-1, required=True, type=parameters.EngineType(), metavar="PLAYERS..."
)
@parameters.rules_option
@click.option(
    "--games",
    type=parameters.Whole(1, 1_000_000),
    default=100,
    help="The number of games of each pair.",
)
@click.option(
    "--starts",
    type=click.Choice([str(starts) for starts in Starts]),
    default=str(Starts.ALTERNATE),
    help="Which of the two plays X.",
)
@click.option(
    "--opening",
    type=parameters.Whole(0),
    default=0,
    metavar="PLIES",
    help="Choose the first N moves at random; two games, with sides changed, share them.",
)
@parameters.seed_option
@parameters.limit_options
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help=filled("Print all lost games, instead of {shown}.", shown=str(_SHOWN)),
)
@parameters.json_option
def command(
    players: tuple[str, ...],
    rules: Rules,
    games: int,
    starts: str,
    opening: int,
    seed: int | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    show_all: bool,
    as_json: bool,
) -> None:
    """Let PLAYERS, engines or levels, play each other; Ctrl-C prints the results so far.

    The limits are for each move. The same seed gives the same games, unless --seconds cuts a search
    short. Engines: alphabeta, alphabeta-unordered, memoised, minimax, perfect, random, symmetric,
    tactics, tactics-naive, module:Class for your own, or a FILE.cert to play a certificate. Levels:
    easy, beginner, casual, medium, steady, sharp, expert, hard.
    """
    if len(players) < 2:
        raise click.BadParameter(say("match", "two players"), param_hint="PLAYERS")
    if show_all and as_json:
        refusing.refuse("--all", say("match", "JSON has all"))
    limit = parameters.limit(seconds, nodes, depth)
    _check(players, limit, opening=opening, seed=seed)
    match = Match(
        rules,
        players,
        seed=secrets.randbelow(_SEEDS) if seed is None else seed,
        starts=Starts(starts),
        opening=opening,
        limit=limit,
        engines=ENGINES
        | {name: partial(_own, name, limit) for name in players if name not in ENGINES},
    )
    standing = Standing()
    lost: list[PlayedGame] = []
    end: BaseException | None = None
    try:
        _play(match, standing, lost, games=games * len(match.pairs), live=sys.stderr.isatty())
    except (KeyboardInterrupt, LimitReachedError, EngineError) as error:
        end = error
    if as_json:
        printing.print_json(encode.match(match, standing, lost))
    elif standing.games:
        _print(match, standing, lost, None if show_all else _SHOWN)
    if end is not None:
        raise end


def _own(name: str, limit: Limit | None, seed: int | None) -> Engine:
    return chosen_engine.load(name, seed=seed, limit=limit)


def _check(
    players: tuple[str, ...], limit: Limit | None, *, opening: int, seed: int | None
) -> None:
    """Reject options that would have no effect for any of the players."""
    engines = [chosen_engine.load(name, limit=limit) for name in players]
    for part in Limit.fields:
        asked = limit is not None and getattr(limit, part)
        if asked and not any(part in player.limits for player in engines):
            refusing.refuse(f"--{part}", say("match", "no limit"))
    if seed is not None and not opening and not any(player.randomised for player in engines):
        refusing.refuse("--seed", say("match", "no seed"))


def _play(
    match: Match, standing: Standing, lost: list[PlayedGame], *, games: int, live: bool
) -> None:
    """Play the games; if something stops them, `standing` and `lost` have the results so far."""
    try:
        for number in range(1, games + 1):
            game = match.game(number)
            standing.add(game)
            if game.winner is not None:
                lost.append(game)
            if live:
                pair = standing.pair(0, 1)
                first = f"  {match.players[0]} {_results(pair)}"
                of_two = first if len(match.players) == 2 else ""
                stage, done, every = say("match", "games"), grouped(number), grouped(games)
                tell(say("answer", "progress of", stage=stage, done=done, total=every) + of_two)
    finally:
        if live:
            clear()


# -- in words ------------------------------------------------------------------------------------


def _print(match: Match, standing: Standing, lost: list[PlayedGame], most: int | None) -> None:
    played = {"rules": match.rules, "seed": match.seed, "games": grouped(standing.games)}
    if len(match.players) == 2:
        first, second = match.players
        head = say("match", "two", count=standing.games, first=first, second=second, **played)
    else:
        head = say("match", "each", count=standing.games, **played)
    click.echo(f"{head}\n")
    if len(match.players) == 2:
        _print_pair(match, standing)
    else:
        _print_table(match, standing)
    if lost:
        click.echo()
    for game in islice(lost, most):
        loser = game.x if game.winner == game.o else game.o
        line = encode.match_game(match, game)["record"].splitlines()[-1]
        player = match.players[loser]
        click.echo(say("match", "lost game", number=game.number, player=player, moves=line))
    if most is not None and len(lost) > most:
        more = len(lost) - most
        click.echo(say("match", "more", count=more, games=grouped(more)))


def _print_pair(match: Match, standing: Standing) -> None:
    """Print the figures of the first of two players."""
    x, o, both = standing.seated(0, 1), standing.seated(1, 0).swapped, standing.pair(0, 1)
    certain = match.repeats(0, 1)
    heads = [match.players[0], *(say("checked", name) for name in ("as X", "as O"))]
    heads += [say("match", name) for name in ("both", "rate", *["interval"] * (not certain))]
    rows = [heads]
    for name, *hits in zip(("won", "drawn", "lost"), x[1:], o[1:], both[1:], strict=True):
        low, high = map(percent, wilson(hits[-1], both.games))
        interval = [] if certain else [say("match", "from to", low=low, high=high)]
        rate = percent(hits[-1] / both.games)
        rows.append([say("match", name), *map(grouped, hits), rate, *interval])
    rows.append([say("match", "score"), *map(_score, (x, o, both))])
    if not certain:
        rows.append([say("match", "Elo"), _elo(both)])
    click.echo("\n".join(table(rows, (15, 8, 8, 8, 10, 20))))
    different = standing.different(0, 1)
    if certain or different < both.games:
        games = grouped(both.games)
        click.echo("\n" + say("match", "different", games=games, different=grouped(different)))
    if certain:
        click.echo("\n".join(wrapped(say("match", "repeats"), 80)))


def _print_table(match: Match, standing: Standing) -> None:
    """Print the players, best first, with their score against each, then the pairs."""
    order = sorted(
        range(len(match.players)), key=lambda player: -(standing.player(player).score or 0)
    )
    names = ("games", "won", "drawn", "lost", "score")
    places = range(1, len(order) + 1)
    rows = [["", *(say("match", name) for name in names), *(f"({place})" for place in places)]]
    for place, player in zip(places, order, strict=True):
        tally = standing.player(player)
        against = (
            "" if other == player else _score(standing.pair(player, other)) for other in order
        )
        name = f"({place}) {match.players[player]}"
        rows.append([name, *map(grouped, tally), _score(tally), *against])
    click.echo("\n".join(table(rows, (20, 8, 7, 7, 7, 8, *[9] * len(order)))))
    click.echo()
    for player, other in match.pairs:
        tally = standing.pair(player, other)
        certain = match.repeats(player, other)
        values = {
            "first": match.players[player],
            "second": match.players[other],
            "results": _results(tally),
            "different": grouped(standing.different(player, other)),
        }
        name = "pair repeats" if certain else "pair"
        click.echo(say("match", name, elo=_elo(tally), **values))


def _results(tally: Tally) -> str:
    """Write games won, drawn and lost.

    >>> _results(Tally(7, wins=3, draws=2, losses=2))
    '+3 =2 -2'
    """
    return f"+{grouped(tally.wins)} ={grouped(tally.draws)} -{grouped(tally.losses)}"


def _score(tally: Tally) -> str:
    return "–" if tally.score is None else percent(tally.score)


def _elo(tally: Tally) -> str:
    """Write a difference and its 95 % interval.

    >>> print(_elo(Tally(100, wins=40, draws=40, losses=20)))
    +70, +16 to +123
    >>> print(_elo(Tally(10, wins=10)), _elo(Tally(10, losses=10)), _elo(Tally()), sep="; ")
    at least +130; at most -130; unknown
    """
    difference, low, high = elo(tally)
    if low is not None and high is not None:
        bounds = say("match", "from to", low=signed(low), high=signed(high))
    elif low is not None:
        bounds = say("value", "at least", points=signed(low))
    elif high is not None:
        bounds = say("value", "at most", points=signed(high))
    else:
        bounds = say("match", "unknown" if difference is None else "few games")
    if difference is None:
        return bounds
    return say("list", "more", before=signed(difference), next=bounds)
