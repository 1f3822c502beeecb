"""The shape of the house: arrows point one way, and the front door opens quickly."""

import ast
import json
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import noughts
from tests import house
from tests.house import ROOMS
from tests.sources import FILES, PACKAGE, nodes, tree


def module_of(path: Path) -> str:
    """Return a file's module; a package is its `__init__`."""
    parts = ["noughts", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}


def imports(path: Path) -> set[str]:
    """Return every module that a file imports: at once, later, or for its types."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside & MODULES.keys() or {node.module}
    return found


@cache
def all_imports() -> dict[str, set[str]]:
    """Return what each module imports; it takes a second, so not when tests are collected."""
    return {module: imports(path) for module, path in MODULES.items()}


def room(module: str) -> str:
    return module.split(".")[1]


def test_every_room_imports_only_what_stands_below_it() -> None:
    rank = {each.name: level for level, each in enumerate(ROOMS)}
    libraries = {each.name: each.libraries for each in ROOMS}
    assert {room(module) for module in MODULES if module != "noughts"} == rank.keys()
    for module, imported in all_imports().items():
        if module == "noughts":
            continue  # the front door
        own = room(module)
        for other in imported:
            if other.startswith("noughts."):
                assert rank[room(other)] <= rank[own], f"{module} must not import {other}"
            elif other != "noughts":
                root = other.split(".", maxsplit=1)[0]
                assert root in sys.stdlib_module_names | libraries[own], f"{module} imports {root}"


def test_no_imports_go_in_a_circle() -> None:
    """Not even for types alone: a reader can start with the files that import nothing."""
    ours = {module: imported & MODULES.keys() for module, imported in all_imports().items()}
    below = {module: imported - {module, "noughts"} for module, imported in ours.items()}
    TopologicalSorter(below).prepare()  # a CycleError names the circle


def test_the_judge_of_programs_knows_none_of_the_ways_to_reach_one() -> None:
    judge = [module for module in MODULES if module.startswith("noughts.check.")]
    judge = [module for module in judge if module.count(".") == 2]
    assert "noughts.check.checking" in judge
    for module in judge:
        ours = {other for other in all_imports()[module] if other.startswith("noughts.check.")}
        assert not [other for other in ours if other.count(".") > 2], module


def test_checkers_of_certificates_know_no_strategy_and_strategies_no_maker() -> None:
    below = "noughts.proofs.certificate."

    def part(module: str) -> str:
        name = module.removeprefix(below).split(".")[0]
        return "checkers" if "checker" in name else name

    lower = {"checkers": {"checkers"}, "strategies": {"checkers", "strategies"}}
    lower["makers"] = lower["strategies"] | {"makers"}
    of = {module: part(module) for module in MODULES if module.startswith(below)}
    assert lower.keys() <= set(of.values())
    for module, own in of.items():
        if own in lower:
            used = {part(other) for other in all_imports()[module] if other.startswith(below)}
            assert used <= lower[own], module


def test_no_two_modules_have_one_name() -> None:
    names = Counter(path.stem for path in FILES if not path.stem.startswith("__"))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_two_public_classes_have_one_name() -> None:
    """But for a shape of the JSON, which has the name of what it is the JSON of."""
    classes = Counter(
        node.name
        for module, path in MODULES.items()
        if "shapes" not in module
        for node in tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in classes.items() if times > 1] == []


def test_contributing_has_the_list_of_rooms() -> None:
    text = house.CONTRIBUTING.read_text(encoding="utf-8")
    assert house.table() in text, "run: python -m tests.house"
    assert house.written(text) == text


def test_the_table_of_contents_is_sorted_and_complete() -> None:
    assert noughts.__all__ == sorted(noughts.__all__, key=lambda n: (not n.isupper(), n))
    front = PACKAGE / "__init__.py"
    imported = {
        alias.name
        for node in nodes(front)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("noughts.")
        for alias in node.names
    }
    assert imported | {"__version__"} == set(noughts.__all__)
    logic = [node for node in tree(front).body if isinstance(node, ast.FunctionDef)]
    assert [function.name for function in logic] == ["__getattr__", "__dir__"], (
        "no other logic here"
    )
    for name in noughts.__all__:
        assert getattr(noughts, name)


def test_what_is_loaded_later_is_not_loaded_with_the_rest() -> None:
    loaded = loaded_by("import noughts")
    for name in ("noughts.solver", "noughts.lab.batch", "concurrent.futures", "importlib.metadata"):
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
    assert not loaded_by("import noughts.proofs.ledger.executor") & {"sqlalchemy"}
    from noughts.proofs import ledger

    assert all(getattr(ledger, name) for name in ledger.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ledger.nothing  # noqa: B018


def test_a_process_of_the_server_s_pool_loads_no_server() -> None:
    loaded = loaded_by("import noughts.web.pool, noughts.web.jobs")
    assert not loaded & {"fastapi", "pydantic", "starlette", "sqlalchemy", "click"}


def test_import_loads_only_what_it_needs() -> None:
    loaded = loaded_by("import noughts") - loaded_by("pass")
    heavy = {"click", "textual", "rich", "numpy", "fastapi", "asyncio", "dataclasses", "inspect"}
    assert not loaded & heavy
    assert not any(name.startswith(("noughts.cli", "noughts.core.svg")) for name in loaded)


def test_a_move_loads_no_terminal_game_and_no_server() -> None:
    code = "from noughts.cli import run\nrun(['move', 'X../.../...'])"
    assert not (loaded_by(code) - loaded_by("pass")) & {
        "textual",
        "rich",
        "numpy",
        "fastapi",
        "asyncio",
    }


def test_a_check_starts_processes_only_where_it_is_told_to() -> None:
    """The page runs it in a browser, which has none."""
    loaded = loaded_by("import noughts.check.browser.in_browser") - loaded_by("pass")
    assert {"noughts.check.loaded.loaded_program", "noughts.check.reports.report_json"} <= loaded
    assert not loaded & {"subprocess", "signal", "threading", "resource", "click"}


def test_a_server_without_games_loads_no_database() -> None:
    loaded = loaded_by("import noughts.web.server, noughts.cli.serve")
    assert "noughts.web.play.replication" in loaded
    assert not loaded & {"sqlalchemy", "psycopg"}


def test_one_module_walks_the_types_of_the_json() -> None:
    walkers = {
        str(path.relative_to(PACKAGE))
        for path in FILES
        if {"typing.get_args", "typing.get_type_hints"} & imported_names(path)
    }
    assert walkers == {"json/schema.py"}


def imported_names(path: Path) -> set[str]:
    return {
        f"{node.module}.{alias.name}"
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_json_is_read_only_where_it_comes_from_outside() -> None:
    readers = {
        str(path.relative_to(PACKAGE))
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == "loads"
        if ast.unparse(node.value) in {"json", "orjson"}
    }
    files = {
        "atlas/atlas_words.py",
        "atlas/making.py",
        "core/catalogue.py",
        "formats/move_tree.py",
        "puzzles/shipped.py",
        "solver/opening_book.py",
        "solver/tablebase/table_file.py",
        "web/static_pages.py",
    }
    pipes = {f"check/processes/{name}.py" for name in ("python_process", "program_server")}
    pipes |= {f"check/browser/{name}.py" for name in ("in_browser", "javascript_program")}
    models = {"benchmark/answer_file.py", "benchmark/chat_client.py"}
    assert readers == files | pipes | models | {"json/decode.py", "play/pubsub.py"}
