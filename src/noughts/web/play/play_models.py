"""The models of requests about games between people."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from noughts.check.checked_game import FindingKind
from noughts.core.catalogue import say
from noughts.core.position import Mark
from noughts.play import seats
from noughts.play.options import OfferKind, Turn
from noughts.play.shared_game import MOST_ROUNDS, MOST_TAKEBACKS
from noughts.web.models import ApiQuestion, Level, RulesWords

Token = Annotated[str, Field(pattern=seats.TOKEN, examples=["Vd1oYyK7ItSyb1EjWo1r2A"])]
Name = Annotated[
    str,
    # The answer reports any other rule that a name breaks.
    Field(description="The name to show.", max_length=200, examples=["Ada"]),
    AfterValidator(seats.name),
]


class Side(StrEnum):
    """The player who begins: the creator, the other player, or a random one."""

    X = "X"
    O = "O"  # noqa: E741  (the mark)
    LOT = "lot"


def _odd(rounds: int | None) -> int | None:
    if rounds is not None and rounds % 2 == 0:
        raise ValueError(say("problem", "odd rounds"))
    return rounds


class _Asking(ApiQuestion):
    """A client that creates something or takes a seat, with its own secret."""

    secret: Token | None = Field(
        None,
        description="128 random bits that the device has generated, and will use as its "
        "secret. Repeating a request with the same secret, because the answer was lost, gives the "
        "same seat, game or class. null lets the server generate them.",
    )


class _Terms(_Asking):
    rules: RulesWords = "3,3,3"
    best_of: Annotated[
        int | None,
        Field(
            description="The number of rounds in a series; null means no limit.",
            strict=True,
            ge=1,
            le=99,
            examples=[3],
        ),
        AfterValidator(_odd),
    ] = None
    seconds: int | None = Field(
        None,
        description="The time limit for a move; null means no limit.",
        strict=True,
        ge=5,
        le=14 * 86_400,
        examples=[60],
    )

    swap2: bool = Field(
        default=False,
        description="Whether each game has a swap2 opening: five or more in a row on a board, "
        "without misère and gravity.",
        strict=True,
    )


class NewGame(_Terms):
    """A game to create, and the creator's name."""

    side: Side = Side.LOT
    name: Name = ""
    level: Level | None = Field(
        None, description="The level at which the computer takes the other seat; null for a person."
    )
    listed: bool = Field(
        default=False,
        description="Whether the game is in the open list until somebody joins.",
        strict=True,
    )

    @model_validator(mode="after")
    def _lists_wait_for_people(self) -> Self:
        if self.listed and self.level is not None:
            raise ValueError(say("problem", "no free seat"))
        return self


class NewClassroom(_Terms):
    """The game of a class."""


class ShownResult(ApiQuestion):
    """The result of a check of a program, for the teacher: words of a list, nothing of the code."""

    sides: seats.CheckedSides = Field(description="As whom the program plays.")
    stage: seats.PassedStage = Field(description="The last stage of the check that it passed.")
    finding: FindingKind | None = Field(description="Its mistake; null if it has none.")

    @property
    def result(self) -> seats.ShownCheck:
        """The result as the seat keeps it."""
        return seats.ShownCheck(self.sides, self.stage, self.finding)


class Opponent(ApiQuestion):
    """The computer, for a free seat."""

    level: Level


class Arriving(_Asking):
    """A request for a seat in a class."""

    name: Name = ""


class Arrival(Arriving):
    """A request for a seat: the one of the ticket, or else the free one."""

    ticket: Token | None = Field(
        None, description="The ticket from the device that has the seat now."
    )


class Called(ApiQuestion):
    """What a seat changes about itself; null changes nothing."""

    name: Name | None = None
    hints: bool | None = Field(
        None, description="Whether the seat agrees to hints during the game.", strict=True
    )


class _Answered(ApiQuestion):
    """An answer to a turn of a game, so repeating it has no further effect."""

    round: int = Field(description="The game's.", strict=True, ge=1, le=MOST_ROUNDS, examples=[1])
    takebacks: int = Field(
        0, description="The game's.", strict=True, ge=0, le=MOST_TAKEBACKS, examples=[0]
    )
    ply: int = Field(description="The game's.", strict=True, ge=0, le=1000, examples=[0])

    @property
    def moment(self) -> Turn:
        return Turn(self.round, self.takebacks, self.ply)


class SeatMove(_Answered):
    """A move."""

    move: str = Field(
        description="The cell, such as `b2`.", min_length=1, max_length=8, examples=["b2"]
    )


class SideChoice(_Answered):
    """The choice of a side in a swap2 opening."""

    take: Mark | None = Field(
        description="The side to take; null places two more stones and lets the other seat choose.",
        examples=["X"],
    )


class SeatOffer(_Answered):
    """Something to offer: a draw, to take back a move, another round."""

    wish: OfferKind = Field(examples=["draw"])


class SeatAnswer(_Answered):
    """The answer to an offer; `false` also withdraws one's own."""

    wish: OfferKind = Field(examples=["draw"])
    accept: bool = Field(strict=True, examples=[True])


class Resignation(_Answered):
    """The round to resign."""
