"""The routes of classes: one link for many pairs, and a teacher who sees all boards."""

from anyio import to_thread
from fastapi import APIRouter
from fastapi.responses import Response

from noughts.core.rules import Rules
from noughts.engines import swap2
from noughts.play import play_report, play_shapes, seats
from noughts.play.classrooms import Classroom
from noughts.web import jobs
from noughts.web.answers import AnswerService
from noughts.web.play import access, play_models
from noughts.web.play.access import ClassInPath, Held
from noughts.web.play.event_streams import Events, EventStream
from noughts.web.play.play_service import GameService
from noughts.web.refusals import ANY, Client, documented


def routes(answers: AnswerService, games: GameService) -> APIRouter:
    """Return the routes."""
    router = APIRouter(prefix="/classrooms", tags=["together"])

    @router.post(
        "",
        summary="A class",
        operation_id="makeClassroom",
        status_code=access.CREATED,
        response_description="The class, with its teacher's secret",
        responses=documented(
            play_shapes.HeldClassroom, *ANY, 400, 404, 409, 415, 422, status=access.CREATED
        ),
    )
    async def make(question: play_models.NewClassroom, asks: Client) -> Response:
        """Create a class: its id is the link for students, its secret is the teacher's."""
        games.opened()
        await answers.recall(jobs.board, question.rules, client=asks)
        if question.swap2:
            swap2.check(await to_thread.run_sync(Rules.parse, question.rules))
        secret = question.secret or seats.token()
        made = Classroom(
            seats.link("class", secret),
            seats.hashed(secret),
            question.rules,
            question.best_of,
            question.seconds,
            touched=games.now(),
            swap2=question.swap2,
        )
        made = await games.make_classroom(made, asks)
        found = play_report.classroom(made, [])
        return access.json({"secret": secret, "classroom": found}, access.CREATED)

    @router.get(
        "/{classroom}",
        summary="A class",
        operation_id="classroom",
        response_description="The class",
        responses=documented(play_shapes.Classroom, *ANY, 404, 422),
    )
    async def state(classroom: ClassInPath) -> Response:
        """Describe a class to anyone with its link; only the teacher sees its games."""
        found, _ = await games.classroom(classroom)
        return access.json(play_report.classroom(found, []))

    @router.post(
        "/{classroom}/seat",
        summary="Take a seat in a class",
        response_description="The game, with the secret of the seat",
        responses=documented(play_shapes.HeldSeat, *ANY, 400, 404, 409, 415, 422),
    )
    async def arrive(classroom: ClassInPath, question: play_models.Arriving) -> Response:
        """Take a seat opposite a waiting student, or else at a new table."""
        secret = question.secret or seats.token()
        seated = await games.arrive(classroom, secret, question.name)
        return access.held(seated, seated.holder(secret), secret, games.now())

    @router.get(
        "/{classroom}/events",
        summary="All games of a class, live",
        operation_id="classroomEvents",
        response_class=Events,
        response_description="Server-sent events: `classroom` with the list of its games, `game` "
        "and `presence` of each",
        responses=documented(
            play_shapes.ClassroomEvent, *ANY, 401, 404, 422, media=Events.media_type
        ),
    )
    async def events(classroom: ClassInPath, asks: Client, held: Held) -> EventStream:
        """Send the teacher every change of every game, and who is present."""
        return EventStream(games, await games.enter_classroom(classroom, held.secret, asks))

    @router.get(
        "/{classroom}/export",
        summary="Everything stored about a class",
        operation_id="exportClassroom",
        response_description="The data",
        responses=documented(play_shapes.ClassroomExport, *ANY, 401, 404, 422),
    )
    async def export(classroom: ClassInPath, held: Held) -> Response:
        """Send the teacher everything stored about a class, each round as a record."""
        found, ids = await games.taught(classroom, held.secret)
        played = [await games.records(game) for game in ids]
        checks = await games.checks(classroom)
        return await access.export(
            play_report.class_export, found, ids, checks, played, games.now()
        )

    @router.delete(
        "/{classroom}",
        summary="Remove a class",
        operation_id="removeClassroom",
        response_description="The removed class",
        responses=documented(play_shapes.Classroom, *ANY, 401, 404, 422),
    )
    async def remove(classroom: ClassInPath, held: Held) -> Response:
        """Delete a class and all its games."""
        found, ids = await games.taught(classroom, held.secret)
        await games.remove_classroom(classroom, ids)
        return access.json(play_report.classroom(found, ids))

    return router
