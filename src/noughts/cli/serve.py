"""`noughts serve`: the web game."""

import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from ipaddress import ip_address, ip_network

import click

from noughts.cli import parameters, refusing
from noughts.cli import solve_ledger as ledgers
from noughts.cli.command import Command, filled
from noughts.core.catalogue import say
from noughts.core.errors import shorten
from noughts.core.limit import Limit
from noughts.engines.perfect import DEFAULT_LIMIT
from noughts.web.settings import Keeping, LedgerSetting, Settings

DEFAULT_PORT = 8000
_EVERYWHERE = "0.0.0.0"  # noqa: S104  (only compared with)


def _network(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Check addresses and networks."""
    for text in value:
        try:
            ip_network(text)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None
    return value


@click.command(
    "serve",
    cls=Command,
    examples=[
        ("noughts serve", "for this machine; opens the browser"),
        ("noughts serve --host 0.0.0.0 --port 8080 --no-browser", "also for other machines"),
        ("noughts serve --ledger 885.ledger", "shows the progress of a large proof"),
    ],
    groups={
        "Address": ("host", "port", "browser", "proxies"),
        "Load": ("workers", "seconds", "rate"),
        "Games between people": ("database", "lobby", "no_games", "keep"),
    },
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="The address to listen on.")
@click.option(
    "--port",
    type=parameters.Whole(0, 65_535),
    help=filled(
        "The port; 0 takes any free one. [default: {port}, or any if it is taken]",
        port=str(DEFAULT_PORT),
    ),
)
@click.option(
    "--browser/--no-browser", default=True, show_default=False, help="Open the page in the browser."
)
@click.option(
    "--workers",
    type=parameters.Whole(1, 64),
    default=Settings().workers,
    show_default=False,
    help="Processes for the engines.  [default: one fewer than the cores]",
)
@click.option(
    "--seconds",
    type=parameters.Above0(10),
    default=DEFAULT_LIMIT.seconds,
    help="The most seconds that an engine thinks about one answer.",
)
@click.option(
    "--rate",
    type=parameters.Above0(10**9),
    default=Settings().rate,
    metavar="N",
    help="Requests per second from one client.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    callback=_network,
    metavar="ADDRESS",
    help="The address or network of a proxy whose X-Forwarded-For is trusted.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name that browsers use for this server. Others are rejected, except localhost, "
    "addresses and this machine's name; with --proxy, all are allowed unless you give a name. "
    "Repeatable.",
)
@click.option(
    "--database",
    envvar="NOUGHTS_DATABASE",
    show_envvar=True,
    metavar="URL",
    help="The database of games between people, as an SQLAlchemy URL. [default: a file in your "
    "data folder]",
)
@click.option(
    "--lobby", is_flag=True, help="Have a lobby: an open list of games that anyone can join."
)
@click.option("--no-games", is_flag=True, help="Switch games between people off.")
@click.option(
    "--keep",
    type=parameters.Above0(3650),
    default=30.0,
    metavar="DAYS",
    help="Remove games that have been inactive for this long.",
)
@click.option(
    "--ledger",
    "places",
    multiple=True,
    metavar="FILE|URL",
    help="Show the progress of a large proof from the ledger of `noughts solve --ledger`, without "
    "changing it. Repeatable.",
)
@click.option(
    "--log",
    "level",
    type=click.Choice(["info", "warning", "error"]),
    help="The level of the log, as JSON on stderr. [default: warning on a terminal, else info]",
)
def command(
    host: str,
    port: int | None,
    workers: int,
    seconds: float,
    rate: float,
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    database: str | None,
    keep: float,
    places: tuple[str, ...],
    level: str | None,
    *,
    lobby: bool,
    no_games: bool,
    browser: bool,
) -> None:
    """Serve the web game and its API; Ctrl-C ends it."""
    refusing.need("web", say("serve", "serving"))
    if no_games and database:
        raise click.UsageError(say("usage", "combined", one="--database", other="--no-games"))
    if no_games and lobby:
        raise click.UsageError(say("usage", "combined", one="--lobby", other="--no-games"))
    ledgers = tuple(map(_shown, places))
    from noughts.web import logs  # noqa: PLC0415  (slow to load, and an extra)
    from noughts.web.server import Server, listen  # noqa: PLC0415

    keeping = None if no_games else _keeping(database, keep, lobby=lobby)
    try:
        listener = listen(host, DEFAULT_PORT if port is None else port, or_any=port is None)
    except OSError as error:
        raise click.ClickException(_no_listening(host, port, error)) from None
    logs.set_up(level or ("warning" if sys.stderr.isatty() else "info"))
    address = _address(host, listener.getsockname()[1])
    first = f"{address}proofs" if ledgers else address

    def when_ready() -> None:
        with suppress(OSError):  # it serves even if it cannot print the address
            click.echo(say("serve", "at", address=address))
            if ledgers:
                click.echo(say("serve", "proof", address=first))
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    # Then Python exits cleanly, with all its clean-up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # A proxy passes on any host name it receives.
    local = ip_address(listener.getsockname()[0]).is_loopback and not proxies
    known = names if local or (proxies and names) else None if proxies else (*names, *_own_names())
    settings = Settings(
        proxies=proxies,
        rate=rate,
        workers=workers,
        budget=Limit(seconds=seconds),
        local=local,
        names=known,
        keeping=keeping,
        ledgers=ledgers,
    )
    Server(settings, when_ready).run([listener])


def _own_names() -> tuple[str, ...]:
    """Return this machine's names, locally and in its network."""
    name = socket.gethostname()
    return name, f"{name.partition('.')[0]}.local"


def _keeping(database: str | None, days: float, *, lobby: bool) -> Keeping | None:
    """Return the games' database; None, with a note, if it is impossible and was not requested."""
    try:
        return Keeping(_checked(database), days, lobby=lobby)
    except click.ClickException as error:
        if database:
            raise
        click.echo(say("serve", "no games", problem=error.message), err=True)
        return None


def _checked(database: str | None) -> str:
    """Return the address of the database, after checking that it opens.

    Raises:
        click.ClickException: It does not open.
    """
    refusing.need("games", say("serve", "games"))
    from noughts.core.errors import StorageError  # noqa: PLC0415  (only here)
    from noughts.play.store import Store  # noqa: PLC0415  (slow to load, and an extra)

    try:
        url = database or _own_database()
        store = Store(url)
        try:
            store.lock()
        finally:
            store.close()
    except (StorageError, OSError) as error:
        raise click.ClickException(f"--database: {error}") from None
    return url


def _shown(place: str) -> LedgerSetting:
    """Return a ledger, after checking that it opens.

    Raises:
        click.ClickException: It does not open.
    """
    refusing.need("ledger", "--ledger")
    from noughts.core.errors import NoughtsError  # noqa: PLC0415  (only here)
    from noughts.proofs import ledger  # noqa: PLC0415  (slow to load, and an extra)

    url = ledgers.url(place)
    try:
        with ledger.look(url) as opened:
            return LedgerSetting(url, str(opened.position.rules), str(opened.position))
    except NoughtsError as error:
        raise click.ClickException(f"--ledger: {error}") from None


def _own_database() -> str:
    """Return the address of the database in the user's data folder.

    Raises:
        OSError: The folder does not exist and cannot be created.
    """
    from platformdirs import user_data_path  # noqa: PLC0415  (an extra)

    folder = user_data_path("noughts", appauthor=False, ensure_exists=True)
    return f"sqlite:///{folder / 'games.sqlite'}"


def _no_listening(host: str, port: int | None, error: OSError) -> str:
    """Return the error: the address or the port is the problem."""
    if isinstance(error, socket.gaierror):
        return say("serve", "no host", host=shorten(host), problem=error.strerror)
    name = "no port" if port else "no listening"
    return say("serve", name, host=host, port=port, problem=error.strerror)


def _address(host: str, port: int) -> str:
    """Return the server's address for a browser on this machine.

    >>> _address("0.0.0.0", 8000), _address("::1", 80)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/')
    """
    name = {_EVERYWHERE: "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def _has_screen() -> bool:
    """Whether a browser would open in a window, and not in the terminal."""
    return not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
