"""Clients and their shares: clients are distinguished by address.

The processes of the pool load this module, so it does without FastAPI.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope

#: A provider gives a customer an IPv6 network of 64, 56 or 48 bits. Each wider network may have
#: this many times the share of a 64-bit network.
WIDER: dict[int, int] = {56: 4, 48: 16}
_KEPT = 10  # this fraction of the total is reserved for clients that hold none


def client(scope: Scope) -> str:
    """Name the client; see `network`."""
    return network(scope["client"][0] if scope["client"] else "")


@lru_cache(maxsize=1024)
def network(host: str) -> str:
    """Name a client: its address or, in IPv6, its network, because one person has a network.

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


@lru_cache(maxsize=1024)
def networks(client: str) -> dict[str, int]:
    """Return a client's networks, the narrowest first, each with how many clients it counts as.

    >>> networks("2001:db8:1:203::/64")
    {'2001:db8:1:203::/64': 1, '2001:db8:1:200::/56': 4, '2001:db8:1::/48': 16}
    >>> networks("127.0.0.1")
    {'127.0.0.1': 1}
    """
    if not client.endswith("::/64"):
        return {client: 1}
    narrow = ip_network(client)
    wider = {str(narrow.supernet(new_prefix=bits)): weight for bits, weight in WIDER.items()}
    return {client: 1, **wider}


def widest(client: str) -> str:
    """Return the widest of a client's networks.

    >>> widest("2001:db8:1:203::/64")
    '2001:db8:1::/48'
    """
    return next(reversed(networks(client)))


class Held:
    """How much of a resource each client holds.

    Args:
        each: how much one client may hold.
        most: how much all clients may hold together.

    >>> held = Held(each=2, most=3)
    >>> for name in "aab":
    ...     held.take(name)
    >>> held.over("a"), held.over("b"), held.full("c")
    (True, False, True)
    """

    def __init__(self, each: int, most: int) -> None:
        self.each = each
        self.most = most
        self.total = 0
        self._of: Counter[str] = Counter()

    def __getitem__(self, network: str) -> int:
        """Return how much a client holds, or one of its wider networks."""
        return self._of[network]

    def over(self, client: str) -> bool:
        """Return whether a client has its share, or one of its wider networks has."""
        return any(self._of[name] >= self.each * count for name, count in networks(client).items())

    def full(self, client: str) -> bool:
        """Return whether nothing is left for a client.

        The last part is reserved for clients whose widest network holds nothing.
        """
        kept = self.most // _KEPT if self._of[widest(client)] else 0
        return self.total >= self.most - kept

    def take(self, client: str) -> None:
        """Let a client hold one more."""
        self.total += 1
        self._of.update(networks(client).keys())

    def leave(self, client: str) -> None:
        """Let a client hold one less."""
        self.total -= 1
        for name in networks(client):
            self._of[name] -= 1
            if not self._of[name]:
                del self._of[name]
