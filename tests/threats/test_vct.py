"""Wins by continuous threats: compiled as uncompiled, never false, and found where they are."""

import random
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import Limit, Mark, Position, PositionError, Rules, RulesError, Score
from noughts.core.forks import completions
from noughts.engines import Memoised
from noughts.solver import Solution
from noughts.solver.prover import ProofTask
from noughts.solver.threat_space import ThreatProver
from noughts.testing import random_games
from noughts.threats.threat_types import LOWER, WIN
from tests.sampling import sample, some
from tests.solver.uncompiled import Edit, compiled, uncompiled
from tests.threats.truth import Truth

LARGE = "noughts.threats"
FREESTYLE = Rules.parse("15,15,5")
#: Kind, plies of a line, moves: made by bench/threats.py.
KNOWN = [line.split() for line in Path(__file__).with_name("threats.txt").read_text().splitlines()]
NODES = 20_000
#: Small enough that plain search tells the truth.
SMALL = [
    "4,4,4",
    "5,4,4",
    "5,5,4 exact",
    "4,4,3 torus",
    "4,3,3",
    "5,2,3 exact",
    *("6,3,3 caro", "5,4,3 exact caro", "6,2,3 caro torus"),
    "4,4 lines a1-b1-c1 a2-b2-c2-d2 b1-b2-b3 c1-c2-c3 a3-b3-c3-d3 a1-b2-c3-d4 d1-d2",
]


def prove(position: Position, limit: Limit | None = None) -> Solution:
    return ThreatProver().prove(ProofTask(position), limit or Limit())


def after(rules: Rules, moves: list[str]) -> Position:
    position = Position(rules)
    for move in moves:
        position = position.play(move)
    return position


def searched(modules: SimpleNamespace, position: Position) -> Any:
    search = modules.pvs.PrincipalVariationSearch(position)
    search.allow(0)
    return search


@pytest.mark.parametrize("game", SMALL)
def test_what_is_claimed_is_true(game: str) -> None:
    rules = Rules.parse(game)
    modules = uncompiled(package=LARGE)
    claims = 0
    for positions in random_games(rules, games=14, seed=13):
        late = [p for p in positions if rules.cells - p.ply <= sample(8, 9) and p.outcome is None]
        for position in late[:2]:
            search = searched(modules, position)
            before = list(search.board.owner), search.board.key
            won = search.threes.win(search.side, NODES)
            lost = search.threes.loss(search.side, NODES)
            assert not (won and lost)
            if won or lost:
                truth = Memoised().analyse(position).score
                assert isinstance(truth, Score)
                assert (truth > Score.draw()) is won, str(position)
                assert (truth < Score.draw()) is lost, str(position)
                end = position
                for cell in search.threes.line(search.side, NODES, loses=lost):
                    end = end.play(cell)
                assert end.outcome is not None
                assert end.outcome.winner is (position.turn if won else position.turn.other)
                claims += 1
            assert (list(search.board.owner), search.board.key) == before
        if claims >= sample(5, 100):
            break
    assert claims >= 3


#: With this many empty cells at most, plain minimax still tells the truth quickly.
ZONED = [("4,3,3", 12), ("4,4,3", 16), ("5,3,3", 15), ("5,4,3 exact", 14), ("4,4,3 torus", 14)]


@pytest.mark.parametrize(("game", "most"), [*ZONED, ("6,4,4", sample(12, 14)), ("6,5,4 exact", 13)])
def test_a_proof_holds_whatever_stone_stands_outside_its_zone(game: str, most: int) -> None:
    rules = Rules.parse(game)
    modules = compiled(LARGE)
    truth = Truth(rules)
    held = 0
    for positions in random_games(rules, games=sample(6, 400), seed=3):
        for position in positions:
            if rules.cells - position.ply > most or position.outcome is not None:
                continue
            mine, others = position.sides(position.turn)
            search = searched(modules, position)
            if search.threes.loss(search.side, NODES):
                assert truth.loses(mine, others), str(position)
            if not search.threes.win(search.side, NODES):
                continue
            assert truth.wins(mine, others), str(position)
            for cell in position.legal:
                if not search.threes.in_zone(cell):
                    assert truth.wins(mine, others | 1 << cell), (str(position), cell)
                    held += 1
        if held >= sample(100, 10**6):
            break
    assert held >= 100


def test_the_truth_knows_rows_that_are_too_long() -> None:
    """Between a1 and c1 a stone makes three in a row, where only two count."""
    assert Truth(Rules.parse("5,1,2 exact")).completing(0b00101, 0) == 0b01000


@pytest.mark.parametrize("board", ["...X..../O.O...X.", "O.....X./XOO....X"])
def test_a_proof_against_a_reply_that_makes_a_line_too_long_answers_no_other(board: str) -> None:
    """A stone of O's blocks O's line beside it, which lives if O plays elsewhere."""
    position = Position.parse(board, Rules.parse("8,2,3 exact"))
    assert Memoised().analyse(position).score == Score.draw()
    search = searched(compiled(LARGE), position)
    assert not search.threes.win(search.side, NODES)


def test_the_zone_of_a_loss_is_every_cell() -> None:
    """Proofs against other first moves answer some, and nothing says for which boards they hold."""
    position = after(FREESTYLE, next(moves for kind, _, *moves in KNOWN if kind == "T"))
    search = searched(compiled(LARGE), position)
    assert search.threes.win(search.side, NODES)
    assert not all(map(search.threes.in_zone, position.legal))
    position = position.play(search.threes.best)
    search = searched(compiled(LARGE), position)
    assert search.threes.loss(search.side, NODES)
    assert all(map(search.threes.in_zone, position.legal))


def test_a_loss_but_for_some_moves_is_not_remembered_as_one() -> None:
    position = after(FREESTYLE, ["h8", "a1", "i8", "a15", "j8"])
    search = searched(compiled(LARGE), position)
    saving = [cell for cell in position.legal if not lost_at(position, cell)]
    assert 2 <= len(saving) < 20
    for _ in range(2):
        assert search.threes.loss(search.side, NODES, saving)
        assert not search.threes.loss(search.side, NODES, saving[1:])
        assert not search.threes.loss(search.side, NODES)


def lost_at(position: Position, cell: int) -> bool:
    """Whether a move is proved to lose to threats."""
    search = searched(compiled(LARGE), position.play(cell))
    return bool(search.threes.win(search.side, NODES))


@pytest.mark.parametrize("game", ["8,2,3 exact", "6,3,3 exact", "5,4,4 exact", "5,4,4", "4,4,4"])
def test_no_claim_is_false_where_stones_lie_anywhere(game: str) -> None:
    """Positions of stones at random, and not of games, have more broken lines."""
    rules = Rules.parse(game)
    modules, truth, rng = compiled(LARGE), Truth(rules), random.Random(game)
    claims = 0
    for _ in range(sample(150, 5_000)):
        stones = rng.sample(range(rules.cells), rules.cells - rng.randint(8, 13))
        half = (len(stones) + 1) // 2
        x, o = (sum(1 << cell for cell in some) for some in (stones[:half], stones[half:]))
        try:
            position = Position(rules, x, o)
        except PositionError:
            continue
        if position.outcome is not None:
            continue
        mine, others = (x, o) if position.turn is Mark.X else (o, x)
        search = searched(modules, position)
        lost = search.threes.loss(search.side, NODES)
        won = search.threes.win(search.side, NODES)
        assert not lost or truth.loses(mine, others), str(position)
        assert not won or truth.wins(mine, others), str(position)
        claims += won + lost
        if claims >= sample(15, 10**6):
            break
    assert claims >= 10


TWO_MORE = (
    "4,3 lines a1-b1-c1 a1-c1-b2 a1-c1-b2-c3 a1-a2-c3-d3 a1-a3-d3 b1-c1-d1-b2 "
    "d1-b3-c3 a2-c2-a3-c3 b3-c3-d3"
)
#: Finds no fours for the attacker, so a move that makes two of them is searched like any threat.
BLIND = Edit("vct", "_sight", "ATTACK_NODES", "0")
#: Positions that X or O, to move, wins by threats; and mistakes that lose a cell of the zone there.
MISTAKES: dict[tuple[str, str], list[list[Edit]]] = {
    # X plays a four, b1, and then d1: too late if O can complete c3-d1-d3 first.
    (
        "4,3 lines a1-b1-c1 b1-d1-a2-b2 b1-d1-a2-c2 b1-d1-d2-a3 b1-d1-d2-b3 c3-d1-d3",
        "X.../..../..O.",
    ): [
        [Edit("vct", "_defences", "self.zones.mark_near(level, 1 - self.attacker, 2)", "pass")],
        [Edit("vct", "_defences", "self.zones.mark(level, forced)", "pass")],
    ],
    # With two stones more, O makes a four while X's threat is played out.
    (TWO_MORE, "..../...X/...."): [
        [Edit("vct", "_defences", "self._mark_two(level)", "pass")],
        [Edit("vct", "_defences", "self.zones.mark(level, self.zone[i])", "pass")],
        [Edit("vct", "_learn", "self.zones.mark(level, self.moves[row + at])", "pass")],
        [Edit("vct", "_refuted", "self.zones.gather(level)", "pass")],
        [Edit("vct", "_search", "self.zones.copy(level, self.zones.told)", "pass")],
        [Edit("proof_zones", "mark_far", "3", "2")],
        [Edit("vct", "_learn", "self.zones.gather(level)", "pass")],
    ],
    ("4,4,3", "..../.O.X/X.../..O."): [
        [Edit("vct", "_sight", "self.board.completion(1 - attacker) == TWO", "False")]
    ],
    ("5,4,4", ".O.../X..OX/.X.OX/....."): [
        [BLIND, Edit("vct", "_sight", "self.zones.mark_near(self.zones.told, attacker, 1)", "pass")]
    ],
    ("5,4,4", "XXO../.O.O./XX.OX/.XO.."): [
        [
            BLIND,
            Edit("vct", "_sight", "self.zones.mark_near(self.zones.told, 1 - attacker, 2)", "pass"),
        ],
        [BLIND, Edit("vct", "_expand", "self.zones.mark(level, cell)", "pass")],
        [BLIND, Edit("vct", "_expand", "self.zones.gather(level)", "pass")],
    ],
}


@pytest.mark.parametrize(("game", "board"), MISTAKES)
def test_a_zone_has_every_cell_that_changes_the_winner(game: str, board: str) -> None:
    rules = Rules.parse(game)
    position = Position.parse(board, rules)
    mine, others = position.sides(position.turn)
    truth = Truth(rules)
    changing = {c for c in position.legal if not truth.wins(mine, others | 1 << c)}

    def missing(modules: SimpleNamespace) -> set[int]:
        search = searched(modules, position)
        assert not search.threes.loss(search.side, NODES)  # what it notes must not mislead the next
        assert search.threes.win(search.side, NODES)
        return {cell for cell in changing if not search.threes.in_zone(cell)}

    for right in (compiled(LARGE), uncompiled(package=LARGE), uncompiled(BLIND, package=LARGE)):
        assert not missing(right)
    for edits in MISTAKES[game, board]:
        assert missing(uncompiled(*edits, package=LARGE)), edits


def test_a_zone_is_kept_with_its_win_in_the_table() -> None:
    """The second search finds the wins after the first move in the table, after another search."""
    position = Position.parse("..../X.../....", Rules.parse("4,3,3"))
    for edit in (
        None,
        Edit("vct", "_find", "self.zones.take(self.table)", "pass"),
        Edit("vct", "_store", "self.zones.put(self.table)", "pass"),
    ):
        search = searched(uncompiled(*[edit] if edit else [], package=LARGE), position)
        zones = []
        for side in (search.side, 1 - search.side, search.side):
            assert search.threes.win(side, NODES)
            zones.append({cell for cell in position.legal if search.threes.in_zone(cell)})
        assert (zones[0] == zones[2]) is (edit is None)


@pytest.mark.parametrize(
    "board", ["..O.../.XOX../..O.../.X..X./....../......", "....../.OOO../....../XX..X."]
)
def test_wherever_a_search_is_stopped_stones_go_on_empty_cells(board: str) -> None:
    """A position it has not looked at may be lost already, so that no move is forced."""
    position = Position.parse(board, Rules.parse(f"6,{board.count('/') + 1},4"))
    for nodes in range(1, sample(200, 2_000)):
        search = searched(uncompiled(package=LARGE), position)
        line_board, place = search.board, search.board.place

        def checked(cell: int, side: int, line_board: Any = line_board, place: Any = place) -> None:
            assert 0 <= cell < line_board.cells
            assert line_board.owner[cell] not in {0, 1}
            place(cell, side)

        line_board.place = checked
        before = list(line_board.owner)
        search.allow(nodes)
        search.threes.survivors(search.side, 100, 3)
        search.threes.win(search.side, 100)
        assert list(line_board.owner) == before


@pytest.mark.parametrize("game", ["4,3,3", "5,2,3 exact"])
def test_no_win_by_threats_depends_on_a_hash(game: str) -> None:
    """Where all positions have one key, less is found, and nothing false is claimed."""
    rules = Rules.parse(game)
    modules = uncompiled(package=LARGE)
    found = 0
    for positions in random_games(rules, games=sample(6, 12), seed=5):
        for position in positions:
            if rules.cells - position.ply > 8 or position.outcome is not None:
                continue
            search = searched(modules, position)
            with_one_key(search.board)
            truth = Memoised().analyse(position).score
            assert isinstance(truth, Score)
            won = search.threes.win(search.side, 2_000)
            lost = search.threes.loss(search.side, 2_000)
            assert not won or truth > Score.draw(), str(position)
            assert not lost or truth < Score.draw(), str(position)
            found += won + lost
    assert found >= 10


def with_one_key(board: Any) -> None:
    board.keys = array("Q", bytes(8 * 2 * board.cells))
    board.key = 0


@pytest.mark.parametrize("value", [WIN - 9, 9 - WIN])
def test_a_proved_value_is_that_of_its_position_alone(value: int) -> None:
    modules = uncompiled(package=LARGE)
    cache = modules.value_cache.ValueCache(9, 1 << 10)
    one, other = (modules.line_board.LineBoard(Rules.parse("3,3,3")) for _ in range(2))
    for board, cell in ((one, 4), (other, 5)):
        with_one_key(board)
        board.place(cell, 0)
    cache.store(one, 3, LOWER, value, 7)
    assert cache.find(one) == (True, 3, LOWER, value, 7)
    assert not cache.find(other).found
    cache.store(one, 3, LOWER, 12, 7)
    assert cache.find(one) == (True, 3, LOWER, 12, 7)


def test_compiled_and_uncompiled_find_the_same_with_the_same_nodes() -> None:
    for _, _, *moves in KNOWN[:: sample(80, 40)]:
        told = []
        for modules in (compiled(LARGE), uncompiled(package=LARGE)):
            search = searched(modules, after(FREESTYLE, moves))
            threes = search.threes
            told.append(
                [
                    threes.win(search.side, 1_500),
                    threes.best,
                    threes.cut,
                    search.budget.nodes,
                    threes.loss(search.side, 500),
                    search.budget.nodes,
                ]
            )
        assert told[0] == told[1]


@pytest.mark.skipif(
    compiled(LARGE).pvs.__file__.endswith(".py"), reason="half a minute, uncompiled"
)
def test_of_known_wins_95_of_100_are_found() -> None:
    modules = compiled(LARGE)
    assert len(KNOWN) >= 200
    assert len({" ".join(moves) for _, _, *moves in KNOWN}) == len(KNOWN)
    found = 0
    tried = KNOWN[:: sample(2, 1)]
    for _, _, *moves in tried:
        search = searched(modules, after(FREESTYLE, moves))
        found += search.threes.win(search.side, NODES)
    assert found >= 0.95 * len(tried)


@pytest.mark.parametrize("at", some([0, 50, 100, 150], 2))
def test_a_claimed_win_is_won_against_other_defences(at: int) -> None:
    """Against the stubborn defender of the line, and against chance."""
    rng = random.Random(at)
    position = after(FREESTYLE, KNOWN[at][2:])
    winner = position.turn
    for chance in (0.0, 0.5, 1.0):
        now = position
        while now.outcome is None:
            urgent = [*completions(now, now.turn), *completions(now, now.turn.other)]
            if now.turn is winner:
                found = prove(now)
                assert found.winner is winner, str(now)
                now = now.play(found.line[0])
            elif urgent and rng.random() >= chance:
                now = now.play(urgent[0])
            else:
                now = now.play(rng.choice(now.legal))
        assert now.outcome.winner is winner


def test_what_is_proved_and_what_is_not() -> None:
    quiet = after(FREESTYLE, ["h8", "i9"])
    found = prove(quiet)
    assert (found.score, found.line) == (None, ())
    assert "no other proofs" in found.unfinished
    found = prove(after(FREESTYLE, KNOWN[0][2:]), Limit(nodes=2))
    assert (found.score, found.unfinished) == (None, "stopped at the limit of 2 nodes")

    three = after(FREESTYLE, ["h8", "a1", "i8", "a15", "j8", "o1"])
    won = prove(three)
    assert (won.score, len(won.line), won.winner) == (Score.win(3), 3, Mark.X)
    lost = prove(three.play(won.line[0]))
    assert (lost.score, len(lost.line), lost.winner) == (Score.loss(2), 2, Mark.X)
    won = prove(three.play(won.line[0]).play(lost.line[0]))
    assert won.score == Score.win(1)


def test_games_without_such_proofs_are_refused() -> None:
    for game in ("9,9,5 misere", "9,9,5 gravity"):
        with pytest.raises(RulesError, match="only be proved without misère and gravity"):
            prove(after(Rules.parse(game), ["a9"]))
