"""The routes of ledgers. Each returns the JSON of `Ledgers`."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from noughts.json import shapes
from noughts.web.proofs.ledger_service import Ledgers
from noughts.web.refusals import ANY, Client, Json, documented

MOST_MOVES = 400  # characters: more than 64 cells need

LedgerInPath = Annotated[
    int,
    Path(description="The number of the ledger in the list, from 1.", ge=1, le=1000, examples=[1]),
]
Moves = Annotated[
    str,
    Query(
        description="The moves from the ledger's position, joined by `-`.",
        max_length=MOST_MOVES,
        examples=["b2-a1"],
    ),
]


def routes(ledgers: Ledgers) -> APIRouter:
    """Return the routes of ledgers."""
    router = APIRouter(prefix="/ledgers", tags=["proofs"])

    @router.get(
        "",
        summary="The proofs shown here",
        operation_id="ledgers",
        response_description="The ledgers",
        responses=documented(list[shapes.ShownLedger], *ANY),
    )
    async def listed() -> Response:
        """List the ledgers that the server was started with; there may be none."""
        return Json(ledgers.listed())

    @router.get(
        "/{ledger}",
        summary="The progress of a proof",
        operation_id="ledger",
        response_description="Its state",
        responses=documented(shapes.LedgerStatus, *ANY, 404, 409, 422),
    )
    async def status(ledger: LedgerInPath, asks: Client) -> Response:
        """Return what `noughts solve --ledger FILE --status --json` prints.

        An answer is cached for a second. For a large ledger, the first ones may not include all
        answers yet: `unread` is the number of missing ones.
        """
        return Json(await ledgers.status(ledger, client=asks))

    @router.get(
        "/{ledger}/place",
        summary="A position of a proof",
        operation_id="ledger_place",
        response_description="The position, and the part of the proof after each move",
        responses=documented(shapes.LedgerPlace, *ANY, 404, 409, 422),
    )
    async def place(ledger: LedgerInPath, asks: Client, moves: Moves = "") -> Response:
        """Return what is proved about the position after some moves, and where the work went."""
        return Json(await ledgers.place(ledger, moves, client=asks))

    return router
