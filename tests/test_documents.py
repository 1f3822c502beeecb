"""What the documents show is what the product prints."""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("path", ["README.md", "docs/match.md", "docs/command-line.md"])
def test_the_consoles_show_what_is_printed(path: str) -> None:
    shown = re.findall(r"```console\n(.*?)```", (ROOT / path).read_text(), re.DOTALL)
    assert shown
    for console in shown:
        for block in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
            command, expected = block.split("\n", 1)
            done = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    "from noughts.cli import main; main()",
                    *command.split()[1:],
                ],
                capture_output=True,
                text=True,
                check=True,
            )
            printed = re.sub(r"\n\n\* best .*", "", done.stdout).strip()
            assert printed == expected.strip()


def test_the_python_of_the_readme() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    printed = done.stdout.splitlines()
    for promised in re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE):
        if promised == "the board, with coordinates":
            assert "     a  b  c" in printed
        else:
            assert promised in printed


def test_every_task_of_the_cookbook_runs() -> None:
    """The column for Noughts, from the top, each row in what those before it left."""
    table = (ROOT / "docs/cookbook.md").read_text().split("## Ten tasks", 1)[1].split("\n\n")[2]
    cells = [row.split(" | ")[1] for row in table.strip().splitlines()[2:]]
    assert len(cells) == 10
    names: dict[str, object] = {}
    exec("from noughts import Position, Record, engine", names)  # noqa: S102
    for cell in cells:
        code = cell.strip("`")
        if code.startswith("r =="):
            assert eval(code, names)  # noqa: S307
        exec(code, names)  # noqa: S102
    assert str(names["p"]) == "X.O/.X./..O"


def test_the_recipes_of_the_cookbook_print_what_they_show() -> None:
    text = (ROOT / "docs/cookbook.md").read_text()
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "cookbook", "docs/cookbook.md", 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test, out=told.append)
    assert not told, "".join(told)


def test_the_first_bot_of_the_cookbook_is_proved(tmp_path: Path) -> None:
    text = (ROOT / "docs/cookbook.md").read_text()
    recipe = text.split("## Your first bot", 1)[1].split("\n## ")[0]
    code = "\n".join(line[4:] for line in recipe.splitlines() if line.startswith((">>> ", "... ")))
    (tmp_path / "mine.py").write_text(code)
    typed, shown = re.findall(r"```console\n\$ noughts (.*)\n(.*)\n```", recipe)[0]
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *typed.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[0] == shown


def test_the_pictures_are_drawn_by_this_version() -> None:
    drawn = runpy.run_path(str(ROOT / "docs/images/draw.py"))["pictures"]()
    for name, picture in drawn.items():
        assert (ROOT / "docs/images" / name).read_text() == picture + "\n"


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "CONTRIBUTING.md",
        "docs/command-line.md",
        "docs/cookbook.md",
        "docs/engines.md",
        "docs/match.md",
        "docs/solver.md",
    ],
)
def test_every_link_leads_somewhere(path: str) -> None:
    text = (ROOT / path).read_text()
    for target in re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text):
        where = next(filter(None, target))
        if "://" not in where:
            assert ((ROOT / path).parent / where).exists(), where


def test_the_files_that_the_documents_name_are_there() -> None:
    """By their paths from the repository, the package, or the solver."""
    homes = [ROOT, ROOT / "src/noughts", ROOT / "src/noughts/solver", ROOT / "src/noughts/engines"]
    named = {
        name
        for path in ["CONTRIBUTING.md", "docs/engines.md", "docs/certificates.md", "docs/server.md"]
        for name in re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", (ROOT / path).read_text())
    }
    rows = re.findall(r"^\| (`.*?) \| ", (ROOT / "docs/solver.md").read_text(), re.MULTILINE)
    shelves = "kernel|pruning|search"
    named |= {f"{name}.py" for row in rows for name in re.findall(rf"`((?:{shelves})/\w+)`", row)}
    named.remove("engines/yours.py")  # the one that a reader is to write
    assert len(named) > 40
    assert not [name for name in named if not any((home / name).is_file() for home in homes)]
