"""The tools of `noughts mcp`: each takes text, and returns the JSON of ``--json``.

Tools about a position also return its picture: a PNG if ``resvg-py`` is installed (``noughts[web]``
has it), else an SVG. No tool runs code that it is given, changes anything, or uses the network.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ImageContent, TextContent
from pydantic import BaseModel, Field

from noughts import formats
from noughts.atlas import known
from noughts.core import svg
from noughts.core.catalogue import counted, grouped, say
from noughts.core.errors import IllegalMoveError, RecordError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.engines import Analysis, Level, Perfect
from noughts.json import encode
from noughts.lab import grading

if TYPE_CHECKING:
    from noughts.json import shapes

MOST_SECONDS = 60.0
MOST_CERTIFICATE = 50_000  #: the most bytes of a certificate shown to an assistant
MOST_ANSWERS = 200  #: moves that one call checks
MOST_CELLS = 400  #: of a board that is drawn
LEAST_SECONDS = 0.01  #: for each position, whatever a call is allowed

RulesText = Annotated[
    str, Field(description="The game, such as 3,3,3 or gomoku.", max_length=2_000)
]
PositionText = Annotated[str, Field(description="Rows from the top: X.O/.X./..O", max_length=2_000)]
From = Annotated[
    str | None,
    Field(description="A position to start from; without one, the empty board.", max_length=2_000),
]
MoveText = Annotated[
    str, Field(description="A cell such as b2; in gravity games also a column.", max_length=20)
]
LevelText = Annotated[
    str,
    Field(
        description="How well to play.", json_schema_extra={"enum": [str(each) for each in Level]}
    ),
]
GameText = Annotated[
    str,
    Field(
        description="The moves, such as b2 b1 a1; or a record, SGF, or another format of noughts "
        "convert.",
        max_length=20_000,
    ),
]
Seconds = Annotated[float, Field(description="How long to think, in all.", gt=0, le=MOST_SECONDS)]
Day = Annotated[date, Field(description="The day, such as 2026-12-01.")]
Picture = Annotated[bool, Field(description="Whether to add a picture of the position.")]


class ChosenMove(BaseModel, extra="forbid"):
    """A move that somebody chose in a position."""

    position: PositionText
    move: MoveText


Answers = Annotated[
    list[ChosenMove],
    Field(description="The moves to judge.", min_length=1, max_length=MOST_ANSWERS),
]


def analyse(
    position: PositionText,
    rules: RulesText = "3,3,3",
    seconds: Seconds = 2.0,
    picture: Picture = True,  # noqa: FBT002  (called by name)
) -> CallToolResult:
    """Value a position and every move in it, best first, each with its reason."""
    stones = Position.parse(position, rules)
    found = Perfect().analyse(stones, Limit(seconds=seconds))
    return _answer(encode.analysis(found), _drawn(stones, found) if picture else ())


def explain(
    position: PositionText,
    move: MoveText,
    rules: RulesText = "3,3,3",
    seconds: Seconds = 2.0,
    picture: Picture = True,  # noqa: FBT002  (called by name)
) -> CallToolResult:
    """Say what one move does and leads to, whether it is right, and what would be better."""
    stones = Position.parse(position, rules)
    cell = stones.cell(move)
    after = stones.play(cell)
    found = Perfect().analyse(stones, Limit(seconds=seconds))
    graded = grading.grade(found, stones.ply + 1, cell)
    drawn = _drawn(after, last=cell) if picture else ()
    return _answer(encode.graded(stones, graded), drawn)


def play(
    position: PositionText,
    rules: RulesText = "3,3,3",
    level: LevelText = "hard",
    seconds: Seconds = 2.0,
    picture: Picture = True,  # noqa: FBT002  (called by name)
) -> CallToolResult:
    """Choose a move for the side whose turn it is; the picture shows the board after it."""
    stones = Position.parse(position, rules)
    player = Level.parse(level).engine()
    choice = player.play(stones, Limit(seconds=seconds))
    drawn = _drawn(stones.play(choice), last=choice.cell) if picture else ()
    return _answer(encode.move(stones, choice, player.name, player.name), drawn)


def review(
    game: GameText,
    rules: RulesText | None = None,
    seconds: Seconds = 10.0,
    picture: Picture = True,  # noqa: FBT002  (called by name)
) -> CallToolResult:
    """Grade every move of a game, say where it was decided, and what would have been better."""
    notes: list[str] = []
    named = None if rules is None else Rules.parse(rules)
    record = formats.read(game.encode(), rules=named, notes=notes)
    if not record.moves:
        raise RecordError.said("record text", "empty")
    limit = Limit(seconds=max(LEAST_SECONDS, seconds / len(record.moves)))
    found = grading.review(record, limit=limit)
    drawn = _drawn(record.position, last=record.moves[-1]) if picture else ()
    return _answer(encode.review(record, found, notes), drawn)


def check(answers: Answers, rules: RulesText = "3,3,3", seconds: Seconds = 10.0) -> CallToolResult:
    """Judge the moves that somebody, or a program, chose in positions of a game.

    It runs no program: `noughts check` does that.
    """
    game = Rules.parse(rules)
    limit = Limit(seconds=max(LEAST_SECONDS, seconds / len(answers)))
    judged = [_judged(each, game, limit) for each in answers]
    found: shapes.CheckedAnswers = {
        "rules": str(game),
        "answers": judged,
        "legal": sum(each["legal"] for each in judged),
        "proven": sum(each["regret"] is not None for each in judged),
        "wrong": sum(bool(each["regret"]) for each in judged),
    }
    return _answer(found)


def _judged(answer: ChosenMove, rules: Rules, limit: Limit) -> shapes.AnsweredMove:
    position = Position.parse(answer.position, rules)
    if position.outcome is not None:
        raise IllegalMoveError.said("illegal", "no move", position=position)
    analysis = Perfect().analyse(position, limit)
    before = analysis.score
    found: shapes.AnsweredMove = {
        "position": str(position),
        "move": answer.move,
        "legal": False,
        "why": "",
        "grade": None,
        "before": str(before.value) if isinstance(before, Score) else None,
        "after": None,
        "regret": None,
        "best": [rules.name(cell) for cell in analysis.best],
    }
    try:
        cell = position.cell(answer.move)
        position.play(cell)
    except IllegalMoveError as error:
        return {**found, "why": str(error)}
    graded = grading.grade(analysis, position.ply + 1, cell)
    after = graded.after
    found |= {
        "legal": True,
        "why": graded.reason,
        "grade": None if graded.grade is None else str(graded.grade),
    }
    if isinstance(before, Score) and isinstance(after, Score):
        found |= {"after": str(after.value), "regret": before.sign - after.sign}
    return found


def puzzle(
    day: Day,
    number: Annotated[int, Field(description="The easiest is 1.", ge=1, le=3)] = 1,
    picture: Picture = True,  # noqa: FBT002  (called by name)
) -> CallToolResult:
    """Set a puzzle of a day: one answer is right, which is proved. explain judges other moves.

    It asks for a move, for who wins, or for the number of the move that lost a game.
    """
    from noughts.puzzles import daily  # noqa: PLC0415  (loads when it is used)
    from noughts.puzzles.shipped import set_as_json  # noqa: PLC0415  (likewise)

    chosen = daily(day)[number - 1]
    drawn = _drawn(chosen.puzzle.position) if picture else ()
    return _answer(set_as_json(*chosen), drawn)


def solve(rules: RulesText, position: From = None, seconds: Seconds = 10.0) -> CallToolResult:
    """Prove who wins a whole game of up to 64 cells, or a position.

    On more cells, it can prove a position that either side wins by threats.
    """
    from noughts import solver  # noqa: PLC0415  (loads when it is used)

    start = _start(rules, position)
    return _answer(encode.solution(solver.solve(start, Limit(seconds=seconds))))


def atlas(rules: RulesText) -> CallToolResult:
    """Look up who wins a game, who has proved or published it, and the file with the proof.

    It has every board of up to 64 cells, searches nothing, and says why: a proof, a theorem, a
    publication, or what was tried.
    """
    game = Rules.parse(rules)
    return _answer(encode.atlas(game, known(game)))


def certificate(rules: RulesText, position: From = None, seconds: Seconds = 10.0) -> CallToolResult:
    """Prove a value; return the result and the proof, a file that `noughts verify` checks."""
    from noughts.proofs.certificate import certify  # noqa: PLC0415  (loads when it is used)
    from noughts.proofs.certificate.certificate_report import shown_certificate  # noqa: PLC0415  (likewise)

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.cert"
        made = certify(_start(rules, position), file, Limit(seconds=seconds))
        if made.bytes > MOST_CERTIFICATE:
            raise ToolError(
                say(
                    "proof",
                    "too long",
                    statements="; ".join(made.statements),
                    bytes=counted("byte", made.bytes),
                    most=grouped(MOST_CERTIFICATE),
                )
            )
        return _answer(shown_certificate(made))


def _answer(found: Mapping[str, Any], picture: Sequence[ImageContent] = ()) -> CallToolResult:
    text = TextContent(type="text", text=json.dumps(found))
    return CallToolResult(content=[text, *picture], structured_content=dict(found))


def _drawn(
    position: Position, values: Analysis | None = None, last: int | None = None
) -> list[ImageContent]:
    """Return the picture of a position; none of a board too large to read."""
    if position.rules.cells > MOST_CELLS:
        return []
    picture = svg.coloured(svg.draw(position, values=values, last=last, theme="light"))
    if importlib.util.find_spec("resvg_py") is None:
        data, kind = picture.encode(), "image/svg+xml"
    else:
        import resvg_py  # noqa: PLC0415  (it is optional)

        data = bytes(resvg_py.svg_to_bytes(svg_string=picture, background=svg.LIGHT["paper"]))
        kind = "image/png"
    return [ImageContent(data=base64.b64encode(data).decode(), mime_type=kind)]


def _start(rules: str, position: str | None) -> Position:
    game = Rules.parse(rules)
    return Position(game) if position is None else Position.parse(position, game)
