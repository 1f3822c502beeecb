"""What routes share: who asks, and the possible answers, for the OpenAPI document."""

from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import Response

from noughts.json import shapes
from noughts.json.schema import Schemas
from noughts.web.clients import client
from noughts.web.problems import KINDS, MEDIA_TYPE

JSON = "application/json"
#: The objects in answers; the document refers to them.
SCHEMAS = Schemas("#/components/schemas/")


async def _client(request: Request) -> str:
    return client(request.scope)


#: The client that sent a route its request.
Client = Annotated[str, Depends(_client)]


class Json(Response):
    """Text that is JSON already."""

    media_type = JSON


def documented(
    shape: Any, *refused: int, status: int = 200, media: str = JSON, description: str = ""
) -> dict[int | str, dict[str, Any]]:
    """Document an answer with a shape of `noughts.json.shapes`, and its possible problems."""
    return {status: _answer(media, shape, description), **refusals(*refused)}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the possible problems instead of an answer."""
    return {
        status: {
            **_answer(
                MEDIA_TYPE,
                shapes.Problem,
                " / ".join(kind.title for kind in KINDS if kind.status == status),
            ),
            **({"headers": _RETRY_AFTER} if status in {429, 503} else {}),
        }
        for status in sorted(statuses)
    }


def _answer(media: str, shape: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {media: {"schema": SCHEMAS.of(shape)}}}


_RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds after which to try again.",
        "schema": {"type": "integer", "minimum": 1},
        "required": True,
    }
}
#: The problems that any request may get.
ANY = (403, 408, 413, 421, 429, 431, 503)
