"""A conformance suite: laws that every game and every engine has to keep. Yours too.

Three lines make a test::

    from noughts.testing import check_engine, check_rules

    def test_my_engine():
        check_engine(lambda: MyEngine(seed=1), Rules.parse("4,3,3"))

A law that is broken raises AssertionError, naming the law and the position.
"""

from __future__ import annotations

import itertools
import pickle
import random
from contextlib import contextmanager
from typing import TYPE_CHECKING

from noughts.bits import bits
from noughts.engines import Memoised
from noughts.errors import IllegalMoveError, LimitReachedError
from noughts.position import Mark, Position
from noughts.rules import Rules
from noughts.score import Score, rank
from noughts.symmetry import inverse, permuted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts.engines import Analysis, Engine
    from noughts.limit import Limit

SAMPLES = 12  # positions of a game that are looked at
TRUTH_EMPTIES = 7  # claims of proof are checked against plain search from here on


def random_games(rules: Rules, games: int = 10, seed: int = 0) -> Iterator[list[Position]]:
    """Yield random games, each as its positions from the empty board to the end."""
    chance = random.Random(seed)
    for _ in range(games):
        positions = [Position(rules)]
        while positions[-1].outcome is None:
            positions.append(positions[-1].play(chance.choice(positions[-1].legal)))
        yield positions


# -- rules ---------------------------------------------------------------------------------------


def check_rules(rules: Rules, games: int = 10, seed: int = 0) -> None:
    """Check that a game keeps the laws: its text, its symmetries, its positions.

    Raises:
        AssertionError: a law is broken.

    >>> check_rules(Rules.parse("3,3,3"))
    """
    _law(Rules.parse(str(rules)) == rules, "the text reads back", rules)
    _law(pickle.loads(pickle.dumps(rules)) == rules, "a pickle reads back", rules)  # noqa: S301
    _check_symmetries(rules)
    for positions in random_games(rules, games, seed):
        steps = list(itertools.pairwise(positions))
        for before, after in steps[:: 1 + len(steps) // SAMPLES]:
            _check_position(before)
            _check_step(before, after)
        _check_position(positions[-1])
        _check_end(positions[-1])


def _check_symmetries(rules: Rules) -> None:
    known = set(rules.symmetries)
    lines = set(zip(rules.lines, rules.guards, rules.ends, strict=True))
    _law(tuple(range(rules.cells)) in known, "doing nothing is a symmetry", rules)
    for symmetry in known:
        images = {tuple(permuted(part, symmetry) for part in line) for line in lines}
        _law(images == lines, "a symmetry maps lines to lines", symmetry)
        _law(inverse(symmetry) in known, "a symmetry can be undone", symmetry)
    _law(rules.playable(rules.full) == 0, "on a full board nothing can be played", rules)


def _check_position(position: Position) -> None:
    rules = position.rules
    _law(Position.parse(str(position), rules) == position, "the text reads back", position)
    _law(hash(Position(rules, position.x, position.o)) == hash(position), "equal hash", position)
    taken = position.x | position.o
    _law(not rules.playable(taken) & taken, "no taken cell can be played", position)
    _law(bool(rules.playable(taken)) is (taken != rules.full), "an open board goes on", position)
    own, least = position.canonical()[0], position.key
    for symmetry in rules.symmetries[:: max(1, len(rules.symmetries) // 8)]:
        image = position.transformed(symmetry)
        least = min(least, image.key)
        _law(image.canonical()[0] == own, "symmetric positions share a canonical form", position)
        _law(image.outcome is None or position.outcome is not None, "... and an end", position)
        _law(
            rules.playable(image.x | image.o) == permuted(rules.playable(taken), symmetry),
            "... and the cells that may be played",
            position,
        )
    _law(own.key <= least, "the canonical form is the least", position)


def _check_step(before: Position, after: Position) -> None:
    _law(after.ply == before.ply + 1, "a move adds one stone", before)
    _law(after.turn is before.turn.other, "the turn goes over", before)
    _law(before.outcome is None and bool(before.legal), "who can move, may", before)
    playable = before.rules.playable(before.x | before.o)
    _law(before.legal == bits(playable), "the legal cells are the playable ones", before)
    for cell in bits(before.rules.full & ~playable):
        _refuses(before, cell)
    _refuses(before, -1)
    _refuses(before, before.rules.cells)


def _check_end(position: Position) -> None:
    rules, outcome = position.rules, position.outcome
    _law(position.legal == (), "after the end there is no move", position)
    _refuses(position, 0)
    lines = {
        mark: [
            line
            for line, guard, ends in zip(rules.lines, rules.guards, rules.ends, strict=True)
            if own & line == line and not own & guard and (not ends or ends & ~other)
        ]
        for mark, own, other in (
            (Mark.X, position.x, position.o),
            (Mark.O, position.o, position.x),
        )
    }
    maker = position.turn.other
    _law(not lines[maker.other], "only the last mover can have a line", position)
    if lines[maker]:
        winner = maker.other if rules.misere else maker
        _law(outcome is not None and outcome.winner is winner, "a line decides", position)
    else:
        _law(outcome is not None and outcome.winner is None, "no line, no winner", position)
        _law(position.ply == rules.cells, "a draw fills the board", position)


def _refuses(position: Position, cell: int) -> None:
    try:
        position.play(cell)
    except IllegalMoveError:
        return
    _law(kept=False, law=f"playing cell {cell} is refused", where=position)


# -- engines -------------------------------------------------------------------------------------


def check_engine(
    make: Callable[[], Engine],
    rules: Rules,
    games: int = 2,
    seed: int = 0,
    limit: Limit | None = None,
) -> None:
    """Check that an engine keeps the laws on a game, in positions of random games.

    `make` returns a new engine each time; two of them, asked the same, have to answer the same,
    so an engine that chooses at random needs a seed. With a limit in nodes or depth that holds too.

    Raises:
        AssertionError: a law is broken.

    >>> from noughts import engine
    >>> check_engine(lambda: engine("medium", seed=1), Rules.parse("3,3,3"))
    """
    first, second = make(), make()
    for positions in random_games(rules, games, seed):
        for position in positions[: -1 : 1 + len(positions) // SAMPLES]:
            with _raises_nothing(f"{first.name} chooses a move", position):
                choice, again = first.play(position, limit), second.play(position, limit)
            _law(choice.position == position, "a choice is of the position asked", position)
            _law(choice.cell in position.legal, f"{first.name} plays a legal move", position)
            _law(choice[:4] == again[:4], f"{first.name} is repeatable", position)
            with _raises_nothing(f"{first.name} has odds", position):
                weights = first.weights(position, limit)
            _law(set(weights) <= set(position.legal), "the odds are of legal moves", position)
            _law(all(odds > 0 for odds in weights.values()), "the odds are above 0", position)
            _law(first.randomised or len(weights) == 1, "who chooses at random says so", position)
            _law(choice.cell in weights, f"{first.name} plays what it has odds for", position)
            with _raises_nothing(f"{first.name} analyses a position", position):
                analysis = first.analyse(position, limit)
            _check_analysis(analysis)
        last = positions[-1]
        with _raises_nothing(f"{first.name} analyses a finished game", last):
            analysis = first.analyse(last, limit)
        _law(analysis.moves == () and analysis.proven, "a finished game is answered", last)
        law = f"{first.name} refuses to move after the end, with an IllegalMoveError"
        with _raises_nothing(law, last):
            try:
                first.play(last, limit)
            except IllegalMoveError:
                continue
        _law(kept=False, law=law, where=last)


def _check_analysis(analysis: Analysis) -> None:
    position = analysis.position
    cells = [move.cell for move in analysis.moves]
    _law(sorted(cells) == list(position.legal), "every legal move is valued once", position)
    scores = [move.score for move in analysis.moves if move.score is not None]
    ranks = [rank(score) for score in scores]
    _law(ranks == sorted(ranks, reverse=True), "moves are best first", position)
    for move in analysis.moves:
        _law(move.line[:1] == (move.cell,), "a line begins with its move", position)
        child = position
        with _raises_nothing("a line is legal", position):
            for cell in move.line:
                child = child.play(cell)
        if isinstance(move.score, Score) and move.score.plies == len(move.line):
            _law(child.outcome is not None, "a line of full length ends the game", position)
    if position.rules.cells - position.ply <= TRUTH_EMPTIES:
        truth = {move.cell: move.score for move in Memoised().analyse(position).moves}
        for move in analysis.moves:
            if isinstance(move.score, Score):
                _agree(position, move.score, truth[move.cell])
        if isinstance(analysis.score, Score):
            _agree(position, analysis.score, max(s for s in truth.values() if isinstance(s, Score)))


def _agree(position: Position, claimed: Score, true: object) -> None:
    _law(isinstance(true, Score) and claimed.value is true.value, "a proof is right", position)
    if claimed.plies is not None:
        _law(claimed == true, "so are its plies", position)


@contextmanager
def _raises_nothing(law: str, where: object) -> Iterator[None]:
    """Name the law that an error breaks; a limit that was reached is none."""
    try:
        yield
    except (AssertionError, LimitReachedError):
        raise
    except Exception as error:
        kind = type(error).__name__
        raise AssertionError(f"law broken: {law}: {where!r}: {kind}: {error}") from error


def _law(kept: bool, law: str, where: object) -> None:  # noqa: FBT001  (it is what is asserted)
    if not kept:
        raise AssertionError(f"law broken: {law}: {where!r}")
