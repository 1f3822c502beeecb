"""Games are saved, loaded and resumed, without any screen."""

import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Level, Record, RecordError, Rules, Starts
from noughts.cli import run, saving
from noughts.cli.line_ui import LineMode
from noughts.cli.session import Session, Setup
from tests.waiting import PATIENCE

TWO = Setup(level=None)


def played(session: Session, *names: str) -> Session:
    for name in names:
        session.play(session.rules.cell(name))
        if session.computers_turn:
            session.answer(session.think())
    return session


@pytest.mark.parametrize(
    "setup",
    [
        Setup(),
        TWO,
        Setup(level=Level.EASY, starts=Starts.SECOND, seed=3),
        Setup(Rules.parse("4,3,3 misere"), None, Starts.ALTERNATE, 5),
        Setup(Rules.parse("3,3,3,3"), Level.MEDIUM, Starts.ALTERNATE, 1, 2),
    ],
)
def test_what_is_saved_is_loaded(setup: Setup) -> None:
    session = Session(setup)
    for _ in range(3):
        while not session.over:
            if session.computers_turn:
                session.answer(session.think())
            else:
                session.play(session.position.legal[0])
        if session.game_number < 3:
            session.next_game()
    session.undo()
    text = saving.as_text(session)
    again = saving.session_of(Record.parse(text))
    assert saving.as_text(again) == text
    assert again.setup == setup._replace(seed=None)
    assert again.tally == session.tally
    assert again.game_number == session.game_number
    assert again.position == session.position
    assert Record.parse(text).start.rules == setup.rules


def test_records_of_others_are_taken_up() -> None:
    theirs = saving.session_of(Record.parse("X: Ada\nO: hard\n\nb2 a1 *"))
    assert theirs.setup.level is Level.HARD
    assert theirs.name_of(theirs.position.turn) == "You"
    assert saving.session_of(Record.parse("b2 a1")).setup.level is None
    assert saving.session_of(Record.parse("X: easy\nO: hard\n\nb2")).setup.level is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Best of: x\n\nb2", "Best of is a number, not 'x'"),
        ("Best of: 2\n\nb2", "best of 2: the number of games must be odd"),
        ("Won: 1 3\n\nb2", "Won lists 1, 2 and draw, not '1 3'"),
        ("Best of: 3\nWon: 1 1\n\nb2", "the series is over before this game"),
        ("Starts: never\n\nb2", "Starts is first, second or alternate, not 'never'"),
        ("b2 b2", "move 2: b2 is taken by X"),
    ],
)
def test_what_makes_no_sense_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as raised:
        saving.session_of(Record.parse(text))
    assert complaint in str(raised.value)
    assert "\n" not in str(raised.value)


def test_every_move_is_kept_and_the_game_before_too(state: Path) -> None:
    for _ in range(2):
        store = saving.GameFiles()
        session = Session(TWO)
        session.keep = store.keep
        played(session, "b2", "a1")
        session.next_game()  # no move has been made in it: nothing to keep yet
    assert "b2 a1 *" in (state / "last-game.txt").read_text()
    assert "b2 a1 *" in (state / "previous-game.txt").read_text()
    assert sorted(path.name for path in state.iterdir()) == ["last-game.txt", "previous-game.txt"]
    played(session, "c3")
    assert "c3 *" in saving.state_folder().joinpath("last-game.txt").read_text()


def test_a_state_folder_that_cannot_be_written_is_no_obstacle(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del state
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    store = saving.GameFiles()
    session = Session(TWO)
    session.keep = store.keep
    played(session, "b2")
    assert "b2 *" in saving.farewell(session, store)


def test_a_file_that_cannot_be_written_is_said_at_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    store = saving.GameFiles(folder / "game.txt")
    session = Session(TWO)
    store.check(session, force=False)
    folder.rmdir()
    session.keep = store.keep
    played(session, "b2")
    assert "could not be written: No such file or directory" in saving.farewell(session, store)


def test_resume_load_and_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(text: str, *options: str) -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run(["play", "--plain", *options]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    assert run(["play", "--resume"]) == 2
    assert "no game is saved in" in capsys.readouterr().err
    file = tmp_path / "game.txt"
    said = play("b2\nquit\n", "--two", "--save", str(file))
    assert said.endswith("\nb2 *\n\nTo resume it: noughts play --resume\n")
    assert file.read_text() == "Rules: 3,3,3\nX: person\nO: person\n\nb2 *\n"
    assert play("a1\n", "--resume").endswith("b2 a1 *\n\nTo resume it: noughts play --resume\n")
    assert "b2 c3 *" in play("c3\n", "--load", str(file), "--save", str(file))
    assert file.read_text().endswith("b2 c3 *\n")
    assert run(["review", str(file)]) == 0


def test_the_plain_game_saves_loads_and_tries_again(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said: list[str] = []
    lines = [
        "1", "2", f"save {file}", "new", f"load {file}", "again", "record", "level easy", "again 9",
        "level", "save", "load", "load /none", "save /none/x", "again x", "quit",
    ]  # fmt: skip
    LineMode(Session(TWO), said.append).run(io.BytesIO("\n".join(lines).encode()))
    assert f"The game is in {file}." in said
    assert "Back to before move 2." in said
    assert any(text.startswith("Rules: 3,3,3\n") and "\n\na1 b1 *" in text for text in said)
    assert "Two players are playing: the computer has no level." in said
    assert "The moves are numbered from 1 to 1." in said
    assert "no game is saved in /none." in said
    assert any(text.startswith("/none/x cannot be written: ") for text in said)
    assert "save needs a file." in said
    assert "load needs a file." in said


def test_a_game_that_swap2_opened_says_so_when_it_is_read_and_kept() -> None:
    text = "Rules: 15,15,5\nX: X\nO: O\nOpening: swap2, 3 stones, X taken\n\nh8 a1 i8 a15 *"
    told = "Opened by swap2: after 3 stones the second player took X."
    session = saving.session_of(Record.parse(text))
    assert session.news == told
    again = Record.parse(saving.as_text(session))
    assert dict(again.headers)["Opening"] == "swap2, 3 stones, X taken"
    said: list[str] = []
    LineMode(session, said.append).run(io.BytesIO(b"quit\n"))
    assert told in said
    session.play(session.rules.cell("j8"))
    session.next_game()
    assert "Opening" not in dict(session.record.headers)


def test_the_level_changes_in_the_middle_of_a_game() -> None:
    session = played(Session(), "a1")
    session.change_level(Level.EASY)
    assert (session.setup.level, session.proven) == (Level.EASY, None)
    assert session.news == "The computer plays at level easy now."
    assert played(session, "c3").record.at == 4


@pytest.mark.parametrize(
    ("environment", "full"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({"TERM": "xterm", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, False),
    ],
)
def test_where_nothing_can_be_drawn_the_game_goes_line_by_line(
    environment: dict[str, str], *, full: bool
) -> None:
    ours, its = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "noughts", "play", "--two"],
        stdin=its,
        stdout=its,
        stderr=its,
        env={**os.environ, **environment},
        start_new_session=True,
    ) as process:
        os.close(its)
        seen = b""
        end = b"\x1b[?1049h" if full else b"Player 1 to move (X)."
        while end not in seen:
            seen += os.read(ours, 65_536)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
    os.close(ours)
    assert (b"\x1b[?1049h" in seen) == full
    assert full or b"\x1b[" not in seen
