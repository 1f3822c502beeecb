"""Runs the application: a socket, uvicorn, a clean exit."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable

import uvicorn

from noughts.web.app import Services, create_app
from noughts.web.connections import Connections
from noughts.web.settings import Settings

#: The limit is 5 seconds; a running engine takes 2, and its answer a little longer.
_GRACE = 3
_OTHER_FILES = 100


class Server(uvicorn.Server):
    """uvicorn, which reports when it is ready, and rejects waiting work first when it stops."""

    def __init__(self, settings: Settings, when_ready: Callable[[], None]) -> None:
        self.services: Services = Services.of(settings)
        self._connections = Connections(settings.connections, settings.proxies)
        self._when_ready = when_ready
        super().__init__(
            uvicorn.Config(
                create_app(settings, self.services, self._connections),
                # uvicorn expects a class, but only calls it, so a function works too.
                http=self._connections.protocol,  # type: ignore[arg-type]
                ws="none",
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                # The application decides which proxies to trust.
                proxy_headers=False,
                timeout_graceful_shutdown=_GRACE,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        _allow_files(self._connections.allowance.most + _OTHER_FILES)
        await super().startup(sockets)
        self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish running work, and reject the rest."""
        self.services.answers.pool.drain()
        self.services.games.rooms.close()
        # Do not wait for clients that read slowly.
        asyncio.get_running_loop().call_later(_GRACE - 0.5, self._connections.abort)
        await super().shutdown(sockets)


def _allow_files(count: int) -> None:
    """Allow this process more open files, including connections, if the system permits."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  (POSIX only)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < count:
            most = count if hard == resource.RLIM_INFINITY else min(count, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """Return a listening socket; with `or_any`, on any free port if this one is taken.

    Raises:
        OSError: The port is taken, or the address belongs to another machine.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    if hasattr(socket, "SO_REUSEPORT"):  # POSIX: a port that was just left may be taken again
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        if or_any and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        raise
    return listener
