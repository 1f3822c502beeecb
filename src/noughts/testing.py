"""A conformance suite: laws that every game and every engine must keep, including yours.

Three lines make a test::

    from noughts.testing import check_engine, check_rules

    def test_my_engine():
        check_engine(lambda: MyEngine(seed=1), Rules.parse("4,3,3"))

A broken law raises AssertionError, which names the law and the position.
"""

import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.core.bits import bits
from noughts.core.errors import IllegalMoveError, LimitReachedError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value, rank
from noughts.core.symmetry import MOST, inverse, permuted
from noughts.engines import Analysis, Choice, Engine, Memoised, MoveValue, Worth
from noughts.explain import Fact, FactKind

SAMPLES = 12  # positions checked in a game
REASONS = 64  # moves of a position whose reasons are checked, on larger boards
TRUTH_EMPTIES = 7  # from here on, proofs are checked against plain search


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
        AssertionError: A law is broken.

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
    _law(
        rules.symmetries[0] == tuple(range(rules.cells)), "the first symmetry moves nothing", rules
    )
    _law(len(known) == len(rules.symmetries) <= MOST, "symmetries are few, and all differ", rules)
    for symmetry in known:
        images = {tuple(permuted(part, symmetry) for part in line) for line in lines}
        _law(images == lines, "a symmetry maps lines to lines", symmetry)
        _law(inverse(symmetry) in known, "a symmetry can be undone", symmetry)
        both = tuple(rules.symmetries[-1][cell] for cell in symmetry)
        _law(both in known, "two symmetries together are a symmetry", symmetry)
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
        for mark, own, other in ((Mark.X, position.x, position.o), (Mark.O, position.o, position.x))
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

    `make` returns a new engine each time. Two of them must give the same answers to the same
    questions, so a random engine needs a seed. This also holds with a limit in nodes or depth.

    Raises:
        AssertionError: A law is broken.

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
            check_answers(choice, analysis)
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


def check_answers(choice: Choice, analysis: Analysis) -> None:
    """Check the answers of `play` and `analyse` for one position, alone and against each other.

    The score of a choice is the score of the move made, and no move is better. So a lost game is
    held as long as possible, if its plies are known. A proved line has as many moves as its plies,
    and ends the game. A reason is true. Of two answers that stopped early, one may have proved more
    than the other, but they may not disagree. Near the end of a game, every proof is checked
    against plain search.

    Raises:
        AssertionError: A law is broken.

    >>> from noughts import Position, engine
    >>> position = Position.parse("X../.O./..X")
    >>> check_answers(engine("hard").play(position), engine("hard").analyse(position))
    """
    position = choice.position
    _law(analysis.position == position, "an analysis is of the position asked", position)
    _check_analysis(analysis)
    made = next(move for move in analysis.moves if move.cell == choice.cell)
    _agree(position, choice.score, made.score, "a choice has the score of its move")
    if isinstance(choice.score, Score):
        for move in analysis.moves:
            _no_better(position, move.score, choice.score)
        truth = _truth(position)
        if truth is not None:
            _agree(position, choice.score, truth[choice.cell], "a proof is right")
            for score in truth.values():
                _no_better(position, score, choice.score)


def _no_better(position: Position, score: Worth | None, made: Score) -> None:
    if not isinstance(score, Score):
        return
    better = rank(score)[0] > rank(made)[0]
    if score.value is made.value and None not in {score.plies, made.plies}:
        better = score > made
    _law(not better, f"no move is better than the one made: {score}, {made}", position)


def _check_analysis(analysis: Analysis) -> None:
    position = analysis.position
    cells = [move.cell for move in analysis.moves]
    _law(sorted(cells) == list(position.legal), "every legal move is valued once", position)
    score = analysis.score
    proved = isinstance(score, Score)
    order = [
        (proved and move.score == score, rank(move.score))
        for move in analysis.moves
        if move.score is not None
    ]
    _law(order == sorted(order, reverse=True), "moves are best first", position)
    if isinstance(score, Score):
        _law(analysis.moves[0].score == score, "the first move keeps the score", position)
        for move in analysis.moves:
            _no_better(position, move.score, score)
    for move in analysis.moves:
        _check_line(position, move)
    for move in analysis.moves[:: 1 + len(analysis.moves) // REASONS]:
        _check_facts(analysis, move)
        _law(bool(move.facts) or move.score is None, "a value has a reason", position)
    truth = _truth(position)
    if truth is not None:
        for move in analysis.moves:
            if isinstance(move.score, Score):
                _agree(position, move.score, truth[move.cell], "a proof is right")
        if isinstance(score, Score):
            best = max(truth.values())
            _agree(position, score, best, "a proof is right")


def _check_line(position: Position, move: MoveValue) -> None:
    _law(move.line[:1] == (move.cell,), "a line begins with its move", position)
    child = position
    with _raises_nothing("a line is legal", position):
        for cell in move.line:
            child = child.play(cell)
    score = move.score
    if isinstance(score, Score) and score.plies is not None:
        name = position.rules.name(move.cell)
        if len(move.line) == 1 < score.plies:
            return  # a limit came before the rest of the line
        _law(len(move.line) == score.plies, f"{name}'s line is as long as its plies", position)
        wins = score.value is Value.WIN
        winner = position.turn if wins else position.turn.other
        law = "a line of full length ends the game, won by whom it says"
        _law(child.outcome is not None and child.outcome.winner is winner, law, position)


def _check_facts(analysis: Analysis, move: MoveValue) -> None:
    """Check the facts about a move by putting stones on the board, line by line."""
    position, child = analysis.position, analysis.position.play(move.cell)
    rules = position.rules
    sides = (position.x, position.o), (child.x, child.o)
    (own, other), (own_then, other_then) = (
        side if position.turn is Mark.X else side[::-1] for side in sides
    )
    mine = _completing(rules, own_then, other_then)
    score = move.score if isinstance(move.score, Score) else None
    for fact in move.facts:
        cells = set(fact.cells)
        match fact.kind:
            case FactKind.BLOCKS:
                before, after = (
                    [line for lines in _completing(rules, *stones).values() for line in lines]
                    for stones in ((other, own), (other_then, own_then))
                )
                kept = set(fact.lines) <= set(before) - set(after)
            case FactKind.FORKS:
                kept = len(cells) > 1 and cells == set(mine)
            case FactKind.THREATENS:
                kept = len(mine) == 1 and cells == set(mine)
            case FactKind.STOPS_FORK:
                replies = set(mine) or set(child.legal)
                left = _forking(rules, other_then, own_then) & replies
                kept = cells == _forking(rules, other, own) and not left
            case FactKind.ODD_THREAT | FactKind.EVEN_THREAT:
                (cell,) = fact.cells
                columns, rows = rules.shape[:2]
                row = rows - cell // columns % rows
                later = rules.full & ~rules.playable(own_then | other_then)
                waits = later >> cell & 1 and rules.completed(own_then | 1 << cell, other_then)
                kept = bool(waits) and row % 2 == (fact.kind is FactKind.ODD_THREAT)
            case FactKind.ANSWERS:
                kept = score is None or score.value is not Value.LOSS
            case FactKind.ANSWERS_AND_WINS:
                kept = score is None or score.value is Value.WIN
            case FactKind.ALLOWS_LINE | FactKind.ALLOWS_LINES:
                theirs = _completing(rules, other_then, own_then)
                kept = cells == set(theirs) and fact.lines[0] in theirs[fact.cells[0]]
                kept = kept and (len(cells) > 1) == (fact.kind is FactKind.ALLOWS_LINES)
            case FactKind.ALLOWS_FORK | FactKind.ANSWERED:
                (cell,) = fact.cells
                forks = cell in _forking(rules, other_then, own_then)
                kept = fact.lines == (move.line[1:],) and fact.lines[0][0] == cell
                kept = kept and forks == (fact.kind is FactKind.ALLOWS_FORK)
            case _:
                kept = _is_verdict(fact, analysis, move)
        _law(kept, f"{rules.name(move.cell)} {fact.kind}, if its facts say so", position)


def _is_verdict(fact: Fact, analysis: Analysis, move: MoveValue) -> bool:
    """Return whether a move's outcome fact agrees with its score."""
    score, outcome = move.score, analysis.position.play(move.cell).outcome
    if outcome is not None:
        ends = {True: FactKind.WINS_AT_ONCE, False: FactKind.LOSES_AT_ONCE}
        won = outcome.winner is analysis.position.turn
        expected = FactKind.FILLS_BOARD if outcome.line is None else ends[won]
        return fact.kind is expected and (outcome.line is None or fact.lines == (outcome.line,))
    if isinstance(score, Estimate):
        return fact.estimate == score.points
    kinds: dict[Value | None, set[FactKind]] = {
        Value.WIN: {FactKind.WINS},
        Value.LOSS: {FactKind.LOSES, FactKind.LOSES_AS_ALL_DO},
        Value.DRAW: {FactKind.KEEPS_DRAW, FactKind.MISSES_WIN},
    }
    if score is None or fact.kind not in kinds[score.value] or fact.plies != score.plies:
        return False
    missed = score.value is Value.DRAW and analysis.value is Value.WIN
    return missed == (fact.kind is FactKind.MISSES_WIN)


def _lacking(rules: Rules, own: int, most: int) -> list[tuple[int, int, int]]:
    """Return the lines that lack this many stones, with their guards and ends."""
    lines = zip(rules.lines, rules.guards, rules.ends, strict=True)
    return [each for each in lines if (each[0] & ~own).bit_count() <= most]


def _completing(
    rules: Rules, own: int, other: int, lines: list[tuple[int, int, int]] | None = None
) -> dict[int, list[tuple[int, ...]]]:
    """Return the cells on which a stone would complete lines, and these lines."""
    found: dict[int, list[tuple[int, ...]]] = {}
    playable = rules.playable(own | other)
    for line, guard, ends in _lacking(rules, own, 1) if lines is None else lines:
        lacking = line & ~own
        made = lacking.bit_count() == 1 and lacking & playable and not own & guard
        if made and (not ends or ends & ~other):
            found.setdefault(lacking.bit_length() - 1, []).append(bits(line))
    return found


def _forking(rules: Rules, own: int, other: int) -> set[int]:
    """Return the cells on which a stone would leave two completions or more."""
    cells = bits(rules.playable(own | other))
    lines = _lacking(rules, own, 2)
    return {cell for cell in cells if len(_completing(rules, own | 1 << cell, other, lines)) > 1}


def _truth(position: Position) -> dict[int, Score] | None:
    """Return every move's score by plain search; None if the end is too far."""
    if position.outcome is not None or position.rules.cells - position.ply > TRUTH_EMPTIES:
        return None
    moves = Memoised().analyse(position).moves
    return {move.cell: move.score for move in moves if isinstance(move.score, Score)}


def _agree(position: Position, one: Worth | None, other: Worth | None, law: str) -> None:
    """Check that two proofs agree; an estimate or missing plies are not compared."""
    if isinstance(one, Score) and isinstance(other, Score):
        same = one.value is other.value
        _law(same and (None in {one.plies, other.plies} or one == other), law, position)


@contextmanager
def _raises_nothing(law: str, where: object) -> Iterator[None]:
    """Name the law that an error breaks; reaching a limit breaks none."""
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
