"""The routes of the API. Each returns the JSON of `AnswerService`."""

import random
import zlib
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response, StreamingResponse

from noughts.core.rules import Rules
from noughts.json import encode, shapes
from noughts.web import jobs, models, puzzle_routes
from noughts.web.answers import AnswerService
from noughts.web.jobs import MatchTerms
from noughts.web.play import play_routes as together
from noughts.web.play.play_service import GameService
from noughts.web.presets import PRESETS
from noughts.web.proofs import ledger_routes as proofs
from noughts.web.proofs.ledger_service import Ledgers
from noughts.web.refusals import ANY, Client, Json, documented

_PIECE = 64 * 1024  # bytes of a long answer sent at once
#: The games do not change while a server runs; a new version may have more.
_PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
_CACHED = {"Cache-Control": "public, max-age=3600"}

RulesInPath = Annotated[
    str,
    Path(
        description="The game, such as `3,3,3`, `4,4,4 torus` or `gomoku`.",
        min_length=1,
        max_length=4000,
        examples=["3,3,3"],
    ),
]


class NdjsonResponse(StreamingResponse):
    """Lines of JSON, sent piece by piece."""

    media_type = "application/x-ndjson"


def api(answers: AnswerService, games: GameService, ledgers: Ledgers) -> list[APIRouter]:
    """Return the routes of the API, without their prefix."""
    return [
        _games(answers),
        _play(answers),
        _match(answers),
        _learn(answers),
        puzzle_routes.routes(answers),
        *together.routes(answers, games),
        proofs.routes(ledgers),
    ]


def _games(answers: AnswerService) -> APIRouter:
    router = APIRouter(tags=["games"])
    presets: list[shapes.Preset] = [
        {**encode.game(Rules.parse(preset.rules)), "name": preset.name, "about": preset.about}
        for preset in PRESETS
    ]
    listed = orjson.dumps(presets)

    @router.get(
        "/rules",
        summary="The named games",
        operation_id="presets",
        response_description="The games",
        responses=documented(list[shapes.Preset], *ANY),
    )
    async def list_presets() -> Response:
        """List the games that the page offers; any other rules work as well."""
        return Json(listed, headers=_CACHED)

    @router.get(
        "/rules/{rules}",
        summary="A game with its lines",
        response_description="The game",
        responses=documented(shapes.Board, *ANY, 422),
    )
    async def board(rules: RulesInPath, asks: Client) -> Response:
        """Describe a game: everything that a program needs to play it."""
        return Json(await answers.recall(jobs.board, rules, client=asks), headers=_CACHED)

    @router.get(
        "/count/{rules}",
        summary="How large a game is",
        response_description="The figures",
        responses=documented(shapes.Count, *ANY, 422),
    )
    async def count(rules: RulesInPath, asks: Client) -> Response:
        """Count a small game's positions, games and tree nodes."""
        found = await answers.recall(jobs.count, rules, answers.budget, client=asks)
        return Json(found, headers=_CACHED)

    @router.post(
        "/file",
        summary="A game's file of another program",
        response_description="The game",
        responses=documented(shapes.OpenedGame, *ANY, 400, 415, 422),
    )
    async def file(question: models.FileQuestion, asks: Client) -> Response:
        """Read SGF (`.sgf`), Piskvork's (`.psq`), RenLib's (`.lib`), or moves (`.pos`, `h8i9`)."""
        return Json(await answers.ask(jobs.opened, question.name, question.data, client=asks))

    return router


def _play(answers: AnswerService) -> APIRouter:
    router = APIRouter(tags=["play"])

    @router.post(
        "/analysis",
        summary="The value of a position",
        response_description="The analysis",
        responses=documented(shapes.Analysis, *ANY, 400, 415, 422),
    )
    async def analysis(question: models.AnalysisQuestion, asks: Client) -> Response:
        """Value a position and every move in it, with the reasons.

        On boards of nine cells, everything is proved. On larger boards the engine thinks for a
        second or two, and says for each value whether it is proved.
        """
        found = await answers.recall(
            jobs.analysis, question.rules, question.position, answers.budget, client=asks
        )
        return Json(found)

    @router.post(
        "/move",
        summary="The computer's move",
        response_description="The move",
        responses=documented(shapes.Choice, *ANY, 400, 415, 422),
    )
    async def move(question: models.MoveQuestion, asks: Client) -> Response:
        """Choose a move at a level. With a seed, the same question has the same answer."""
        chosen = await answers.ask(
            jobs.move,
            question.rules,
            question.position,
            str(question.level),
            question.seed,
            answers.budget,
            client=asks,
        )
        return Json(chosen)

    @router.post(
        "/swap2",
        summary="The computer's part in a swap2 opening",
        response_description="The stones it places, or the side it takes",
        responses=documented(shapes.Swap2, *ANY, 400, 415, 422),
    )
    async def swap2(question: models.Swap2Question, asks: Client) -> Response:
        """Open five in a row fairly: one player places three stones, the other chooses a side.

        For an empty board, the answer is three stones: X, O and X. After three or five stones, it
        is the side that the computer takes.
        """
        done = await answers.ask(
            jobs.swap2,
            question.rules,
            question.position,
            str(question.level),
            question.seed,
            answers.budget,
            client=asks,
        )
        return Json(done)

    return router


def _match(answers: AnswerService) -> APIRouter:
    router = APIRouter(tags=["play"])

    @router.post(
        "/match",
        summary="Engine against engine",
        response_class=NdjsonResponse,
        response_description="The match, line by line",
        responses=documented(
            shapes.MatchLine, *ANY, 400, 415, 422, media=NdjsonResponse.media_type
        ),
    )
    async def match(question: models.MatchQuestion, asks: Client) -> StreamingResponse:
        """Play a match. Each line is JSON: some games, and the results after them.

        The figures are those of `noughts match`. A move's limit is in positions, so the same
        request has the same games. A match ends after a minute, with the results so far. To stop it
        earlier, close the connection.
        """
        terms = MatchTerms(
            question.rules,
            tuple(str(player) for player in question.players),
            question.games,
            random.randrange(1_000_000) if question.seed is None else question.seed,
            str(question.starts),
            question.opening,
        )
        lines = answers.match(terms, client=asks)
        # Impossible matches get an error status, before the first line.
        return NdjsonResponse(_written(await anext(lines), lines))

    return router


def _learn(answers: AnswerService) -> APIRouter:
    router = APIRouter(tags=["learn"])

    @router.post(
        "/trace",
        summary="A search, step by step",
        response_class=NdjsonResponse,
        response_description="The search and its events, one line of JSON each",
        responses=documented(
            shapes.Search | shapes.Event, *ANY, 400, 415, 422, media=NdjsonResponse.media_type
        ),
    )
    async def trace(question: models.TraceQuestion, asks: Client, request: Request) -> Response:
        """Send every event of a search, as `noughts trace --json` prints it.

        It stops after 20,000 calls or two seconds; the last line, `done` or `stopped`, says which.
        """
        packed = await answers.ask(
            partial(jobs.trace, depth_aware=question.depth_aware),
            question.rules,
            question.position,
            str(question.engine),
            question.depth,
            answers.budget,
            client=asks,
        )
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers=_PACKED, media_type=NdjsonResponse.media_type)
        return NdjsonResponse(_unpacked(packed))

    return router


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """Decompress a long answer piece by piece while sending it."""
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    while not unpacking.eof:
        yield unpacking.decompress(packed, _PIECE)
        packed = unpacking.unconsumed_tail


async def _written(
    first: shapes.MatchLine, rest: AsyncIterator[shapes.MatchLine]
) -> AsyncIterator[bytes]:
    yield orjson.dumps(first, option=orjson.OPT_APPEND_NEWLINE)
    async for line in rest:
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def health(answers: AnswerService) -> APIRouter:
    """Return the routes for monitoring."""
    router = APIRouter(tags=["health"])

    @router.get(
        "/healthz",
        summary="Is it alive?",
        response_description="Yes",
        responses=documented(shapes.Health, 408, 413, 421, 429, 431, 503),
    )
    async def alive() -> Response:
        """Answer 200 while the server runs."""
        return Json(b'{"status":"ok"}')

    @router.get(
        "/readyz",
        summary="Does it take work?",
        response_description="Yes",
        responses=documented(shapes.Health, 408, 413, 421, 429, 431)
        | documented(shapes.Health, status=503, description="No"),
    )
    async def ready() -> Response:
        """Answer 200 while the server accepts work."""
        if answers.pool.ready:
            return Json(b'{"status":"ready"}')
        return Json(b'{"status":"not ready"}', 503)

    return router
