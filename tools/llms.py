"""The documents for machines: `llms.txt`, `llms-full.txt`, and each page as Markdown.

`docs/site.py` calls `write` after it has built the site. `llms.txt` lists every page with its first
sentence. `llms-full.txt` holds the text of every page. Their links lead to the pages' Markdown,
which is beside the HTML.
"""

import ast
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

Parts = dict[str, dict[str, str]]  #: the pages of each part: their places by their titles

_LINK = re.compile(r"(\]\(|src=\"|href=\")([^)#\"\s]+)(#[^)\"]*)?(?=[)\"])")


def write(pages: Path, site: Path, parts: Parts, summary: str) -> None:
    """Write the documents for machines into a built site.

    Args:
        pages: the folder with the Markdown of the site.
        site: the site.
        parts: all pages.
        summary: what the project is, in a sentence.
    """
    listed, full = [], []
    for part, places in parts.items():
        listed.append(f"## {part}\n")
        for title, place in places.items():
            text = (pages / place).read_text(encoding="utf-8")
            (site / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(pages / place, site / place)
            said = first_sentence(text)
            listed.append(f"- [{title}]({place})" + (f": {said}" if said else ""))
            full.append(f"<!-- {place} -->\n\n{from_root(text, place).strip()}\n")
        listed.append("")
    head = f"# Noughts\n\n> {summary}\n"
    (site / "llms.txt").write_text("\n".join([head, *listed]), encoding="utf-8")
    (site / "llms-full.txt").write_text("\n".join([head, *full]), encoding="utf-8")


def first_sentence(text: str) -> str:
    r"""Return the first sentence after a page's title, as plain text; empty if it has none.

    >>> first_sentence("# Title\n\nA [link](a.md) and `code`. More.")
    'A link and `code`.'
    >>> first_sentence("# Title\n\n## Part\n\nText.")
    ''
    """
    _, *paragraphs = text.split("\n\n")
    start = next((each for each in paragraphs if each.strip()), "")
    if not re.match(r"[\w`*\[]", start):
        return ""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(start.split())).replace("**", "")
    found = re.match(r".*?[.!?](?= |$)", plain)
    return found[0] if found else plain


def from_root(text: str, place: str) -> str:
    """Return a page with its links written from the root of the site.

    >>> from_root("[a](../b/c.md#d) [e](https://host/f.md) [g](#h)", "i/j.md")
    '[a](b/c.md#d) [e](https://host/f.md) [g](i/j.md#h)'
    """
    folder = Path(place).parent

    def moved(found: re.Match[str]) -> str:
        before, target, anchor = found.groups()
        if re.match(r"[a-z]+:", target):
            return found.group()
        return f"{before}{Path(os.path.normpath(folder / target)).as_posix()}{anchor or ''}"

    text = re.sub(r"\]\(#", f"]({Path(place).name}#", text)
    return _LINK.sub(moved, text)


def module_page(name: str, tree: ast.Module, public: Iterable[str]) -> str:
    """Return the reference of a module as Markdown: its public names, with their docstrings."""
    named = set(public)
    parts = [f"# {name}", ast.get_docstring(tree) or ""]
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.ClassDef() if node.name in named:
                parts += _described(node, "##")
            case ast.AnnAssign(target=ast.Name(id=known)) if known in named:
                parts.append(f"## {known}\n\n`{ast.unparse(node)}`")
            case ast.ImportFrom(module=str(module)):
                again = [each.name for each in node.names if each.name in named]
                parts += [f"## {each}\n\nFrom `{module}`." for each in again]
    return "\n\n".join(part for part in parts if part) + "\n"


def _described(node: ast.FunctionDef | ast.ClassDef, heading: str) -> Iterator[str]:
    """Yield a function or class: its signature, its docstring, and its public methods."""
    if isinstance(node, ast.FunctionDef):
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        signature = f"{node.name}({ast.unparse(node.args)}){returns}"
    else:
        bases = ", ".join(map(ast.unparse, node.bases))
        signature = f"class {node.name}({bases})" if bases else f"class {node.name}"
    yield f"{heading} {node.name}\n\n```python\n{signature}\n```"
    yield ast.get_docstring(node) or ""
    if isinstance(node, ast.ClassDef):
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                yield from _described(method, heading + "#")
