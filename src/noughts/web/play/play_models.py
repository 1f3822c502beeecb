"""What the questions about games between people may hold."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from noughts.core.position import Mark
from noughts.play import seats
from noughts.play.options import OfferKind, Turn
from noughts.play.shared_game import MOST_ROUNDS, MOST_TAKEBACKS
from noughts.web.models import ApiQuestion, Level, RulesWords

Token = Annotated[str, Field(pattern=seats.TOKEN, examples=["Vd1oYyK7ItSyb1EjWo1r2A"])]
Name = Annotated[
    str,
    # What it may hold beyond its length is said by the answer.
    Field(description="How to be called.", max_length=200, examples=["Ada"]),
    AfterValidator(seats.name),
]


class Side(StrEnum):
    """Who begins: whoever makes the game, the other, or whom the lot falls upon."""

    X = "X"
    O = "O"  # noqa: E741  (the mark)
    LOT = "lot"


def _odd(rounds: int | None) -> int | None:
    if rounds is not None and rounds % 2 == 0:
        raise ValueError("the number of rounds is odd, such as 1, 3, 5 or 7")
    return rounds


class _Asking(ApiQuestion):
    """Whoever makes something or takes a seat, under a secret of their own."""

    secret: Token | None = Field(
        None,
        description="128 random bits that the device has drawn, and will show as its secret. "
        "Whoever asks the same once more with the same ones, because no answer came, has one seat, "
        "game or class and not two. null: they are drawn here.",
    )


class _Terms(_Asking):
    rules: RulesWords = "3,3,3"
    best_of: Annotated[
        int | None,
        Field(
            description="After how many rounds a series is over; null: never.",
            strict=True,
            ge=1,
            le=99,
            examples=[3],
        ),
        AfterValidator(_odd),
    ] = None
    seconds: int | None = Field(
        None,
        description="What a move may take; null: as long as one likes.",
        strict=True,
        ge=5,
        le=14 * 86_400,
        examples=[60],
    )

    swap2: bool = Field(
        default=False,
        description="Whether each game is opened by swap2: five or more in a row on a board, "
        "without misère and gravity.",
        strict=True,
    )


class NewGame(_Terms):
    """A game to make, and how to be called in it."""

    side: Side = Side.LOT
    name: Name = ""
    level: Level | None = Field(
        None, description="At which the computer takes the other seat; null: a person does."
    )
    listed: bool = Field(
        default=False,
        description="Whether it is in the open list until somebody joins.",
        strict=True,
    )

    @model_validator(mode="after")
    def _lists_wait_for_people(self) -> Self:
        if self.listed and self.level is not None:
            raise ValueError("a game against the computer waits for nobody: it cannot be listed")
        return self


class NewClassroom(_Terms):
    """What the pairs of a class are to play."""


class Opponent(ApiQuestion):
    """The computer, for a seat that nobody has taken."""

    level: Level


class Arriving(_Asking):
    """Whoever wants a seat in a class."""

    name: Name = ""


class Arrival(Arriving):
    """Whoever wants a seat; with a ticket the one that it was made for, else the free one."""

    ticket: Token | None = Field(None, description="From the device that holds the seat now.")


class Called(ApiQuestion):
    """What a seat changes about itself; null changes nothing."""

    name: Name | None = None
    hints: bool | None = Field(
        None, description="Whether it agrees to hints during the game.", strict=True
    )


class _Answered(ApiQuestion):
    """Something that answers a moment of a game, so that sending it twice does it once."""

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
        description="The side to take; null: place two more stones and leave the choice to the "
        "other seat.",
        examples=["X"],
    )


class SeatOffer(_Answered):
    """Something to offer: a draw, to take back a move, another round."""

    wish: OfferKind = Field(examples=["draw"])


class SeatAnswer(_Answered):
    """What to say to an offer; `false` withdraws one's own."""

    wish: OfferKind = Field(examples=["draw"])
    accept: bool = Field(strict=True, examples=[True])


class Resignation(_Answered):
    """The round to give up."""
