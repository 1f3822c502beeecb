"""Build the documentation's site: the guide from these pages, the reference from the docstrings.

    python docs/site.py          builds it and throws it away: are all links and names right?
    python docs/site.py FOLDER   builds it into FOLDER

The reference has one page a module, for every module that is not `INTERNAL`. Any broken link, and
any name that cannot be found, is an error.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import noughts

DOCS = Path(__file__).parent.resolve()
ROOT = DOCS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: Where links to the sources lead: where the project says that they are, else to these files.
WEB = PROJECT.get("urls", {}).get("Source")
SOURCE = f"{WEB}/blob/main" if WEB else ROOT.as_uri()
#: The guide's pages in their order; whatever else there is follows.
FIRST = (
    *("cookbook", "proved", "engines", "solver", "certificates"),
    *("command-line", "match", "values", "glossary", "server", "bridges", "cluster", "stability"),
)
#: Where public modules stand: of some packages every file, of others only what the package shows.
PUBLIC = (
    *("testing.py", "core/*.py", "explain/*.py", "lab/*.py", "bridges/*.py", "json/*.py"),
    *("engines/__init__.py", "engines/swap2.py", "formats/__init__.py", "solver/__init__.py"),
    *("trace/__init__.py", "bridges/*/__init__.py", "json/*/__init__.py", "proofs/*/__init__.py"),
)
#: Modules that other modules are made of: their names may change.
INTERNAL = frozenset(
    [
        *("core.bits", "core.frozen", "core.line_index", "core.notation", "core.outcome"),
        *("core.position_base", "json.schema"),
    ]
)

CONFIGURATION = """\
[project]
site_name = "Noughts"
site_description = "Plays, explains and solves tic-tac-toe and every other k-in-a-row game"
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
nav = [
{nav}
]

[project.theme]
font = false  # nothing is loaded from elsewhere
features = ["navigation.indexes", "content.code.copy"]

[project.markdown_extensions.toc]
permalink = true

[project.markdown_extensions.pymdownx.highlight]
[project.markdown_extensions.pymdownx.superfences]
[project.markdown_extensions.attr_list]
[project.markdown_extensions.md_in_html]
[project.markdown_extensions.tables]

[project.plugins.mkdocstrings.handlers.python]
paths = ["{source}"]

[project.plugins.mkdocstrings.handlers.python.options]
extensions = ["{docs}/doctests.py"]
docstring_style = "google"
heading_level = 2
allow_inspection = false  # the sources are read, also of what is compiled
filters = ["!^_"]
inherited_members = true
members_order = "source"
separate_signature = true
show_root_heading = false
show_root_toc_entry = false
show_signature_annotations = true
show_source = false
"""


def modules() -> dict[str, list[str]]:
    """Return the public modules with the names that are public in each.

    They are read, not imported: a bridge's library need not be installed.
    """
    found: dict[str, list[str]] = {}
    for name, tree in trees().items():
        listed = [
            [str(each) for each in ast.literal_eval(node.value)]
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        defined = [
            node.name
            for node in tree.body
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
        ]
        found[name] = sorted(listed[0] if listed else defined)
    return found


def trees() -> dict[str, ast.Module]:
    """Return the public modules, parsed."""
    package = Path(noughts.__file__).parent
    found = {}
    for path in (path for pattern in PUBLIC for path in package.glob(pattern)):
        place = path.relative_to(package)
        name = ".".join(
            place.parent.parts if path.stem == "__init__" else place.with_suffix("").parts
        )
        tree = ast.parse(path.read_text(encoding="utf-8"))
        only_told = len(tree.body) == 1  # a package that holds nothing but its docstring
        if name not in INTERNAL and not path.stem.startswith("_c") and not only_told:
            found[f"noughts.{name}"] = tree
    return dict(sorted(found.items()))


def guide_pages() -> dict[str, str]:
    """Return each page of the guide by its title."""
    names = sorted(path.stem for path in DOCS.glob("*.md"))
    order = [*(name for name in FIRST if name in names), *(n for n in names if n not in FIRST)]
    titles = {
        name: (DOCS / f"{name}.md").read_text(encoding="utf-8").split("\n")[0] for name in order
    }
    return {title.removeprefix("# "): f"{name}.md" for name, title in titles.items()}


def local(text: str, pages: set[str]) -> str:
    """Point links to what is no page of the site to the sources."""

    def moved(found: re.Match[str]) -> str:
        before, target, anchor = found.groups()
        if "://" in target or target.startswith("images/") or target in pages:
            return found.group()
        path = (DOCS / target).resolve()
        if not path.exists():
            return found.group()  # it is broken, and shall be seen to be
        return f"{before}{SOURCE}/{path.relative_to(ROOT).as_posix()}{anchor}"

    return re.sub(r"(\]\(|src=\"|href=\")([^)#\"]+)(#[^)\"]*)?(?=[)\"])", moved, text)


def write(folder: Path) -> None:
    """Write the pages and the configuration."""
    pages = folder / "pages"
    (pages / "reference").mkdir(parents=True)
    shutil.copytree(DOCS / "images", pages / "images", ignore=shutil.ignore_patterns("*.py"))
    guide = guide_pages()
    for name in guide.values():
        text = (DOCS / name).read_text(encoding="utf-8")
        (pages / name).write_text(local(text, set(guide.values())), encoding="utf-8")

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r"(?<=[\"(])docs/", "", readme)  # where the pages are from here
    outside = "examples|licenses|CONTRIBUTING|CHANGELOG|SECURITY"
    readme = re.sub(rf"(\]\(|src=\"|href=\")(?=(?:{outside}))", r"\1../", readme)
    (pages / "index.md").write_text(local(readme, set(guide.values())), encoding="utf-8")

    rows = []
    parsed = trees()
    for name, public in modules().items():
        members = "".join(f"        - {each}\n" for each in public)
        text = f"# {name}\n\n::: {name}\n    options:\n      members:\n{members}"
        (pages / "reference" / f"{name}.md").write_text(text, encoding="utf-8")
        told = (ast.get_docstring(parsed[name]) or "").split("\n", 1)[0]
        rows.append(f"- [{name}]({name}.md): {told}\n")
    (pages / "reference" / "index.md").write_text("# Reference\n\n" + "".join(rows))

    nav = ['  { "Noughts" = "index.md" },']
    nav += [f'  {{ "{title}" = "{name}" }},' for title, name in guide.items()]
    nav += ['  { "Reference" = [', '    "reference/index.md",']
    nav += [f'    {{ "{name}" = "reference/{name}.md" }},' for name in modules()]
    nav += ["  ] },"]
    configuration = CONFIGURATION.format(
        nav="\n".join(nav), source=(ROOT / "src").as_posix(), docs=DOCS.as_posix()
    )
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")


def main() -> int:
    """Write the pages, build the site of them, and put it where it was asked for."""
    parser = argparse.ArgumentParser(description="Build the documents' site.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to put it; else it is checked")
    wanted: Path | None = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder)
        done = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.stderr.write(done.stdout + done.stderr)
        elif wanted is not None:
            shutil.rmtree(wanted, ignore_errors=True)
            shutil.copytree(folder / "site", wanted)
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
