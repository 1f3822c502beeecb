"""A certificate as an opponent: it keeps what it states, whatever the other side does."""

import json
import random
from collections.abc import Hashable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from noughts import CertificateError, LimitReachedError, Mark, Position, Score, engine
from noughts.formats import move_tree
from noughts.proofs.certificate import CertificateEngine, threat_checker, verify
from noughts.proofs.certificate.makers.claims import save
from noughts.proofs.certificate.makers.threat_maker import ThreatMaker
from noughts.proofs.certificate.strategies import certificate_plan, plan_expansion
from noughts.proofs.certificate.strategies.certificate_plan import AnswerRule, PlannedMove
from noughts.proofs.certificate.strategies.plan_expansion import PlanExpansion
from tests.proofs.certificate.test_threats import SMALL, made, strategies
from tests.sampling import sample, scattered

CERTIFICATES = Path("certificates")
ROWS = threat_checker.NAMES
#: Games of which all are played, and the versions 2 and 4.
WHOLE = [
    "3,3,3",
    "3,3,3-misere",
    "3,3,3-torus",
    "3,3,3-torus-misere",
    "4,3,3",
    "4,3,3-exact",
    "5,3,3-exact",
    "3,3,3,3",
    "4,4,4-gravity",
]
#: Larger ones, with random opponents.
LARGE = [
    *("4,4,4-torus", "5,4,4", "5,5,4", "6,5,4", "6,6,5", "8,8,4", "5,5,4-gravity"),
    pytest.param("12,4,4", marks=pytest.mark.deep),
]


def answered(player: CertificateEngine, position: Position) -> Position:
    """Return the position after an answer of the certificate's."""
    choice = player.play(position)
    assert (choice.reason or "").startswith("proved: "), position
    return position.play(choice.cell)


def starts(player: CertificateEngine) -> Iterator[tuple[Position, Mark, bool]]:
    """Yield the certificate's position, a side, and whether it wins."""
    for plan in player.plans:
        yield plan.start, plan.mark, plan.wins


def held(position: Position, mark: Mark, *, wins: bool) -> bool:
    """Whether a finished game ended as stated."""
    winner = position.outcome and position.outcome.winner
    return winner is mark or (not wins and winner is None)


def played_out(path: Path) -> int:
    """Play a certificate against every reply; return the number of positions answered."""
    count = 0
    player = CertificateEngine(path)
    for start, mark, wins in starts(player):
        seen, waiting = set[Position](), [start]
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            if position.outcome is not None:
                assert held(position, mark, wins=wins), position
            elif position.turn is mark:
                waiting.append(answered(player, position))
                count += 1
            else:
                waiting += [position.play(cell) for cell in position.legal]
    return count


@pytest.mark.parametrize("name", WHOLE)
def test_a_certificate_keeps_what_it_states_against_every_reply(name: str) -> None:
    assert played_out(CERTIFICATES / f"{name}.cert") >= 8


@pytest.mark.parametrize("name", LARGE)
def test_a_certificate_keeps_what_it_states_against_random_replies(name: str) -> None:
    player, draw = CertificateEngine(CERTIFICATES / f"{name}.cert"), random.Random(name)
    for start, mark, wins in starts(player):
        for _ in range(sample(4, 200)):
            position = start
            player.forget()
            while position.outcome is None:
                if position.turn is mark:
                    position = answered(player, position)
                else:
                    position = position.play(draw.choice(position.legal))
            assert held(position, mark, wins=wins), position


@pytest.mark.parametrize(("game", "most"), SMALL)
def test_threats_win_against_every_reply(game: str, most: int, tmp_path: Path) -> None:
    draw, count, path = random.Random(game), 0, tmp_path / "win.cert"
    positions = islice(scattered(game, most - 4, most, draw), sample(30, 1_000))
    trees = (made(position, mark) for position in positions for mark in Mark)
    for lines in [*filter(None, trees), *strategies(game, most, sample(20, 500))]:
        save(path, lines)
        count += played_out(path)
        found = verify(path, expand=True, play=4)
        assert found.holds, lines
    assert count >= 50


def test_answers_are_turned_to_symmetric_positions(tmp_path: Path) -> None:
    """The middle of 7,7,4 is its own image, so one reply of each kind is enough in the file."""
    start, path = Position("7,7,4"), tmp_path / "win.cert"
    wins = {}
    for reply in ("c4", "c3", "a1", "b4", "b3"):
        lines = made(start.play("d4").play(reply), Mark.X)
        assert lines is not None
        wins[reply] = {f"{lines[4][2]}{ROWS.index(lines[4][3]) + 1}": 9}
    maker = ThreatMaker(start, Mark.X, 1 << 22)
    maker.prove(move_tree.read(json.dumps({"d4": wins}).encode(), start))
    save(path, [*maker.head, *maker.lines])
    assert maker.lines.count(")") > 2
    assert verify(path, expand=True).holds


def test_an_expansion_stops_at_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker, path = ThreatMaker(Position("6,6,4").play("c3"), Mark.X, 1 << 22), tmp_path / "win.cert"
    maker.prove()
    save(path, [*maker.head, *maker.lines])
    whole = verify(path, expand=True)
    assert whole.holds
    assert whole.answers > 200
    with pytest.raises(LimitReachedError, match=r"none of them lost; .* more are waiting"):
        verify(path, expand=True, most=100)
    monkeypatch.setattr(plan_expansion, "BYTES", 1 << 60)
    with pytest.raises(LimitReachedError, match="no others fit into"):
        verify(path, expand=True)


def test_an_expansion_finds_a_game_that_a_wrong_certificate_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a checker that believes every zone to be empty, one tree seems to answer all replies."""
    draw, lost = random.Random(7), 0
    monkeypatch.setattr(threat_checker.ThreatCertificate, "tree", seems_to_answer_all)
    for position in islice(scattered("6,4,4", 9, 13, draw), 300):
        lines = made(position, position.turn.other)
        if lines is not None and len(lines) > 6:
            save(tmp_path / "wrong.cert", [*lines[:5], ")"])
            for expand, play in ((True, 0), (False, 50)):
                found = verify(tmp_path / "wrong.cert", expand=expand, play=play)
                assert found.holds or "a game is lost by it: " in found.why
                lost += not found.holds
    assert lost >= 5


@pytest.mark.parametrize("name", WHOLE)
def test_no_game_is_lost_by_the_rules_alone(name: str) -> None:
    for plan in CertificateEngine(CERTIFICATES / f"{name}.cert").plans:
        expansion = PlanExpansion(plan)
        assert expansion.every(None, None, None) == (expansion.positions, "")
        assert expansion.some(10) == (expansion.positions, "")


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "4,4,4-gravity"])
def test_a_plan_that_answers_anyhow_loses_a_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for plan in CertificateEngine(CERTIFICATES / f"{name}.cert").plans:

        def lowest(following: Hashable, own: int, other: int, reply: int) -> PlannedMove:
            free = [bit for bit in plan.bits if not bit & (own | other | reply)]  # noqa: B023
            return PlannedMove(free[0], AnswerRule.LISTED, following)

        monkeypatch.setattr(plan, "answer", lowest)
        for found in (PlanExpansion(plan).every(None, None, None), PlanExpansion(plan).some(100)):
            assert found.why.startswith(f"a game is lost by it: {plan.statement} (")


def seems_to_answer_all(self: threat_checker.ThreatCertificate, own: int, other: int) -> int:
    RIGHT(self, own, other)
    self.proved[own, other] = 0
    return 0


RIGHT = threat_checker.ThreatCertificate.tree


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3", "5,4,4", "6,5,4", "6,6,5", "5,5,4-gravity"])
def test_it_needs_no_history_and_knows_symmetric_positions(name: str) -> None:
    path, draw = CERTIFICATES / f"{name}.cert", random.Random(name)
    for start, mark, wins in starts(CertificateEngine(path)):
        for _ in range(sample(6, 100)):
            to = draw.choice(start.rules.symmetries)
            position = start.transformed(to)
            while position.outcome is None:
                if position.turn is mark:
                    position = answered(CertificateEngine(path), position)
                else:
                    position = position.play(draw.choice(position.legal))
            assert held(position, mark, wins=wins), position


@pytest.mark.parametrize("name", ["5,4,4", "5,5,4", "5,5,4-gravity"])
def test_it_follows_its_games_where_a_search_would_give_up(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate_plan, "MOST", 2)  # enough for one stone
    player, draw = CertificateEngine(CERTIFICATES / f"{name}.cert"), random.Random(name)
    lengthy = 0
    for start, mark, wins in starts(player):
        position = start.transformed(draw.choice(start.rules.symmetries))
        while position.outcome is None:
            if position.turn is mark:
                alone = CertificateEngine(CERTIFICATES / f"{name}.cert")
                lengthy += alone.play(position).reason is None
                position = answered(player, position)
            else:
                position = position.play(draw.choice(position.legal))
        assert held(position, mark, wins=wins), position
    assert lengthy


def test_a_win_has_a_proved_score_and_its_analysis_says_so() -> None:
    player, start = CertificateEngine(CERTIFICATES / "4,3,3.cert"), Position("4,3,3")
    choice, analysis = player.play(start), player.analyse(start)
    assert (choice.score, analysis.score) == (Score.win(), Score.win())
    assert choice.proven
    assert analysis.moves[0].cell == choice.cell
    assert [move.score for move in analysis.moves[1:]] == [None] * 11


def test_a_draw_claims_no_score_before_a_line() -> None:
    player = CertificateEngine(CERTIFICATES / "3,3,3.cert")
    choice = player.play(Position("3,3,3").play("b2"))
    assert (choice.score, (choice.reason or "")[:6]) == (None, "proved")
    done = player.play(Position.parse("XX./OO./X.."))
    assert (done.move, done.score) == ("c2", Score.win(1))


def test_elsewhere_the_perfect_player_moves_and_gives_no_reason() -> None:
    player, perfect = CertificateEngine(CERTIFICATES / "4,3,3.cert"), engine("perfect")
    for moves in (("b2",), ("a1", "b1")):  # O's turn, and a first move of X's that is not listed
        position = Position("4,3,3")
        for move in moves:
            position = position.play(move)
        choice = player.play(position)
        assert choice == perfect.play(position)
        assert choice.reason is None
        assert player.analyse(position)[2:4] == perfect.analyse(position)[2:4]


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="is about 4,3,3, not about 3,3,3"):
        CertificateEngine(CERTIFICATES / "4,3,3.cert").play(Position("3,3,3"))
    with pytest.raises(CertificateError, match="has no answers for the real game"):
        CertificateEngine(CERTIFICATES / "4,4,4-maker-breaker.cert")
    path = tmp_path / "wrong.cert"
    save(
        path,
        [
            "noughts certificate 5",
            "rules 5,5,4",
            "position ...../O..../.XXX./..O../.....",
            "X wins",
            "-:",
            ")",
        ],
    )
    with pytest.raises(CertificateError, match="does not hold"):
        CertificateEngine(path)
    path.write_text("a letter")
    with pytest.raises(CertificateError, match="is not a certificate"):
        CertificateEngine(path)
