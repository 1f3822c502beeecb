"""The shape of the house: arrows point one way, and the front door opens quickly."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

PACKAGE = Path(noughts.__file__).parent

# Each part may import those before it, and from its own part.
ORDER = [
    {"errors", "frozen", "_cython"},
    {"notation", "bits", "outcome"},
    {"symmetry", "score", "placing"},
    {"rules"},
    {"svg"},
    {"history", "stones"},
    {"position"},
    {"cluster", "limit", "threats", "record", "series", "tally", "zugzwang"},
    {"reasons"},
    {"formats"},
    {"solver.core"},  # a folder below the rest of its part: `large` uses it, too
    {"large"},
    {"solver"},
    {"certificate"},
    {"engines"},
    {"swap2"},
    {"gomocup"},
    {"analysis", "batch", "counting", "match", "proving"},
    {"testing", "tracing"},
    {"schema"},
    {"jsonschema", "report"},
    {"reading"},
    {"jupyter", "mcp", "openspiel", "pettingzoo"},
    {"database"},
    {"pagedata", "games", "ledger"},
    {"web"},
    {"cli"},
    {"__main__"},
]
OUTSIDE = {
    "placing": {"cython"},
    "stones": {"cython"},
    "cluster": {"ray"},
    "solver": {"cython", "ray"},
    "solver.core": {"cython"},
    "certificate": {"cython"},
    "large": {"cython"},
    "cli": {"click", "platformdirs", "textual", "rich"},
    "jupyter": {"anywidget", "traitlets"},
    "mcp": {"mcp", "pydantic"},
    "openspiel": {"numpy", "open_spiel", "pyspiel"},
    "pettingzoo": {"gymnasium", "numpy", "pettingzoo"},
    "database": {"alembic", "sqlalchemy"},
    "games": {"psycopg", "sqlalchemy"},
    "ledger": {"ray", "sqlalchemy"},
    "web": {"anyio", "fastapi", "orjson", "pydantic", "starlette", "uvicorn"},
}


RANK = {name: level for level, names in enumerate(ORDER) for name in names}


def part(module: str) -> str:
    """Return the part that a module belongs to: of nested ones, the innermost."""
    _, *names = module.split(".")
    folder = ".".join(names[:2])
    return folder if folder in RANK else names[0] if names else "noughts"


def imports(path: Path) -> set[str]:
    """Return every module a file imports at run time."""
    found = set()
    tree = ast.parse(path.read_text())
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If)
        and isinstance(block.test, ast.Name)
        and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "noughts":
                found |= {f"noughts.{alias.name}" for alias in node.names}
    return found - {"noughts"}


def test_arrows_point_one_way() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(["noughts", *path.relative_to(PACKAGE).with_suffix("").parts])
        own = part(name)
        if own == "__init__":
            continue
        assert own in RANK, f"{path} is in no part of ORDER: say where it belongs"
        for module in imports(path):
            if module.startswith("noughts."):
                other = part(module)
                assert other == own or RANK[other] < RANK[own], f"{own} must not import {other}"
            else:
                root = module.split(".", maxsplit=1)[0]
                assert root in sys.stdlib_module_names | OUTSIDE.get(own, set()), (
                    f"{path.name} imports {root}: the core needs the standard library only"
                )


def test_the_table_of_contents_is_sorted_and_complete() -> None:
    assert noughts.__all__ == sorted(noughts.__all__, key=lambda n: (not n.isupper(), n))
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("noughts.")
        for alias in node.names
    }
    assert imported | {"__version__"} == set(noughts.__all__)
    logic = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert [function.name for function in logic] == ["__getattr__", "__dir__"], (
        "no other logic here"
    )
    for name in noughts.__all__:
        assert getattr(noughts, name)


def test_what_is_loaded_later_is_not_loaded_with_the_rest() -> None:
    loaded = loaded_by("import noughts")
    for name in ("noughts.solver", "noughts.batch", "concurrent.futures", "importlib.metadata"):
        assert name not in loaded
    assert not loaded & {f"noughts.engines.{name}" for name in ("minimax", "tactics", "alphabeta")}
    assert "noughts.solver" in loaded_by("from noughts import solve")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        noughts.nothing  # noqa: B018


def loaded_by(code: str) -> set[str]:
    script = f"import sys, json\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_a_worker_of_a_ledger_loads_no_database() -> None:
    assert not loaded_by("import noughts.ledger.crew") & {"sqlalchemy", "alembic"}
    from noughts import ledger

    assert all(getattr(ledger, name) for name in ledger.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ledger.nothing  # noqa: B018


def test_import_loads_only_what_it_needs() -> None:
    loaded = loaded_by("import noughts") - loaded_by("pass")
    heavy = {"click", "textual", "rich", "numpy", "fastapi", "asyncio", "dataclasses", "inspect"}
    assert not loaded & heavy
    assert not any(name.startswith(("noughts.cli", "noughts.svg")) for name in loaded)


def test_a_move_loads_no_terminal_game_and_no_server() -> None:
    code = "from noughts.cli import run\nrun(['move', 'X../.../...'])"
    assert not (loaded_by(code) - loaded_by("pass")) & {
        "textual",
        "rich",
        "numpy",
        "fastapi",
        "asyncio",
    }


def test_a_server_without_games_loads_no_database() -> None:
    loaded = loaded_by("import noughts.web.server, noughts.cli.serve")
    assert "noughts.web.games.exchange" in loaded
    assert not loaded & {"sqlalchemy", "alembic", "psycopg"}


def test_one_module_walks_the_types_of_the_json() -> None:
    walkers = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if {"typing.get_args", "typing.get_type_hints"} & imported_names(path)
    }
    assert walkers == {"jsonschema.py"}


def imported_names(path: Path) -> set[str]:
    return {
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
