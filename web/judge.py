"""Print the modules that judge a program on the page, as one JSON object: texts by their paths.

With `words`, print the catalogues that the judge speaks from, by language, as texts. They have no
sentences that the judge on the page does not say, nor does the English one.

The list is made of the imports: `noughts.check`, what it imports, and so on. Imports within
functions count, those for types alone do not. Needs nothing but the standard library: a package
build has nothing installed yet.
"""

from __future__ import annotations

import ast
import json
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).parents[1].resolve() / "src"
FIRST = "noughts.check.browser.in_browser"
#: What a module of these packages reads beside its code.
DATA = ("*.json",)
ENGLISH = "noughts/core/en.json"


def file_of(module: str) -> Path | None:
    """Return the file of a module, or None: it is a name in one, or not ours."""
    path = SOURCE.joinpath(*module.split("."))
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.is_file() else None


def imports(node: ast.AST) -> Iterator[str]:
    """Yield what the code below a node imports when it runs; names may be modules, too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (each.name for each in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield child.module
            yield from (f"{child.module}.{each.name}" for each in child.names)
        yield from imports(child)


def needed(first: str) -> list[Path]:
    """Return the files of a module and of all that it needs."""
    found: set[Path] = set()
    left = [first]
    while left:
        module = left.pop()
        path = file_of(module) if module.startswith("noughts") else None
        if path is None or path in found:
            continue
        found.add(path)
        if package := module.rpartition(".")[0]:
            left.append(package)
        left += imports(ast.parse(path.read_text(encoding="utf-8")))
    data = {file for path in found for each in DATA for file in path.parent.glob(each)}
    return sorted(found | data)


def main() -> None:
    """Print them."""
    words = runpy.run_path(str(SOURCE / "noughts/check/browser/page_words.py"))
    if sys.argv[1:] == ["words"]:
        json.dump(words["words"](), sys.stdout, ensure_ascii=False)
        return
    files = needed(FIRST)
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in files}
    english = json.loads(texts[ENGLISH])
    texts[ENGLISH] = json.dumps({group: english[group] for group in words["GROUPS"]})
    json.dump(texts, sys.stdout)


if __name__ == "__main__":
    main()
