"""Build the documentation's site: the guide from these pages, the reference from the docstrings.

    python docs/site.py          builds it and throws it away: are all links and names right?
    python docs/site.py FOLDER   builds it into FOLDER

The reference has one page a module, for every module whose names `noughts` exports, and for those
that are imported by their own names. Any broken link, and any name that cannot be found, is an
error.
"""

from __future__ import annotations

import argparse
import ast
import importlib
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
    *("match", "values", "server", "bridges"),
)
#: Public, and not at the top level: what one imports only when one needs it.
BY_NAME = (
    "noughts.formats",
    "noughts.gomocup",
    "noughts.reading",
    "noughts.report",
    "noughts.solver",
    "noughts.svg",
    "noughts.testing",
    "noughts.tracing",
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
members_order = "source"
separate_signature = true
show_root_heading = false
show_root_toc_entry = false
show_signature_annotations = true
show_source = false
"""


def modules() -> dict[str, list[str]]:
    """Return the public modules with the names that are public in each."""
    found: dict[str, list[str]] = {}
    package = Path(noughts.__file__)
    for node in ast.walk(ast.parse(package.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("noughts."):
            names = [each.asname or each.name for each in node.names]
            found.setdefault(node.module, []).extend(n for n in names if n in noughts.__all__)
    for name in BY_NAME:
        module = importlib.import_module(name)
        public = getattr(module, "__all__", None) or [
            each
            for each, value in vars(module).items()
            if not each.startswith("_") and getattr(value, "__module__", None) == name
        ]
        found[name] = sorted({*found.get(name, []), *public})
    return dict(sorted((name, names) for name, names in found.items() if names))


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
    readme = re.sub(
        r"(\]\(|src=\"|href=\")(?=(?:examples|CONTRIBUTING|CHANGELOG))", r"\1../", readme
    )
    (pages / "index.md").write_text(local(readme, set(guide.values())), encoding="utf-8")

    rows = []
    for name, public in modules().items():
        members = "".join(f"        - {each}\n" for each in public)
        text = f"# {name}\n\n::: {name}\n    options:\n      members:\n{members}"
        (pages / "reference" / f"{name}.md").write_text(text, encoding="utf-8")
        told = (importlib.import_module(name).__doc__ or "").split("\n", 1)[0]
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
