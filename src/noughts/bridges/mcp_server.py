"""Noughts for assistants, as tools of the Model Context Protocol.

`server` creates a server; ``noughts mcp`` runs it on stdin and stdout. It needs ``noughts[mcp]``.
The tools return the JSON of ``--json``, as text and as structured content with its schema, so
proofs and estimates stay separate. Errors are tool errors, in one line. The tools change nothing
outside.
"""

from __future__ import annotations

import json
import logging
import tempfile
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from noughts.core.errors import NoughtsError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engines import Level, Perfect
from noughts.json import encode, shapes
from noughts.json import schema as jsonschema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_SECONDS = 60.0
MOST_CERTIFICATE = 50_000  #: the most bytes of a certificate shown to an assistant
INSTRUCTIONS = """\
Noughts plays, explains and solves k-in-a-row games. Rules are columns,rows,k such as 3,3,3 or
15,15,5 (four numbers make a box: 4,4,4,4), or a name: tic-tac-toe, gomoku, qubic, connect-four;
torus, exact, caro, misere and gravity may follow. A position is its rows from the top, joined by /,
of X, O and . (empty): X.O/.X./..O; X moves first. A cell is b2: column b, row 2 from the top.
Proofs have "proven": true; everything else is a guess."""

RulesText = Annotated[
    str, Field(description="The game, such as 3,3,3 or gomoku.", max_length=2_000)
]
PositionText = Annotated[
    str, Field(description="Rows from the top, such as X.O/.X./..O.", max_length=2_000)
]
From = Annotated[
    str | None,
    Field(description="A position to start from; without one, the empty board.", max_length=2_000),
]
LevelText = Annotated[
    str,
    Field(
        description="How well to play.", json_schema_extra={"enum": [str(each) for each in Level]}
    ),
]
Seconds = Annotated[float, Field(description="How long to think.", gt=0, le=MOST_SECONDS)]


def server() -> MCPServer:
    """Return the server with its tools; it logs warnings only, as plain lines."""
    # Set up logging before the SDK, which would log every request in colours.
    logging.basicConfig(level=logging.WARNING, format="noughts mcp: %(message)s")
    tools = []
    for function, title, answer in (
        (analyse, "Analyse a position", shapes.Analysis),
        (play, "Choose a move", shapes.Choice),
        (solve, "Solve a game", shapes.Solution),
        (certificate, "Prove with a certificate", shapes.ShownCertificate),
    ):
        tool = Tool.from_function(
            function,
            annotations=ToolAnnotations(
                title=title,
                read_only_hint=True,
                destructive_hint=False,
                open_world_hint=False,
            ),
        )
        tool.fn_metadata.output_schema = jsonschema.alone(answer)
        tools.append(tool)
    return MCPServer(
        "noughts",
        title="Noughts",
        version=version("noughts"),
        instructions=INSTRUCTIONS,
        tools=tools,
        log_level="WARNING",
    )


def _answer(found: Mapping[str, Any]) -> CallToolResult:
    text = TextContent(type="text", text=json.dumps(found))
    return CallToolResult(content=[text], structured_content=dict(found))


def analyse(
    position: PositionText, rules: RulesText = "3,3,3", seconds: Seconds = 2.0
) -> CallToolResult:
    """Value a position and every move in it, best first, each with its reason."""
    with _one_line():
        stones = Position.parse(position, rules)
        return _answer(encode.analysis(Perfect().analyse(stones, Limit(seconds=seconds))))


def play(
    position: PositionText,
    rules: RulesText = "3,3,3",
    level: LevelText = "hard",
    seconds: Seconds = 2.0,
) -> CallToolResult:
    """Choose a move for the side whose turn it is."""
    with _one_line():
        stones = Position.parse(position, rules)
        player = Level.parse(level).engine()
        choice = player.play(stones, Limit(seconds=seconds))
        return _answer(encode.move(stones, choice, player.name, player.name))


def solve(rules: RulesText, position: From = None, seconds: Seconds = 10.0) -> CallToolResult:
    """Prove who wins a whole game of up to 64 cells, or a position.

    On more cells, it can prove a position that either side wins by threats.
    """
    from noughts import solver  # noqa: PLC0415  (loads when it is used)

    with _one_line():
        start = _start(rules, position)
        return _answer(encode.solution(solver.solve(start, Limit(seconds=seconds))))


def certificate(rules: RulesText, position: From = None, seconds: Seconds = 10.0) -> CallToolResult:
    """Prove a value; return the result and the proof, a file that `noughts verify` checks."""
    from noughts.proofs.certificate import certify  # noqa: PLC0415  (loads when it is used)
    from noughts.proofs.certificate.certificate_report import (  # noqa: PLC0415  (likewise)
        shown_certificate,
    )

    with _one_line(), tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.cert"
        made = certify(_start(rules, position), file, Limit(seconds=seconds))
        if made.bytes > MOST_CERTIFICATE:
            raise ToolError(
                f"{'; '.join(made.statements)}. The proof has {made.bytes:,} bytes, and at most "
                f"{MOST_CERTIFICATE:,} are shown; noughts certify writes it to a file"
            )
        return _answer(shown_certificate(made))


def _start(rules: str, position: str | None) -> Position:
    game = Rules.parse(rules)
    return Position(game) if position is None else Position.parse(position, game)


@contextmanager
def _one_line() -> Iterator[None]:
    """Turn an error of Noughts into a tool error."""
    try:
        yield
    except NoughtsError as error:
        raise ToolError(str(error)) from None
