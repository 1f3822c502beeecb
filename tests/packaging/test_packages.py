"""From the sources to an sdist, a wheel and a program that runs: on machines that lack things."""

import io
import json
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import click  # lent to the fresh Python
import pytest

from noughts.web.static import shipped
from tests.packaging.machines import (
    NODE,
    ROOT,
    copy,
    environment,
    fresh_python,
    lend,
    path_without,
    run,
)

pytestmark = [
    pytest.mark.packaging,
    pytest.mark.skipif(sys.platform == "win32", reason="PATHs are made of links"),
]
#: Of a wheel without its opening book, which may be as large again, its books of wins, and the
#: page's Python.
#: 11,000 puzzles with their refutations are 320 kB of it, and seven more languages 2.0 MB: each has
#: its own scripts, and sentences for the judge of programs. The chapters of Learn are 400 kB in
#: English, and some 350 in each other language: drawn pages, scripts, and sentences. The rooms for
#: proofs, searches and teachers are 120 kB in each. What the command line says is 40 kB in each.
#: Connect Four's certificates are 340 kB. The compiled solver is 1.0 MB.
MOST_BYTES = 10_050_000
MOST_WINS_BYTES = 500_000  #: of the books of wins
MOST_PYTHON_BYTES = 7_100_000  #: of the Python that checks programs on the page
BOOK = "noughts/solver/books/7,6,4-gravity.book"
PYTHON = "noughts/web/static/python/"
TRY = Path(__file__).parent / "installed.py"
#: Both packages are unpacked at once: to compress them takes seconds of the processor more.
HASTE = "import zlib\nmade = zlib.compressobj\nzlib.compressobj = lambda _, *how: made(0, *how)\n"
HAS_COMPILER = bool(shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]))


def built(what: str, source: Path, out: Path, env: dict[str, str]) -> Path:
    """Build an sdist or a wheel with the tools of this Python; return the one file."""
    command = (
        sys.executable,
        "-m",
        "build",
        f"--{what}",
        "--no-isolation",
        "--skip-dependency-check",
    )
    run(*command, "--outdir", out, source, cwd=source, env=env)
    (file,) = out.iterdir()
    return file


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def files(folder: Path) -> set[Path]:
    return {
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def check_sdist(source: Path) -> None:
    for name in (
        "CHANGELOG.md",
        "Makefile",
        "docs/explanation/engines.md",
        "examples/play_a_game.py",
        "requirements/play.lock",
        "src/noughts/web/static/index.html",
        "tests/naive.py",
        "tests/conftest.py",
        "tests/facts/counts.json",
        "web/package-lock.json",
        "web/src/App.svelte",
    ):
        assert (source / name).is_file(), name
    assert list(source.glob("src/noughts/kernel/*.pxd"))
    assert (source / "tools/declarations.py").is_file()
    assert not list(source.rglob("node_modules"))
    assert not [path for path in source.rglob("*") if path.suffix in {".so", ".pyc"}]


def book_bytes(wheel: Path | io.BytesIO) -> int:
    """Return what the opening book takes of a wheel, which has it once."""
    with zipfile.ZipFile(wheel) as archive:
        books = [each for each in archive.infolist() if each.filename.endswith(".book")]
    assert [each.filename for each in books] == [BOOK]
    return books[0].compress_size


def wins_bytes(wheel: Path | io.BytesIO) -> int:
    """Return what the books of wins take of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        books = [each for each in archive.infolist() if each.filename.endswith(".wins")]
    return sum(each.compress_size for each in books)


def python_bytes(wheel: Path | io.BytesIO) -> int:
    """Return what the page's Python takes of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        parts = [each for each in archive.infolist() if each.filename.startswith(PYTHON)]
    assert {Path(each.filename).suffix for each in parts} == {".js", ".json", ".wasm", ".zip"}
    return sum(each.compress_size for each in parts)


def check_size(wheel: Path | io.BytesIO) -> None:
    size = len(wheel.getvalue()) if isinstance(wheel, io.BytesIO) else wheel.stat().st_size
    apart = book_bytes(wheel) + wins_bytes(wheel) + python_bytes(wheel)
    assert size - apart <= MOST_BYTES
    assert 0 < wins_bytes(wheel) <= MOST_WINS_BYTES
    assert python_bytes(wheel) <= MOST_PYTHON_BYTES
    assert book_bytes(wheel) <= MOST_BYTES


def packed(root: Path) -> set[Path]:
    """Return what a wheel has of the package in a working copy, but for what is compiled."""
    # The page's copies of what the package has already are left out by `setup.py`.
    copies = {Path("web/static", name) for name in ("atlas", "books", "packs", "words")}
    return {
        each
        for each in files(root / "src/noughts")
        if each.parent not in copies and each.suffix not in {".pxd", ".so"}
    }


def check_wheel(wheel: Path, cloned: Path, *, compiled: bool) -> None:
    assert ("none-any" in wheel.name) is not compiled, wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert bool([name for name in names if name.endswith((".so", ".pyd"))]) is compiled
    assert not [name for name in names if name.endswith((".pxd", ".c"))]
    if not compiled:
        held = {Path(name).relative_to("noughts") for name in names if name.startswith("noughts/")}
        documents = {each for each in held if each.parent == Path("documents")}
        assert len(documents) == 4
        assert held - documents == packed(cloned)


@pytest.mark.parametrize(
    "compilers",
    [False, pytest.param(True, marks=pytest.mark.deep)],
    ids=["no compiler", "compiler"],
)
def test_sources_to_sdist_to_wheel_to_a_program(tmp_path: Path, compilers: bool) -> None:
    if not (ROOT / "web/node_modules").exists():
        pytest.skip("the page has not been built here: `make test` does that first")
    # The deep one builds the page as well.
    cloned = copy(tmp_path / "copy", built=True, page=not compilers)
    (tmp_path / "haste").mkdir()
    (tmp_path / "haste/sitecustomize.py").write_text(HASTE)
    haste = {"PYTHONPATH": str(tmp_path / "haste")}
    hasty = environment() | haste
    source = unpacked(built("sdist", cloned, tmp_path / "sdist", hasty), tmp_path / "unpacked")
    check_sdist(source)
    # Its tests can be run: all are there with what they read.
    for folder in ("tests", "docs", "examples", "bench"):
        assert files(cloned / folder) <= files(source / folder)

    # The sdist brings the page, so there is a wheel without Node.
    env = environment(path_without(tmp_path / "bare", *NODE, compilers=compilers))
    wheel = built("wheel", source, tmp_path / "wheel", env if compilers else env | haste)
    compiled = compilers and HAS_COMPILER
    check_wheel(wheel, cloned, compiled=compiled)
    if compilers:
        check_size(wheel)  # of the other one see the next test
    python = fresh_python(tmp_path / "fresh", pip=False)
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-compile", "--no-deps", "--no-index", wheel, cwd=tmp_path, env=env)
    lend(python, click.__name__)
    run(python, TRY, "--compiled" if compiled else "--pure", cwd=tmp_path, env=env)


@pytest.mark.skipif(not HAS_COMPILER, reason="no C compiler here")
def test_what_is_built_here_fits_into_a_wheel() -> None:
    """What `make` has compiled, the page and the sources, packed as a wheel packs them."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    package = ROOT / "src/noughts"
    every = files(package)
    # The server has what the package has once at the addresses that the page asks.
    for folder in "atlas", "packs", "words":
        home = Path("web/static", folder)
        asked = {f"/{folder}/{each.name}" for each in every if each.parent == home}
        assert asked == {each for each in shipped() if each.startswith(f"/{folder}/")} != set()
    extensions = [name for name in every if name.name.endswith(suffix)]
    assert len(extensions) > 20
    if sys.platform == "linux":
        assert not [name for name in extensions if b".debug_info" in (package / name).read_bytes()]
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in [*packed(ROOT), *extensions]:
            archive.write(package / name, Path("noughts", name))
    check_size(wheel)


def test_a_solver_that_has_to_be_compiled_and_is_not_is_an_error(tmp_path: Path) -> None:
    env = environment(path_without(tmp_path / "bare", compilers=False))
    env["NOUGHTS_REQUIRE_COMPILED"] = "1"
    source = copy(tmp_path / "copy", built=False)
    with pytest.raises(AssertionError, match=r"gcc|cc|clang|compiler"):
        run(sys.executable, "setup.py", "build_ext", cwd=source, env=env)


def test_the_licences_are_those_of_what_is_inside() -> None:
    modules = ROOT / "web/node_modules"
    if not modules.exists():
        pytest.skip("the page has not been built here")
    for name, package in {
        "eventsource-parser": "eventsource-parser/LICENSE",
        "patrick-hand": "@fontsource/patrick-hand/LICENSE",
        "svelte": "svelte/LICENSE.md",
        "uqr": "uqr/LICENSE",
        "workbox": "workbox-routing/LICENSE",
    }.items():
        ours = (ROOT / "licenses" / f"{name}.txt").read_text(encoding="utf-8")
        assert ours == (modules / package).read_text(encoding="utf-8"), name
    # Its package has no file of its own: ours says which version it is, and where its sources are.
    version = json.loads((modules / "pyodide/package.json").read_text(encoding="utf-8"))["version"]
    assert (ROOT / "licenses/pyodide.txt").read_text(encoding="utf-8").count(version) == 3


# -- what asks a registry: a user's own tools, with build isolation --------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("compilers", [True, False], ids=["compiler", "no compiler"])
@pytest.mark.parametrize("node", [True, False], ids=["Node", "no Node"])
@pytest.mark.parametrize("what", ["clone", "sdist"])
def test_pip_install(tmp_path: Path, what: str, node: bool, compilers: bool) -> None:
    source = copy(tmp_path / "copy", built=False)
    if what == "sdist":
        source = built("sdist", source, tmp_path / "sdist", environment())
    missing = () if node else NODE
    env = environment(path_without(tmp_path / "bare", *missing, compilers=compilers))
    python = fresh_python(tmp_path / "fresh")
    run(python, "-m", "pip", "install", f"{source}[web]", cwd=tmp_path, env=env)
    compiled = compilers and HAS_COMPILER
    run(python, TRY, "--page", "--compiled" if compiled else "--pure", cwd=tmp_path, env=env)


@pytest.mark.deep
def test_uvx_and_pipx(tmp_path: Path) -> None:
    sdist = built("sdist", copy(tmp_path / "copy", built=False), tmp_path / "sdist", environment())
    wheel = built(
        "wheel", unpacked(sdist, tmp_path / "unpacked"), tmp_path / "wheel", environment()
    )
    python = fresh_python(tmp_path / "tools")
    env = environment(path_without(tmp_path / "bare", *NODE))
    run(python, "-m", "pip", "install", "pipx", "uv", cwd=tmp_path, env=env)
    env |= {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "programs")}
    for package in (sdist, wheel):
        asked = ("uvx", "--from", package, "noughts", "move", "X.O/.X./..O")
        assert "c2" in run(python.parent / asked[0], *asked[1:], cwd=tmp_path, env=env)
        run(python.parent / "pipx", "install", "--force", package, cwd=tmp_path, env=env)
        program = tmp_path / "programs" / "noughts"
        assert "c2" in run(program, "move", "X.O/.X./..O", cwd=tmp_path, env=env)
