"""The reference: everything public, and everything that the documents use, can be looked up."""

import ast
import importlib
import importlib.util
import inspect
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import noughts
from noughts.cli.manual import contexts
from noughts.web.openapi import document
from tests.fresh import ROOT, is_fresh

SITE = ROOT / "docs/site.py"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("zensical") is None, reason="zensical is not installed"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site; `make check` has just built it."""
    folder = ROOT / "build/site"
    if not is_fresh(folder / "index.html", "src/**/*.py", "docs/**/*.*", "*.md", "*.toml"):
        folder = tmp_path_factory.mktemp("site") / "built"
        subprocess.run([sys.executable, str(SITE), str(folder)], check=True)
    return folder


@pytest.fixture(scope="module")
def anchors(site: Path) -> set[str]:
    """Return the names that the site has a place for."""
    pages = (site / "reference/api").glob("*.html")
    return {
        name for page in pages for name in re.findall(r' id="(noughts[^"]+)"', page.read_text())
    }


@pytest.fixture(scope="module")
def public() -> dict[str, list[str]]:
    modules: dict[str, list[str]] = runpy.run_path(str(SITE))["modules"]()
    return modules


def test_every_public_name_of_every_public_module(
    anchors: set[str], public: dict[str, list[str]]
) -> None:
    missing = {
        f"{module}.{name}"
        for module, names in public.items()
        for name in names
        if f"{module}.{name}" not in anchors
    }
    assert not missing
    assert len(public) > 30


def test_everything_at_the_top_is_somewhere_below(
    anchors: set[str], public: dict[str, list[str]]
) -> None:
    for name in set(noughts.__all__) - {"__version__"}:
        assert any(
            name in names and f"{module}.{name}" in anchors for module, names in public.items()
        )


def test_every_method_of_every_public_class(
    anchors: set[str], public: dict[str, list[str]]
) -> None:
    """Those that are inherited too, as `Position.play` is."""
    missing = set()
    for name, names in public.items():
        if name == "noughts.bridges.openspiel" and importlib.util.find_spec("pyspiel") is None:
            continue
        module = importlib.import_module(name)
        for each in names:
            kind = getattr(module, each)
            if inspect.isclass(kind) and kind.__module__.startswith("noughts."):
                missing |= {f"{name}.{each}.{method}" for method in methods(kind)} - anchors
    assert not missing
    assert {
        f"noughts.core.position.Position.{name}" for name in ("play", "legal", "children")
    } <= anchors


def methods(kind: type) -> Iterator[str]:
    """Yield the public methods and properties that a class has from Noughts."""
    for base in kind.__mro__:
        if base.__module__.startswith("noughts."):
            for name, value in vars(base).items():
                plain = inspect.isroutine(value) or isinstance(
                    value, property | staticmethod | classmethod
                )
                if plain and not name.startswith("_"):
                    yield name


def test_every_option_of_every_command(site: Path) -> None:
    for context in contexts():
        page = site / f"reference/commands/{context.command_path.replace(' ', '-')}.html"
        text = page.read_text()
        for parameter in context.command.get_params(context):
            for option in parameter.opts if parameter.param_type_name == "option" else ():
                assert option in text, (page.name, option)


def test_every_request_of_the_http_api(site: Path) -> None:
    text = (site / "reference/http-api.html").read_text()
    for path, operations in document()["paths"].items():
        for method in operations:
            assert f"{method.upper()} {path}" in text


def links(text: str) -> set[str]:
    """Return where the links of a text lead, but for those in code."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return set(re.findall(r"\]\(([^)\s]+)\)", prose))


def test_the_list_for_machines_names_every_page_once(site: Path) -> None:
    text = (site / "llms.txt").read_text()
    assert text.startswith("# Noughts\n\n> ")
    listed = re.findall(r"^- \[[^]]+\]\(([^)]+)\)", text, re.MULTILINE)
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html"}
    # The list of modules is in the list itself.
    assert sorted(listed) == sorted(
        page.removesuffix("html") + "md" for page in pages - {"reference/api/index.html"}
    )
    assert links(text) == set(listed)
    assert all((site / place).is_file() for place in listed)
    assert text.index("## Optional") > text.index("## Project") > text.index("## Reference")
    assert re.search(r"^- \[Compare engines\]\(how-to/compare-engines.md\): `n", text, re.MULTILINE)


def test_the_full_text_for_machines_holds_every_page_and_its_links_resolve(site: Path) -> None:
    text = (site / "llms-full.txt").read_text()
    listed = re.findall(r"^- \[[^]]+\]\(([^)]+)\)", (site / "llms.txt").read_text(), re.MULTILINE)
    parts = re.split(r"^<!-- (\S+) -->\n\n", text, flags=re.MULTILINE)[1:]
    full = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(full) == listed
    for place, page in full.items():
        title = (site / place).read_text().split("\n", 1)[0]
        assert page.startswith(f"{title}\n"), place
        assert len(page) > 0.95 * len((site / place).read_text().strip()) - 200, place
        for target in links(page):
            if not re.match(r"[a-z]+:", target):
                assert (site / target.partition("#")[0]).is_file(), f"{place}: {target}"
    assert "best_first" not in full["reference/api/noughts.core.position.md"]
    assert "def " not in full["reference/api/noughts.core.score.md"].split("```python")[0]
    assert "class Score(Frozen)" in full["reference/api/noughts.core.score.md"]


def test_every_page_has_the_navigation_the_version_and_a_dark_mode(site: Path) -> None:
    for name in ("index", "tutorials/first-game", "reference/rules"):
        text = (site / f"{name}.html").read_text()
        assert f"Noughts {noughts.__version__}" in text
        assert 'data-md-color-scheme="slate"' in text
        for link in ("tutorials/first-game", "how-to/python-recipes", "explanation/proved"):
            assert f"{link.rpartition('/')[2]}.html" in text, (name, link)
        assert not re.findall(r"<(?:script|link)[^>]+(?:src|href)=\"https?://", text)


def snippets() -> Iterator[str]:
    """Yield all Python that the documents and the examples show."""
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        for code in re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL):
            lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", code, re.MULTILINE)
            yield "\n".join(lines) if lines else code
    for path in ROOT.glob("examples/*.py"):
        yield path.read_text()


def test_every_name_that_the_documents_import(
    anchors: set[str], public: dict[str, list[str]]
) -> None:
    seen = set()
    for code in snippets():
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("noughts"):
                for alias in node.names:
                    seen.add(f"{node.module}.{alias.name}")
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "noughts":
                seen.add(f"noughts.{node.attr}")
    assert len(seen) > 20
    assert {"noughts.testing.check_engine", "noughts.json.decode"} <= seen
    top = {f"noughts.{name}" for name in noughts.__all__} | set(public)
    assert seen - top - anchors == set()
