"""A reader makes the game that the file has, or says what it is that it does not hold."""

import io
import json
import sys

import pytest

from noughts import Position, PositionError, Record, RecordError, formats
from noughts.cli import run
from tests.formats.test_writers import names, read

FIVE = ";W[hh];B[ii];W[hi];B[jj];W[hj];B[kk];W[hk];B[ll];W[hl]"
SWAPPED = "White began: the marks are swapped, X is White and O is Black"


# -- SGF: colours ----------------------------------------------------------------------------


def test_white_begins_and_still_wins() -> None:
    data = f"(;GM[4]SZ[15]PB[Bo]BR[2d]PW[Wu]WR[5d]RE[W+]{FIVE})"
    record, notes = read(data)
    headers = {"X": "Wu", "O": "Bo", "X rank": "5d", "O rank": "2d"}
    assert (str(record.position.outcome), dict(record.headers)) == ("X wins", headers)
    assert notes == [SWAPPED]
    written = formats.write(record, "sgf").decode()
    assert "PB[Wu]PW[Bo]" in written
    assert "RE[B+]" in written
    again, notes = read(written)
    assert (again, notes) == (record, [])


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ("RE[W+Resign]", "X wins by resignation"),
        ("RE[B+T]", "O wins on time"),
        ("RE[W+Forfeit]", "X wins by forfeit"),
        ("RE[B+1]", "O wins"),
        ("RE[0]", "draw"),
        ("RE[Void]", "no result"),
    ],
)
@pytest.mark.parametrize("began", ["W", "B"])
def test_results_that_the_moves_do_not_tell(root: str, said: str, began: str) -> None:
    moves = ";W[hh];B[ii]" if began == "W" else ";B[hh];W[ii]"
    marks = said if began == "W" else said.translate(str.maketrans("XO", "OX"))
    record, _ = read(f"(;GM[4]SZ[15]{root}{moves})")
    assert dict(record.headers) == {"Result": marks}
    assert read(formats.write(record, "sgf"))[0] == record
    assert read(formats.write(record, "text"))[0] == record
    notes: list[str] = []
    formats.write(record, "psq", notes=notes)
    assert notes == ["left out: the header Result"]


def test_results_that_cannot_be() -> None:
    record, notes = read(f"(;GM[4]SZ[15]RE[B+]{FIVE})")
    assert record.headers == ()
    assert notes == [SWAPPED, "the file says 'O wins'; its moves lead to 'X wins', which counts"]
    assert read("(;GM[4]SZ[15]RE[?];B[hh])")[1] == []
    assert read("(;GM[4]SZ[15]RE[B+ by far];B[hh])")[1] == [
        "left out: how the game was won, RE[B+ by far]"
    ]
    assert read("(;GM[4]SZ[15]RE[Black];B[hh])")[1] == [
        "left out: the result RE[Black], which SGF does not have"
    ]


@pytest.mark.parametrize(
    ("setup", "x", "o", "moves"),
    [
        ("AB[aa][ab]AW[ba][bb]PL[W];W[cc];B[dd]", "b1 b2", "a1 a2", "c3 d4"),
        ("AB[aa][ab]AW[ba][bb]PL[B];B[cc];W[dd]", "a1 a2", "b1 b2", "c3 d4"),
        ("AB[aa][ab]AW[ba][bb];W[cc];B[dd]", "b1 b2", "a1 a2", "c3 d4"),
        ("AB[aa]AW[ba][bb];B[cc]", "b1 b2", "a1", "c3"),
        ("AB[aa][ab]AW[ba]", "a1 a2", "b1", ""),
        ("PL[W]", "", "", ""),
        (";AB[aa][ab]AW[ba][bb];B[cc]", "a1 a2", "b1 b2", "c3"),
        ("AB[aa:ba];AE[ba];AW[ba];PL[B];B[cc]", "a1", "b1", "c3"),
        ("AB[aa];AW[aa];AB[bb]C[edited];B[cc]", "b2", "a1", "c3"),
    ],
)
def test_stones_are_set_up_before_the_first_move(setup: str, x: str, o: str, moves: str) -> None:
    record, notes = read(f"(;GM[4]SZ[15]{setup})")
    rules, start = record.start.rules, record.start
    assert [
        sorted(map(rules.name, (cell for cell in range(225) if stones >> cell & 1)))
        for stones in (start.x, start.o)
    ] == [x.split(), o.split()]
    assert names(record) == moves
    assert (SWAPPED in notes) == (x == "b1 b2" or setup == "PL[W]")
    assert any("the game begins with the stones that" in note for note in notes) == (
        "];A" in setup or setup[0] == ";"
    )


@pytest.mark.parametrize(
    ("nodes", "why"),
    [
        (";B[hh];AW[ii]", "node 3 sets up stones, which is only read before the first move"),
        (";B[hh]AE[hh];W[ii]", None),  # the stone is set up before the move of its node
        (";B[hh];W[ii]AE[hh]", "node 3 sets up stones"),
        (";B[hh](;W[ii])(;AW[jj])", "node 4 sets up stones"),
        ("PL[W];B[hh]", "move 1: B moves, but it is the turn of W"),
        ("(;B[hh])(;W[ii])", "move 1: W moves, but it is the turn of B"),
        ("AB[aa][bb]AW[cc];B[dd]", "B moves first, but there are 2 black and 1 white stones"),
        ("AB[aa]AW[bb][cc];W[dd]", "W moves first, but there are 1 black and 2 white stones"),
        ("AB[aa]AW[aa];B[bb]", "node 1: a black and a white stone on the same point"),
        ("AB[bb:aa];B[cc]", "is not a rectangle of points, from the top left to the bottom right"),
        ("PL[X];B[hh]", r"PL\[X\] is neither B nor W"),
        ("SZ[15];B[hh]", "SZ is repeated: 15, 15"),
        ("HA[2]AB[aa][bb];W[cc]", "2 X and 0 O"),
    ],
)
def test_what_would_be_another_game_is_refused(nodes: str, why: str | None) -> None:
    data = f"(;GM[4]SZ[15]{nodes})"
    if why is None:
        assert names(read(data)[0]) == "h8 i9"
        return
    with pytest.raises(RecordError, match=why):
        read(data)


# -- SGF: rules, letters, and what is left out -----------------------------------------------


@pytest.mark.parametrize(
    ("said", "rules", "told"),
    [
        ("Standard", "15,15,5 exact", False),
        ("standard gomoku", "15,15,5 exact", False),
        ("Exactly-Five", "15,15,5 exact", False),
        ("FreeStyle", "15,15,5", False),
        ("Caro", "15,15,5 caro", False),
        ("5", "15,15,5", True),
        ("Gomoku", "15,15,5", True),
        ("Japanese", "15,15,5", True),
    ],
)
def test_names_of_rules(said: str, rules: str, told: bool) -> None:
    record, notes = read(f"(;GM[4]SZ[15]RU[{said}];B[hh])")
    assert str(record.start.rules) == rules
    expected = [f"RU[{said}] is an unknown rule: read as 15,15,5"]
    assert notes == (expected if told else [])


def test_the_rules_that_are_asked_for_count() -> None:
    record, notes = read("(;GM[4]SZ[15]RU[Standard];B[hh])", rules="15,15,5 caro")
    assert str(record.start.rules) == "15,15,5 caro"
    assert notes == ["RU[Standard] was read as 15,15,5 caro, as you said"]
    assert read("(;GM[4]SZ[15]RU[15,15,5];B[hh])", rules="15,15,5")[1] == []
    assert read("(;GM[4]RU[4];B[hh])", rules="15,15,5")[1] == [
        "RU[4] was read as 15,15,5, as you said"
    ]


@pytest.mark.parametrize(
    ("named", "codec", "player"),
    [
        ("GBK", "gbk", "黑方"),
        ("Shift_JIS", "shift_jis", "表山"),  # with bytes that are [ ] and \ in ASCII
        ("Big5", "big5", "功許"),
        ("windows-1250", "cp1250", "Jiří"),
        ("EUC-KR", "euc_kr", "흑"),
        ("UTF-8", "utf-8", "Zoë"),
        ("ISO-8859-1", "latin-1", "Zoë"),
    ],
)
def test_encodings(named: str, codec: str, player: str) -> None:
    record, notes = read(f"(;GM[4]SZ[15]CA[{named}]PB[{player}];B[hh])".encode(codec))
    assert (record.headers, notes) == ((("X", player),), [])


def test_encodings_that_are_none() -> None:
    for name in ("zlib", "rot13", "idna", "unicode_escape", "Klingon", "\xe9"):
        data = f"(;GM[4]SZ[15]CA[{name}]PB[Zo\xeb];B[hh])".encode()
        assert read(data)[1] == [f"CA[{name.encode().decode('latin-1')}] is not a known encoding"]
    record, notes = read("(;GM[4]SZ[15]CA[UTF-8]PB[Zo\xeb];B[hh])".encode("latin-1"))
    assert record.headers == (("X", "Zo\xeb"),)
    assert notes == [
        "the encoding of the file is not CA[UTF-8]",
        "the file is not UTF-8: read as Latin-1, letters may be wrong",
    ]
    _, notes = read(b"(;GM[4]SZ[15]CA[GBK];B[hh])(;GM[4]SZ[15]CA[Big5];B[hh])")
    assert "the games name several encodings ('GBK', 'Big5')" in notes


def test_what_is_left_out_is_counted() -> None:
    data = (
        "(;GM[4]FF[4]SZ[15]ST[0]HA[0]KM[0]PB[A][B]GC[in town];B[hh]C[a \\] comment]N[x];W[ii]"
        "LB[hh:1][ii:2]TR[hh]GB[](;B[jj]C[good]PB[C]PL[W])(;B[kk]C[]))"
    )
    record, notes = read(data)
    assert dict(record.headers) == {"X": "A", "Comment": "in town"}
    assert notes == ["left out: KM, PB, 2 comments, 1 name of a node, 2 labels, TR, PL"]
    notes = []
    formats.write(record, "sgf", notes=notes)
    assert notes == []


def test_what_stands_between_games() -> None:
    _, notes = read("(;GM[4]SZ[15];B[hh]) (;GM[4]SZ[15];B[ii]) and a signature", game=1)
    assert notes == ["left out: what follows game 2: 'and a signature'"]
    _, notes = read("(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15];B[ii]", game=1)
    assert notes == ["left out: what follows game 1: '(;GM[4]SZ[15];B[ii]'"]
    with pytest.raises(RecordError, match="it contains no game: SGF begins with"):
        read("From: me\n\n(;GM[4]SZ[15];B[hh])", "sgf")


def test_a_board_that_is_not_told() -> None:
    record, notes = read("(;GM[4];B[hh])")
    assert str(record.start.rules) == "15,15,5"
    assert notes == ["the file does not give SZ: read as 15x15"]
    record, notes = read("(;GM[4];B[rr])", rules="19,19,5")
    assert (str(record.start.rules), notes) == ("19,19,5", [])
    record, notes = read("(;GM[4]RU[3,3,3];B[bb])")
    assert (str(record.start.rules), notes) == ("3,3,3", [])
    with pytest.raises(
        RecordError, match=r"B\[\] is not a cell of 15,15,5; a pass is not a move here"
    ):
        read("(;GM[4]SZ[15];B[])")


def test_much_of_the_same_is_quick() -> None:
    """What grew with the square of the file: 20,000 rectangles, digits, escapes, moves."""
    boards = "[aa:zz]" * 20_000
    with pytest.raises(RecordError, match="676 X and 0 O"):
        read(f"(;GM[4]SZ[26]AB{boards})")
    with pytest.raises(RecordError, match="is not a move"):
        read(f"Piskvorky 15x15, 0:0, 0\n8,8,{'1' * 500_000}x")
    with pytest.raises(RecordError, match="in the middle of a game"):
        read(f"(;GM[4]CA[{' ' * 500_000}")
    with pytest.raises(RecordError, match="more than 225 moves on 225 cells"):
        read("h8" * 100_000, "pos")


# -- Piskvork --------------------------------------------------------------------------------


def test_blanks_and_times_do_not_matter() -> None:
    for moves in ("8, 8, 120\n9, 9, 431", "8 ,8,1.5\n 9,9,12345678901234", "8,8,.5\n9,9,-1"):
        record, notes = read(f"Piskvorky 15x15, 11:11, 0\n{moves}\n-1\n")
        assert (names(record), record.headers) == ("h8 i9", ())
        assert notes == ["left out: the times of the moves"]
    assert read("Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\n")[1] == []
    _, notes = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,1")
    assert notes == ["the file ends within its last move, and may be cut off"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("8;8;0", "line 2: '8;8;0' is not a move, column,row,time from 1,1"),
        ("8,8,x", "line 2: '8,8,x' is not a move"),
        ("8,8,0\na\nb\n9,9,0", "line 5: '9,9,0' is a move after the last one"),
        ("8,8,0\na\nb\n-1\n1,1,1", "line 6: '1,1,1' is a move after the last one"),
        ("8,8,0\na\n0", "line 3: 'a' is neither a move nor one of two players"),
        ("-8,8,0", "line 2: '-8,8,0' is not a move"),
    ],
)
def test_what_is_no_move_is_no_player(lines: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read(f"Piskvorky 15x15, 11:11, 0\n{lines}\n")


def test_six_in_a_row_names_the_rules_that_fit() -> None:
    xs, os = (8, 9, 10, 12, 13, 11, 1), (1, 2, 3, 5, 7, 6)
    moves = [f"{x},8,0\n{o},{o},0" for x, o in zip(xs, os, strict=False)]
    data = "Piskvorky 15x15, 0:0, 0\n" + "\n".join(moves) + "\n-1\n"
    with pytest.raises(RecordError, match='by 15,15,5 exact it can be played: --rules "15,15,5 ex'):
        read(data)
    assert len(read(data, rules="15,15,5 exact")[0].moves) == 12


def test_names_that_read_as_moves_are_not_written() -> None:
    record, _ = read("(;GM[4]SZ[15]PB[8,8,1]PW[-1];B[hh])")
    notes: list[str] = []
    written = formats.write(record, "psq", notes=notes)
    assert notes == ["left out: the name '8,8,1' of X, which reads as a move"]
    again, _ = read(written)
    assert (names(again), dict(again.headers)) == ("h8", {"X": "X", "O": "-1"})
    exact, _ = read("(;GM[4]SZ[15]RU[Standard];B[hh])")
    for name in ("psq", "pos"):
        notes = []
        formats.write(exact, name, notes=notes)
        assert notes == [f'{name} does not hold the rules: read it with --rules "15,15,5 exact"']


# -- moves as text ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["h8 i9 g7", "H8I9G7\r\n", "h08i09g07", "h8,i9, g7",
                                  "1. h8 i9 2. g7", "1.h8 2.i9 3.g7", "h8\ni9\ng7"])  # fmt: skip
def test_moves_one_after_the_other(text: str) -> None:
    assert names(read(text, "pos")[0]) == "h8 i9 g7"


def test_moves_that_are_none() -> None:
    for text, why in [
        ("h8 5. i9", "move 2 has the number 5."),
        ("h8 i", "move 2: 'i' is not a move"),
        ("h8i999", "move 2: 'i999' is not a move"),
    ]:
        with pytest.raises(RecordError, match=why):
            read(text, "pos")


@pytest.mark.parametrize(
    "text",
    ["1. b2 a1 2. c1 a3", "1. b2 a1\n2. c1 a3 *", "1. b2 2. a1 3. c1 4. a3", "1.b2 a1 2.c1 a3",
     "1. b2\n1... a1\n2. c1 a3"],
)  # fmt: skip
def test_numbered_moves_are_one_line(text: str) -> None:
    record, _ = read(text, "text")
    assert (names(record), record.branches) == ("b2 a1 c1 a3", ())
    with pytest.raises(RecordError, match=r"move 4 has the number 3\."):
        read("1. b2 a1 c1 3. c2", "text")


# -- commands --------------------------------------------------------------------------------


def test_notes_of_review(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def typed(data: str, *options: str) -> tuple[str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
        assert run(["review", "-", *options]) == 0
        return capsys.readouterr()

    small = "(;SZ[3]RU[3,3,3];W[bb];B[aa]C[hm])"
    printed, told = typed(small, "--json")
    assert json.loads(printed)["notes"] == [SWAPPED, "left out: 1 comment"]
    assert told == f"note: {SWAPPED}\nnote: left out: 1 comment\n"
    two = f"{small}(;SZ[3]RU[3,3,3];B[aa];W[cc])"
    assert "1 X b2" in typed(two)[0]
    assert "1 X a1" in typed(two, "--game", "2")[0]
    assert "3 X c1" in typed("1. b2 a1 2. c1")[0]
    dropped, _ = typed("4453", "--rules", "connect-four", "--engine", "tactics", "--json")
    assert [move["move"] for move in json.loads(dropped)["moves"]] == ["d6", "d5", "e6", "c6"]
    assert "1 X b3" in typed("b1", "--rules", "3,3,3", "--from", "pos", "--from-bottom")[0]


def test_boards_on_which_o_began(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["move", "O.X/.O./..."]) == 2
    error = capsys.readouterr().err
    assert "1 X and 2 O: X moves first here; swap the marks: X.O/.X./..." in error
    assert run(["move", "o e x / e o e / e e e", "--turn", "X"]) == 0
    printed, told = capsys.readouterr()
    assert printed.startswith("c3")
    assert told == "note: O began, so the marks are swapped: O moves in place of X\n"
    assert run(["analyse", "X.O/.../...", "--turn", "o", "--json"]) == 0
    printed, told = capsys.readouterr()
    found = json.loads(printed)
    assert (found["position"], found["turn"], found["value"]) == ("O.X/.../...", "X", "win")
    assert found["notes"] == [told.removeprefix("note: ").rstrip()]
    assert "in place of O" in told
    assert run(["move", "X.O/.../...", "--turn", "o", "--json"]) == 0
    printed, _ = capsys.readouterr()
    assert json.loads(printed)["notes"] == found["notes"]
    assert run(["analyse", "X.O/.../...", "--turn", "X", "--json"]) == 0
    printed, told = capsys.readouterr()
    assert told == ""
    assert "notes" not in json.loads(printed)
    assert run(["analyse", "X../.../...", "--turn", "X"]) == 2
    assert "1 X and 0 O: X cannot be to move" in capsys.readouterr().err


def test_many_boards_on_which_o_began(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = b"X.O/.../...\nO../.../...\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert run(["analyse", "-", "--turn", "O", "--json"]) == 2
    printed, told = capsys.readouterr()
    first, second = map(json.loads, printed.splitlines())
    assert first["position"] == "O.X/.../..."
    assert first["notes"] == ["O began, so the marks are swapped: X moves in place of O"]
    assert second == {"line": 2, "error": "0 X and 1 O: O cannot be to move; the sides take turns"}
    assert told == "note: line 1: O began, so the marks are swapped: X moves in place of O\n"


def test_columns_of_connect_four(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--rules", "connect-four", "--engine", "tactics", "--json"]
    assert run(["analyse", "4453", *asked]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["position"] == "......./......./......./......./...O.../..OXX.."
    for wrong, why in [
        ("448", "move 3 of '448': column 8 does not exist; columns are 1 to 7"),
        ("40", "column 0 does not exist"),
        ("4444444", "move 7 of '4444444': column 4 is full"),
        ("12121212", "move 8 of '12121212': b3 is a move after the end: X has won"),
    ]:
        assert run(["analyse", wrong, *asked]) == 2
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("x e o / e x e / e e o", "X.O/.X./..O"),
        ("x e o e x e e e o", "X.O/.X./..O"),
        ("102/010/002", "X.O/.X./..O"),
        ("1 0 2\n0 1 0\n0 0 2", "X.O/.X./..O"),
        ("1 X . O\n2 . X .\n3 . . O", "X.O/.X./..O"),
        ("b.w/.b./..w", "X.O/.X./..O"),
        ("XX0/.../..0", "XXO/.../..O"),
    ],
)
def test_boards_in_other_alphabets(text: str, plain: str) -> None:
    assert str(Position.parse(text)) == plain


@pytest.mark.parametrize("text", ["X12/.../...", "000/000/000", "xbo/.../...", "12b/.../..."])
def test_boards_in_two_alphabets_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        Position.parse(text)


def test_headers_of_a_game() -> None:
    assert str(read("rules: 4,3,3\n\nd3", "text")[0].start.rules) == "4,3,3"
    for text in ("X: Ada\nX: Bo\n\nb2", "Rules: 3,3,3\nrules: 4,3,3\n\nb2"):
        with pytest.raises(RecordError, match=r"header '(X|Rules)' is repeated"):
            read(text, "text")
    with pytest.raises(RecordError, match="the header 'rules' is reserved by the record"):
        Record.of("3,3,3", {"rules": "4,3,3"})
