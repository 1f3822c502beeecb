"""Every limit of the server, in one place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from noughts.core.limit import Limit  # noqa: TC001  (a field's type)
from noughts.engines.perfect import DEFAULT_LIMIT

_SPARE_CORES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What connections may cost.

    Attributes:
        most: how many there may be at once.
        each: how many of them one client may have.
        arrival: seconds that a request may take to arrive, from its first byte to its last.
        headers: bytes that may come before the body.
        rest: bytes that may come after the headers: the body, its framing, requests sent ahead.
        reading: seconds that all of an answer may wait for whoever reads it.
    """

    most: int = 2_000
    each: int = 150
    arrival: float = 10.0
    headers: int = 16 * 1024
    rest: int = 32 * 1024
    reading: float = 20.0


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where games between people are kept, and how many.

    Attributes:
        database: a URL of SQLAlchemy's.
        days: after which a game is removed in which nothing happens.
        made: games that one client may make in a day, a tenth of them for the open list or
            for a class; a tenth of either at once.
        streams: how many may look on at the same time.
        each: how many of them may be one client.
        waiting: changes that may wait for the database.
        ping: seconds after which a stream in which nothing happens says so.
        lobby: whether there is an open list of waiting games.
    """

    database: str
    days: float = 30.0
    made: int = 300
    streams: int = 1_500
    each: int = 100
    waiting: int = 500
    ping: float = 15.0
    lobby: bool = False


@dataclass(frozen=True, slots=True)
class LedgerSetting:
    """A ledger of a large proof that the server shows.

    Attributes:
        url: where it is, as a URL of SQLAlchemy's; told to nobody.
        rules: of its game.
        position: what it is about.
    """

    url: str
    rules: str
    position: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What the server grants to whom.

    Attributes:
        page: the folder of the built page.
        proxies: addresses or networks whose X-Forwarded-For is believed.
        workers: processes that think; one core is left to answer.
        waiting: requests that may wait for each of them, beyond the one it works on.
        share: requests of one client that may be thought about or wait for it.
        budget: what an engine may spend on one answer: what it does anywhere.
        matches: matches at a time, so that whoever plays against the computer finds a place.
        match: seconds that one match may take.
        patience: seconds after which a job that has not kept to its budget is ended.
        rate: requests a second that one client may make for ever.
        burst: requests that it may make at once.
        clients: how many clients are remembered.
        body: bytes of a request's body.
        cache: bytes of answers kept.
        local: whether only names and addresses of this machine are answered to.
        names: names that are answered to besides, and addresses unless `local`; None: all names.
        connections: what they may cost.
        keeping: where games between people are kept; None: nowhere.
        ledgers: the proofs that are shown.
    """

    page: Path = Path(__file__).parent / "static"
    proxies: tuple[str, ...] = ()
    workers: int = _SPARE_CORES
    waiting: int = 8
    share: int = 3
    budget: Limit = DEFAULT_LIMIT
    matches: int = _SPARE_CORES
    match: float = 60.0
    patience: float = 15.0
    rate: float = 50.0
    burst: int = 500
    clients: int = 10_000
    body: int = 16 * 1024
    cache: int = 64 * 1024 * 1024
    local: bool = False
    names: tuple[str, ...] | None = None
    connections: Allowance = field(default_factory=Allowance)
    keeping: Keeping | None = None
    ledgers: tuple[LedgerSetting, ...] = ()
