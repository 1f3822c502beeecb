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
    """Limits of connections.

    Attributes:
        most: the most connections at once.
        each: the most connections of one client.
        arrival: the seconds for a request to arrive, from its first byte to its last.
        headers: the most bytes before the body.
        rest: the most bytes after the headers: the body, its framing, pipelined requests.
        reading: the seconds for a client to read a whole response.
    """

    most: int = 2_000
    each: int = 150
    arrival: float = 10.0
    headers: int = 16 * 1024
    rest: int = 32 * 1024
    reading: float = 20.0


@dataclass(frozen=True, slots=True)
class Keeping:
    """The storage of games between people, and its limits.

    Attributes:
        database: an SQLAlchemy URL.
        days: the days after which an inactive game is removed.
        made: the games that one client may create in a day. At once, it may create a tenth of
            them. A tenth may be for the open list or a class, a third of these at once.
        streams: the most event streams at the same time.
        each: the most event streams of one client.
        waiting: the most changes waiting for the database.
        ping: the seconds after which a quiet stream sends a comment.
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
        url: its SQLAlchemy URL, which is never published.
        rules: its game.
        position: its position.
    """

    url: str
    rules: str
    position: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the server.

    Attributes:
        page: the folder of the built page.
        proxies: addresses or networks whose X-Forwarded-For is trusted.
        workers: processes for engines; one core is left for the server.
        waiting: the most requests waiting for each of them.
        share: the most requests of one client, running or waiting.
        budget: an engine's limit for one answer: its default.
        matches: the most matches at a time, so that players of the computer get their turn.
        match: the most seconds of one match.
        patience: the seconds after which a job over its budget is ended.
        rate: the sustained requests per second of one client.
        burst: the requests of one client at once.
        clients: the most clients to track.
        body: the most bytes of a request's body.
        cache: the bytes of cached answers.
        local: whether only names and addresses of this machine are accepted.
        names: further accepted names, and addresses unless `local`; None accepts all names.
        connections: the limits of connections.
        keeping: the storage of games between people; None means no storage.
        ledgers: the proofs shown.
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
