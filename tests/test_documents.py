"""What the documents show is what the product prints."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("path", ["README.md", "docs/match.md"])
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
    assert done.stdout.split("\n")[:-1] == [*re.findall(r"  # (.*)", code)[:1], "49 48"]


def test_the_pictures_are_drawn_by_this_version() -> None:
    drawn = runpy.run_path(str(ROOT / "docs/images/draw.py"))["pictures"]()
    for name, picture in drawn.items():
        assert (ROOT / "docs/images" / name).read_text() == picture + "\n"


@pytest.mark.parametrize(
    "path", ["README.md", "CONTRIBUTING.md", "docs/engines.md", "docs/match.md", "docs/solver.md"]
)
def test_every_link_leads_somewhere(path: str) -> None:
    text = (ROOT / path).read_text()
    for target in re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text):
        where = next(filter(None, target))
        if "://" not in where:
            assert ((ROOT / path).parent / where).exists(), where
