"""The routes of games between people."""

import random
from collections.abc import Callable
from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Header
from fastapi.responses import Response

from noughts.core.record import Record
from noughts.engines import Level, swap2
from noughts.play import play_report, play_shapes, seats
from noughts.play.options import GameOptions
from noughts.play.seats import Seat
from noughts.play.shared_game import SharedGame
from noughts.web import jobs
from noughts.web.answers import AnswerService
from noughts.web.play import access, class_routes, play_models
from noughts.web.play.access import GameInPath, Held, Shown
from noughts.web.play.event_streams import Events, EventStream
from noughts.web.play.play_service import GameService
from noughts.web.refusals import ANY, Client, documented

Change = Callable[[SharedGame, int], SharedGame]


def routes(answers: AnswerService, games: GameService) -> list[APIRouter]:
    """Return the routes."""
    return [
        _tables(answers, games),
        _play(games),
        _seat(games),
        _lobby(games),
        class_routes.routes(answers, games),
    ]


async def _change(games: GameService, game: str, held: Held, how: Change) -> Response:
    """Let the client's seat change the game; answer with the game."""
    changed = await games.change(
        game, lambda shared: how(shared, shared.holder(held.secret)), held.client
    )
    return access.game(changed, games.now())


def _tables(answers: AnswerService, games: GameService) -> APIRouter:
    router = APIRouter(prefix="/games", tags=["together"])

    @router.get(
        "",
        summary="Whether this server keeps games",
        response_description="Whether, and for how long",
        responses=documented(play_shapes.Kept, *ANY),
    )
    async def kept() -> Response:
        """Return whether two people can play on this server."""
        return access.json({"kept": games.kept, "days": games.days, "lobby": games.lobby})

    @router.post(
        "",
        summary="A new game between two people",
        operation_id="makeGame",
        status_code=access.CREATED,
        response_description="The game, with the secret of its first seat",
        responses=documented(
            play_shapes.HeldSeat, *ANY, 400, 404, 409, 415, 422, status=access.CREATED
        ),
    )
    async def make(question: play_models.NewGame, asks: Client) -> Response:
        """Create a game and take a seat in it.

        Its id is the link; the other seat goes to the first person who takes it, or to the
        computer.
        """
        if question.listed:
            games.listing()
        games.opened()
        # Slow work is done in the pool, and its result is cached.
        await answers.recall(jobs.board, question.rules, client=asks)
        start = await to_thread.run_sync(Record.of, question.rules)
        if question.swap2:
            swap2.check(start.start.rules)
        secret, now = question.secret or seats.token(), games.now()
        # A repeated request gets the same random choice.
        first = {"X": 0, "O": 1}.get(question.side, random.Random(secret).randrange(2))
        terms = GameOptions(first, question.best_of, question.seconds, question.swap2)
        made = SharedGame(
            seats.link("game", secret),
            terms,
            start,
            (Seat(question.name, seats.hashed(secret), seen=now), Seat()),
            touched=now,
            listed=question.listed,
            opening=terms.opening,
        )
        if question.level is not None:
            made = made.seat_computer(Level.parse(question.level), now)
        made = await games.make(made, asks)
        return access.held(made, 0, secret, now, access.CREATED)

    @router.get(
        "/{game}",
        summary="A game",
        operation_id="game",
        response_description="The game",
        responses=documented(play_shapes.SharedGame, *ANY, 404, 422),
    )
    async def state(game: GameInPath) -> Response:
        """Describe a game to anyone with its link."""
        return access.game(await games.read(game), games.now())

    @router.get(
        "/{game}/events",
        summary="A game, live",
        response_class=Events,
        response_description="Server-sent events: `game` with the game, `presence` with who is "
        "present",
        responses=documented(play_shapes.LiveEvent, *ANY, 404, 422, media=Events.media_type),
    )
    async def events(
        game: GameInPath,
        asks: Client,
        shown: Shown,
        last: Annotated[
            str | None,
            Header(
                alias="Last-Event-ID",
                description="The version that the client already has.",
                max_length=20,
            ),
        ] = None,
    ) -> EventStream:
        """Send every change of a game, and who is present.

        The event `game` has the whole game, with its version as id. `presence` says for each seat
        whether it is present, or else for how many seconds it has been away, and the number of
        spectators. With the secret of a seat, the stream counts as that seat's presence. A quiet
        stream sends a comment every 15 seconds.
        """
        stream = await games.enter(game, shown.credentials if shown else None, asks)
        return EventStream(games, stream, int(last) if last and last.isdecimal() else 0)

    return router


def _play(games: GameService) -> APIRouter:
    router = APIRouter(prefix="/games", tags=["together"])
    described = partial(_described, router)

    @described("/moves", "Make a move", "playMove")
    async def move(game: GameInPath, question: play_models.SeatMove, held: Held) -> Response:
        """Make a move that answers a turn of the game; repeating it has no further effect."""
        now, at = games.now(), question.moment
        return await _change(
            games, game, held, lambda shared, seat: shared.move(seat, at, question.move, now)
        )

    @described("/side", "Choose a side", "chooseSide")
    async def choose(game: GameInPath, question: play_models.SideChoice, held: Held) -> Response:
        """Take a side in a swap2 opening, or decide to place two more stones.

        The stones themselves are moves. Each choice answers a turn; repeating it has no further
        effect, and a different one after it is rejected.
        """
        now, at, take = games.now(), question.moment, question.take
        return await _change(
            games, game, held, lambda shared, seat: shared.choose(seat, at, take, now)
        )

    @described("/resignation", "Resign", "resign")
    async def resign(game: GameInPath, question: play_models.Resignation, held: Held) -> Response:
        """Resign a round."""
        at = question.moment
        return await _change(games, game, held, lambda shared, seat: shared.resign(seat, at))

    @described("/offers", "Offer something", "offer")
    async def offer(game: GameInPath, question: play_models.SeatOffer, held: Held) -> Response:
        """Offer a draw, to take back one's last move, or another round with sides changed.

        If the other seat offers the same, it is agreed. The next round of an unfinished series
        begins at once. The next move or choice of a side ends an offer. The stones of an opening
        cannot be taken back.
        """
        now, at, wish = games.now(), question.moment, question.wish
        return await _change(
            games, game, held, lambda shared, seat: shared.offer_of(seat, wish, at, now)
        )

    @described("/answers", "Answer an offer", "answer")
    async def answer(game: GameInPath, question: play_models.SeatAnswer, held: Held) -> Response:
        """Accept or decline an offer, or withdraw one's own."""
        now, at, wish, accept = games.now(), question.moment, question.wish, question.accept
        return await _change(
            games,
            game,
            held,
            lambda shared, seat: shared.answer(seat, wish, at, now, accept=accept),
        )

    return router


def _described(router: APIRouter, path: str, summary: str, name: str) -> Callable[..., object]:
    """Add a route by which a seat changes its game."""
    return router.post(
        f"/{{game}}{path}",
        summary=summary,
        operation_id=name,
        response_description="The game afterwards",
        responses=documented(play_shapes.SharedGame, *ANY, 400, 401, 404, 409, 415, 422),
    )


def _seat(games: GameService) -> APIRouter:
    router = APIRouter(prefix="/games", tags=["together"])

    @router.post(
        "/{game}/seat",
        summary="Take a seat",
        operation_id="takeSeat",
        response_description="The game, with the secret of the seat",
        responses=documented(play_shapes.HeldSeat, *ANY, 400, 404, 409, 415, 422),
    )
    async def take(game: GameInPath, question: play_models.Arrival, asks: Client) -> Response:
        """Take the free seat or, with a ticket from another device, its seat."""
        secret, now = question.secret or seats.token(), games.now()

        def seated(shared: SharedGame) -> SharedGame:
            if question.ticket is None:
                return shared.join(secret, question.name, now)
            return shared.take_over(question.ticket, secret, now)

        changed = await games.change(game, seated, asks)
        return access.held(changed, changed.holder(secret), secret, now)

    @_described(router, "/computer", "Play the computer instead", "seatComputer")
    async def computer(game: GameInPath, question: play_models.Opponent, held: Held) -> Response:
        """Give the free seat to the computer instead of waiting."""
        level, now = Level.parse(question.level), games.now()
        return await _change(games, game, held, lambda shared, _: shared.seat_computer(level, now))

    @router.patch(
        "/{game}/seat",
        summary="Change a seat",
        operation_id="changeSeat",
        response_description="The game afterwards",
        responses=documented(play_shapes.SharedGame, *ANY, 400, 401, 404, 415, 422),
    )
    async def call(game: GameInPath, question: play_models.Called, held: Held) -> Response:
        """Change the seat's name, or whether it agrees to hints during the game."""
        return await _change(
            games,
            game,
            held,
            lambda shared, seat: shared.call(seat, question.name, hints=question.hints),
        )

    @_described(router, "/seat/check", "Show the teacher a check", "showCheck")
    async def show(game: GameInPath, question: play_models.ShownResult, held: Held) -> Response:
        """Show the teacher of a class how far a student's program came in a check.

        Only the teacher sees it, beside the seat. A later result replaces it.
        """
        shown = question.result
        return await _change(games, game, held, lambda shared, seat: shared.show(seat, shown))

    @router.delete(
        "/{game}/seat/check",
        summary="Take a shown check back",
        operation_id="hideCheck",
        response_description="The game afterwards",
        responses=documented(play_shapes.SharedGame, *ANY, 401, 404, 409, 422),
    )
    async def hide(game: GameInPath, held: Held) -> Response:
        """Delete what the seat shows the teacher about a program."""
        return await _change(games, game, held, lambda shared, seat: shared.show(seat, None))

    @router.post(
        "/{game}/seat/ticket",
        summary="Move a seat to another device",
        operation_id="ticket",
        response_description="The ticket",
        responses=documented(play_shapes.Ticket, *ANY, 401, 404, 422),
    )
    async def hand_over(game: GameInPath, held: Held) -> Response:
        """Create a ticket that another device can exchange for the seat once, within an hour.

        This device's secret then becomes invalid.
        """
        ticket, now = seats.token(), games.now()
        await _change(games, game, held, lambda shared, seat: shared.hand_over(seat, ticket, now))
        return access.json({"ticket": ticket})

    @router.get(
        "/{game}/seat",
        summary="Everything stored about a seat",
        response_description="The data",
        responses=documented(play_shapes.Export, *ANY, 401, 404, 422),
    )
    async def export(game: GameInPath, held: Held) -> Response:
        """Send the holder of a seat everything that the server stores about it."""
        shared, records = await games.records(game)
        seat = shared.holder(held.secret)
        return await access.export(play_report.export, shared, seat, records, games.now())

    @router.delete(
        "/{game}/seat",
        summary="Leave for good",
        response_description="The game afterwards",
        responses=documented(play_shapes.SharedGame, *ANY, 401, 404, 422),
    )
    async def leave(game: GameInPath, held: Held) -> Response:
        """Delete everything about a seat.

        This loses a running game. A game without any seats left is removed.
        """
        now = games.now()
        return await _change(games, game, held, lambda shared, seat: shared.leave(seat, now))

    return router


def _lobby(games: GameService) -> APIRouter:
    router = APIRouter(prefix="/lobby", tags=["together"])

    @router.get(
        "",
        summary="Open games",
        response_description="The games, newest first",
        responses=documented(play_shapes.Lobby, *ANY, 404),
    )
    async def lobby() -> Response:
        """List the open games of the last day that nobody has joined, and who is there.

        A game whose creator left more than a minute ago is not listed until the creator returns.
        A server has such a list only if it was started with `--lobby`.
        """
        return access.json({"games": await games.waiting()})

    @router.get(
        "/events",
        summary="Open games, live",
        operation_id="lobbyEvents",
        response_class=Events,
        response_description="Server-sent events: `lobby` with the list",
        responses=documented(play_shapes.LobbyEvent, *ANY, 404, media=Events.media_type),
    )
    async def events(asks: Client) -> EventStream:
        """Send the list, and again within a second or two of each change."""
        return EventStream(games, await games.enter_lobby(asks))

    return router
