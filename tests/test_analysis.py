import pytest

from noughts import Limit, Position, Record, Rules, Score, engine
from noughts.engines import Analysis, Perfect
from noughts.explain import FactKind
from noughts.lab.grading import Grade, review


def reasons(text: str, rules: str = "3,3,3") -> dict[str, str]:
    analysis = Perfect().analyse(Position.parse(text, rules))
    name = analysis.position.rules.name
    return {name(move.cell): move.reason for move in analysis.moves}


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("XX./OO./...", "c1", "wins at once with a1 b1 c1"),
        ("X.O/.X./..O", "c2", "blocks O's line c1 c2 c3"),
        (
            "X.O/.X./..O",
            "b1",
            "threatens b1 b2 b3, but loses in 2 plies because O completes c1 c2 c3",
        ),
        ("X../.O./..X", "b1", "threatens b1 b2 b3 and stops X's fork"),
        (
            "X../.O./..X",
            "c1",
            "threatens c1 b2 a3, but loses in 4 plies because X forks at a3: a3 b1 a2",
        ),
        ("X../O../...", "b2", "threatens a1 b2 c3; wins in 5 plies: b2 c3 b1 c1 b3"),
        ("X../O../...", "c2", "misses the win: only a draw"),
        ("XOX/XOO/OX.", "c3", "fills the board: a draw"),
        (".../.../...", "b2", "keeps the draw"),
        ("XOX/O../...", "b2", "makes a fork at a3 and c3; wins in 3 plies: b2 c2 a3"),
    ],
)
def test_reasons_in_words(text: str, move: str, expected: str) -> None:
    assert reasons(text)[move] == expected


def test_reasons_in_misere() -> None:
    found = reasons("XX./OO./X.O", "3,3,3 misere")
    assert found["c1"] == "completes a1 b1 c1 and loses at once"
    assert found["c2"] == "loses in 3 plies: b3 c1"


def test_what_comes_later_does_not_matter_before_a_line_of_the_opponent() -> None:
    found = reasons("...../...../....O/...XX", "5,4,3 gravity")
    assert found["d3"] == "loses in 2 plies because X completes c4 d4 e4"


def test_a_guess_says_that_it_is_one() -> None:
    analysis = Perfect().analyse(Position(Rules.parse("6,6,5")), Limit(nodes=100))
    assert not analysis.proven
    for move in analysis.moves:
        assert move.reason.endswith("not proved")


def test_an_engine_without_values_gives_tactical_reasons_only() -> None:
    analysis = engine("random").analyse(Position.parse("XX./O../..."))
    told = {move.cell: move.reason for move in analysis.moves}
    assert told[2] == "blocks X's line a1 b1 c1"
    assert told[8] == ""


def test_every_reason_agrees_with_the_value(every_position: list[Position]) -> None:
    for position in every_position:
        analysis = Perfect().analyse(position)
        for move in analysis.moves:
            assert move.reason
            assert isinstance(move.score, Score)
            kinds = {fact.kind for fact in move.facts}
            won = bool(kinds & {FactKind.WINS_AT_ONCE, FactKind.WINS})
            lost = bool(kinds & {FactKind.LOSES, FactKind.LOSES_AS_ALL_DO})
            assert won is (move.score.value.value == "win"), (position, kinds)
            assert lost is (move.score.value.value == "loss"), (position, kinds)
            if won or lost:
                assert [fact.plies for fact in move.facts if fact.plies] == [move.score.plies]


def test_a_drawn_game_without_a_mistake_was_never_decided() -> None:
    graded = review(Record.parse("a1 b2 b1 c1 a3 a2 c2 b3 c3"))
    assert {move.grade for move in graded.moves} == {Grade.BEST}
    assert graded.decided is None


def test_the_last_mistake_decides() -> None:
    graded = review(Record.parse("b2 b1 c2 a2 a1 c3 a3 c1 b3"))
    wrong = {move.number: move.grade for move in graded.moves if move.better}
    assert wrong[2] is Grade.THREW_AWAY_DRAW
    assert graded.decided == max(
        number for number, grade in wrong.items() if grade and not grade.keeps_value
    )


def test_turning_a_win_into_a_loss_is_graded_lost() -> None:
    graded = review(Record.parse("Start: XX./OO./...\n\nc3"))
    assert [move.grade for move in graded.moves] == [Grade.LOST]
    assert graded.decided == 1
    assert graded.moves[0].better == "wins at once with a1 b1 c1"


def test_a_win_that_takes_longer_is_said_to() -> None:
    graded = review(Record.parse("Start: XX./O../..O\n\nb2"))
    assert graded.moves[0].grade is Grade.SLOW_WIN
    assert graded.moves[0].plies_lost == 2
    assert graded.moves[0].better == "wins at once with a1 b1 c1"
    assert graded.decided is None


def test_what_is_not_proved_is_not_graded() -> None:
    graded = review(Record.parse("Rules: 6,6,5\n\nc3 d4"), limit=Limit(nodes=50))
    assert [move.grade for move in graded.moves] == [None, None]
    assert graded.decided is None


def test_the_grade_is_what_became_of_the_value(every_position: list[Position]) -> None:
    """Every move of every third position, graded and compared with the two values."""
    for position in every_position[::3]:
        for cell in position.legal:
            graded = review(Record(position, (cell,))).moves[0]
            before, after = graded.before, graded.after
            assert isinstance(before, Score)
            assert isinstance(after, Score)
            expected = {
                ("win", "draw"): Grade.MISSED_WIN,
                ("win", "loss"): Grade.LOST,
                ("draw", "loss"): Grade.THREW_AWAY_DRAW,
            }.get((before.value.value, after.value.value))
            lost = 0
            if expected is None and before == after:
                expected = Grade.BEST
            elif expected is None:
                expected = Grade.SLOW_WIN if before.value.value == "win" else Grade.QUICK_LOSS
                lost = abs(int(before) - int(after))
            assert graded.grade is expected
            assert graded.plies_lost == lost


def test_a_lost_game_thrown_away_sooner_is_graded_so() -> None:
    """Connect Four, lost in 30 plies: a stone that lets X win with the next but one."""
    start = "Rules: connect-four\nStart: ...O.../...X.../...O.../..XX.../..OO.../..XX...\n\n"
    move = review(Record.parse(start + "c3"), limit=Limit(seconds=60)).moves[0]
    assert (move.grade, move.plies_lost) == (Grade.QUICK_LOSS, 26)
    assert move.better is not None
    assert "loses in 30 plies" in move.better


def test_an_analysis_is_a_plain_tuple_with_names() -> None:
    analysis = Perfect().analyse(Position.parse("X../O../..."))
    assert isinstance(analysis, Analysis)
    assert analysis.best == (1, 2, 4)
    assert analysis.principal_variation[0] == analysis.moves[0].cell
