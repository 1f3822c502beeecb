"""Every limit of the server, in one place."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from noughts.core.limit import Limit
from noughts.engines.perfect import DEFAULT_LIMIT

_SPARE_CORES = max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Limits of connections."""

    most: int = 2_000  #: the most connections at once
    each: int = 150  #: the most connections of one client
    arrival: float = 10.0  #: the seconds for a request to arrive, from its first byte to its last
    headers: int = 16 * 1024  #: the most bytes before the body
    #: the most bytes after the headers: the body, its framing, pipelined requests
    rest: int = 32 * 1024
    reading: float = 20.0  #: the seconds for a client to read a whole response


@dataclass(frozen=True, slots=True)
class Keeping:
    """The storage of games between people, and its limits."""

    database: str  #: an SQLAlchemy URL
    days: float = 30.0  #: the days after which an inactive game is removed
    #: the games that one client may create in a day. At once, it may create a tenth of them. A
    #: tenth may be for the open list or a class, a third of these at once.
    made: int = 300
    streams: int = 1_500  #: the most event streams at the same time
    each: int = 100  #: the most event streams of one client
    waiting: int = 500  #: the most changes waiting for the database
    ping: float = 15.0  #: the seconds after which a quiet stream sends a comment
    lobby: bool = False  #: whether there is an open list of waiting games


@dataclass(frozen=True, slots=True)
class LedgerSetting:
    """A ledger of a large proof that the server shows."""

    url: str  #: its SQLAlchemy URL, which is never published
    rules: str  #: its game
    position: str  #: its position


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the server."""

    page: Path = Path(__file__).parent / "static"  #: the folder of the built page
    proxies: tuple[str, ...] = ()  #: addresses or networks whose X-Forwarded-For is trusted
    workers: int = _SPARE_CORES  #: processes for engines; one core is left for the server
    waiting: int = 8  #: the most requests waiting for each of them
    share: int = 3  #: the most requests of one client, running or waiting
    budget: Limit = DEFAULT_LIMIT  #: an engine's limit for one answer: its default
    #: the most matches at a time, so that players of the computer get their turn
    matches: int = _SPARE_CORES
    match: float = 60.0  #: the most seconds of one match
    patience: float = 15.0  #: the seconds after which a job over its budget is ended
    rate: float = 50.0  #: the sustained requests per second of one client
    burst: int = 500  #: the requests of one client at once
    clients: int = 10_000  #: the most clients to track
    body: int = 16 * 1024  #: the most bytes of a request's body
    cache: int = 64 * 1024 * 1024  #: the bytes of cached answers
    local: bool = False  #: whether only names and addresses of this machine are accepted
    #: further accepted names, and addresses unless `local`; None accepts all names
    names: tuple[str, ...] | None = None
    connections: Allowance = field(default_factory=Allowance)  #: the limits of connections
    keeping: Keeping | None = None  #: the storage of games between people; None means no storage
    ledgers: tuple[LedgerSetting, ...] = ()  #: the proofs shown
