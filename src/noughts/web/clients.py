"""Who asks: clients are told apart by their addresses."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope


def client(scope: Scope) -> str:
    """Name the client; see `network`."""
    return network(scope["client"][0] if scope["client"] else "")


@lru_cache(maxsize=1024)
def network(host: str) -> str:
    """Name a client: its address, or of IPv6 its network, since that is what one person has.

    >>> network("2001:db8::1:2"), network("127.0.0.1")
    ('2001:db8::/64', '127.0.0.1')
    """
    if ":" not in host:
        return host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:50]
    return str(IPv6Network((int(address) >> 64 << 64, 64)))
