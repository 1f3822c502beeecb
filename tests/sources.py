"""The sources of the package as syntax trees, which a process reads once; and files as modules."""

import ast
import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import noughts

PACKAGE = Path(noughts.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which no test changes."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Return every node of a file."""
    return list(ast.walk(tree(path)))


def module_of(file: Path) -> Any:
    """Return a new module made from a file, which need not be in a package."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
