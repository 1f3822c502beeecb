"""Machines that lack something, made of this one: copies of the sources, PATHs with gaps."""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from tests.sampling import sample

ROOT = Path(__file__).parents[2]
NODE = frozenset({"node", "nodejs", "npm", "npx"})
COMPILERS = ("gcc", "cc", "c++", "g++", "clang", "c89", "c99", "x86_64-linux-gnu-g", "aarch64-")
STATIC = "src/noughts/web/static"
#: Never part of a fresh clone.
MADE = frozenset(
    ["build", "dist", "node_modules", "static", "test-results", "playwright-report", "__pycache__"]
)


def copy(folder: Path, *, built: bool, page: bool = False) -> Path:
    """Copy the sources as a fresh clone has them; `built`: with what Node and Python made of them.

    `make test` has just built and tested these files, so they are not built again. With `page`, the
    built page is copied as well, as from an sdist; of its 1,500 assets one in `sample(20, 1)`.
    """
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split("\0")
        files = [Path(name) for name in listed if name and (ROOT / name).is_file()]
    else:
        files = [
            path.relative_to(ROOT)
            for path in ROOT.rglob("*")
            if path.is_file()
            and not MADE & set(path.parts)
            and not any(part.startswith(".") for part in path.relative_to(ROOT).parts[:-1])
            and path.suffix not in {".so", ".pyc"}
            and path.name != "PKG-INFO"
        ]
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, folder / file)
    if built:
        shutil.copytree(ROOT / "web/generated", folder / "web/generated", dirs_exist_ok=True)
        (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    if page:
        shutil.copytree(ROOT / STATIC, folder / STATIC, ignore=_most_assets, dirs_exist_ok=True)
        (folder / "PKG-INFO").touch()
    return folder


def _most_assets(folder: str, names: list[str]) -> list[str]:
    every = sample(20, 1)
    return [name for n, name in enumerate(sorted(names)) if folder.endswith("assets") and n % every]


def path_without(folder: Path, *missing: str, compilers: bool = True) -> str:
    """Return a PATH with everything but some programs; a folder that has one is copied as links."""
    found = []
    for number, name in enumerate(os.environ["PATH"].split(os.pathsep)):
        programs = list(Path(name).iterdir()) if Path(name).is_dir() else []
        kept = [each for each in programs if not lacks(each.name, missing, compilers=compilers)]
        if len(kept) == len(programs):
            found.append(name)
            continue
        shadow = folder / f"path{number}"
        shadow.mkdir(parents=True)
        for each in kept:
            (shadow / each.name).symlink_to(each)
        found.append(str(shadow))
    return os.pathsep.join(found)


def lacks(name: str, missing: Iterable[str], *, compilers: bool) -> bool:
    """Return whether a program is one that shall not be there."""
    return name in missing or (not compilers and name.startswith(COMPILERS))


def environment(path: str | None = None) -> dict[str, str]:
    """Return the variables of a user's shell: none that this test run has set."""
    ours = ("COVERAGE", "MAKE", "PYTEST", "PYTHONPATH", "NOUGHTS", "VIRTUAL_ENV")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PATH": path or os.environ["PATH"]}


def fresh_python(folder: Path, *, pip: bool = True) -> Path:
    """Make a Python with nothing installed, and return it."""
    venv.create(folder, with_pip=pip, symlinks=os.name != "nt")
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def run(*command: str | Path, cwd: Path, env: dict[str, str]) -> str:
    """Run a command; if it fails, say all that it said."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, f"{command}\n{said[-6000:]}"
    return said


def lend(python: Path, *packages: str) -> None:
    """Let a fresh Python import some of our packages, without asking a registry."""
    (home,) = (python.parent.parent).rglob("site-packages")
    for name in packages:
        package = Path(sys.modules[name].__file__ or "").parent
        (home / name).symlink_to(package)
