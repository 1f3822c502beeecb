"""Noughts for assistants, as tools of the Model Context Protocol.

`server` creates a server; ``noughts mcp`` runs it on stdin and stdout. It needs ``noughts[mcp]``.
The tools (`noughts.bridges.mcp_tools`) return the JSON of ``--json``, as text and as structured
content with its schema, so proofs and estimates stay separate. Errors are tool errors, in one line.
The tools change nothing. Some pages of the reference are resources.
"""

import logging
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import FileResource, Resource
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import ValidationError

from noughts.bridges import mcp_tools
from noughts.core.errors import NoughtsError
from noughts.json import schema, shapes

INSTRUCTIONS = """\
Noughts plays, explains and solves k-in-a-row games. Rules are columns,rows,k such as 3,3,3 or
15,15,5 (four numbers make a box: 4,4,4,4), or a name: tic-tac-toe, gomoku, qubic, connect-four;
torus, exact, caro, misere and gravity may follow. A position is its rows from the top, joined by /,
of X, O and . (empty): X.O/.X./..O; X moves first. A cell is b2: column b, row 2 from the top.
Proofs have "proven": true; everything else is a guess. For a whole game, ask atlas first, then
solve. The resources are pages of the reference."""

_PACKAGE = Path(__file__).parent.parent
#: Where pages of the reference are: in an installed package, and in a clone.
_FOLDERS = (_PACKAGE / "documents", _PACKAGE.parent.parent / "docs" / "reference")
PAGES = ("glossary", "rules", "solved", "values")  #: `setup.py` puts them into the package

#: Each tool with its title and the shape of its answer.
TOOLS: tuple[tuple[Callable[..., Any], str, Any], ...] = (
    (mcp_tools.analyse, "Analyse a position", shapes.Analysis),
    (mcp_tools.explain, "Explain a move", shapes.GradedMove),
    (mcp_tools.play, "Choose a move", shapes.Choice),
    (mcp_tools.review, "Review a game", shapes.Review),
    (mcp_tools.check, "Check chosen moves", shapes.CheckedAnswers),
    (mcp_tools.puzzle, "Set a puzzle", shapes.SetPuzzle),
    (mcp_tools.solve, "Solve a game", shapes.Solution),
    (mcp_tools.atlas, "Look up a game", shapes.Atlas),
    (mcp_tools.certificate, "Prove with a certificate", shapes.ShownCertificate),
)


class _Tool(Tool):
    """A tool that refuses in one line: arguments as the API refuses fields, or for our reason."""

    async def run(self, *arguments: Any, **more: Any) -> Any:
        try:
            return await super().run(*arguments, **more)
        except ToolError as error:
            if not isinstance(why := error.__cause__, ValidationError | NoughtsError):
                raise
            said = str(why)
            if isinstance(why, ValidationError):
                fields = (
                    f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in why.errors()[:3]
                )
                said = "; ".join(fields)
            raise ToolError(f"Error executing tool {self.name}: {said}") from why


def server() -> MCPServer:
    """Return the server with its tools; it logs warnings only, as plain lines."""
    # Set up logging before the SDK, which would log every request in colours.
    logging.basicConfig(level=logging.WARNING, format="noughts mcp: %(message)s")
    tools = []
    for function, title, answer in TOOLS:
        tool = _Tool.from_function(
            function,
            annotations=ToolAnnotations(
                title=title,
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )
        tool.fn_metadata.output_schema = schema.alone(answer)
        # Without this, a misspelled `rules` would be ignored and another game answered.
        arguments = tool.fn_metadata.arg_model
        arguments.model_config["extra"] = "forbid"
        arguments.model_rebuild(force=True)
        tool.parameters = arguments.model_json_schema()
        tools.append(tool)
    return MCPServer(
        "noughts",
        title="Noughts",
        version=version("noughts"),
        instructions=INSTRUCTIONS,
        tools=tools,
        resources=_resources(),
        log_level="WARNING",
    )


def _resources() -> list[Resource]:
    """Return pages of the reference; none if they were not installed."""
    for folder in _FOLDERS:
        paths = [folder / f"{name}.md" for name in PAGES]
        if all(path.is_file() for path in paths):
            return [
                FileResource(
                    uri=f"noughts://reference/{path.stem}",
                    name=path.stem,
                    title=path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# "),
                    mime_type="text/markdown",
                    path=path.resolve(),
                )
                for path in paths
            ]
    return []
