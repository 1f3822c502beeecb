"""Build the bundle that a tournament takes: a zip with the program pbrain-noughts.

    pip install pyinstaller
    python bench/pbrain.py FOLDER

It needs no Python where it runs, and runs on the system on which it was built: Gomocup wants one
from Windows. Then it must open a game, so that a bundle that does not play is never kept.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

NAME = "pbrain-noughts"
START = """\
import sys
from noughts.cli import run
sys.exit(run(["gomocup", *sys.argv[1:]]))
"""
SOURCES = Path(__file__).parent.parent / "src"
# Found by no import statement that PyInstaller sees: what is loaded by its name, or when needed.
HIDDEN = ("noughts.cli.gomocup", "noughts.engines.threat_engine", "noughts.engines.solver_engine")
NEEDLESS = ("numpy", "textual", "rich", "fastapi", "sqlalchemy", "pettingzoo", "anywidget", "mcp")


def build(folder: Path) -> Path:
    """Build the program in a new folder; return the folder."""
    start = folder / "start.py"
    start.write_text(START, encoding="utf-8")
    options = [
        *(f"--hidden-import={name}" for name in HIDDEN),
        "--collect-submodules=noughts.solver",
        "--collect-submodules=noughts.threats",
        "--copy-metadata=noughts",
        *(f"--exclude-module={name}" for name in NEEDLESS),
        *(f"--paths={SOURCES}", "--onedir", "--noconfirm", "--log-level=ERROR"),
        *(f"--name={NAME}", f"--specpath={folder}", f"--workpath={folder / 'work'}"),
    ]
    command = [sys.executable, "-m", "PyInstaller", *options, f"--distpath={folder}", str(start)]
    subprocess.run(command, check=True)
    return folder / NAME


def check(program: Path) -> None:
    """Let it open a game.

    Raises:
        RuntimeError: it does not.
    """
    said = subprocess.run(
        [program],
        input="START 15\nINFO timeout_turn 0\nBEGIN\nEND\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    if "OK\n" not in said or not said.endswith("7,7\n"):
        raise RuntimeError(f"it does not play: {said!r}")


def pack(built: Path, target: Path) -> None:
    """Put all of a folder into a zip; programs stay programs."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for file in sorted(built.rglob("*")):
            if file.is_file():
                bundle.write(file, file.relative_to(built))


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    target = Path(sys.argv[1]) / "noughts.zip"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder))
        check(built / (NAME + (".exe" if os.name == "nt" else "")))
        pack(built, target)
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
