"""The solver as plain Python, whether or not it has been compiled; if wanted, with a mistake.

Everything that is fast here exists twice, so the two can be compared; and a rule can be broken on
purpose, to see that the checks notice.
"""

import ast
import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import noughts.core.forks
import noughts.kernel
import noughts.solver
import noughts.threats

HOME = Path(noughts.solver.__file__).parent.parent
# those that are compiled, and run together
PACKAGES = ("noughts.kernel", "noughts.solver", "noughts.threats")
LARGE = (
    "threats.line_board",
    "threats.patterns",
    "threats.proof_zones",
    "threats.pvs",
    "threats.quiet_moves",
    "threats.value_cache",
    "threats.vcf",
    "threats.vct",
)
MODULES = (
    "kernel.atomic",
    "kernel.bitboard",
    "kernel.budget",
    "kernel.canonical",
    "kernel.search_types",
    "kernel.shared_table",
    "kernel.state",
    "kernel.transposition_table",
    "kernel.value_table",
    "solver.attempts",
    "solver.distance",
    "solver.gravity",
    "solver.portfolio",
    "solver.pruning.forcing",
    "solver.pruning.pairing",
    "solver.pruning.prune",
    "solver.pruning.zones",
    "solver.reachable",
    "solver.scheduler",
    "solver.search.and_or",
    "solver.search.bounds",
    "solver.search.exhaustive",
    "solver.search.gravity_bitboard",
    "solver.search.gravity_lines",
    "solver.search.hypergraph",
    "solver.search.maker_breaker",
    "solver.search.proof_number",
    "solver.search.search_base",
    "solver.solving",
    "solver.tablebase.layers",
    "solver.tablebase.sweep",
)


class Edit(NamedTuple):
    """A mistake made on purpose, on the syntax tree: how the source is laid out does not matter."""

    module: str  #: the last part of its name
    function: str  #: the function or method in which it is made
    old: str  #: an expression or statement there
    new: str  #: the replacement, everywhere in the function


class _Mistake(ast.NodeTransformer):
    """Makes one edit in a function."""

    def __init__(self, edit: Edit) -> None:
        old, new = (ast.parse(text).body[0] for text in (edit.old, edit.new))
        if isinstance(old, ast.Expr) and isinstance(new, ast.Expr):
            self.old: ast.AST = old.value
            self.new: ast.AST = new.value
        else:
            self.old, self.new = old, new
        self.wanted = ast.dump(self.old)
        self.made = 0

    def visit(self, node: ast.AST) -> Any:
        if type(node) is type(self.old) and ast.dump(node) == self.wanted:
            self.made += 1
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def _edited(tree: ast.Module, edit: Edit) -> None:
    mistake = _Mistake(edit)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == edit.function:
            mistake.generic_visit(node)
    if not mistake.made:  # no AssertionError, which is what tests of mistakes expect
        raise LookupError(f"{edit.module}.{edit.function} does not hold: {edit.old}")
    ast.fix_missing_locations(tree)


@cache
def _code(path: Path, *edits: Edit) -> CodeType:
    tree = ast.parse(path.read_text(), path)
    for edit in edits:
        _edited(tree, edit)
    return compile(tree, path, "exec")


class _Loader(importlib.machinery.SourceFileLoader):
    edits: Sequence[Edit] = ()

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        edits = [edit for edit in self.edits if edit.module == path.stem]
        return _code(path, *edits)


class _Finder:
    def __init__(self, edits: Sequence[Edit]) -> None:
        self.edits = edits

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        del path, target
        if not _ours(name):
            return None
        place = HOME.joinpath(*name.split(".")[1:])
        package = place.is_dir()
        file = str(place / "__init__.py" if package else place.with_suffix(".py"))
        loader = _Loader(name, file)
        loader.edits = self.edits
        return importlib.util.spec_from_file_location(
            name, file, loader=loader, submodule_search_locations=[str(place)] if package else None
        )


def _ours(name: str) -> bool:
    return ".".join(name.split(".")[:2]) in PACKAGES


def compiled(package: str = "noughts.solver") -> SimpleNamespace:
    """Return the modules as they are installed: compiled, if there was a compiler."""
    return _modules(package)


def uncompiled(*edits: Edit, package: str = "noughts.solver") -> SimpleNamespace:
    """Return the modules as plain Python, with some places edited."""
    return _imported(edits, package) if edits else _unedited(package)


@cache
def _unedited(package: str) -> SimpleNamespace:
    return _imported((), package)


def _imported(edits: Sequence[Edit], package: str) -> SimpleNamespace:
    finder: Any = _Finder(edits)
    ours: dict[str, ModuleType] = {}
    for name in [name for name in sys.modules if _ours(name)]:
        ours[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, finder)
    try:
        return _modules(package)
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _ours(name)]:
            del sys.modules[name]
        sys.modules.update(ours)
        noughts.solver = ours["noughts.solver"]
        noughts.threats = ours["noughts.threats"]
        noughts.kernel = ours["noughts.kernel"]


def _modules(package: str) -> SimpleNamespace:
    names = LARGE if package == "noughts.threats" else MODULES
    return SimpleNamespace(
        **{
            name.rsplit(".", maxsplit=1)[-1]: importlib.import_module(f"noughts.{name}")
            for name in names
        }
    )
