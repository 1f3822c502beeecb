"""Tests of the tests: the conformance suite catches what is broken on purpose."""

import itertools

import pytest

from noughts import (
    Analysis,
    Choice,
    Engine,
    IllegalMoveError,
    Limit,
    MoveValue,
    Position,
    Rules,
    Score,
)
from noughts.engines import Memoised, Perfect, Random
from noughts.testing import check_engine, check_rules

RULES = Rules.parse("3,3,3")


class First(Engine):
    """Plays the first legal move; keeps every law."""

    name = "first"

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        del limit
        return Choice(position, position.legal[0])


class Taken(First):
    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        super().play(position, limit)
        return Choice(position, 0)


class Moody(First):
    """Asked the same twice, answers something else."""

    moods = itertools.count()

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        super().play(position, limit)
        return Choice(position, position.legal[next(self.moods) % len(position.legal)])


class OverTheEnd(First):
    """Moves after the end, past the base class, which refuses for every engine."""

    def __init__(self) -> None:
        self.play = self._play  # type: ignore[method-assign]

    def _play(self, position: Position, limit: Limit | None = None) -> Choice:
        del limit
        return Choice(position, next(iter(position.legal), 0))


class Boaster(First):
    """Claims that every move wins."""

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        del limit
        moves = tuple(MoveValue(cell, Score.win(), (cell,)) for cell in position.legal)
        return Analysis(position, self.name, Score.win(), moves, 0, 0.0)


class Hasty(Boaster):
    """Right about who wins, wrong about how soon."""

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        found = Memoised().analyse(position, limit)
        return found._replace(
            moves=tuple(
                move._replace(score=Score(move.score.value, 77), line=move.line[:1])
                if isinstance(move.score, Score) and move.score.plies
                else move._replace(line=move.line[:1])
                for move in found.moves
            )
        )


class Overrated(Perfect):
    """Makes the worst move, and reports the score of the best."""

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        found = self.analyse(position, limit)
        return Choice(position, found.moves[-1].cell, found.score)


class Dawdler(Perfect):
    """Makes the worst move of those that keep the value, and says so."""

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        found = self.analyse(position, limit)
        assert isinstance(found.score, Score)
        same = [
            move
            for move in found.moves
            if isinstance(move.score, Score) and move.score.value is found.score.value
        ]
        return Choice(position, same[-1].cell, same[-1].score)


class Curt(Perfect):
    """Right about everything, but leaves out how its lines end."""

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        found = super().analyse(position, limit)
        return found._replace(moves=tuple(m._replace(line=m.line[:2]) for m in found.moves))


class Forgetful(First):
    """Leaves a move out of its analysis."""

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        found = Perfect().analyse(position, limit)
        return found._replace(moves=found.moves[1:])


class Unsorted(First):
    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        found = Perfect().analyse(position, limit)
        return found._replace(moves=found.moves[::-1])


class WrongOdds(First):
    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        del limit
        return {position.legal[-1]: 1}


def test_an_engine_that_keeps_the_laws_passes() -> None:
    check_engine(First, RULES)


@pytest.mark.parametrize("kind", [First, WrongOdds, Unsorted])
def test_no_engine_is_asked_after_the_end(kind: type[Engine]) -> None:
    drawn = Position.parse("XOX/XOO/OXX")
    for ask in (kind().play, kind().weights):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            ask(drawn)
    found = kind().analyse(drawn)
    assert (found.engine, found.score, found.moves) == ("first", Score.draw(), ())


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        (Taken, "plays a legal move"),
        (Moody, "is repeatable"),
        (OverTheEnd, "refuses to move after the end"),
        (Boaster, "a proof is right"),
        (Hasty, "the first move keeps the score|line is as long as its plies"),
        (Overrated, "a choice has the score of its move"),
        (Dawdler, "no move is better than the one made"),
        (Curt, "line is as long as its plies"),
        (Forgetful, "every legal move is valued once"),
        (Unsorted, "moves are best first"),
        (WrongOdds, "plays what it has odds for"),
    ],
)
def test_an_engine_that_breaks_a_law_is_caught(broken: type[Engine], law: str) -> None:
    with pytest.raises(AssertionError, match=law):
        check_engine(broken, RULES, games=6)


def test_rules_that_are_broken_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(self: Position, cell: int) -> Position:
        mark = 1 << max(cell, 0) % 9
        taken = self.x | self.o
        if self.x.bit_count() == self.o.bit_count():
            return Position(self.rules, self.x | mark & ~taken or self.x, self.o)
        return Position(self.rules, self.x, self.o | mark & ~taken)

    with monkeypatch.context() as patch:
        patch.setattr(Position, "play", lenient)
        with pytest.raises(AssertionError, match="is refused"):
            check_rules(RULES)
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "symmetries", (tuple(range(9)), (1, 0, 2, 3, 4, 5, 6, 7, 8)))
        with pytest.raises(AssertionError, match="a symmetry maps lines to lines"):
            check_rules(Rules.custom((3, 3), [(0, 1, 2), (0, 4, 8)]))  # not asked for its own yet


class Broken(Random):
    """Dies where it matters."""

    def __init__(self, where: str) -> None:
        super().__init__(seed=1)
        self.where = where

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        if self.where == "play":
            raise IndexError("list index out of range")
        return super().play(position, limit)

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        if self.where == "analyse":
            raise ZeroDivisionError
        return super().analyse(position, limit)


@pytest.mark.parametrize(
    ("where", "law"),
    [
        ("play", "random chooses a move: .*IndexError"),
        ("analyse", "random analyses a position: .*ZeroDivisionError"),
    ],
)
def test_an_engine_that_dies_breaks_a_law_that_has_a_name(where: str, law: str) -> None:
    with pytest.raises(AssertionError, match=f"law broken: .*{law}"):
        check_engine(lambda: Broken(where), Rules.parse("3,3,3"))
