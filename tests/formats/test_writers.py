"""A file of each program, in the shape that its own source writes; the games are ours."""

from pathlib import Path

import pytest

from noughts import Record, RecordError, Rules, formats
from noughts.formats.lib import HEAD


def read(
    data: bytes | str,
    name: str | None = None,
    rules: str | None = None,
    game: int | None = None,
    *,
    from_bottom: bool = False,
) -> tuple[Record, list[str]]:
    notes: list[str] = []
    asked = None if rules is None else Rules.parse(rules)
    data = data.encode() if isinstance(data, str) else data
    found = formats.read(data, name, asked, game=game, from_bottom=from_bottom, notes=notes)
    return found, notes


def names(record: Record) -> str:
    return record.start.rules.names(record.moves)


# Gomocup/GomocupJudge, server/server.py: extend_pos and Client_state.end.
JUDGE = """Piskvorky 15x15, 11:11, 0
8,8,0
9,9,0
8,9,1031
9,10,77
ENGINE-A.zip
ENGINE-B.zip
-1
2,{}
"""


@pytest.mark.parametrize(
    ("tournament", "rules"),
    [
        ("Freestyle1", "15,15,5"),
        ("Fastgame2", "15,15,5"),
        ("Unlimited1", "15,15,5"),
        ("Standard1", "15,15,5 exact"),
        ("Caro3", "15,15,5 caro"),
    ],
)
def test_gomocups_judge_names_the_rule(tournament: str, rules: str) -> None:
    record, notes = read(JUDGE.format(tournament))
    assert (str(record.start.rules), names(record)) == (rules, "h8 i9 h9 i10")
    assert dict(record.headers) == {"X": "ENGINE-A.zip", "O": "ENGINE-B.zip", "Event": tournament}
    assert notes == [
        "left out: the times of the moves",
        "left out: player 2 has won; the file does not say which mark it is",
    ]


def test_gomocups_judge_and_other_tournaments() -> None:
    with pytest.raises(RecordError, match="renju is not supported; give the rules"):
        read(JUDGE.format("Renju1"))
    assert str(read(JUDGE.format("Renju1"), rules="15,15,5")[0].start.rules) == "15,15,5"
    _, notes = read(JUDGE.format("my cup"))
    assert "'my cup' is an unknown rule: read as 15,15,5" in notes
    drawn, _ = read(JUDGE.format("Freestyle1").replace("2,Free", "0,Free"))
    assert dict(drawn.headers)["Result"] == "draw"


# plastovicka/Piskvork, source/game.cpp: savePsq and wrNames, in a text file of Windows.
PISKVORK = "Piskvorky 20x20, 7:7, {}\r\n10,10,456\r\n11,12,4500\r\n{}{}\r\n"


def test_piskvork() -> None:
    players = "pisq7.exe\r\nC:\\ai\\žluťásek.exe\r\n"
    record, notes = read(PISKVORK.format(0, players, 0).encode("cp1250"))
    assert (str(record.start.rules), names(record)) == ("20,20,5", "j10 k12")
    assert dict(record.headers) == {"X": "pisq7.exe", "O": "C:\\ai\\žluťásek.exe"}
    assert notes[0] == "the file is not UTF-8: read as Windows-1250, letters may be wrong"
    second, _ = read(PISKVORK.format(1, "a.exe\r\nb.exe\r\n", 15))
    assert dict(second.headers) == {"X": "b.exe", "O": "a.exe"}
    assert read(PISKVORK.format(0, "", 0))[0].headers == ()


# dhbloo/c-gomoku-cli, src/game.cpp: Game::export_sgf, appended to one file game after game.
MATCH = """(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.11.22 11:29:13]RO[1.1]RU[1]SZ[15]PB[A]PW[B]RE[W+1]\
TE[White win by time forfeit]
;B[hh]C[opening move]
;W[ii]C[31ms];B[jh]C[5ms])

(;FF[4]GM[4]GN[2]EV[B x A]DT[2026.11.22 11:29:14]RO[1.2]RU[1]SZ[15]PB[B]PW[A]RE[0]\
TE[Draw by adjudication]
;B[hh]C[opening move]
;W[gg]C[31ms])

"""


def test_a_match_of_c_gomoku_cli() -> None:
    record, notes = read(MATCH)
    assert (str(record.start.rules), names(record)) == ("15,15,5 exact", "h8 i9 j8")
    headers = dict(record.headers)
    assert (headers["X"], headers["O"], headers["Round"]) == ("A", "B", "1.1")
    assert headers["Result"] == "O wins"
    assert notes == [
        "this is game 1 (A - B) of 2 in the file; --game N reads another",
        "left out: TE, 3 comments",
    ]
    second, notes = read(MATCH, game=2)
    assert (names(second), dict(second.headers)["Result"]) == ("h8 g7", "draw")
    assert notes == ["left out: TE, 2 comments"]
    with pytest.raises(RecordError, match="game 3 does not exist: the file holds 2"):
        read(MATCH, game=3)
    for data in ("h8i9", JUDGE.format("Freestyle1")):
        with pytest.raises(RecordError, match="game 2 does not exist: the file holds 1 game"):
            read(data, game=2)


# hzyhhzy/KataGomo, branch Gom2024: WriteSgf::writeSgf of cpp/dataio/sgf.cpp, Rules of
# cpp/game/rules.cpp.
KATAGOMO = (
    "(;FF[4]GM[1]SZ[15]PB[bot]PW[bot]RU[{}]RE[B+R]C[startTurnIdx=2,initTurnNum=0,gameHash=0,"
    "gtype=normal];B[hh];W[hi];B[ii]C[0.55 0.43 0.02 v=600 weight=1.00 result=B+R])"
)


def test_katagomo() -> None:
    rules = "basicruleSTANDARDvcnruleNOVCfirstpasswin0maxmoves0"
    record, notes = read(KATAGOMO.format(rules))
    assert (str(record.start.rules), names(record)) == ("15,15,5 exact", "h8 h9 i9")
    assert dict(record.headers)["Result"] == "X wins by resignation"
    assert notes == ["left out: 2 comments"]
    other = "basicruleFREESTYLEvcnruleVC2Bfirstpasswin1maxmoves0"
    record, notes = read(KATAGOMO.format(other))
    assert str(record.start.rules) == "15,15,5"
    assert notes[0].endswith("has unsupported rules: read by freestyle alone")
    with pytest.raises(RecordError, match="renju is not supported"):
        read(KATAGOMO.format("basicruleRENJUvcnruleNOVCfirstpasswin0maxmoves0"))
    with pytest.raises(RecordError, match=r"GM\[1\] is not five in a row.* --rules 15,15,5"):
        read(KATAGOMO.format("chinese"))
    record, notes = read(KATAGOMO.format("chinese"), rules="15,15,5 exact")
    assert str(record.start.rules) == "15,15,5 exact"
    assert notes[:2] == [
        "GM[1] was read as 15,15,5 exact, as you said",
        "RU[chinese] was read as 15,15,5 exact, as you said",
    ]


# featurecat/lizzie, src/main/java/featurecat/lizzie/rules/SGFParser.java: saveToStream.
LIZZIE = (
    "(;KM[0.0]PW[White]PB[Black]DT[2026-11-22]AP[Lizzie: 0.7]SZ[15];B[hh]C[Black's winrate: "
    "51.0%\n(net / 1k playouts)]LZ[0.7 51.0 1.0k\nmove H8 visits 10];W[ii])"
)


def test_lizzie() -> None:
    record, notes = read(LIZZIE)
    assert (names(record), dict(record.headers)["Date"]) == ("h8 i9", "2026-11-22")
    assert notes == ["the file does not give GM: read as 15,15,5", "left out: KM, 1 comment, LZ"]
    assert read(LIZZIE, rules="15,15,5")[1] == ["left out: KM, 1 comment, LZ"]


# dhbloo/gomoku-calculator, src/store/modules/position.js: posStr, rows counted from the bottom.
def test_gomoku_calculator() -> None:
    calculated = "h8i9g7a15"
    record, notes = read(calculated, from_bottom=True)
    assert names(record) == "h8 i7 g9 a1"
    assert notes == [
        "the file's rows count from the bottom, as you said; here they count from the top"
    ]
    assert names(read(calculated)[0]) == "h8 i9 g7 a15"
    with pytest.raises(RecordError, match="only the format pos can count rows from the bottom"):
        read(LIZZIE, from_bottom=True)


# gomoku/RenLib: Pos.cpp (Pos::Save); RenLibDoc.cpp (AddLibrary, ReadOldComment), MoveNode.cpp.
RENLIB = HEAD + b"\3\4" + b"\xff" * 10 + b"\0\0"


def test_renlibs_position(tmp_path: Path) -> None:
    data = bytes([3, 7 * 15 + 7, 8 * 15 + 8, 6])
    assert names(read(data)[0]) == names(read(data, "pos")[0]) == "h8 i9 g1"
    (tmp_path / "a.pos").write_bytes(bytes([2, 48, 49]))  # also text: its ending decides
    assert names(formats.load(tmp_path / "a.pos")) == "d4 e4"
    with pytest.raises(RecordError, match="the board is 15 by 15"):
        read(data, "pos", "19,19,5")
    for wrong in (bytes([2, 1, 1]), bytes([1, 225]), bytes([3, 1, 2]), bytes([0])):
        with pytest.raises(RecordError, match=r"cannot be read \(format pos\)"):
            read(wrong, "pos")


def test_renlibs_passes_and_texts_are_no_moves() -> None:
    # h8 (a pass (i9), i9 (a board text beside the moves, j10)), each node with its flags
    tree = b"\x78\x00\x00\x80\x89\x40\x89\x00\x11\xc3\0\1A\0\x9a\x48hi\0\0"
    record, notes = read(RENLIB + tree)
    assert (names(record), record.branches) == ("h8 i9 j10", ())
    left = "left out: 1 pass (not a move here), 1 node after those, 1 board text, "
    assert notes == [f"{left}1 text beside the moves, 1 comment"]
    # all there is: h8, a pass, i9
    alone, notes = read(RENLIB + b"\x78\x00\x00\x00\x89\x40")
    assert (names(alone), alone.branches) == ("h8", ())
    assert notes == ["left out: 1 pass (not a move here), 1 node after those"]


def test_renlibs_old_comments_end_with_a_high_bit() -> None:
    # the comment "ok!" ends in its last letter, whose high bit is set
    record, notes = read(RENLIB + b"\x78\x20" + b"ok" + bytes([ord("!") | 0x80, 0]) + b"\x89\x40")
    assert names(record) == "h8 i9"
    assert notes == ["left out: 1 comment"]
    _, notes = read(RENLIB + b"\x78\x40" + b"and more")
    assert notes == ["left out: 8 bytes after the end of the tree"]
    _, notes = read(HEAD + b"\4\0" + b"\xff" * 10 + b"\0\0\x78\x40")
    assert notes == ["RenLib's format 4.0 is newer than 3.4: read as 3.4"]


def test_a_library_of_many_moves_is_read() -> None:
    """Counted line by line this one has 36,000 moves; its nodes are 3,070."""
    cells = [row << 4 | column + 1 for row in range(15) for column in range(15)]
    stem = [cells[at] for at in (0, 2, 4, 16, 18, 20, 32, 34)]
    tree = bytearray(byte for cell in stem for byte in (cell, 0))
    for first in range(60, 120):
        tree += bytes([cells[first], 0x80 * (first < 119)])
        for second in range(150, 200):
            tree += bytes([cells[second], 0x40 | 0x80 * (second < 199)])
    record, notes = read(RENLIB + bytes(tree))
    assert (len(record.branches), len(record.moves), notes) == (60 * 50 - 1, 10, [])
    assert formats.read(formats.write(record)) == record
