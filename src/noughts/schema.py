"""The shapes of the JSON of Noughts: what the command line prints and the server answers.

Every object is defined here and nowhere else. `noughts.report` makes them, the server's models
are derived from them, and so is ``schemas/commands.json`` (`noughts.jsonschema`). What stands
beside a type in `Annotated` is a description (a string), the names that are allowed (an
enumeration, or a tuple), or further words of JSON Schema (`Also`).
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from noughts.analysis import Grade
from noughts.engines import Level
from noughts.position import Mark
from noughts.score import Value
from noughts.series import Starts


class Also:
    """Further words of JSON Schema for a type, such as ``minimum=0``."""

    def __init__(self, **words: Any) -> None:
        self.words = words


Rules = Annotated[str, "The rules as Noughts writes them.", Also(examples=["3,3,3"])]
Position = Annotated[
    str,
    "Rows from the top joined by /, layers by //; X, O and . for empty.",
    Also(examples=["X.O/.X./..O"]),
]
MarkName = Annotated[str, Mark]
ValueName = Annotated[str, Value]
LevelName = Annotated[str, Level]
StartsName = Annotated[str, Starts]
GradeName = Annotated[str, Grade]
Result = Annotated[str, "How it ended.", ("X wins", "O wins", "draw", "*")]
CellName = Annotated[
    str,
    "Column letter, row from the top, and on a box the layer's letter.",
    Also(examples=["c2"], pattern="^[a-z][1-9][0-9]?[a-z]?$"),
]
Cell = Annotated[int, "The cell, from 0 in reading order.", Also(minimum=0, examples=[5])]
Natural = Annotated[int, Also(minimum=0)]
Customary = Annotated[
    int | None,
    "Where stones fall: the score as Connect Four's players count it, the stones that the winner "
    "has left with the last one played, below 0 for a loss, 0 for a draw. Null in misère, where "
    "the plies are not known, and in other games.",
]
Share = Annotated[float | None, Also(minimum=0, maximum=1)]
Seconds = Annotated[float, Also(minimum=0)]


# -- games ---------------------------------------------------------------------------------------


class Game(TypedDict):
    """A game in a few words."""

    rules: Rules
    shape: Annotated[
        list[int],
        "Columns, rows and, of a box, layers.",
        Also(minItems=2, maxItems=3, examples=[[3, 3]]),
    ]
    k: Annotated[
        int | None,
        "How many in a row; null for hand-made lines.",
        Also(minimum=1, examples=[3]),
    ]
    cells: Annotated[int, "How many cells there are.", Also(minimum=1, examples=[9])]
    misere: Annotated[bool, "Whether completing a line loses."]
    torus: Annotated[bool, "Whether the edges are joined."]
    exact: Annotated[bool, "Whether a row of more than k does not count."]
    caro: Annotated[
        bool, "Whether a row of k does not count if the opponent stands at both of its ends."
    ]
    gravity: Annotated[
        bool, "Whether stones fall: only the lowest empty cell of a column may be played."
    ]


class Board(Game):
    """A game with its lines, which is all that a program needs to play it."""

    lines: Annotated[
        list[list[Cell]], "The cells of each line.", Also(examples=[[[0, 1, 2], [3, 4, 5]]])
    ]
    guards: Annotated[
        list[list[Cell]],
        "For each line the cells that would make it too long; none unless `exact`.",
        Also(examples=[[[], []]]),
    ]
    ends: Annotated[
        list[list[Cell]],
        "For each line the cells at its ends: if all of them are the opponent's, it does not "
        "count. None unless `caro`, nor where a line ends at the edge of the board.",
        Also(examples=[[[], []]]),
    ]


class Outcome(TypedDict):
    """How a finished game ended."""

    winner: Annotated[MarkName | None, "Null for a draw."]
    line: Annotated[
        list[CellName] | None,
        "The line that ended the game, null if the board filled up. In misère it is the loser's.",
        Also(examples=[["a1", "b2", "c3"]]),
    ]


# -- what positions are worth ----------------------------------------------------------------------


class Worth(TypedDict):
    """What a position or move is worth: proved, or guessed."""

    value: Annotated[
        ValueName | None,
        "Proved, for the side to move; null if it is not.",
        Also(examples=["draw"]),
    ]
    plies: Annotated[
        int | None,
        "Moves of both sides until a win or a loss when the winner hurries and the loser delays; "
        "null for a draw and where it is not known.",
        Also(minimum=0),
    ]
    customary: Customary
    estimate: NotRequired[
        Annotated[
            int,
            "Only where nothing is proved: a guess, above 0 if it looks good for the side to move.",
        ]
    ]


class Move(Worth):
    """A legal move and what it is worth to the side that makes it."""

    move: CellName
    cell: Cell
    best: Annotated[bool, "Whether no move is better."]
    reason: Annotated[
        str, "What the move does, in words.", Also(examples=["blocks O's line c1 c2 c3"])
    ]
    line: Annotated[
        list[CellName],
        "How it goes on when both sides play their best; begins with the move.",
        Also(examples=[["c2", "a2"]]),
    ]


class Analysis(Worth):
    """What is known of a position."""

    rules: Rules
    position: Position
    turn: Annotated[MarkName, "Whose move it is, or would be."]
    outcome: Annotated[Outcome | None, "Null while the game is going on."]
    proven: Annotated[bool, "Whether the value is proved."]
    best: Annotated[
        list[CellName], "The moves that are as good as the first.", Also(examples=[["c2"]])
    ]
    moves: Annotated[list[Move], "Every legal move, best first."]
    engine: Annotated[str, "Who thought.", Also(examples=["perfect"])]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "Seconds spent when this was first asked."]


class Choice(Worth):
    """The computer's move."""

    move: CellName
    cell: Cell
    proven: Annotated[bool, "Whether the value is proved."]
    engine: Annotated[str, "Who moved.", Also(examples=["perfect"])]
    level: Annotated[LevelName | None, "The level that was asked for; null if it was an engine."]


class Swap2(Worth):
    """What the computer does in the swap2 opening; its worth is that for whose turn it is."""

    place: Annotated[list[CellName], "The stones that it places: three, X, O and X; or none."]
    cells: Annotated[list[Cell], "Their cells."]
    take: Annotated[MarkName | None, "The side that it takes; null where it places stones."]
    proven: Annotated[bool, "Whether the worth is proved."]
    level: LevelName


class Unanswered(TypedDict):
    """What stands in the place of a line that could not be answered."""

    line: Annotated[int, "Which line, from 1.", Also(minimum=1)]
    error: Annotated[str, "Why."]


class Solution(TypedDict):
    """A proof, or how far it got."""

    rules: Rules
    position: Position
    value: Annotated[ValueName | None, "Proved, for the side to move; null if it is not."]
    plies: Annotated[
        int | None,
        "Moves of both sides until a win or a loss; null for a draw and where it is not known.",
        Also(minimum=0),
    ]
    customary: Customary
    at_least: Annotated[int | None, "A win is known to take no fewer plies.", Also(minimum=0)]
    winner: Annotated[MarkName | None, "Null for a draw and where nothing is proved."]
    proven: Annotated[bool, "Whether the value is proved."]
    cannot_win: Annotated[list[MarkName], "Sides that are proved not to win."]
    unfinished: Annotated[str | None, "Why there is no answer; null if there is."]
    winning: Annotated[list[CellName] | None, "Every first move that wins, if asked for."]
    line: Annotated[list[CellName], "How it goes on when both sides play their best."]
    method: Annotated[str | None, "How it was proved."]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "Seconds spent."]
    memory: Annotated[Natural, "Bytes."]


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

    name: str
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


class Probed(TypedDict):
    """What a table says of a position."""

    rules: Rules
    position: Position
    turn: MarkName
    proven: Literal[True]
    value: Annotated[ValueName, "For the side to move."]
    plies: Annotated[int | None, "Moves until a win or a loss; null for a draw.", Also(minimum=0)]


# -- how large games are ---------------------------------------------------------------------------


class Count(TypedDict):
    """How large a game is. It ends at its first line; another order of moves is another game."""

    rules: Rules
    positions: Annotated[Natural, "Reachable positions.", Also(examples=[5478])]
    terminal: Annotated[Natural, "Those in which the game is over.", Also(examples=[958])]
    distinct: Annotated[Natural, "Positions up to symmetry.", Also(examples=[765])]
    games: Annotated[Natural, "Whole games.", Also(examples=[255168])]
    distinct_games: Annotated[
        Natural,
        "Games when symmetric positions are merged at every ply.",
        Also(examples=[26830]),
    ]
    distinct_move_sequences: Annotated[
        Natural, "Games that no symmetry maps onto each other.", Also(examples=[31896])
    ]
    nodes: Annotated[Natural, "Nodes of the game tree.", Also(examples=[549946])]
    x_wins: Annotated[Natural, "Games that X wins.", Also(examples=[131184])]
    o_wins: Annotated[Natural, "Games that O wins.", Also(examples=[77904])]
    draws: Annotated[Natural, "Drawn games.", Also(examples=[46080])]
    sequences_per_ply: Annotated[
        list[Natural],
        "How many sequences of 0, 1, 2, ... moves there are.",
        Also(examples=[[1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]]),
    ]


class Plies(TypedDict):
    """How many positions there are with each number of stones."""

    rules: Rules
    positions_per_ply: Annotated[
        list[Natural], "With 0, 1, 2, ... stones.", Also(examples=[[1, 7, 49, 238]])
    ]


class Calls(TypedDict):
    """How many positions each search looks at."""

    rules: Rules
    minimax: Natural
    alphabeta: Natural
    alphabeta_ordered: Natural
    memoised: Natural
    symmetric: Natural
    along_a_game: list[Natural]


# -- games that were played ------------------------------------------------------------------------


class Games(TypedDict):
    """Games, and how they ended for one of the players."""

    games: Annotated[Natural, "Games played.", Also(examples=[100])]
    wins: Annotated[Natural, "Won.", Also(examples=[95])]
    draws: Annotated[Natural, "Drawn.", Also(examples=[5])]
    losses: Annotated[Natural, "Lost.", Also(examples=[0])]


class Tally(Games):
    """Games, and how they ended for one of the players."""

    score: Annotated[Share, "Points a game: 1 for a win, a half for a draw; null of no games."]


class PlayerTally(Tally):
    """All games of one player."""

    player: Annotated[str, "Who: an engine or a level."]


class Rate(TypedDict):
    """A proportion with Wilson's 95 % interval; no interval where games only repeat."""

    rate: Annotated[Share, "Null of no games.", Also(examples=[0.95])]
    low: Annotated[Share, "From here ...", Also(examples=[0.888249])]
    high: Annotated[Share, "... to here.", Also(examples=[0.978456])]


class Rates(TypedDict):
    """How often the first of two players wins, draws, loses."""

    wins: Rate
    draws: Rate
    losses: Rate


class Elo(TypedDict):
    """How much stronger the first of two players is, with a 95 % interval."""

    difference: Annotated[
        float | None,
        "Null where no number is honest: all games won, all lost, or all repeated.",
    ]
    low: Annotated[float | None, "Null where the games set no such bound."]
    high: Annotated[float | None, "Null where the games set no such bound."]


class Pair(Tally):
    """Two players of a match; the figures are the first one's."""

    players: Annotated[
        list[Natural],
        "The two, counted from 0.",
        Also(minItems=2, maxItems=2, examples=[[0, 1]]),
    ]
    X: Annotated[Tally, "The games in which the first one was X."]
    O: Annotated[Tally, "The games in which the first one was O."]  # noqa: E741
    rates: Rates
    elo: Elo
    different: Annotated[Natural, "How many of the games differ from each other."]
    repeats: Annotated[
        bool, "Whether nothing is random, players and opening, so that games repeat."
    ]


class MoveLimit(TypedDict):
    """What a player may spend on a move; what is null is not limited."""

    seconds: Annotated[float | None, "Wall-clock seconds."]
    nodes: Annotated[int | None, "Positions looked at.", Also(examples=[1000])]
    depth: Annotated[int | None, "Plies looked ahead."]


class Standing(TypedDict):
    """How a match stands."""

    rules: Rules
    seed: Annotated[Natural, "What all games follow from.", Also(examples=[7])]
    starts: StartsName
    opening: Annotated[Natural, "Random moves at the beginning of each game."]
    limit: MoveLimit
    games: Annotated[Natural, "Games played so far."]
    players: Annotated[list[PlayerTally], "Each player's games against all others."]
    pairs: Annotated[list[Pair], "Each pair's games, and what they prove."]


class MatchGame(TypedDict):
    """A finished game of a match."""

    number: Annotated[int, "Which game of the match, from 1.", Also(minimum=1)]
    x: Annotated[Natural, "The player behind X, counted from 0."]
    o: Annotated[Natural, "The player behind O, counted from 0."]
    winner: Annotated[int | None, "The player who won; null for a draw.", Also(minimum=0)]
    opening: Annotated[Natural, "How many of its moves were random."]
    record: Annotated[
        str,
        "The game as text: headers, a blank line, the moves with the result.",
        Also(examples=["Rules: 3,3,3\nX: hard\nO: easy\n\na1 c2 c1 a2 b1 X wins"]),
    ]


class Match(Standing):
    """A match that was played."""

    lost_games: Annotated[list[MatchGame], "The games that somebody lost."]


class Sides(TypedDict):
    """The games of an engine, by the side it plays."""

    X: NotRequired[Games]
    O: NotRequired[Games]  # noqa: E741


class Proof(Sides):
    """Every game against an engine, by the side it plays."""

    engine: str
    rules: Rules
    lost_games: Annotated[list[str], "Moves and result, as in a record."]


class GradedMove(TypedDict):
    """A move of a game, with its grade."""

    number: Annotated[int, "Which move of the game, from 1.", Also(minimum=1)]
    mark: MarkName
    move: CellName
    cell: Cell
    grade: Annotated[GradeName | None, "Null where nothing is proved."]
    before: Worth
    after: Worth
    best: Annotated[list[CellName], "The best moves instead."]
    reason: str
    better: str | None


class Review(TypedDict):
    """A graded game."""

    rules: Rules
    result: Result
    decided: Annotated[int | None, "The move that decided the game.", Also(minimum=1)]
    moves: list[GradedMove]


# -- certificates ----------------------------------------------------------------------------------


class Certified(TypedDict):
    """A certificate that was written."""

    rules: Rules
    position: Position
    maker_breaker: Annotated[bool, "Whether O could only block."]
    statements: Annotated[list[str], "What it shows."]
    claims: Natural
    bytes: Natural
    seconds: Seconds


class Verified(TypedDict):
    """A certificate that was checked."""

    rules: Rules | None
    position: Position | None
    maker_breaker: Annotated[bool, "Whether O could only block."]
    value: str | None
    statements: Annotated[list[str], "What it shows."]
    claims: Natural
    reasons: Natural
    answers: Natural
    bytes: Natural
    seconds: Seconds
    holds: Annotated[bool, "Whether every step is right."]
    why: Annotated[str | None, "What is wrong; null if nothing is."]


# -- a search, told as lines -----------------------------------------------------------------------

Bound = Annotated[float | None, "Null is infinite."]


class Source(TypedDict):
    """An engine's lines of code, and which of them runs when."""

    file: str
    function: str
    first: int
    lines: list[str]
    at: dict[str, int]


class Search(TypedDict):
    """Which search is traced: the first line, before its events."""

    event: Literal["search"]
    rules: Rules
    position: Position
    turn: MarkName
    engine: str
    depth_aware: bool
    depth: int | None
    limit: int | None
    source: Source


class Enter(TypedDict):
    """A position is looked at; alpha and beta belong to the searches that have them."""

    event: Literal["enter"]
    node: Natural
    parent: int | None
    cell: Cell | None
    depth: Natural
    alpha: NotRequired[Bound]
    beta: NotRequired[Bound]


class Try(TypedDict):
    """A move is taken in hand."""

    event: Literal["try"]
    node: Natural
    cell: Cell


class Best(TypedDict):
    """The best move so far is another one now."""

    event: Literal["value"]
    node: Natural
    value: float
    best: Cell


class Narrow(TypedDict):
    """The window has become narrower."""

    event: Literal["window"]
    node: Natural
    alpha: Bound
    beta: Bound


class Prune(TypedDict):
    """The rest of the moves need not be tried."""

    event: Literal["prune"]
    node: Natural
    cells: list[Cell]
    why: str


class Leave(TypedDict):
    """A position has its value."""

    event: Literal["leave"]
    node: Natural
    value: float
    proven: bool
    how: Annotated[str, ("end", "searched", "recalled", "guess")]
    bound: Annotated[str, ("exact", "lower", "upper")]
    best: Cell | None


class Done(TypedDict):
    """The search is over."""

    event: Literal["done"]
    value: float
    proven: bool
    best: Cell | None
    calls: Natural
    ends: Natural
    pruned: Natural
    remembered: Natural


class Stopped(TypedDict):
    """The limit was reached first."""

    event: Literal["stopped"]
    calls: Natural
    why: str


Event = Enter | Try | Best | Narrow | Prune | Leave | Done | Stopped
