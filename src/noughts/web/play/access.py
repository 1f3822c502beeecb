"""Authentication of requests for games, and their answers."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import orjson
from anyio import to_thread
from fastapi import Depends, Path
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from noughts.play import play_report, play_shapes, seats
from noughts.play.play_errors import NoSecretError
from noughts.play.shared_game import SharedGame
from noughts.web.refusals import JSON, Client

CREATED = 201
_UNSTORED = {"Cache-Control": "no-store"}


def _link(description: str) -> Any:
    return Path(description=description, pattern=seats.TOKEN, examples=["3q2-7wEJcMPwTGhnJ9uE8w"])


GameInPath = Annotated[str, _link("The id in the game's link.")]
ClassInPath = Annotated[str, _link("The id in the class's link.")]
_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="seat",
    description="The secret of a seat of the game, or of a class.",
)
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Holder(NamedTuple):
    """The client that acts for a seat, with its secret."""

    secret: str
    client: str


def _holder(asks: Client, shown: Shown) -> Holder:
    """Return the client."""
    if shown is None:
        raise NoSecretError.said("server", "no secret")
    return Holder(shown.credentials, asks)


Held = Annotated[Holder, Depends(_holder)]


def game(shared: SharedGame, now: float) -> Response:
    """Answer with a game."""
    return json(play_report.game(shared, now))


async def export(what: Callable[..., object], *arguments: object) -> Response:
    """Answer with everything stored, encoded in a thread: it may be thousands of rounds."""
    content = await to_thread.run_sync(lambda: orjson.dumps(what(*arguments)))
    return Response(content, 200, _UNSTORED, JSON)


def json(found: object, status: int = 200) -> Response:
    """Answer with something that must not be cached on the way."""
    return Response(orjson.dumps(found), status, _UNSTORED, JSON)


def held(shared: SharedGame, seat: int, secret: str, now: float, status: int = 200) -> Response:
    """Answer with a game, and the secret of the seat that was taken."""
    found: play_shapes.HeldSeat = {
        "seat": seat,
        "secret": secret,
        "game": play_report.game(shared, now),
    }
    return json(found, status)
