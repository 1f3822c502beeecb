"""A Ray cluster: join one, or start one on this machine.

Source: Moritz and others, "Ray: A distributed framework for emerging AI applications", OSDI 2018.
"""

from __future__ import annotations

import socket
from typing import Any

import ray

from noughts.core.errors import ClusterError

CONNECTING = 10  # seconds that the head has to answer
LOCAL = "local"  #: the address that starts a cluster on this machine


def join(address: str, size: int | None) -> int:
    """Join a cluster, or start one with this many cores; return its cores.

    Raises:
        ClusterError: The cluster cannot be reached, or has fewer cores.
    """
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        quiet |= {"num_cpus": size, "include_dashboard": False}
    try:
        if address != LOCAL:  # Ray itself would retry for minutes
            host, _, port = address.removeprefix("ray://").rpartition(":")
            socket.create_connection((host, int(port)), timeout=CONNECTING).close()
        ray.init(address, ignore_reinit_error=True, **quiet)
        cores = int(ray.cluster_resources().get("CPU", 0))
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        why = str(error).strip().splitlines()[0]
        raise ClusterError.said("solver", "no cluster", address=address, problem=why) from error
    if size is not None and size > cores:
        raise ClusterError.said(
            "solver", "small cluster", address=address, count=cores, needed=size
        )
    return cores
