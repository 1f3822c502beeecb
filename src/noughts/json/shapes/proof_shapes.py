"""Proofs: certificates, written and checked; the progress of a large one."""

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
    """The numbers of a question after a number of answers."""

    jobs: Annotated[Natural, "The jobs answered until then."]
    nodes: Annotated[Natural, "The nodes they took."]
    seconds: Annotated[Seconds, "The seconds they took."]
    proof: Annotated[float | None, "Null means infinite: the side does not win.", Also(minimum=0)]
    disproof: Annotated[float | None, "Null means infinite: the side wins.", Also(minimum=0)]


class AskedJobs(TypedDict):
    """The progress of one question of a ledger: does this side win?"""

    mark: MarkName
    won: Annotated[bool | None, "The answer; null if it is not proved."]
    jobs: Annotated[Natural, "Jobs answered."]
    ran_out: Annotated[Natural, "Those of the answers whose budget ran out."]
    nodes: Annotated[Natural, "The nodes they took."]
    seconds: Annotated[Seconds, "The seconds they took."]
    history: Annotated[list[ProofNumbers], "The numbers over time; the last ones are current."]
    left_if_won: Annotated[
        int | None,
        "An estimate of the nodes left if the side wins; null if it does not, or all jobs ran out.",
        Also(minimum=0),
    ]
    left_if_not: Annotated[
        int | None, "An estimate of the nodes left if it does not.", Also(minimum=0)
    ]


class OpenJob(TypedDict):
    """A job in progress, or one that was in progress when the work stopped."""

    position: Position
    mark: Annotated[MarkName, "Does this side win?"]
    budget: Annotated[int, "The most positions that its search may look at.", Also(minimum=1)]


class LedgerMachine(TypedDict):
    """A machine that has answered jobs of a ledger."""

    name: Annotated[str, "The machine's name."]
    version: Annotated[str, "The version of Noughts there."]
    jobs: Annotated[Natural, "Jobs answered."]
    nodes: Annotated[Natural, "The nodes they took."]
    seconds: Annotated[Seconds, "The seconds they took."]


class LedgerStatus(TypedDict):
    """The progress of a proof in a ledger."""

    rules: Rules
    position: Position
    questions: Annotated[list[AskedJobs], "The questions: does X win, and does O win?"]
    working: Annotated[list[OpenJob], "The jobs in progress."]
    machines: Annotated[list[LedgerMachine], "The machine that has done most comes first."]
    unread: Annotated[Natural, "The number of answers not included yet: ask again."]


HintPath = Annotated[list[CellName], "Moves of the hint from its start."]


class HintReply(TypedDict):
    """One of the opponent's first replies in a hint."""

    moves: HintPath
    settled: Annotated[bool, "Whether a win is proved after it."]
    questions: Annotated[Natural, "The questions after it."]
    proved: Annotated[Natural, "Those that are answered by a proof."]


class HintReport(TypedDict):
    """How far a proof with a hint has come."""

    rules: Rules
    position: Position
    mark: Annotated[MarkName, "The side that the hint says wins."]
    won: Annotated[bool, "Whether it is proved to win; if not, that is open."]
    replies: Annotated[list[HintReply], "The opponent's first replies."]
    ends: Annotated[Natural, "The ends of lines; symmetric ones count once."]
    ends_proved: Annotated[Natural, "Those that are proved."]
    inner: Annotated[Natural, "The positions in which the hint leaves replies out."]
    inner_proved: Annotated[Natural, "Those in which all of these replies are proved to lose."]
    wrong: Annotated[list[HintPath], "Where the opponent has won, or the game is drawn."]
    failed: Annotated[list[HintPath], "Where no proof by threats was found."]
    mended: Annotated[
        list[HintPath], "Lines that win instead of the hint's moves, up to a win by threats."
    ]
    nodes: Annotated[Natural, "The nodes of all answers."]
    seconds: Annotated[Seconds, "Their seconds."]
    unfinished: Annotated[str | None, "Why it ended before all was tried; null if it did not."]


class ShownLedger(TypedDict):
    """A ledger that a server shows."""

    ledger: Annotated[int, "Its number.", Also(minimum=1, examples=[1])]
    rules: Rules
    position: Position


XWins = Annotated[bool | None, "Whether X is proved to win (or not to); null: open."]
OWins = Annotated[bool | None, "Whether O is proved to win (or not to); null: open."]


class LedgerReply(TypedDict):
    """The part of a proof after a move."""

    moves: Annotated[list[CellName], "The move, and its symmetric equivalents."]
    x_wins: XWins
    o_wins: OWins
    nodes: Annotated[Natural, "The nodes spent there; several moves to one position share them."]
    working: Annotated[Natural, "The jobs in progress there."]


class LedgerRegion(LedgerReply):
    """The part of a proof after a move, and after each reply."""

    replies: Annotated[
        list[LedgerReply],
        "The replies, largest first, at most two dozen, while the move is undecided.",
    ]


class LedgerPlace(TypedDict):
    """A position of a proof."""

    rules: Rules
    position: Position
    turn: MarkName
    moves: Annotated[list[CellName], "The moves from the ledger's position to here."]
    x_wins: XWins
    o_wins: OWins
    nodes: Annotated[Natural, "The nodes spent on the position and everything after it."]
    own: Annotated[Natural, "Those of the nodes spent on the position before it was split."]
    working: Annotated[Natural, "The jobs in progress there."]
    regions: Annotated[list[LedgerRegion], "The part of the proof after each move, largest first."]


class Certified(TypedDict):
    """A written certificate."""

    rules: Rules
    position: Position
    maker_breaker: Annotated[bool, "Whether O could only block."]
    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    bytes: Natural
    seconds: Seconds


class ShownCertificate(TypedDict):
    """A certificate, as shown to an assistant."""

    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    bytes: Natural
    base64: Annotated[str, "The file that `noughts verify` checks."]


class Verified(TypedDict):
    """A checked certificate."""

    rules: Rules | None
    position: Position | None
    maker_breaker: Annotated[bool, "Whether O could only block."]
    value: str | None
    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    reasons: Natural
    answers: Natural
    bytes: Natural
    seconds: Seconds
    holds: Annotated[bool, "Whether every step is right."]
    why: Annotated[str | None, "The error; null if it is right."]
