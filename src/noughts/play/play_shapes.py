"""The JSON of games between people, in the manner of `noughts.json.shapes`."""

from typing import Annotated, TypedDict

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
from noughts.play.seats import LONGEST_NAME, TOKEN

GameId = Annotated[
    str,
    "What the game's link says.",
    Also(pattern=TOKEN, examples=["3q2-7wEJcMPwTGhnJ9uE8w"]),
]
Secret = Annotated[
    str,
    "Whoever holds it holds the seat; it belongs on the device and in no link.",
    Also(pattern=TOKEN, examples=["Vd1oYyK7ItSyb1EjWo1r2A"]),
]
Name = Annotated[str, "What whoever sits there is called.", Also(maxLength=LONGEST_NAME)]
SeatNumber = Annotated[int, "0 made the game, 1 is the other.", Also(minimum=0, maximum=1)]
WishName = Annotated[str, OfferKind]
HowName = Annotated[str, Termination]
Opened = Annotated[bool, "Whether each game is opened by swap2."]


class SharedSeat(TypedDict):
    """One side of a game between people."""

    name: Name
    level: Annotated[LevelName | None, "At which the computer plays here; null: a person does."]
    mark: Annotated[MarkName, "Until a side is taken in an opening, the opener counts as X."]
    taken: Annotated[bool, "Whether it is somebody's, or the computer's."]
    hints: Annotated[bool, "Whether it agrees to hints during the game."]


class SharedOffer(TypedDict):
    """What one seat waits for the other to agree to."""

    wish: WishName
    seat: SeatNumber


class SharedEnd(Outcome):
    """How a round ended."""

    how: HowName


class SharedOpening(TypedDict):
    """How far a swap2 opening is: the opener places X, O and X; then a side is chosen."""

    opener: SeatNumber
    stones: Annotated[
        int,
        "After which a side is chosen: 3, by the other; 5 once two more are placed, by the opener.",
        Also(minimum=min(CHOICES), maximum=max(CHOICES)),
    ]
    taken: Annotated[MarkName | None, "The side that was taken; null: none yet."]
    choosing: Annotated[bool, "Whether the seat whose turn it is chooses, and does not move."]


class SharedGame(TypedDict):
    """A game between two people as it stands; who is there is told by its events alone."""

    id: GameId
    version: Annotated[int, "It grows with every change.", Also(minimum=1)]
    rules: Rules
    round: Annotated[int, "The how many-th game of the two; they change sides.", Also(minimum=1)]
    takebacks: Annotated[int, "How often moves of this round were taken back.", Also(minimum=0)]
    ply: Annotated[int, "How many moves have been made.", Also(minimum=0)]
    moves: list[CellName]
    position: Position
    turn: Annotated[MarkName | None, "Of the next stone; null once the round is over."]
    to_move: Annotated[
        SeatNumber | None, "Whose turn it is, to move or to choose; null once the round is over."
    ]
    opening: Annotated[SharedOpening | None, "Null: the game has no swap2 opening."]
    end: SharedEnd | None
    seats: Annotated[list[SharedSeat], Also(minItems=2, maxItems=2)]
    offer: SharedOffer | None
    in_class: Annotated[bool, "Whether it is one of the games of a class."]
    best_of: Annotated[int | None, "Null: as many rounds as they like."]
    score: Annotated[list[Natural], "Rounds that each seat won.", Also(minItems=2, maxItems=2)]
    draws: Annotated[Natural, "Rounds that nobody won."]
    decided: Annotated[bool, "Whether the series is over; without an end, the round."]
    seconds: Annotated[int | None, "What a move may take; null: as long as one likes."]
    left: Annotated[Seconds | None, "Of those seconds; null while no clock runs."]


class WaitingGame(TypedDict):
    """A game in the open list: whoever joins first plays it."""

    id: GameId
    rules: Rules
    name: Annotated[Name, "Of whoever made it."]
    mark: Annotated[MarkName, "What whoever joins would be; with swap2, X: would open."]
    best_of: Annotated[int | None, "Null: as many rounds as they like."]
    seconds: Annotated[int | None, "What a move may take; null: as long as one likes."]
    swap2: Opened
    since: Annotated[float, "When it was made, in seconds since 1970."]


class Lobby(TypedDict):
    """The games that wait for anybody, the newest first."""

    games: list[WaitingGame]


class LobbyEvent(TypedDict):
    """What the list's stream of events tells: the list, whenever it is another one."""

    lobby: Lobby


class HeldSeat(TypedDict):
    """A seat that was taken, with the secret that shows it."""

    seat: SeatNumber
    secret: Secret
    game: SharedGame


class Classroom(TypedDict):
    """A class: whoever opens its link is seated two by two."""

    id: GameId
    rules: Rules
    best_of: Annotated[int | None, "Null: as many rounds as they like."]
    seconds: Annotated[int | None, "What a move may take; null: as long as one likes."]
    swap2: Opened
    games: Annotated[list[GameId], "The pairs' games, always in the same order."]


class HeldClassroom(TypedDict):
    """A class that was made, with the secret that shows that one is its teacher."""

    secret: Secret
    classroom: Classroom


class ClassroomGame(TypedDict):
    """A game of a class, with each round as the text of a record."""

    game: SharedGame
    records: Annotated[list[str], "Each round as the text of a record."]


class ClassroomExport(TypedDict):
    """All that is kept of a class: of its secrets only that there are some."""

    classroom: Classroom
    games: list[ClassroomGame]


class Ticket(TypedDict):
    """What another device changes for the seat, within an hour and once."""

    ticket: Secret


class Export(TypedDict):
    """All that is kept of a seat: of its secret and its ticket only a hash."""

    seat: SeatNumber
    name: Name
    hints: Annotated[bool, "Whether it agrees to hints during the game."]
    seen: Annotated[float, "When it was last heard of, in seconds since 1970."]
    secret_hash: Annotated[str, "Of the seat's secret."]
    ticket_hash: Annotated[str | None, "Of what another device may change for the seat."]
    ticket_until: Annotated[float | None, "When that expires, in seconds since 1970."]
    game: SharedGame
    records: Annotated[list[str], "Each round as the text of a record."]


class Presence(TypedDict):
    """Who is there; the figures are those of one moment."""

    game: GameId
    seats: Annotated[list[bool], "Whether each is here.", Also(minItems=2, maxItems=2)]
    away: Annotated[list[Seconds | None], "For how long each has been away; null: here, or never."]
    watching: Annotated[int, "Others that look on.", Also(minimum=0)]


class LiveEvent(TypedDict):
    """What a stream of events tells: each event is one of these, by its name."""

    game: SharedGame
    presence: Presence


class Kept(TypedDict):
    """Whether this server keeps games, and for how long."""

    kept: Annotated[bool, "Whether two people can play here."]
    days: Annotated[float, "After which a game is removed in which nothing happens."]
    lobby: Annotated[bool, "Whether there is an open list of waiting games."]


class ClassroomEvent(TypedDict):
    """What a class's stream of events tells: each event is one of these, by its name."""

    classroom: Classroom
    game: SharedGame
    presence: Presence
