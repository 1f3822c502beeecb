"""The sources of the package as syntax trees, which a process reads once."""

import ast
from functools import cache
from pathlib import Path

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
