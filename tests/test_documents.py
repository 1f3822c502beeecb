"""What the documents show is what the product prints."""

import doctest
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import prose
import pytest
import solved

from noughts.core.notation import MAX_SIDE
from noughts.play.classrooms import MOST_PAIRS
from noughts.play.seats import LONGEST_NAME
from noughts.web.settings import Keeping, Settings

ROOT = Path(__file__).parent.parent


PAGES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
PROJECT = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "web/README.md"]


def consoles() -> list[str]:
    """Return the pages that show what commands print."""
    return [path for path in ["README.md", *PAGES] if "```console" in (ROOT / path).read_text()]


@pytest.mark.parametrize("path", consoles())
def test_the_consoles_show_what_is_printed(path: str, tmp_path: Path) -> None:
    """From the top, in a folder with the files that the page has the reader write."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", (ROOT / path).read_text(), re.DOTALL)
    for language, text in blocks:
        written = re.match(r"# (\w+\.py)(, continued)?\n", text)
        if language == "python" and written:
            file = tmp_path / written[1]
            file.write_text((file.read_text() if written[2] else "") + "\n\n" + text)
        if language == "console":
            for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, expected = block.split("\n", 1)
                check_console(command, expected.strip(), tmp_path)


def check_console(command: str, expected: str, folder: Path) -> None:
    """Run a command of a page; `...` at the end stands for more of what it prints."""
    program, *words = shlex.split(command)
    assert program == "noughts"
    done = subprocess.run(
        [sys.executable, "-c", "from noughts.cli import main; main()", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == (
        1 if re.search("(prove|check) .*mine:(First|Second)", command) else 0
    ), done.stderr
    printed, expected = (
        re.sub(r"\d+\.\d+ s\b", "0.00 s", text) for text in (done.stdout, expected)
    )
    printed = re.sub(r"\n\n\* best .*", "", printed).strip()
    if expected.endswith("\n..."):
        expected = expected.removesuffix("...")
        printed = printed[: len(expected)]
    assert printed == expected


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
    table = (ROOT / "docs/how-to/from-other-libraries.md").read_text().split("\n\n")[3]
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


@pytest.mark.parametrize("path", [p for p in PAGES if "\n>>> " in (ROOT / p).read_text()])
def test_the_examples_print_what_they_show(path: str) -> None:
    text = (ROOT / path).read_text()
    code = "\n".join(re.findall(r"```(?:python|pycon)\n(>>> .*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, path, path, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test, out=told.append)
    assert not told, "".join(told)


def test_the_pictures_are_drawn_by_this_version() -> None:
    drawn = runpy.run_path(str(ROOT / "docs/images/draw.py"))["pictures"]()
    for name, picture in drawn.items():
        assert (ROOT / "docs/images" / name).read_text() == picture + "\n"


def slugs(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", each.lower())) for each in headings}
    return named | set(re.findall(r"<a id=\"(.+?)\">", text))


@pytest.mark.parametrize("path", [*PROJECT, "certificates/README.md", "proofs/README.md", *PAGES])
def test_every_link_leads_somewhere(path: str) -> None:
    text = (ROOT / path).read_text()
    for target, anchor in re.findall(r"(?:\]\(|src=\")([^)#\s\"]*)(#[^)\s\"]*)?[)\"]", text):
        if "://" not in target:
            file = (ROOT / path).parent / target if target else ROOT / path
            assert file.exists(), target
            assert not anchor or anchor[1:] in slugs(file), (target, anchor)


def test_the_list_of_pages_has_them_all() -> None:
    listed = re.findall(r"\]\((.+?\.md)\)", (ROOT / "docs/README.md").read_text())
    assert sorted(f"docs/{page}" for page in listed) == [p for p in PAGES if p != "docs/README.md"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_short(path: str) -> None:
    assert (ROOT / path).read_text().count("\n") <= 150


def test_the_readme_is_shorter() -> None:
    assert (ROOT / "README.md").read_text().count("\n") <= 80


def test_the_table_of_what_is_solved_is_up_to_date() -> None:
    assert solved.PAGE.read_text() == solved.written(solved.PAGE.read_text())
    assert solved.ATLAS.read_text() == solved.counted(solved.ATLAS.read_text())


def test_the_prose_of_the_documents() -> None:
    """No long sentence, and no turn of phrase that a reader stumbles on; `make check` asks too."""
    assert doctest.testmod(prose).attempted >= 4
    found = [
        f"{path}:{number}: {fault}"
        for path in [*PROJECT, "certificates/README.md", "proofs/README.md", *PAGES]
        for number, fault in prose.faults((ROOT / path).read_text())
    ]
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "Whoever moves, wins.",
        "This is no board.",
        "You are told the value.",
        "It goes on with the game.",
        "| cell | chosen by lot |",
        "- an item\n  that comes to an end",
        "word " * 41,
        "[word](address) " * 41,
    ],
)
def test_the_check_of_prose_finds(text: str) -> None:
    assert list(prose.faults(f"# Title\n\nFine.\n\n{text}\n\nFine.\n"))


@pytest.mark.parametrize(
    "text",
    [
        "There is no limit, and it is no longer so.",
        "A link [with words](whoever.md) and `whoever` in code.",
        "```sh\nwhoever anew by lot\n```",
        "word " * 40 + "\n\n" + "word " * 40,
        "| " + "word " * 30 + "| " + "word " * 30 + "|",
        "Short. " * 40,
    ],
)
def test_the_check_of_prose_lets_pass(text: str) -> None:
    assert not list(prose.faults(f"# Title\n\n{text}\n"))


def test_the_files_that_the_documents_name_are_there() -> None:
    """By their paths from the repository, the package, or the solver."""
    homes = [ROOT, ROOT / "src/noughts", ROOT / "src/noughts/solver", ROOT / "src/noughts/engines"]
    named = {
        name
        for path in ["CONTRIBUTING.md", *PAGES]
        for name in re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", (ROOT / path).read_text())
    }
    rows = re.findall(
        r"^\| (`.*?) \| ", (ROOT / "docs/explanation/solver.md").read_text(), re.MULTILINE
    )
    shelves = "kernel|pruning|search"
    named |= {f"{name}.py" for row in rows for name in re.findall(rf"`((?:{shelves})/\w+)`", row)}
    named.remove("engines/yours.py")  # the one that a reader is to write
    assert len(named) > 40
    assert not [name for name in named if not any((home / name).is_file() for home in homes)]


def test_the_limits_that_the_documents_state() -> None:
    text = (ROOT / "docs/reference/limits.md").read_text()
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", text, re.MULTILINE))
    settings, keeping = Settings(), Keeping("sqlite://")
    connections = settings.connections
    stated = {
        "request body": f"{settings.body // 1024} KiB",
        "time for a request to arrive": f"{connections.arrival:g} s",
        "headers": f"{connections.headers // 1024} KiB",
        "everything before the answer, including trailers": f"{connections.rest // 1024} KiB",
        "time to read a response": f"{connections.reading:g} s",
        "requests from one client": f"{settings.rate:g} per second, bursts of {settings.burst}",
        "connections": f"{connections.most:,}, and {connections.each} of one client",
        "a board": f"{MAX_SIDE**2} cells ({MAX_SIDE}×{MAX_SIDE})",
        "computing time": f"{settings.budget.seconds:g} s per request",
        "a job that exceeds its budget": f"{settings.patience:g} s after it starts",
        "games of one client": f"{keeping.made} a day, bursts of {keeping.made // 10}",
        "... for the lobby or a class": f"{keeping.made // 10} a day",
        "pairs of a class": f"{MOST_PAIRS}",
        "event streams": f"{keeping.streams:,}, and {keeping.each} of one client",
        "changes waiting for the database": f"{keeping.waiting}",
        "a player's name": f"{LONGEST_NAME} visible characters",
    }
    assert {name: rows[name][: len(limit)] for name, limit in stated.items()} == stated
    assert (settings.waiting, settings.share, settings.match) == (8, 3, 60)  # nine, three, a minute
