"""Try what is installed beside this Python, as a user would: needs nothing but that.

    python installed.py [--compiled | --pure] [--page]

It is run by the Python into which a wheel was installed, from any folder but the project's.
"""

import json
import re
import subprocess
import sys
import sysconfig
import urllib.request
from importlib.metadata import distribution
from pathlib import Path

PROGRAM = Path(sysconfig.get_path("scripts")) / "noughts"


def run(*arguments: str) -> str:
    """Return what the program prints."""
    command = [str(PROGRAM), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def try_library(*, compiled: bool | None) -> None:
    """Import it, and have something proved."""
    import noughts
    from noughts import Position, engine

    home = Path(noughts.__file__).parent
    assert "site-packages" in home.parts, home
    position = Position.parse("X.O/.X./..O")
    choice = engine("perfect").play(position)
    assert position.rules.name(choice.cell) == "c2"
    assert str(choice.score) == "draw"
    said = run("--version")
    if compiled is not None:
        assert bool(list(home.rglob("solver/**/*.so")) + list(home.rglob("*.pyd"))) is compiled
        assert ("not compiled" not in said) is compiled, said


def try_program() -> None:
    """Ask the command line."""
    assert json.loads(run("analyse", "X.O/.X./..O", "--json"))["value"] == "draw"
    assert json.loads(run("solve", "4,4,4", "--json"))["value"] == "draw"


def try_page() -> None:
    """Start the server, and fetch the page, what it loads, and what it keeps for offline use."""
    command = [str(PROGRAM), "serve", "--no-browser", "--no-games", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout
        for line in server.stdout:
            if found := re.search(r"http://[\d.]+:\d+", line):
                break
        else:
            raise AssertionError("the server said nowhere where it is")
        pages = []
        for path in ("/", "/sw.js"):
            with urllib.request.urlopen(found.group() + path) as answer:  # noqa: S310
                pages.append(answer.read().decode())
        loaded = re.findall(r'src="(/[^"]+\.js)"', pages[0])
        kept = re.findall(r'"url":"([^"]+)"', pages[1])
        assert loaded
        assert any(each.startswith("books/7,6,4-gravity-") for each in kept)
        for path in (*loaded, *(f"/{each}" for each in kept)):
            with urllib.request.urlopen(found.group() + path) as answer:  # noqa: S310
                assert answer.status == 200
    finally:
        server.terminate()
        server.wait()


def try_files() -> None:
    """Look at what was installed."""
    told = distribution("noughts")
    names = {str(path) for path in told.files or ()}
    assert "noughts/py.typed" in names
    assert "noughts/web/static/index.html" in names
    assert "noughts/documents/solved.md" in names
    assert "noughts/atlas/atlas.csv" in names
    assert not [name for name in names if name.endswith((".pxd", ".c", ".map"))]
    licences = told.metadata.get_all("License-File") or []
    assert {"LICENSE", "licenses/patrick-hand.txt"} <= set(licences)
    assert (
        told.metadata["License-Expression"] == "MIT AND ISC AND MPL-2.0 AND OFL-1.1 AND Python-2.0"
    )


if __name__ == "__main__":
    wanted = set(sys.argv[1:])
    try_files()
    try_library(compiled=True if "--compiled" in wanted else False if "--pure" in wanted else None)
    try_program()
    if "--page" in wanted:
        try_page()
    sys.stdout.write("It works.\n")
