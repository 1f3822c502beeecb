"""The routes of the puzzles."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import AfterValidator

from noughts.json import shapes
from noughts.puzzles.shipped import day_of
from noughts.web import jobs, models
from noughts.web.answers import AnswerService
from noughts.web.refusals import ANY, Client, Json, documented

Day = Annotated[
    str,
    # Pydantic's own would also take a number of seconds.
    AfterValidator(lambda text: day_of(text).isoformat()),
    Path(
        description="The day.",
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        json_schema_extra={"format": "date"},
        examples=["2026-12-01"],
    ),
]


def routes(answers: AnswerService) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["puzzles"])

    @router.get(
        "/puzzles/daily/{day}",
        summary="The puzzles of a day",
        response_description="The puzzles",
        responses=documented(list[shapes.SetPuzzle], *ANY, 422),
    )
    async def daily(day: Day, asks: Client) -> Response:
        """Set an easy, a medium and a hard puzzle: the same for everybody, by the date alone."""
        return Json(await answers.recall(jobs.puzzles_of, day, client=asks))

    @router.post(
        "/puzzles",
        summary="Random puzzles",
        operation_id="puzzles",
        response_description="The puzzles, the easiest first",
        responses=documented(list[shapes.SetPuzzle], *ANY, 400, 415, 422),
    )
    async def chosen(question: models.PuzzlesQuestion, asks: Client) -> Response:
        """Set puzzles of a kind, a difficulty and a game; none if no puzzle is like that."""
        found = await answers.ask(
            jobs.chosen_puzzles,
            question.kind and str(question.kind),
            question.difficulty and str(question.difficulty),
            question.rules,
            question.count,
            question.seed,
            client=asks,
        )
        return Json(found)

    @router.post(
        "/puzzles/answer",
        summary="Is an answer right?",
        operation_id="judge",
        response_description="Whether it is right, and why",
        responses=documented(shapes.JudgedAnswer, *ANY, 400, 415, 422),
    )
    async def judged(question: models.PuzzleAnswerQuestion, asks: Client) -> Response:
        """Judge a move, who wins, or the number of a move, as the puzzle asks.

        The reason is proved. If that takes too long here, it only says whether the answer is right.
        """
        found = await answers.recall(
            jobs.judged, question.id, question.answer, answers.budget, client=asks
        )
        return Json(found)

    @router.post(
        "/puzzles/thrown",
        summary="Wins by fours that a player threw away",
        response_description="The last two of them, the last first",
        responses=documented(list[shapes.ThrownWin], *ANY, 400, 415, 422),
    )
    async def thrown(question: models.ThrownQuestion, asks: Client) -> Response:
        """Find moves after which the opponent wins by fours, where the player could have.

        Both are proved. Without gravity, misère and Caro; none are found in other games.
        """
        found = await answers.ask(
            jobs.thrown, question.rules, question.moves, question.mark, answers.budget, client=asks
        )
        return Json(found)

    return router
