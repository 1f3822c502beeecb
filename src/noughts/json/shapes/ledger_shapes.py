"""How far a large proof is."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import (
    Also,
    CellName,
    MarkName,
    Natural,
    Position,
    Rules,
    Seconds,
)


class ProofNumbers(TypedDict):
    """The numbers of a question after so many answers."""

    jobs: Annotated[Natural, "Jobs answered until then."]
    nodes: Annotated[Natural, "That they took."]
    seconds: Annotated[Seconds, "That they took."]
    proof: Annotated[float | None, "Null: infinite, the side does not win.", Also(minimum=0)]
    disproof: Annotated[float | None, "Null: infinite, the side wins.", Also(minimum=0)]


class AskedJobs(TypedDict):
    """How far one question of a ledger is: does this side win?"""

    mark: MarkName
    won: Annotated[bool | None, "The answer; null if it is not proved."]
    jobs: Annotated[Natural, "Jobs answered."]
    ran_out: Annotated[Natural, "Of these, those whose budget ran out."]
    nodes: Annotated[Natural, "That they took."]
    seconds: Annotated[Seconds, "That they took."]
    history: Annotated[list[ProofNumbers], "The numbers over time, the last of them today's."]
    left_if_won: Annotated[
        int | None,
        "A guess of the nodes left if the side wins; null if it does not, or all jobs ran out.",
        Also(minimum=0),
    ]
    left_if_not: Annotated[int | None, "A guess of them if it does not.", Also(minimum=0)]


class OpenJob(TypedDict):
    """A job that is being worked on, or was when the work was broken off."""

    position: Position
    mark: Annotated[MarkName, "Does this side win?"]
    budget: Annotated[int, "How many positions its search may look at.", Also(minimum=1)]


class LedgerMachine(TypedDict):
    """A machine that has answered jobs of a ledger."""

    name: Annotated[str, "What it calls itself."]
    version: Annotated[str, "Of Noughts there."]
    jobs: Annotated[Natural, "Jobs answered."]
    nodes: Annotated[Natural, "That they took."]
    seconds: Annotated[Seconds, "That they took."]


class LedgerStatus(TypedDict):
    """How far a proof in a ledger is."""

    rules: Rules
    position: Position
    questions: Annotated[list[AskedJobs], "Whether X wins, and whether O does: what is asked."]
    working: Annotated[list[OpenJob], "What is being worked on."]
    machines: Annotated[list[LedgerMachine], "Whoever has done most first."]
    unread: Annotated[Natural, "Answers that are not in this yet: ask again."]


class ShownLedger(TypedDict):
    """A ledger that a server shows."""

    ledger: Annotated[int, "Its number.", Also(minimum=1, examples=[1])]
    rules: Rules
    position: Position


XWins = Annotated[bool | None, "Whether X is proved to win (or not to); null: open."]
OWins = Annotated[bool | None, "Whether O is proved to win (or not to); null: open."]


class LedgerReply(TypedDict):
    """What lies behind a move."""

    moves: Annotated[list[CellName], "The move, and those that are the same by symmetry."]
    x_wins: XWins
    o_wins: OWins
    nodes: Annotated[Natural, "Spent there; what several moves lead to is shared among them."]
    working: Annotated[Natural, "Jobs that are being worked on there."]


class LedgerRegion(LedgerReply):
    """What lies behind a move, and behind the answers to it."""

    replies: Annotated[
        list[LedgerReply], "The largest first, two dozen at most, while the move is in question."
    ]


class LedgerPlace(TypedDict):
    """A position of a proof."""

    rules: Rules
    position: Position
    turn: MarkName
    moves: Annotated[list[CellName], "That led here from the ledger's position."]
    x_wins: XWins
    o_wins: OWins
    nodes: Annotated[Natural, "Spent on the position and on all that lies behind it."]
    own: Annotated[Natural, "Of these, spent on the position before it was opened."]
    working: Annotated[Natural, "Jobs that are being worked on there."]
    regions: Annotated[list[LedgerRegion], "What lies behind each move, the largest first."]
