"""What a route is given with its request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from noughts.web.clients import client


async def _client(request: Request) -> str:
    return client(request.scope)


#: The client that sent a route its request.
Client = Annotated[str, Depends(_client)]
