"""`make play` installs what playing needs and no more, and tells it in a few lines."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.fresh import is_fresh
from tests.packaging.machines import ROOT, copy, environment, run

STEP = ROOT / "tools" / "step.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
#: Of everything that `make play` prints, the server's own lines among it.
MOST_LINES = 12


def step(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEP, "A step", *command], capture_output=True, text=True, check=False
    )


def test_a_step_that_goes_well_is_one_line() -> None:
    done = step(sys.executable, "-c", "print('a warning'); import sys; sys.exit(0)")
    assert done.returncode == 0
    assert re.fullmatch(r"A step +\d+ s\n", done.stdout)
    assert not done.stderr


def test_a_step_that_fails_shows_everything_it_said() -> None:
    done = step("sh", "-c", "echo one; echo two >&2; exit 7")
    assert done.returncode == 7
    head, *rest = done.stdout.splitlines()
    assert re.fullmatch(r"A step +\d+ s, failed:", head)
    assert rest == ["one", "two"]
    assert step("sh", "-c", "kill -9 $$").returncode == 137
    missing = step("no-such-program")
    assert missing.returncode == 127
    assert "no-such-program" in missing.stdout


def on_a_terminal(*options: str) -> str:
    """Return what a step writes to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, str(STEP), *options, "A step", sys.executable, "-c", "pass"]
    with subprocess.Popen(command, stdout=theirs) as process:
        os.close(theirs)
        said = b""
        try:
            while chunk := os.read(ours, 1000):
                said += chunk
        except OSError:  # Linux: the other end was closed
            pass
    os.close(ours)
    assert process.returncode == 0
    return said.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_is_told_that_a_step_is_running() -> None:
    lines = on_a_terminal().split("\r\033[K")
    assert re.fullmatch(r"A step +\d+ s \.\.\.", lines[1])
    assert re.fullmatch(r"A step +\d+ s\r\n", lines[-1])
    assert re.fullmatch(r"A step +\d+ s\r\n", on_a_terminal("--plain"))


@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
def test_make_play_prints_a_line_a_step(tmp_path: Path) -> None:
    source = copy(tmp_path / "copy", built=False)
    asked = ("make", "--dry-run", "setup", f"PYTHON={sys.executable}")
    commands = run(*asked, cwd=source, env=environment())
    steps = re.findall(r'tools/step\.py "([^"]+)"', commands)
    assert len(steps) == 4
    # Packages for tests are not among them, and nothing else prints.
    assert "dev.lock" not in commands
    assert "--all" not in commands
    assert "echo" not in commands
    assert len(steps) + len(["the address", "how to stop"]) <= MOST_LINES


@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
def test_make_play_ends_without_an_error_after_ctrl_c(tmp_path: Path) -> None:
    source, server = copy(tmp_path / "copy", built=False), tmp_path / "noughts"
    asked = ("make", "--dry-run", "play", f"PYTHON={sys.executable}", f"BIN={tmp_path}")
    last = run(*asked, cwd=source, env=environment()).splitlines()[-1]
    for code, wanted in ((130, 0), (0, 0), (2, 2), (143, 143)):
        server.write_text(f"#!/bin/sh\nexit {code}\n")
        server.chmod(0o755)
        assert subprocess.run(["sh", "-c", last], check=False).returncode == wanted


@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
def test_make_quick_checks_the_format_of_changed_pages(tmp_path: Path) -> None:
    """Options between `npx` and `--` belong to npx, not to the program."""
    if not (ROOT / "web/node_modules").exists():
        pytest.skip("nothing is installed for the page here: `make test` does that first")
    source = copy(tmp_path / "copy", built=True)
    asked = ("make", "--dry-run", "quick", f"PYTHON={sys.executable}")
    commands = run(*asked, cwd=source, env=environment())
    found = re.search(r"tools/step\.py \"Format of changed pages\" sh -c '([^']+)'", commands)
    assert found
    page = "web/src/ui/Icon.svelte"
    for command in (("init", "-q"), ("add", "web/package.json", page)):
        run("git", *command, cwd=source, env=environment())
    who = ("-c", "user.name=x", "-c", "user.email=x@x")
    run("git", *who, "commit", "-qm", "A page", cwd=source, env=environment())
    for added, code in (("", 0), ("<p>  {1  +1}</p>\n", 1)):
        with (source / page).open("a") as file:
            file.write(added)
        done = subprocess.run(["sh", "-c", found[1]], cwd=source, check=False, capture_output=True)
        assert bool(done.returncode) == bool(code)


# -- the locks -------------------------------------------------------------------------------------


def locked(name: str) -> dict[str, set[str]]:
    """Return the packages of a lock, `name==version`, with their hashes."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        if match := re.match(r"([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", line):
            hashes = found.setdefault(f"{match[1]}=={match[2]}", set())
        elif match := re.match(r" +--hash=(\S+)", line):
            hashes.add(match[1])
    return found


def wanted(*extras: str) -> list[Requirement]:
    """Return what the package needs with some extras, and theirs."""
    needed = list(PROJECT["project"]["dependencies"])
    waiting = list(extras)
    while waiting:
        for text in PROJECT["project"]["optional-dependencies"][waiting.pop()]:
            requirement = Requirement(text)
            if requirement.name == "noughts":
                waiting += requirement.extras
            else:
                needed.append(text)
    return [Requirement(text) for text in needed]


def group(name: str) -> list[Requirement]:
    found = []
    for entry in PROJECT["dependency-groups"][name]:
        if isinstance(entry, dict):
            found += group(entry["include-group"])
        else:
            found.append(Requirement(entry))
    return found


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("install.lock", group("install")),
        ("play.lock", wanted("games") + group("build")),
        (
            "dev.lock",
            wanted("all", "games", "gymnasium", "jupyter", "mcp", "pettingzoo") + group("dev"),
        ),
    ],
    ids=["install.lock", "play.lock", "dev.lock"],
)
def test_a_lock_has_what_the_project_needs(name: str, needed: list[Requirement]) -> None:
    packages = locked(name)
    assert all(packages.values()), "each package has hashes"
    versions = dict(package.split("==") for package in packages)
    for requirement in needed:
        version = versions.get(canonicalize_name(requirement.name))
        assert version is not None, f"{name} lacks {requirement}: run `make lock`"
        assert version in requirement.specifier, f"{name} has {version}, not {requirement}"


def test_playing_needs_few_packages_and_those_of_the_tests() -> None:
    play, dev = locked("play.lock"), locked("dev.lock")
    assert len(play) <= 30 < len(dev)
    assert not [name for name in play if play[name] != dev.get(name)]


@pytest.mark.parametrize("folder", ["web", "web/deep"])
def test_the_lock_for_node_is_that_of_package_json(folder: str) -> None:
    files = (ROOT / folder / name for name in ("package.json", "package-lock.json"))
    said, lock = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    for kind in ("dependencies", "devDependencies"):
        wanted = lock["packages"][""].get(kind)
        assert wanted == said.get(kind), f"run `npm install --package-lock-only` in {folder}/"


# -- the page --------------------------------------------------------------------------------------


@pytest.mark.packaging
def test_a_build_of_the_page_says_nothing(tmp_path: Path) -> None:
    """Not a warning of Vite's: what is out of date in the page's sources is mended there.

    `make` keeps what its own build said.
    """
    said = ROOT / "build/page.log"
    if is_fresh(said, "web/src/**/*.*", "web/public/**/*.*", "web/*.*"):
        assert said.read_text() == ""
        return
    if not (ROOT / "web/node_modules").exists():
        pytest.skip("the page has not been built here: `make test` does that first")
    source = copy(tmp_path / "copy", built=True)
    assert run(sys.executable, "web/build.py", "build", cwd=source, env=environment()) == ""
    assert (source / "src/noughts/web/static/index.html").is_file()
