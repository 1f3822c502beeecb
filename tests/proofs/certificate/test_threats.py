"""Certificates of wins by threats: both checkers agree, and what they accept is true."""

import json
import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, islice
from pathlib import Path

import pytest

from noughts import (
    CertificateError,
    Limit,
    LimitReachedError,
    Mark,
    Position,
    RecordError,
    Rules,
    RulesError,
)
from noughts.cli import run
from noughts.formats import move_tree
from noughts.proofs.certificate import (
    CertificateWriter,
    certify,
    read_claims,
    shrink,
    threat_checker,
    verify,
)
from noughts.proofs.certificate.certifying import certify_threats
from noughts.proofs.certificate.makers import threat_maker
from noughts.proofs.certificate.makers.threat_maker import ThreatMaker
from noughts.proofs.certificate.threat_checker import ThreatCertificate
from noughts.proofs.ledger.hint_tree import HintTree
from noughts.solver.prover import ProofTask
from noughts.solver.threat_space import ThreatProver
from noughts.testing import random_games
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.quiet_moves import QuietSearch
from tests.proofs.certificate import files
from tests.proofs.certificate.naive_threats import PlayedTree
from tests.proofs.certificate.second import agreed
from tests.sampling import sample, scattered
from tests.threats.truth import Truth

judged = partial(agreed, by=threat_checker, source="threats.c")
verdict = partial(files.verdict, by=threat_checker)
NODES = 20_000
#: Small boards with the empty cells that plain minimax may have. Narrow ones have found mistakes.
SMALL = [
    ("8,2,3 exact", 11),
    ("6,3,3 exact", 12),
    ("5,3,3", 12),
    ("4,4,3", 12),
    ("5,4,4 exact", 12),
    ("6,4,4", 13),
    pytest.param("7,3,4 exact", 13, marks=pytest.mark.deep),
]


def made(position: Position, mark: Mark, nodes: int = NODES) -> list[str] | None:
    """Return the certificate of a win; None if threats do not prove it."""
    try:
        maker = ThreatMaker(position, mark, 1 << 20, nodes=nodes)
        maker.prove()
    except LimitReachedError:
        return None
    return [*maker.head, *maker.lines]


@cache
def truth_of(rules: Rules) -> Truth:
    """Return what is known of a game, which all tests share."""
    return Truth(rules)


def true(position: Position, mark: Mark) -> bool:
    """Whether a side wins, by minimax."""
    truth = truth_of(position.rules)
    own, other = position.sides(mark)
    return truth.wins(own, other) if position.turn is mark else truth.loses(other, own)


def test_a_reply_that_takes_many_nodes_waits_for_the_zones_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So as much is proved with few nodes first as with all of them at once."""
    proved: dict[int, int] = {}
    for few in (20, 200):
        monkeypatch.setattr(threat_maker, "FEW", few)
        drawn = scattered("8,2,3 exact", 7, 15, random.Random("8,2,3 exact"))
        positions = islice(drawn, sample(150, 300))
        found = [made(position, position.turn.other, nodes=200) for position in positions]
        proved[few] = sum(lines is not None for lines in found)
        assert not any(judged(tmp_path, filter(None, found)))
    assert proved[20] == proved[200] >= 15


@pytest.mark.parametrize(("wide", "high"), [(4, 4), (5, 3), (3, 5)])
def test_symmetric_positions_are_those_whose_lines_are_the_same(wide: int, high: int) -> None:
    empty = "/".join(["." * wide] * high)
    rules, position = f"rules {wide},{high},3", f"position {empty}"
    game = ThreatCertificate(threat_checker.VERSION, rules, position, "X wins")
    cells = list(game.cells.values())
    lines = {frozenset(some) for some in combinations(cells, 3) if game.over(sum(some))}
    for to in game.images:
        assert {frozenset(map(to.get, line)) for line in lines} == lines
    assert len({tuple(to.values()) for to in game.images}) == (8 if wide == high else 4)


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_what_is_made_holds_and_is_true(game: str, most: int, tmp_path: Path) -> None:
    draw, found = random.Random(game), list[list[str]]()
    for position in islice(scattered(game, most - 4, most, draw), sample(60, 2_000)):
        for mark in Mark:
            lines = made(position, mark)
            if lines is not None:
                assert true(position, mark), lines
                found.append(lines)
    assert not any(judged(tmp_path, found))
    assert len(found) >= 15


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_a_tree_wins_whatever_stone_stands_outside_its_zone(game: str, most: int) -> None:
    draw, held, truth = random.Random(game), 0, truth_of(Rules.parse(game))
    for position in islice(scattered(game, most - 4, most, draw), sample(60, 2_000)):
        lines = made(position, position.turn)
        if lines is None:
            continue
        checker = ThreatCertificate(*lines[:4])
        moves = lines[4].removeprefix("-:")
        checker.moves = iter([moves[at : at + 2] for at in range(0, len(moves), 2)])
        zone = checker.tree(*checker.nodes[0][:2])
        own, other = position.sides(position.turn)
        for cell, bit in enumerate(checker.cells.values()):
            if not zone & bit and cell in position.legal:
                assert truth.wins(own, other | 1 << cell), (lines, cell)
                held += 1
    assert held >= 20


@pytest.mark.parametrize(
    ("game", "plies"), [("7,7,4", 8), ("8,6,4 exact", 9), ("9,9,5", 20), ("9,9,5 exact", 20)]
)
def test_a_tree_is_played_against_every_reply_with_any_stone_outside(game: str, plies: int) -> None:
    rules, draw, held, long = Rules.parse(game), random.Random(game), 0, 0
    for positions in random_games(rules, games=sample(35, 1_000), seed=7):
        position = positions[min(plies + draw.randrange(4), len(positions) - 1)]
        lines = None if position.outcome is not None else made(position, position.turn)
        if lines is None:
            continue
        checker, text = ThreatCertificate(*lines[:4]), lines[4].removeprefix("-:")
        checker.moves = iter([text[at : at + 2] for at in range(0, len(text), 2)])
        zone = checker.tree(*checker.nodes[0][:2])
        at = position.sides(position.turn)
        tree = PlayedTree(rules, text, *at)
        assert tree.wins(at, *at)
        outside = [
            cell
            for cell, bit in enumerate(checker.cells.values())
            if not zone & bit and cell in position.legal
        ]
        for cell in draw.sample(outside, min(len(outside), sample(6, 30))):
            assert tree.wins(at, at[0], at[1] | 1 << cell), (lines, cell)
            held += 1
        long += any(node is not None and len(node.after) > 1 for node in tree.nodes.values())
    assert held >= 25
    assert long >= 1


def test_a_known_win_by_threes_is_written_in_one_line(tmp_path: Path) -> None:
    position = Position(Rules.parse("15,15,5"))
    for move in ["h8", "a1", "i8", "a15", "j8", "o1"]:
        position = position.play(move)
    made_file = certify(position, tmp_path / "win.cert", memory=1 << 20)
    assert made_file.statements == ("X wins",)
    assert files.read(made_file.path)[3:] == ["X wins", "-:gh"]
    found = verify(made_file.path)
    assert (found.holds, found.value, found.claims, found.reasons) == (True, "X wins", 1, 1)
    assert (found.rules, found.position) == ("15,15,5", str(position))
    with pytest.raises(CertificateError, match="is checked without --verified"):
        verify(made_file.path, verified=True)
    assert verify(made_file.path, expand=True, play=10).holds
    with pytest.raises(CertificateError, match="is checked without --verified"):
        shrink(made_file.path, tmp_path / "small.cert")
    assert list(read_claims(made_file.path)) == []


#: Then X wins with a quiet move, and needs another one after some replies.
QUIET = "g11 e10 h11 e5 h10 i11 g10 g12"


def test_a_win_with_quiet_moves_is_written(tmp_path: Path) -> None:
    position = Position(Rules.parse("15,15,5"))
    for move in QUIET.split():
        position = position.play(move)
    path = tmp_path / "win.cert"
    assert certify(position, path, Limit(nodes=5_000_000), memory=1 << 22).claims > 3
    lines = files.read(path)
    assert lines[4][0] == "-"
    assert sum(":" not in line and line != ")" for line in lines[4:]) >= 2
    assert verify(path).value == "X wins"
    assert not any(judged(tmp_path, [lines]))


@pytest.mark.parametrize(("game", "most"), SMALL[:-1])
def test_wins_with_quiet_moves_on_small_boards_are_written(
    game: str, most: int, tmp_path: Path
) -> None:
    draw, found = random.Random(game), list[list[str]]()
    for position in islice(scattered(game, most - 4, most, draw), sample(20, 1_000)):
        for mark in Mark:
            search = PrincipalVariationSearch(position)
            search.allow(0)
            quiet = QuietSearch(search, position, mark)
            if quiet.run(NODES):
                maker = ThreatMaker(position, mark, 1 << 20, nodes=NODES)
                maker.prove(quiet.moves)
                found.append([*maker.head, *maker.lines])
    assert not any(judged(tmp_path, found))
    assert len(found) >= 3


def test_the_limit_is_for_the_search_and_its_certificate_together(tmp_path: Path) -> None:
    position = Position("9,9,5")
    for move in ["e5", "a1", "d5", "i9", "e4", "a9", "f6", "b9"]:
        position = position.play(move)
    spent = ThreatProver().prove(ProofTask(position), Limit()).nodes
    path, enough = tmp_path / "win.cert", Limit(nodes=spent * 3 // 2)
    certify_threats(position, Mark.X, path, enough)
    path.unlink()
    with pytest.raises(LimitReachedError):
        certify(position, path, enough)
    assert not path.exists()
    certify(position, path, Limit(nodes=3 * spent))


def test_what_has_no_such_certificate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.cert"
    for game in ("15,15,5 torus", "15,15,5 caro", "5,5,5,4", "27,27,5"):
        with pytest.raises(RulesError):
            certify(game, path)
    with pytest.raises(RulesError, match="small makes no difference"):
        certify(Position("15,15,5").play("h8"), path, small=True)
    with pytest.raises(RulesError, match="only m,n,k and m,n,k exact have certificates"):
        certify(Position("15,15,5").play("h8"), path, maker_breaker=True)
    with pytest.raises(LimitReachedError, match="no win by threats was found"):
        certify(Position("15,15,5").play("h8"), path, memory=1 << 20)
    with pytest.raises(RulesError, match="use certify"):
        CertificateWriter(Position("15,15,5").play("h8"))
    assert not path.exists()


def test_solve_with_a_hint_writes_what_it_proves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hint, path = tmp_path / "tree.json", tmp_path / "win.cert"
    hint.write_text('{"d3": {"c3": {"d4": 9}, "e4": 9}}')
    command = ["solve", "6,6,4", "--hint", str(hint), "--certificate", str(path), "--memory", "32"]
    assert run(command) == 0
    assert "X wins" in capsys.readouterr().out
    assert verify(path).value == "X wins"
    lines = files.read(path)
    assert lines[4] == "-dc"
    assert judged(tmp_path, [lines]) == [0]
    hint.write_text('{"d3": {"c3": {"a6": 9}, "e4": 9}}')  # a6 wins nothing
    assert run(command) == 0
    assert "where the hint fails" in capsys.readouterr().out
    mended = files.read(path)
    assert mended[4] == "-dc"
    assert judged(tmp_path, [mended]) == [0]
    path.write_text("a letter")
    assert run(command) == 2
    assert path.read_text() == "a letter"


def test_the_checker_is_one_short_file() -> None:
    """One file of at most 310 lines with its comments, which imports nothing of ours."""
    text = Path(threat_checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 310
    assert "noughts." not in text.replace("threat_checker", "").partition('"""')[2]


#: O is to move, and X completes a line at either end. Rows from the top are a to e.
HEAD = ["noughts certificate 5", "rules 5,5,4", "position ...../O..../.XXX./..O../.....", "X wins"]
NOT_RIGHT = {
    "right": (["-:", "ac:", "ec:", ")"], 0),
    "no tree against one reply": (["-:", ")"], 1),
    "no end": (["-:", "ac:", "ec:"], 2),
    "more after the end": (["-:", "ac:", "ec:", ")", ")"], 2),
    "a reply on a stone": (["bc:", ")"], 1),
    "a move on its own stone": (["acbc", ")", ")"], 1),
    "a pass that is no tree": (["-ac", ")", ")"], 1),
    "a move too many": (["-:aa", ")"], 2),
    "half a move": (["-:a", ")"], 2),
    "a cell off the board": (["af:", ")"], 2),
    "a word": (["h - - - --"], 2),
}


@pytest.mark.parametrize("name", NOT_RIGHT)
def test_not_right(name: str, tmp_path: Path) -> None:
    lines, code = NOT_RIGHT[name]
    assert judged(tmp_path, [[*HEAD, *lines]]) == [code]


def test_a_sequence_of_fours_is_one_of_threats(tmp_path: Path) -> None:
    """Each move of it but the last leaves one reply; here the first leaves any."""
    head = [*HEAD[:2], "position ...../O..../.XX../....O/.....", "X wins"]
    assert judged(tmp_path, [[*head, "-:dc"], [*head, "-:aaeadc"]]) == [0, 1]


@pytest.mark.parametrize(
    ("at", "text", "code"),
    [
        (0, "noughts certificate 4", 2),
        (1, "rules 5,5,4 torus", 2),
        (1, "rules 5,5,1", 2),
        (1, "rules 27,5,4", 2),
        (1, "rules 5,5,3", 2),  # X has won
        (1, "rules 5,5,6", 2),
        (2, "position ...../O..../.XXX./..O..", 2),
        (2, "position ...../O..../.XXX./.XO../.....", 2),
        (3, "X does not win", 2),
        (3, "O wins", 2),  # it would begin with a move of O's
    ],
)
def test_a_head_that_is_not_right(at: int, text: str, code: int, tmp_path: Path) -> None:
    head = [*HEAD[:at], text, *HEAD[at + 1 :]]
    assert judged(tmp_path, [[*head, "-:", "ac:", "ec:", ")"]]) == [code]


def hinted(position: Position, draw: random.Random) -> dict[str, object] | None:
    """Return a tree with a winning move, and one after some replies; None without a win."""
    mark = position.turn
    for cell in draw.sample(position.legal, len(position.legal)):
        after = position.play(cell)
        if after.outcome is None and true(after, mark):
            replies = draw.sample(after.legal, min(4, len(after.legal)))
            below = {reply: _winning(after.play(reply)) for reply in replies}
            name = position.rules.name
            return {name(cell): {name(r): {name(m): 9} for r, m in below.items() if m is not None}}
    return None


def _winning(position: Position) -> int | None:
    if position.outcome is not None:
        return None
    after = {cell: position.play(cell) for cell in position.legal}
    return next((c for c, p in after.items() if p.outcome is None and true(p, position.turn)), None)


def strategies(game: str, most: int, many: int) -> Iterator[list[str]]:
    """Yield certificates with nodes of a strategy, from trees of true moves."""
    draw = random.Random(game)
    for position in islice(scattered(game, most - 4, most, draw), many):
        tree = hinted(position, draw)
        if tree is not None:
            maker = ThreatMaker(position, position.turn, 1 << 20, nodes=NODES)
            try:
                maker.prove(move_tree.read(json.dumps(tree).encode(), position))
            except (LimitReachedError, RecordError):
                continue
            yield [*maker.head, *maker.lines]


def changed(lines: list[str], draw: random.Random) -> list[str]:
    """Return a certificate with a small change."""
    some, (at, other) = lines.copy(), draw.choices(range(1, len(lines)), k=2)
    place, kind = draw.randrange(len(lines[at]) + 1), draw.randrange(8)
    if kind == 0:
        del some[at]
    elif kind == 1:
        some[at], some[other] = some[other], some[at]
    elif kind == 2:
        some.insert(at, lines[other])
    elif kind == 3:
        some[at] = lines[at][:place]
    else:
        name = draw.choice([*"abcdefgh-:).XO", ""])
        some[at] = lines[at][:place] + name + lines[at][place + (kind > 4) :]
    return some


def true_of(lines: list[str]) -> bool:
    """Whether what a certificate states is true."""
    rules = Rules.parse(lines[1].removeprefix("rules "))
    position = Position.parse(lines[2].removeprefix("position "), rules)
    return true(position, Mark(lines[3][0]))


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_strategies_hold_and_are_true(game: str, most: int, tmp_path: Path) -> None:
    found = list(strategies(game, most, sample(40, 1_000)))
    assert not any(judged(tmp_path, found))
    assert all(map(true_of, found))
    assert len(found) >= 3


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_whatever_is_changed_the_checkers_agree_and_nothing_false_is_shown(
    game: str, most: int, tmp_path: Path
) -> None:
    draw, codes = random.Random(game), list[int]()
    for lines in islice(strategies(game, most, 1_000), sample(6, 60)):
        tried = [changed(lines, draw) for _ in range(sample(25, 200))]
        for some, code in zip(tried, judged(tmp_path, tried), strict=True):
            codes.append(code)
            assert code or true_of(some), some
    assert set(codes) == {0, 1, 2}


def test_a_mended_move_is_taken_in_symmetric_positions(tmp_path: Path) -> None:
    """X's a1 is wrong after each reply; c4 is the mirror image of d3."""
    start = Position("6,6,4")
    wrong = {reply: {"a1": 9} for reply in ("c4", "d3", "d4")}
    moves = move_tree.read(json.dumps({"c3": wrong}).encode(), start)
    tree = HintTree(start, moves)
    bad = {node.position for node in tree.below(tree.root) if "a1" in start.rules.names(node.path)}
    named = {start.rules.names(node.path): node for node in tree.below(tree.root)}
    tree.put(named["c3 d4"], None)
    place = start.play("c3").play("c4").canonical()[1]
    tree.put(named["c3 c4"], place[start.rules.cell("d3")])
    asked = {node.position: tree.question(node) for node in tree.below(tree.root)}
    tree.settled({each.key for at, each in asked.items() if each and at not in bad})
    maker = ThreatMaker(start, Mark.X, 1 << 22)
    maker.prove(tree.moves())
    assert judged(tmp_path, [[*maker.head, *maker.lines]]) == [0]
    with pytest.raises(LimitReachedError):
        ThreatMaker(start, Mark.X, 1 << 22).prove(moves)


@pytest.mark.parametrize(("game", "first"), [("7,7,4", "d4"), ("6,6,4", "c3")])
def test_a_reply_that_trees_answer_may_have_symmetric_ones_that_they_do_not(
    game: str, first: str, tmp_path: Path
) -> None:
    """The position after the first move is symmetric to itself; the tree has any of its replies."""
    start, draw, found = Position(game), random.Random(game), list[list[str]]()
    after, name = start.play(first), start.rules.name
    wins = dict[str, str]()
    for reply in after.legal:
        lines = made(after.play(reply), Mark.X)
        assert lines is not None
        column, row = map(threat_checker.NAMES.index, lines[4][2:4])
        wins[name(reply)] = name(column + start.rules.shape[0] * row)
    for _ in range(sample(12, 100)):
        said = {reply: {wins[reply]: 9} for reply in draw.sample(list(wins), draw.randint(1, 7))}
        maker = ThreatMaker(start, Mark.X, 1 << 20, nodes=NODES)
        maker.prove(move_tree.read(json.dumps({first: said}).encode(), start))
        found.append([*maker.head, *maker.lines])
    assert not any(judged(tmp_path, found))
    assert sum(lines.count(")") - 1 for lines in found) >= 10
