"""The JSON of games between people, in the style of `noughts.json.shapes`."""

from typing import Annotated, TypedDict

from noughts.check.checked_game import FindingKind
from noughts.engines.swap2 import CHOICES
from noughts.json.shapes import Also, Outcome
from noughts.json.shapes.field_types import (
    CellName,
    LevelName,
    MarkName,
    Natural,
    Position,
    Rules,
    Seconds,
)
from noughts.play.options import OfferKind, Termination
from noughts.play.seats import LONGEST_NAME, TOKEN, CheckedSides, PassedStage

GameId = Annotated[
    str, "The id in the game's link.", Also(pattern=TOKEN, examples=["3q2-7wEJcMPwTGhnJ9uE8w"])
]
Secret = Annotated[
    str,
    "It gives control of the seat: keep it on the device, never put it in a link.",
    Also(pattern=TOKEN, examples=["Vd1oYyK7ItSyb1EjWo1r2A"]),
]
Name = Annotated[str, "The name of the player in the seat.", Also(maxLength=LONGEST_NAME)]
SeatNumber = Annotated[
    int, "0 created the game; 1 is the other player.", Also(minimum=0, maximum=1)
]
WishName = Annotated[str, OfferKind]
HowName = Annotated[str, Termination]
Opened = Annotated[bool, "Whether each game has a swap2 opening."]


class SharedSeat(TypedDict):
    """One side of a game between people."""

    name: Name
    level: Annotated[LevelName | None, "The level of the computer in this seat; null for a person."]
    mark: Annotated[MarkName, "Until a side is taken in an opening, the opener counts as X."]
    taken: Annotated[bool, "Whether a person or the computer has the seat."]
    hints: Annotated[bool, "Whether the seat agrees to hints during the game."]


class SharedOffer(TypedDict):
    """An offer that the other seat has not answered yet."""

    wish: WishName
    seat: SeatNumber


class SharedEnd(Outcome):
    """How a round ended."""

    how: HowName


class SharedOpening(TypedDict):
    """The state of a swap2 opening: the opener places X, O and X; then a side is chosen."""

    opener: SeatNumber
    stones: Annotated[
        int,
        "The stones before the choice: after 3 the other player chooses; after 5 the opener does.",
        Also(minimum=min(CHOICES), maximum=max(CHOICES)),
    ]
    taken: Annotated[MarkName | None, "The side taken; null before the choice."]
    choosing: Annotated[bool, "Whether the seat to move chooses a side instead of moving."]


class SharedGame(TypedDict):
    """The state of a game between two people; only its events say who is present."""

    id: GameId
    version: Annotated[int, "It grows with every change.", Also(minimum=1)]
    rules: Rules
    round: Annotated[
        int, "The number of the round; the players change sides after each one.", Also(minimum=1)
    ]
    takebacks: Annotated[int, "How often moves were taken back in this round.", Also(minimum=0)]
    ply: Annotated[int, "The number of moves made.", Also(minimum=0)]
    moves: list[CellName]
    position: Position
    turn: Annotated[MarkName | None, "The mark of the next stone; null once the round is over."]
    to_move: Annotated[
        SeatNumber | None, "The seat to move or to choose; null once the round is over."
    ]
    opening: Annotated[SharedOpening | None, "Null: the game has no swap2 opening."]
    end: SharedEnd | None
    seats: Annotated[list[SharedSeat], Also(minItems=2, maxItems=2)]
    offer: SharedOffer | None
    in_class: Annotated[bool, "Whether the game belongs to a class."]
    best_of: Annotated[int | None, "Null means as many rounds as they like."]
    score: Annotated[list[Natural], "Rounds that each seat won.", Also(minItems=2, maxItems=2)]
    draws: Annotated[Natural, "Rounds that nobody won."]
    decided: Annotated[bool, "Whether the series is over; without a limit, the round."]
    seconds: Annotated[int | None, "The time limit for a move; null means no limit."]
    left: Annotated[Seconds | None, "The seconds left; null while no clock runs."]


class WaitingGame(TypedDict):
    """A game in the open list: the first person to join plays it."""

    id: GameId
    rules: Rules
    name: Annotated[Name, "The name of the player who created it."]
    mark: Annotated[MarkName, "The joining player's mark; with swap2, X means the opener."]
    best_of: Annotated[int | None, "Null means as many rounds as they like."]
    seconds: Annotated[int | None, "The time limit for a move; null means no limit."]
    swap2: Opened
    since: Annotated[float, "When it was created, in seconds since 1970."]
    away_since: Annotated[
        float | None, "When its creator left, in seconds since 1970; null while present."
    ]


class Lobby(TypedDict):
    """The games that anyone can join, newest first. Their creators left at most a minute ago."""

    games: list[WaitingGame]


class LobbyEvent(TypedDict):
    """The events of the list: the whole list after each change."""

    lobby: Lobby


class HeldSeat(TypedDict):
    """A seat that was taken, with its secret."""

    seat: SeatNumber
    secret: Secret
    game: SharedGame


class CheckResult(TypedDict):
    """The result of a check of a student's program: words of a list, nothing of its code."""

    sides: Annotated[str, "As whom the program plays.", CheckedSides]
    stage: Annotated[str, "The last stage of the check that it passed.", PassedStage]
    finding: Annotated[Annotated[str, FindingKind] | None, "Its mistake; null if none was found."]


class ClassCheck(CheckResult):
    """The same, with the seat that shows it."""

    game: GameId
    seat: SeatNumber


class Classroom(TypedDict):
    """A class: students who open its link are paired up."""

    id: GameId
    rules: Rules
    best_of: Annotated[int | None, "Null means as many rounds as they like."]
    seconds: Annotated[int | None, "The time limit for a move; null means no limit."]
    swap2: Opened
    games: Annotated[list[GameId], "The pairs' games, always in the same order."]
    checks: Annotated[list[ClassCheck], "The results that students show their teacher."]


class HeldClassroom(TypedDict):
    """A new class, with the teacher's secret."""

    secret: Secret
    classroom: Classroom


class ClassroomGame(TypedDict):
    """A game of a class, with each round as the text of a record."""

    game: SharedGame
    records: Annotated[list[str], "Each round as the text of a record."]


class ClassroomExport(TypedDict):
    """Everything stored about a class; of its secrets, only that they exist."""

    classroom: Classroom
    games: list[ClassroomGame]


class Ticket(TypedDict):
    """A ticket that another device can exchange for the seat once, within an hour."""

    ticket: Secret


class Export(TypedDict):
    """Everything stored about a seat; of its secret and its ticket, only a hash."""

    seat: SeatNumber
    name: Name
    hints: Annotated[bool, "Whether the seat agrees to hints during the game."]
    seen: Annotated[float, "When the seat was last active, in seconds since 1970."]
    secret_hash: Annotated[str, "The hash of the seat's secret."]
    ticket_hash: Annotated[str | None, "The hash of the ticket for another device."]
    ticket_until: Annotated[float | None, "When the ticket expires, in seconds since 1970."]
    check: Annotated[CheckResult | None, "What the seat shows the teacher about a program."]
    game: SharedGame
    records: Annotated[list[str], "Each round as the text of a record."]


class Presence(TypedDict):
    """Who is present at this moment."""

    game: GameId
    seats: Annotated[list[bool], "Whether each player is present.", Also(minItems=2, maxItems=2)]
    away: Annotated[
        list[Seconds | None], "How long each has been away; null if present, or if never present."
    ]
    watching: Annotated[int, "The number of spectators.", Also(minimum=0)]


class LiveEvent(TypedDict):
    """The events of a game: each event is one of these, by its name."""

    game: SharedGame
    presence: Presence


class Kept(TypedDict):
    """Whether this server keeps games, and for how long."""

    kept: Annotated[bool, "Whether two people can play here."]
    days: Annotated[float, "The time after which an inactive game is removed."]
    lobby: Annotated[bool, "Whether this server has an open list of waiting games."]


class ClassroomEvent(TypedDict):
    """The events of a class: each event is one of these, by its name."""

    classroom: Classroom
    game: SharedGame
    presence: Presence
