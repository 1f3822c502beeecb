"""The application: the API, its documents and the page, within limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, NamedTuple

import orjson
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from noughts.core.catalogue import languages, speaking
from noughts.core.errors import shorten
from noughts.web import docs, preview, problems, routes, static, static_pages
from noughts.web.answers import AnswerService
from noughts.web.connections import Connections
from noughts.web.languages import Languages, asked
from noughts.web.origins import Origins
from noughts.web.play.play_service import GameService
from noughts.web.proofs.ledger_service import Ledgers
from noughts.web.rate_limit import RateLimit, WholeRequests
from noughts.web.refusals import SCHEMAS
from noughts.web.security_headers import SecurityHeaders
from noughts.web.settings import Settings

DESCRIPTION = """\
The JSON is the same as on the command line. Values are for the side to move, and appear only if \
they are proved; otherwise `proven` is false, and there is an `estimate` instead.

Between requests, the server stores only games between people: you may repeat requests, in any \
order. Errors are problem documents (RFC 9457). After a 429 or a 503, `Retry-After` says when to \
try again.
"""
TAGS = [
    {"name": "play", "description": "Positions: their values and the computer's moves."},
    {"name": "games", "description": "Games: their boards, their lines, their sizes."},
    {"name": "together", "description": "Games between two people, kept by this server."},
    {"name": "proofs", "description": "The progress of large proofs in ledgers."},
    {"name": "puzzles", "description": "Questions with one right answer, which is proved."},
    {"name": "learn", "description": "How a program finds its move."},
    {"name": "health", "description": "For monitoring the server."},
]


class Services(NamedTuple):
    """The services behind the API."""

    answers: AnswerService
    games: GameService
    ledgers: Ledgers

    @classmethod
    def of(cls, settings: Settings) -> Services:
        """Return the services of a server."""
        answers = AnswerService(settings)
        return cls(answers, GameService(settings, answers.ask), Ledgers(settings.ledgers))


def create_api(services: Services) -> FastAPI:
    """Return the API alone, without page or limits."""
    answers, games, ledgers = services

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        await games.start()
        try:
            await answers.start()
            yield
        finally:
            await games.close()
            await ledgers.close()
            await answers.pool.close()

    api = FastAPI(
        title="Noughts",
        version=version("noughts"),
        summary="Plays, explains and solves tic-tac-toe and every other k-in-a-row game.",
        description=DESCRIPTION,
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_tags=TAGS,
        generate_unique_id_function=lambda route: route.name,  # unless it has an operation_id
        lifespan=lifespan,
        # The document and its page are built once, when they are asked for; see `create_app`.
        openapi_url=None,
        redirect_slashes=False,
    )
    # Each only once: FastAPI works a route out again for every router that it is included in.
    for part in routes.api(answers, games, ledgers):
        api.include_router(part, prefix="/api/v1")
    api.include_router(routes.health(answers))
    problems.install(api)
    api.add_exception_handler(HTTPStatus.NOT_FOUND, _nothing_here)
    return api


async def _nothing_here(request: Request, error: Exception) -> Response:
    """Answer "not found": to a browser with a page, to programs with a problem document."""
    reader = "text/html" in request.headers.get("accept", "")
    if reader and not request.url.path.startswith("/api/"):
        path = request.url.path
        first = path.split("/")[1]
        language = first if first in languages() else asked(request.headers, languages())
        with speaking(language):
            page = static_pages.missing(shorten(path, 80))
        headers = {"Vary": "Accept-Language, Cookie"}
        return HTMLResponse(page, HTTPStatus.NOT_FOUND, headers)
    return await problems.of_http(request, error)


def described(api: FastAPI) -> dict[str, Any]:
    """Return the API's OpenAPI document, with the objects that `documented` refers to."""
    document = api.openapi()
    questions = document["components"]["schemas"]
    assert not questions.keys() & SCHEMAS.objects  # noqa: S101  (one name, one object)
    questions |= SCHEMAS.objects
    for path in document["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                for content in answer["content"].values():
                    if content["schema"].keys() & {"$ref", "anyOf"}:
                        content["schema"].pop("type", None)  # the framework's guess for the summary
    return document


def create_app(
    settings: Settings, services: Services, connections: Connections | None = None
) -> ASGIApp:
    """Return the whole application."""
    api = create_api(services)

    def documents() -> dict[str, bytes]:
        """Return the API's document and its page, which take a tenth of the time of a start."""
        document = described(api)
        return {"docs": docs.page(document).encode(), "openapi.json": orjson.dumps(document)}

    pages = static.pages(settings.page)
    previews = preview.Previews(pages)
    api.router.routes += [
        previews.picture_route(),
        static.Files(
            static.built(settings.page, previews.page)
            | static.shipped()
            | static.file("plain.css", static_pages.style())
            | static.later(("docs", "openapi.json"), documents)
        ),
    ]
    # From the inside out: the outer layers also see failures of the inner ones.
    app: ASGIApp = Languages(api, pages)
    app = GZipMiddleware(app, minimum_size=static.PACKED_FROM, compresslevel=5)
    app = RateLimit(app, settings.rate, settings.burst, settings.clients)
    app = Origins(app, local=settings.local, names=settings.names)
    app = WholeRequests(app, settings.body)
    app = SecurityHeaders(app, pages)
    if settings.proxies:
        app = ProxyHeadersMiddleware(app, list(settings.proxies))  # type: ignore[assignment,arg-type]
    return connections.watch(app) if connections else app
