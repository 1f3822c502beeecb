"""The shapes of the JSON of Noughts: what the command line prints and the server returns.

All objects are defined here. `noughts.json.encode` makes them, `noughts.json.decode` reads them,
and `noughts.json.schema` describes them for programs. An annotation in `Annotated` is a description
(a string), the allowed names (an enumeration or a tuple), or further words of JSON Schema (`Also`).
"""

from noughts.json.shapes.benchmark_shapes import (
    Benchmark,
    BenchmarkModel,
    BenchmarkPlayer,
    BenchmarkScores,
    BenchmarkSet,
)
from noughts.json.shapes.boards import Board, Game, Outcome
from noughts.json.shapes.certificates import Certified, ShownCertificate, Verified
from noughts.json.shapes.check_shapes import Checked, CheckedFolder, CheckedMove, CheckFinding
from noughts.json.shapes.field_types import Also
from noughts.json.shapes.game_shapes import (
    Games,
    GradedMove,
    Match,
    MatchGame,
    Pair,
    Proof,
    Rate,
    Review,
    Sides,
    Standing,
    Tally,
)
from noughts.json.shapes.ledger_shapes import (
    AskedJobs,
    LedgerMachine,
    LedgerPlace,
    LedgerReply,
    LedgerStatus,
    ProofNumbers,
    ShownLedger,
)
from noughts.json.shapes.position_shapes import (
    Analysis,
    Choice,
    Fact,
    Move,
    Noted,
    Probed,
    Solution,
    Swap2,
    Unanswered,
    Worth,
)
from noughts.json.shapes.served import FieldProblem, Health, MatchLine, OpenedGame, Preset, Problem
from noughts.json.shapes.size_shapes import Calls, Count, Plies
from noughts.json.shapes.trace_shapes import (
    Event,
    Search,
    Source,
)

__all__ = [
    "Also",
    "Analysis",
    "AskedJobs",
    "Benchmark",
    "BenchmarkModel",
    "BenchmarkPlayer",
    "BenchmarkScores",
    "BenchmarkSet",
    "Board",
    "Calls",
    "Certified",
    "CheckFinding",
    "Checked",
    "CheckedFolder",
    "CheckedMove",
    "Choice",
    "Count",
    "Event",
    "Fact",
    "FieldProblem",
    "Game",
    "Games",
    "GradedMove",
    "Health",
    "LedgerMachine",
    "LedgerPlace",
    "LedgerReply",
    "LedgerStatus",
    "Match",
    "MatchGame",
    "MatchLine",
    "Move",
    "Noted",
    "OpenedGame",
    "Outcome",
    "Pair",
    "Plies",
    "Preset",
    "Probed",
    "Problem",
    "Proof",
    "ProofNumbers",
    "Rate",
    "Review",
    "Search",
    "ShownCertificate",
    "ShownLedger",
    "Sides",
    "Solution",
    "Source",
    "Standing",
    "Swap2",
    "Tally",
    "Unanswered",
    "Verified",
    "Worth",
]
