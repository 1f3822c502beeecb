"""Build the documentation's site: these pages, and the reference of commands and library.

    python docs/site.py          builds it and throws it away, to check all links and names
    python docs/site.py FOLDER   builds it into FOLDER

`docs/README.md` lists the pages in the order of the navigation. The reference has a page for each
command, from its help, one for the HTTP API, from its OpenAPI document, and one for each module
that is not `INTERNAL`, from its docstrings. A broken link or an unknown name is an error. For
machines, `tools/llms.py` writes llms.txt, llms-full.txt and the Markdown of each page into it.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import noughts
from noughts.cli.command import Command, Group
from noughts.cli.manual import contexts
from noughts.web.openapi import document

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
from collections.abc import Iterable, Iterator

import llms

DOCS = Path(__file__).parent.resolve()
ROOT = DOCS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: Where links to the sources lead: where the project says that they are, else to these files.
WEB = PROJECT.get("urls", {}).get("Source")
SOURCE = f"{WEB}/blob/main" if WEB else ROOT.as_uri()
#: Pages from outside this folder, and where each is on the site.
PROJECT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "certificates/README.md": "project/certificates.md",
    "proofs/README.md": "project/proofs.md",
    "web/README.md": "project/page.md",
}
#: The public modules: of some packages every file, of others only what the package exports.
PUBLIC = (
    *("testing.py", "core/*.py", "explain/*.py", "lab/*.py", "bridges/*.py", "json/*.py"),
    *("engines/__init__.py", "engines/swap2.py", "formats/__init__.py", "solver/__init__.py"),
    *(
        "oracle/__init__.py",
        "trace/__init__.py",
        "bridges/*/__init__.py",
        "json/*/__init__.py",
        "proofs/*/__init__.py",
    ),
)
#: Internal modules among them, whose names may change.
INTERNAL = frozenset(
    [
        *("core.bits", "core.frozen", "core.line_index", "core.notation", "core.outcome"),
        *("core.position_base", "json.schema"),
    ]
)

CONFIGURATION = """\
[project]
site_name = "Noughts {version}"
site_description = "Plays, explains and solves tic-tac-toe and every other k-in-a-row game"
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
{repository}copyright = "Noughts {version}, MIT licensed. <a href=\\"{source_url}\\">Sources</a>"
extra_css = ["site.css"]
nav = [
{nav}
]

[project.theme]
font = false  # load nothing from other sites
favicon = "images/icon.svg"
logo = "images/icon.svg"
features = [
  "content.code.copy",
  "navigation.footer",
  "navigation.indexes",
  "navigation.path",
  "navigation.tabs",
  "navigation.top",
  "search.highlight",
  "toc.follow",
]

[[project.theme.palette]]
media = "(prefers-color-scheme)"
toggle.icon = "lucide/sun-moon"
toggle.name = "Switch to light mode"

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Switch to dark mode"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Switch to system preference"

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
allow_inspection = false  # read the sources, even of compiled modules
filters = ["!^_"]
inherited_members = true
members_order = "source"
separate_signature = true
show_root_heading = false
show_root_toc_entry = false
show_signature_annotations = true
show_source = false
"""
#: Where the sources are, beside the search field: only if the project says it.
REPOSITORY = f'repo_url = "{WEB}"\nrepo_name = "Sources"\n' if WEB else ""


def modules() -> dict[str, list[str]]:
    """Return the public modules with the names that are public in each.

    It reads the files without importing them, because a bridge's library may be missing.
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


def guide() -> dict[str, dict[str, str]]:
    """Return the pages of each part by their titles, in the order of `docs/README.md`."""
    parts: dict[str, dict[str, str]] = {}
    for part in (DOCS / "README.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        name, text = part.split("\n", 1)
        links: list[str] = re.findall(r"\]\(([^):#]+\.md)\)", text)
        parts[name] = {title(DOCS / link): link for link in links}
    return parts


def title(path: Path) -> str:
    """Return the title of a page."""
    return path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")


def sources() -> dict[Path, str]:
    """Return the file of each written page, with its place on the site."""
    found = {ROOT / name: place for name, place in PROJECT_PAGES.items()}
    found |= {path: path.relative_to(DOCS).as_posix() for path in sorted(DOCS.glob("*/*.md"))}
    return {DOCS / "README.md": "contents.md", **found}


def local(path: Path, places: dict[Path, str]) -> str:
    """Return a page's text for the site: links lead to its pages, or else to the sources."""
    here = Path(places[path]).parent

    def moved(found: re.Match[str]) -> str:
        before, target, anchor = found.groups()
        file = (path.parent / target).resolve()
        if "://" in target or not file.exists():
            return found.group()  # the build reports a broken link
        place = places.get(file)
        if place is None and file.is_relative_to(DOCS / "images"):
            place = file.relative_to(DOCS).as_posix()
        if place is None:
            return f"{before}{SOURCE}/{file.relative_to(ROOT).as_posix()}{anchor or ''}"
        return f"{before}{os.path.relpath(place, here)}{anchor or ''}"

    text = path.read_text(encoding="utf-8")
    return re.sub(r"(\]\(|src=\"|href=\")([^)#\"]+)(#[^)\"]*)?(?=[)\"])", moved, text)


def write(folder: Path) -> llms.Parts:
    """Write the pages and the configuration; return all pages, by their parts."""
    pages = folder / "pages"
    shutil.copytree(DOCS / "images", pages / "images", ignore=shutil.ignore_patterns("*.py"))
    shutil.copy(DOCS / "site.css", pages)
    shutil.copy(ROOT / "web/public/icon.svg", pages / "images")
    places = sources()
    for path, place in places.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        (pages / place).write_text(local(path, places), encoding="utf-8")

    (pages / "reference/api").mkdir()
    rows = []
    parsed = trees()
    for name, public in modules().items():
        members = "".join(f"        - {each}\n" for each in public)
        text = f"# {name}\n\n[Source]({source(name)})\n\n"
        text += f"::: {name}\n    options:\n      members:\n{members}"
        (pages / f"reference/api/{name}.md").write_text(text, encoding="utf-8")
        told = (ast.get_docstring(parsed[name]) or "").split("\n", 1)[0]
        rows.append(f"- [{name}]({name}.md): {told}\n")
    (pages / "reference/api/index.md").write_text("# Python API\n\n" + "".join(rows))

    (pages / "reference/http-api.md").write_text(http_api(), encoding="utf-8")
    commands = dict(command_pages())
    (pages / "reference/commands").mkdir()
    for name, text in commands.items():
        (pages / f"reference/commands/{name}.md").write_text(text, encoding="utf-8")

    api = {name: f"reference/api/{name}.md" for name in modules()}
    nav = ['  { "Noughts" = "index.md" },']
    parts: llms.Parts = {"Start": {"Noughts": "index.md", "Documentation": "contents.md"}}
    for part, listed in guide().items():
        parts[part] = dict(listed)
        nav += [f'  {{ "{part}" = [', *entries(listed)]
        if part == "Reference":
            parts["Commands"] = {
                name.replace("-", " "): f"reference/commands/{name}.md" for name in commands
            }
            parts["HTTP API"] = {"HTTP API": "reference/http-api.md"}
            parts["Python API"] = api
            nav += ['    { "Commands" = [', *entries(parts["Commands"]), "    ] },"]
            nav += entries(parts["HTTP API"])
            nav += [
                '    { "Python API" = [',
                '    "reference/api/index.md",',
                *entries(api),
                "    ] },",
            ]
        nav += ["  ] },"]
    project = {title(ROOT / name): page for name, page in PROJECT_PAGES.items()}
    nav += ['  { "Project" = [', *entries(project)[1:], "  ] },"]
    configuration = CONFIGURATION.format(
        nav="\n".join(nav),
        version=noughts.__version__,
        repository=REPOSITORY,
        source_url=WEB or ROOT.as_uri(),
        source=(ROOT / "src").as_posix(),
        docs=DOCS.as_posix(),
    )
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")
    # Documents that no reader needs come last, as llms.txt has it.
    notes = parts.pop("Notes")
    return parts | {"Project": dict(list(project.items())[1:]), "Optional": notes}


def for_machines(folder: Path, parts: llms.Parts) -> None:
    """Add the documents for machines to the built site."""
    parsed = trees()
    for name, public in modules().items():
        page = folder / f"pages/reference/api/{name}.md"
        page.write_text(llms.module_page(name, parsed[name], public), encoding="utf-8")
    llms.write(folder / "pages", folder / "site", parts, f"{PROJECT['description']}.")


def source(name: str) -> str:
    """Return where the source of a module is."""
    path = ROOT / "src" / name.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return f"{SOURCE}/{path.relative_to(ROOT).as_posix()}"


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each command, by its name, made of the fields of its help."""
    for context in contexts():
        command = context.command
        if not isinstance(command, Command | Group):
            continue
        parts = [f"# {context.command_path}", *prose(command.help or "")]
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        parts.append(f"```sh\n{usage}\n```")
        if isinstance(command, Group):
            inner = [(name, command.get_command(context, name)) for name in command.commands]
            parts += ["## Commands", rows((n, c.get_short_help_str(1000)) for n, c in inner if c)]
        for heading, records in command.grouped(context):
            parts += [f"## {heading}", rows(records)]
        examples = [f"# {meaning}\n{typed}" for typed, meaning in command.examples]
        parts += ["## Examples", "```sh\n" + "\n\n".join(examples) + "\n```"]
        exits = [(str(code), meaning) for code, meaning in command.exits.items()]
        parts += ["## Exit codes", rows(exits)]
        yield context.command_path.replace(" ", "-"), "\n\n".join(parts) + "\n"


def prose(text: str) -> list[str]:
    """Return the paragraphs of a help text as Markdown."""
    return [" ".join(each.split()).replace("*", "\\*") for each in text.split("\n\n")]


def rows(records: Iterable[tuple[str, str]]) -> str:
    """Return names and their meanings as a table."""
    cells = [(name.replace("|", "\\|"), meaning.replace("|", "\\|")) for name, meaning in records]
    return "| | |\n|---|---|\n" + "".join(f"| `{name}` | {told} |\n" for name, told in cells)


def http_api() -> str:
    """Return the page of the HTTP API: each operation, by what it is for."""
    described = document()
    text = "# HTTP API\n\nA server describes every field at `/docs` and in `/openapi.json`.\n"
    for tag in described["tags"]:
        text += f"\n## {tag['name'].capitalize()}\n\n{tag['description']}\n"
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                if tag["name"] in operation.get("tags", []):
                    text += f"\n### {operation['summary']}\n\n`{method.upper()} {path}`\n\n"
                    text += operation.get("description", "") + "\n"
    return text


def entries(listed: dict[str, str]) -> list[str]:
    """Return the lines of the navigation for pages by their titles."""
    return [f'    {{ "{name}" = "{page}" }},' for name, page in listed.items()]


def main() -> int:
    """Write the pages, build the site, and copy it to the folder that was named."""
    parser = argparse.ArgumentParser(description="Build the documents' site.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to put it, else only check it")
    wanted: Path | None = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = write(folder)
        done = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "NO_COLOR": "1"},
        )
        if done.returncode:
            sys.stderr.write(done.stdout + done.stderr)
            return done.returncode
        for_machines(folder, parts)
        if wanted is not None:
            shutil.rmtree(wanted, ignore_errors=True)
            shutil.copytree(folder / "site", wanted)
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
