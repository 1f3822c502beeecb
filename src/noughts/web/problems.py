"""Every error as a problem document (RFC 9457), with a kind that `/docs` explains."""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path

from noughts.core import errors
from noughts.core.catalogue import say
from noughts.json import shapes
from noughts.play import play_errors
from noughts.puzzles.puzzle_types import PuzzleError
from noughts.web.pool import BusyError, ShareError
from noughts.web.proofs.ledger_service import UnknownLedgerError

_log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_MOST_FIELDS = 20  # wrong fields reported: thousands may be sent


class Kind(NamedTuple):
    """A kind of problem."""

    name: str
    status: int
    remedy: str

    @property
    def title(self) -> str:
        """Return the title in the reader's language."""
        return say("problem title", self.name)


UNREADABLE = Kind("unreadable", 400, "The detail says where the JSON is broken.")
SECRET = Kind("secret", 401, "Send `Authorization: Bearer` and the seat's secret.")
ORIGIN = Kind("origin", 403, "Send requests from a program, or from the page itself.")
SEAT = Kind("seat", 403, "Send the secret of a seat of this game.")
NOT_FOUND = Kind("not-found", 404, "See the list of addresses on this page.")
NO_GAME = Kind("no-game", 404, "It was removed, or part of its link is missing.")
NO_LEDGER = Kind("no-ledger", 404, "The list of ledgers says which are shown.")
NOT_KEPT = Kind("not-kept", 404, "This server keeps no games between people.")
METHOD = Kind("method", 405, "The Allow header lists the right ones.")
SLOW = Kind("slow", 408, "A request must arrive within 10 seconds.")
SEATS = Kind("seats", 409, "Watch the game, or create another.")
MADE = Kind("made", 409, "Generate another secret.")
TURN = Kind("turn", 409, "Wait for the other player's move.")
MOMENT = Kind("moment", 409, "Read the game, then answer its current turn.")
FINISHED = Kind("finished", 409, "A rematch can be offered.")
NOT_NOW = Kind("not-now", 409, "The detail says what is missing.")
LEDGER = Kind("ledger", 409, "The server's operator must look at it.")
TOO_LARGE = Kind("too-large", 413, "A request has at most 16 KiB.")
NOT_JSON = Kind("not-json", 415, "Send the body with Content-Type application/json.")
HOST = Kind("host", 421, "Use an address of the server, or start it with `--name`.")
FIELDS = Kind("fields", 422, "`errors` says which field is wrong, and why.")
RULES = Kind("rules", 422, "The detail says which word of the rules is wrong.")
POSITION = Kind("position", 422, "The detail says what is wrong, and where.")
MOVE = Kind("move", 422, "A finished game has no move.")
PUZZLE = Kind("puzzle", 422, "Take the id and the form of the answer from it.")
FILE = Kind("file", 422, "The detail says what is wrong, and where.")
LIMIT = Kind("limit", 422, "Choose a smaller game, or use the library.")
RATE = Kind("rate", 429, "Wait for the seconds in Retry-After.")
HEADERS = Kind("headers", 431, "The headers have at most 16 KiB.")
BUG = Kind("bug", 500, "Please report it.")
STORAGE = Kind("storage", 503, "Nothing has changed; try again.")
BUSY = Kind("busy", 503, "Try again after the seconds in Retry-After.")

KINDS = (
    *(UNREADABLE, SECRET, ORIGIN, SEAT, NOT_FOUND, NO_GAME, NO_LEDGER, NOT_KEPT, METHOD, SLOW),
    *(SEATS, MADE, TURN, MOMENT, FINISHED, NOT_NOW, LEDGER, TOO_LARGE, NOT_JSON, HOST, FIELDS),
    *(RULES, POSITION, MOVE, PUZZLE, FILE, LIMIT, RATE, HEADERS, BUG, BUSY, STORAGE),
)
#: The meaning of statuses that come from the framework.
_OF_STATUS = {kind.status: kind for kind in (UNREADABLE, ORIGIN, NOT_FOUND, METHOD, TOO_LARGE)}
_OF_ERROR: dict[type[errors.NoughtsError], Kind] = {
    errors.RulesError: RULES,
    errors.UnknownNameError: RULES,
    errors.PositionError: POSITION,
    errors.IllegalMoveError: MOVE,
    PuzzleError: PUZZLE,
    errors.RecordError: FILE,
    errors.LimitReachedError: LIMIT,
    errors.StorageError: STORAGE,
    errors.LedgerError: LEDGER,
    UnknownLedgerError: NO_LEDGER,
    BusyError: BUSY,
    ShareError: RATE,
    play_errors.UnknownGameError: NO_GAME,
    play_errors.NotKeptError: NOT_KEPT,
    play_errors.NoSecretError: SECRET,
    play_errors.SecretError: SEAT,
    play_errors.SeatsTakenError: SEATS,
    play_errors.MadeOtherwiseError: MADE,
    play_errors.TurnError: TURN,
    play_errors.MomentError: MOMENT,
    play_errors.FinishedError: FINISHED,
    play_errors.NotNowError: NOT_NOW,
}


def problem(
    kind: Kind, detail: str, fields: list[shapes.FieldProblem] | None = None
) -> shapes.Problem:
    """Describe a problem.

    >>> problem(RATE, "Slow down.")["type"]
    '/docs#problem-rate'
    """
    found: shapes.Problem = {
        "type": f"/docs#problem-{kind.name}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
    }
    if fields:
        found["errors"] = fields
    return found


def _kind(error: errors.NoughtsError) -> Kind:
    """Return the kind of an error, or of its base class."""
    return next((_OF_ERROR[each] for each in type(error).__mro__ if each in _OF_ERROR), BUG)


def _detail(error: errors.NoughtsError) -> str:
    """Return a client's message for an error; for databases, without their address or words."""
    if isinstance(error, errors.StorageError):
        return say("database", "failed")
    return str(error)


def of_error(error: errors.NoughtsError) -> shapes.Problem:
    """Describe an error as a problem."""
    return problem(_kind(error), _detail(error))


def response(
    kind: Kind,
    detail: str,
    headers: Mapping[str, str] | None = None,
    fields: list[shapes.FieldProblem] | None = None,
) -> Response:
    """Answer with a problem."""
    content = orjson.dumps(problem(kind, detail, fields))
    return Response(content, kind.status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Make the app answer every error with a problem."""
    app.add_exception_handler(errors.NoughtsError, _of_noughts)
    app.add_exception_handler(RequestValidationError, _of_fields)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(Exception, _of_bug)


async def _of_noughts(request: Request, error: Exception) -> Response:
    del request
    assert isinstance(error, errors.NoughtsError)  # noqa: S101  (registered for it)
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, BusyError) else None
    if isinstance(error, errors.StorageError):
        _log.error("the database failed", extra={"why": str(error)})
        headers = {"Retry-After": "5"}
    if isinstance(error, play_errors.NoSecretError):
        headers = {"WWW-Authenticate": "Bearer"}
    return response(_kind(error), _detail(error), headers)


async def _of_fields(request: Request, error: Exception) -> Response:
    del request
    assert isinstance(error, RequestValidationError)  # noqa: S101  (registered for it)
    if isinstance(error.body, bytes):
        return response(NOT_JSON, say("problem", "not JSON"))
    found = error.errors()
    if any(each["type"] == "json_invalid" for each in found):
        why = found[0]["ctx"]["error"]
        detail = say("problem", "broken JSON", reason=why, place=found[0]["loc"][-1])
        return response(UNREADABLE, detail)
    fields: list[shapes.FieldProblem] = [
        # The first word of the place is the field's source: body or path.
        {"field": ".".join(map(str, each["loc"][1:])) or "body", "message": _reason(each)}
        for each in found[:_MOST_FIELDS]
    ]
    detail = "; ".join(f"{each['field']}: {each['message']}" for each in fields[:3])
    return response(FIELDS, detail, fields=fields)


def _reason(problem: Mapping[str, Any]) -> str:
    """Return what is wrong with a field: our own words, or those of the framework."""
    return str(problem["ctx"]["error"] if problem["type"] == "value_error" else problem["msg"])


async def of_http(request: Request, error: Exception) -> Response:
    """Answer with the problem for a status."""
    assert isinstance(error, HTTPException)  # noqa: S101  (registered for it)
    kind = _OF_STATUS.get(error.status_code, UNREADABLE)
    detail, headers = error.detail, error.headers
    if kind is NOT_FOUND:
        detail = say("problem", "nothing", address=errors.shorten(request.url.path, 80))
    elif kind is METHOD:
        detail = say("problem", "method", method=errors.shorten(request.method))
        headers = {"Allow": ", ".join(_methods(request)) or (headers or {}).get("Allow", "")}
    return response(kind, detail, headers)


def _methods(request: Request) -> list[str]:
    """Return the methods of an address; several routes may share one."""
    for path, operations in request.app.openapi()["paths"].items():
        if compile_path(path)[0].fullmatch(request.url.path):
            return sorted(method.upper() for method in operations)
    return []


async def _of_bug(request: Request, error: Exception) -> Response:
    del request, error
    return response(BUG, say("problem", "bug"))
