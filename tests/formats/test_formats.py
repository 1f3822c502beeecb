"""Files of other programs: they can be written and read again, and errors are one line."""

import io
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noughts import Position, Record, RecordError, Rules, formats
from noughts.cli import run
from noughts.cli.line_ui import LineMode
from noughts.cli.session import Session, Setup
from noughts.engines.base import generator
from noughts.formats.lib import HEAD

Tree = Mapping[str, "Tree"]  #: cells by name, with what follows each

BOARDS = ["3,3,3", "15,15,5", "15,15,5 exact", "7,6,4 gravity", "4,4,4 torus", "20,12,5", "4,1,2",
          "15,15,5 caro", "4,4,3 misere", "26,26,6", "3,3 lines a1-b2-c3 a2-b3",
          "4,3 holes b2 lines a1-b1-c1 a3-c2 d1-d2-d3"]  # fmt: skip
FIVES = ["15,15,5", "20,12,5", "26,26,5", "5,5,5"]
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)
HEADERS = st.fixed_dictionaries({}, optional={"X": NAMES, "O": NAMES, "Event": NAMES})


@st.composite
def records(draw: st.DrawFn, boards: list[str], *, lines: int = 1, begun: bool = False) -> Record:
    """Draw a game with branches, none of which is the beginning of another line."""
    random = generator(draw(st.integers(0, 10**6)))
    start = Position(Rules.parse(draw(st.sampled_from(boards))))
    for _ in range(draw(st.integers(0, 3)) if begun else 0):
        child = start.play(random.choice(start.legal))
        start = start if child.outcome else child
    found: list[tuple[int, ...]] = []
    for _ in range(draw(st.integers(1, lines))):
        position, line = start, list[int]()
        for move in range(draw(st.integers(0 if lines == 1 else 1, 20))):
            if position.outcome is None:
                kept = found[0][move] if found and move < min(3, len(found[0])) else -1
                again = kept in position.legal and random.random() < 0.7
                cell = kept if again else random.choice(position.legal)
                line.append(cell)
                position = position.play(cell)
        found.append(tuple(line))
    alone = [line for line in dict.fromkeys(found) if not _begins_another(line, found)]
    headers = tuple(draw(HEADERS).items())
    return Record(start, alone[0], None, tuple(alone[1:]), headers)


def _begins_another(line: tuple[int, ...], lines: list[tuple[int, ...]]) -> bool:
    return any(other != line and other[: len(line)] == line for other in lines)


def named(record: Record) -> dict[str, str]:
    return {key: value for key, value in record.headers if key in {"X", "O"}}


# -- what is written is read -----------------------------------------------------------------


@settings(max_examples=40)
@given(records(BOARDS, lines=4, begun=True))
def test_sgf_holds_the_whole_game(record: Record) -> None:
    again = formats.read(formats.write(record, "sgf"))
    assert (again.start, again.moves) == (record.start, record.moves)
    assert set(again.branches) == set(record.branches)
    assert dict(again.headers) == dict(record.headers)


@settings(max_examples=20)
@given(records(BOARDS, lines=2, begun=True))
def test_text_holds_the_whole_game(record: Record) -> None:
    assert formats.read(formats.write(record)) == record


@settings(max_examples=40)
@given(records(FIVES))
def test_psq_holds_the_line(record: Record) -> None:
    again = formats.read(formats.write(record, "psq"))
    assert (again.start, again.moves) == (record.start, record.moves)
    assert named(again) == {"X": "X", "O": "O"} | named(record)


@settings(max_examples=40)
@given(records(["3,3,3", "15,15,5", "7,6,4 gravity"]))
def test_pos_holds_the_moves(record: Record) -> None:
    written = formats.write(record, "pos")
    again = formats.read(written, "pos", record.start.rules)
    assert again.moves == record.moves
    if len(record.moves) > 1 and record.start.rules == Rules.parse("15,15,5"):
        assert formats.read(written).moves == record.moves, "it looks like what it is"


def library(lines: Tree, texts: bool) -> bytes:
    """Write RenLib's format from nested cells, as its description says; texts here and there."""
    data = bytearray(HEAD + b"\3\4" + b"\xff" * 10 + b"\0\0")

    def put(level: Tree) -> None:
        for number, (name, below) in enumerate(level.items()):
            column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
            flags = (0 if below else 0x40) | (0x80 if number + 1 < len(level) else 0)
            if texts and row % 2:
                data.extend([row << 4 | column + 1, flags | 0x09, 0, 1])
                data.extend(b"a comment\0" + b"A\0")
            else:
                data.extend([row << 4 | column + 1, flags])
            put(below)

    put(lines)
    return bytes(data)


@pytest.mark.parametrize("texts", [False, True])
def test_renlibs_tree_is_read(texts: bool) -> None:
    tree: Tree = {"h8": {"i9": {"g7": {}, "a15": {"o1": {}}}, "h7": {}}, "g8": {"g9": {}}}
    record = formats.read(library(tree, texts))
    names = record.start.rules.names
    assert [names(line) for line in (record.moves, *record.branches)] == [
        "h8 i9 g7",
        "h8 i9 a15 o1",
        "h8 h7",
        "g8 g9",
    ]
    assert record.start.rules == Rules.parse("15,15,5")
    assert formats.read(HEAD + b"\3\4" + b"\xff" * 10 + b"\0\0").moves == ()


# -- what others write -----------------------------------------------------------------------

C_GOMOKU_CLI = b"""(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.11.22 11:29:13]RO[1.1]RU[1]SZ[15]PB[A]PW[B]\
RE[W+1]TE[five connection]
;B[fi];W[ij]C[b = 0
d = 0];B[jh]
;W[hj];B[hh])

(;FF[4]GM[4]SZ[15];B[aa])
"""


def test_sgf_of_other_programs() -> None:
    record = formats.read(C_GOMOKU_CLI)
    assert record.start.rules == Rules.parse("15,15,5 exact")
    assert record.start.rules.names(record.moves) == "f9 i10 j8 h10 h8"
    assert dict(record.headers)["Date"] == "2026.11.22 11:29:13"
    numbered = [
        formats.read(f"(;GM[4]SZ[15]RU[{number}])".encode()).start.rules for number in (0, 1, 8, 9)
    ]
    assert [str(rules) for rules in numbered] == [
        *("15,15,5", "15,15,5 exact", "15,15,5 caro", "15,15,5 exact caro")
    ]
    white = formats.read("(;GM[4]SZ[15]PB[Zoë \\] x];W[aa];B[bb](;W[cc])(;W[dd];B[ee]))".encode())
    assert (white.moves, white.branches) == ((0, 16, 32), ((0, 16, 48, 64),))
    assert dict(white.headers) == {"O": "Zoë ] x"}  # White began, and is X
    placed = formats.read(b"(;SZ[9:7]AB[aa:ca]AW[ag][bg];W[ig])", None, Rules.parse("9,7,4"))
    assert str(placed.start).startswith("XXX....../")
    assert placed.moves == (62,)
    assert formats.read("(;SZ[15]PB[Zo\xeb];B[aa])".encode("latin-1")).headers == (("X", "Zoë"),)


def test_psq_of_piskvork() -> None:
    text = "Piskvorky 20x15, 11:11, {}\n1,1,0\n20,15,31\npbrain-a.exe\nb\n0\n"
    first = formats.read(text.format(0).encode())
    assert (str(first.start.rules), first.start.rules.names(first.moves)) == ("20,15,5", "a1 t15")
    assert named(first) == {"X": "pbrain-a.exe", "O": "b"}
    assert named(formats.read(text.format(1).encode())) == {"X": "b", "O": "pbrain-a.exe"}
    assert formats.read(b"Piskvorky 15x15, 0:0, 0\n8,8\n").played == (112,)


# -- what is wrong ---------------------------------------------------------------------------

WRONG = {
    "sgf": [
        (b"", "it contains no game"),
        (b"hello", "it contains no game"),
        (b"()", "it contains no game"),
        (b"(;GM[1]SZ[15];B[aa])", "GM[1] is not five in a row"),
        (b"(;GM[4]SZ[15];B[aa]", "the file is cut off"),
        (b"(;GM[4]SZ[15];B[aa", "character 16: '[aa' in the middle of a game"),
        (b"(;GM[4]SZ[15];B[aa];B[bb])", "move 2: B moves, but it is the turn of W"),
        (b"(;GM[4]SZ[15];B[aa];W[aa])", "move 2: a1 is taken by X"),
        (b"(;GM[4]SZ[15];B[tt])", "move 1: B[tt] is not a cell of 15,15,5"),
        (b"(;GM[4]SZ[15];B[])", "move 1: B[] is not a cell"),
        (b"(;GM[4]SZ[15]RU[renju];B[hh])", "renju is not supported"),
        (b"(;GM[4]SZ[15]RU[1,2];B[hh])", "RU: "),
        (b"(;GM[4]SZ[big];B[hh])", "SZ[big] is not the size"),
        (b"(;GM[4]SZ[3];B[aa])", "no five in a row fit on 3 by 3"),
        (b"(;GM[4]SZ[99];B[aa])", "99 columns: a side is from 1 to 26"),
        (b"([aa])", "a value without"),
        (b"(;GM[4]SZ[15]AB[aa:bb:cc])", "[aa:bb:cc] is not a rectangle of points"),
        (b"(;GM[4]SZ[15]AB[aa][bb];B[cc])", "2 X and 0 O"),
        (b"(;GM[4]\0)", "it is not text"),
        (b"(" * 100_000, "the file is cut off"),
        (b"(" + b" " * (1 << 24), "at most 16,777,216 bytes"),
    ],
    "psq": [
        (b"", "line 1 is ''"),
        (b"Piskvorky 15 by 15", "not Piskvorky and the board"),
        (b"Piskvorky 15x15, 0:0, 0\n16,1,0", "line 2: '16,1,0' is off the board"),
        (b"Piskvorky 15x15, 0:0, 0\n0,1,0", "line 2: '0,1,0' is off the board"),
        (b"Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0", "move 2: a1 is taken"),
        (b"Piskvorky 15x15, 0:0, 0\n1,1,0\nwhat", "'what' is neither a move nor"),
        (b"Piskvorky 4x4, 0:0, 0\n1,1,0", "no five in a row fit on 4 by 4"),
        (b"Piskvorky 15x15, 0:0, 0\n\xff", "is neither a move nor"),
        (b"Piskvorky 15x15, 0:0, 0\n8,8,0\n\0", "it is not text"),
    ],
    "pos": [
        (b"h8 what", "move 2: 'what' is not a move; moves are written as in h8i9"),
        (b"h8i99", "i99 is off the board"),
        (b"h8h8", "move 2: h8 is taken by X"),
        (b"\xff\0", "not UTF-8"),
    ],
    "lib": [
        (b"", "does not begin like a RenLib file"),
        (b"(;GM[4])", "does not begin like a RenLib file"),
        (HEAD, "does not begin like a RenLib file"),
        (HEAD + b"\0" * 12 + b"\x88\x00", "the file is cut off"),
        (HEAD + b"\0" * 12 + b"\x88\x08ab", "the file is cut off"),
        (HEAD + b"\0" * 12 + b"\x88\x00\x88\x40", "move 2: h9 is taken"),
        (HEAD + b"\0" * 12 + b"\xf1\x40", "byte 241 before byte 22 is not a cell"),
        (HEAD + b"\0" * (1 << 22), "at most 4,194,304 bytes"),
    ],
    "text": [
        (b" \n", "it is empty"),
        (b"b2 b2", "move 2: b2 is taken"),
        (b"\xff", "it is not UTF-8: byte 0"),
    ],
}


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [(name, *case) for name, cases in WRONG.items() for case in cases],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_said(name: str, data: bytes, why: str) -> None:
    with pytest.raises(RecordError) as error:
        formats.read(data, name)
    many = str(error.value).startswith(f"a game in {name} has at most ")
    assert many or str(error.value).startswith(f"the game cannot be read (format {name}): ")
    assert why in str(error.value)
    assert len(str(error.value)) < 250
    assert "\n" not in str(error.value)


SEEDS = [C_GOMOKU_CLI, library({"h8": {"i9": {}, "g7": {}}}, texts=True), b"h8i9j10",
         b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n"]  # fmt: skip


@given(st.sampled_from(SEEDS), st.data(), st.sampled_from([None, *formats.FORMATS]))
@example(b"", None, None)
def test_damaged_files_are_games_or_errors(
    seed: bytes, data: st.DataObject | None, name: str | None
) -> None:
    damaged = bytearray(seed)
    if data is not None:
        for _ in range(data.draw(st.integers(0, 4))):
            at = data.draw(st.integers(0, len(damaged)))
            damaged[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    try:
        record = formats.read(bytes(damaged), name)
    except RecordError as error:
        said = str(error)
    else:
        said = ""
        assert formats.read(formats.write(record)) == record
    assert "\n" not in said


def test_what_a_format_cannot_hold_is_refused() -> None:
    box = Record.of("3,3,3,3").play(0)
    begun = Record(Position.parse("X../.../...", "3,3,3"))
    for record, name in [
        (box, "sgf"),
        (box, "pos"),
        (begun, "pos"),
        (begun, "psq"),
        (Record.of("3,3,3"), "psq"),
        (Record.of("15,15,5 torus"), "psq"),
        (Record.of("15,15,5"), "lib"),
    ]:
        with pytest.raises(RecordError, match=r"hold|only be read"):
            formats.write(record, name)
    for data in (b"(;SZ[15];B[aa])", b"Piskvorky 15x15, 0:0, 0\n", b"Rules: 15,15,5\n\nh8"):
        with pytest.raises(RecordError, match=r"not (that of )?3,3,3"):
            formats.read(data, None, Rules.parse("3,3,3"))


# -- commands --------------------------------------------------------------------------------


def test_convert_and_who_else_reads_files(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sgf, psq, back = (str(tmp_path / name) for name in ("game.sgf", "game.psq", "back.txt"))
    (tmp_path / "game.sgf").write_bytes(b"(;SZ[15];B[hh](;W[ii];B[gg])(;W[jj]))")
    assert run(["convert", sgf, psq]) == 0
    note = "note: the file does not give GM: read as 15,15,5\n"
    assert capfd.readouterr() == ("", f"{note}note: left out: 1 branch\n")
    assert run(["convert", psq, back]) == 0
    assert Record.parse((tmp_path / "back.txt").read_text()).played == (112, 128, 96)
    assert run(["convert", sgf, "-", "--to", "pos"]) == 0
    assert capfd.readouterr().out == "h8i9g7"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a1b2")))
    assert run(["convert", "-", "-", "--to", "sgf", "--rules", "3,3,3"]) == 0
    assert "SZ[3]RU[3,3,3];B[aa];W[bb])" in capfd.readouterr().out
    assert run(["review", psq, "--nodes", "100"]) == 0
    assert "  3 X g7" in capfd.readouterr().out
    said: list[str] = []
    lines = [f"load {sgf}", "record", "quit"]
    LineMode(Session(Setup(Rules.parse("3,3,3"), None)), said.append).run(
        io.BytesIO("\n".join(lines).encode())
    )
    assert any("h8 i9 g7 *\nh8 j10 *" in text for text in said)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        (
            "game.sgf",
            b"\x89PNG\r\n\x1a\n\0",
            "game.sgf: the game cannot be read (format sgf): it is not text",
        ),
        (
            "game.lib",
            b"(;GM[4])",
            "game.lib: the game cannot be read (format lib): it does not begin",
        ),
        ("game", b"\0\1\2", "game: the game cannot be read (format text): "),
        ("game.psq", b" " * (formats.MAX_BYTES + 1), "at most 1,048,576 bytes"),
        ("none.psq", None, "no game is saved in"),
        ("", None, "cannot be read: Is a directory"),
    ],
)
def test_a_file_that_is_not_what_it_says_is_one_line(
    name: str, data: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert run(["convert", str(tmp_path / name), str(tmp_path / "out.txt")]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out.txt").exists()


def test_the_target_has_to_name_a_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.pos").write_text("h8i9")
    for target in ("b", "b.xyz", "-"):
        assert run(["convert", str(tmp_path / "a.pos"), target]) == 2
        assert "is not a format" in capsys.readouterr().err
    assert run(["convert", str(tmp_path / "a.pos"), str(tmp_path / "none" / "b.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err
