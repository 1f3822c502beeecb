"""The rooms of the package, lowest first. A room imports only rooms above it in this list.

    python -m tests.house

writes the list into CONTRIBUTING.md. `tests/test_architecture.py` holds the code to it.
"""

import re
from pathlib import Path
from typing import NamedTuple

CONTRIBUTING = Path(__file__).parent.parent / "CONTRIBUTING.md"


class Room(NamedTuple):
    """A folder or a file of `src/noughts`, with its purpose and the libraries it may import."""

    name: str
    what: str
    libraries: frozenset[str] = frozenset()


def _room(name: str, what: str, *libraries: str) -> Room:
    return Room(name, what, frozenset(libraries))


ROOMS = (
    _room(
        "core",
        "the game: rules, positions, records, notation, scores, threats, pictures. "
        "`bits`, `line_index` and `position_base` are compiled",
    ),
    _room("explain", "what a move does, as facts; and sentences from facts, with one catalogue"),
    _room(
        "kernel",
        "the parts of compiled searches: bitboards, transposition tables, the search state",
    ),
    _room(
        "threats",
        "boards too large to be solved: wins by fours (`vcf`), by threes (`vct`) and "
        "with quiet moves (`quiet_moves`), principal-variation search (`pvs`), patterns",
    ),
    _room(
        "solver",
        "proofs. `scheduler` gives each search its turns; `search/` has the searches, `pruning/` "
        "one rule a file, `tablebase/` complete tables, `gravity` games such as Connect Four",
        "ray",
    ),
    _room("engines", "the players, one idea a file, each readable on its own; levels; swap2"),
    _room(
        "lab",
        "experiments: matches and their statistics, sizes of games, every game against an engine, "
        "grades of a game, many positions on all cores",
    ),
    _room("trace", "the textbook engines, watched: events, words, pictures of trees"),
    _room(
        "atlas",
        "who wins each small game, who says so, and what is open: the file, the theorems, and how "
        "it is made",
    ),
    _room("formats", "games as files of other programs"),
    _room(
        "json",
        "the JSON: `shapes/` defines it, `encode/` makes it, `decode` reads it, `schema` "
        "describes it; the server's models and `schemas/commands.json` are derived from the shapes",
    ),
    _room(
        "oracle",
        "exact answers for machines: arrays of positions in, arrays of values out; data sets",
        *("numpy", "pyarrow"),
    ),
    _room(
        "puzzles",
        "questions with one right answer, proved: found in games, kept in packs, three a day",
    ),
    _room("testing", "the laws that engines and games must keep, as a test suite for yours"),
    _room(
        "check",
        "anybody's tic-tac-toe program, in a separate process or in the browser: is it "
        "unbeatable, and if not, what is its mistake; larger games in a sample. `loaded/`, "
        "`processes/`, `console/` and `browser/` ask a program, `reports/` writes what was found",
    ),
    _room(
        "benchmark",
        "language models judged exactly: questions about proved positions, a client, answers in "
        "a file, scores, the report",
    ),
    _room("database", "SQLite or PostgreSQL: tables, and their versions", "sqlalchemy"),
    _room(
        "proofs",
        "proofs that outlive the program: `certificate/` (files that anyone can check: the "
        "checkers, `strategies/` to play by a file, `makers/` to write one) and `ledger/` (long "
        "searches as jobs in a database)",
        *("ray", "sqlalchemy"),
    ),
    _room(
        "play",
        "games between two people: seats, clocks, the rules of the table, the store; no HTTP",
        *("psycopg", "sqlalchemy"),
    ),
    _room(
        "bridges",
        "other programs: Gomocup, MCP, Jupyter, OpenSpiel, PettingZoo, pytest",
        *("anywidget", "gymnasium", "mcp", "numpy", "open_spiel", "pettingzoo", "pydantic"),
        *("pyspiel", "pytest", "resvg_py", "traitlets"),
    ),
    _room(
        "web",
        "the server; it serves the page, whose sources are in [`web/`](web/README.md)",
        *("anyio", "fastapi", "orjson", "pydantic", "starlette", "uvicorn", "resvg_py"),
    ),
    _room(
        "cli",
        "one file a command; `tui/` is the terminal game",
        *("click", "platformdirs", "rich", "textual"),
    ),
    _room("__main__", "`python -m noughts`"),
)


def table() -> str:
    """Return the list as a table of Markdown."""
    rows = (f"| `{room.name}` | {room.what} |\n" for room in ROOMS)
    return "| package | contents |\n|---|---|\n" + "".join(rows)


def written(text: str) -> str:
    """Return CONTRIBUTING with the list of today in it."""
    return re.sub(r"\| package \| contents \|\n(\|.*\n)+", lambda _: table(), text)


if __name__ == "__main__":
    CONTRIBUTING.write_text(written(CONTRIBUTING.read_text(encoding="utf-8")), encoding="utf-8")
