"""Books of wins: they have the moves of their certificates, and are followed in games."""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, Rules, Score, Value, solve
from noughts.core.symmetry import permuted
from noughts.engines import Level, engine, threat_engine
from noughts.proofs.certificate import certify, verify
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.quiet_moves import Moves
from noughts.threats.winning_book import BookAnswer, BookPart, Replies, WinningBook, shipped
from tests.sampling import sample
from tests.sources import module_of

ROOT = Path(__file__).parents[2]
RULES = Rules.parse("15,15,5")
#: Then X wins with a quiet move, and needs another one after some replies.
QUIET = "g11 e10 h11 e5 h10 i11 g10 g12"


def listed(part: BookPart) -> Iterator[tuple[Position, int]]:
    """Yield each position of a part of a book in which it has a move, and the move."""

    def under(position: Position, move: int, replies: Replies) -> Iterator[tuple[Position, int]]:
        yield position, move
        for reply, then in replies.items():
            yield from under(position.play(move).play(reply), *then)

    return under(part.start, part.move, part.replies)


def naive(book: WinningBook) -> dict[Position, set[Position]]:
    """Return the positions after a book's moves, for each position that it has; up to symmetry."""
    found = defaultdict(set)
    for part in book.parts:
        for position, move in listed(part):
            found[position.canonical()[0]].add(position.play(move).canonical()[0])
    return found


def image(position: Position, draw: random.Random) -> Position:
    """Return a position that is symmetric to another one."""
    symmetry = draw.choice(position.rules.symmetries)
    return Position(
        position.rules, *(permuted(side, symmetry) for side in (position.x, position.o))
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> WinningBook:
    """Return a book that is made from a certificate of one position."""
    position = Position(RULES)
    for move in QUIET.split():
        position = position.play(move)
    path = tmp_path_factory.mktemp("book") / "win.cert"
    certify(position, path, Limit(nodes=5_000_000), memory=1 << 22)
    return WinningBook(module_of(ROOT / "tools/winning_book.py").moves(path), RULES)


def test_a_book_has_the_moves_of_its_certificate(small: WinningBook) -> None:
    draw, (part,) = random.Random(1), small.parts
    known = naive(small)
    assert len(known) >= 2
    for position, _ in listed(part):
        for _ in range(3):
            at = image(position, draw)
            move = small.find(at).move
            assert move is not None
            assert at.play(move).canonical()[0] in known[at.canonical()[0]]
            assert small.find(at.play(move)) == BookAnswer(lost=True)


def test_a_position_has_all_moves_that_follow_it_in_the_book(small: WinningBook) -> None:
    draw = random.Random(4)

    def compare(position: Position, moves: Moves | None) -> None:
        """Compare moves with those that are found one by one."""
        ((move, replies),) = (moves or {}).items()
        then = position.play(move)
        assert small.find(then).lost
        assert small.moves(then) == replies
        after = {reply: then.play(reply) for reply in then.legal}
        known = {each.canonical()[0] for each in after.values() if small.find(each).settles}
        assert known == {after[reply].canonical()[0] for reply in replies or {}}
        for reply, further in (replies or {}).items():
            compare(after[reply], further)

    for position, _ in listed(small.parts[0]):
        for _ in range(3):
            at = image(position, draw)
            compare(at, small.moves(at))
    assert small.moves(Position(RULES)) is None


def test_solve_and_certify_use_the_book(tmp_path: Path) -> None:
    book, path = shipped(RULES), tmp_path / "win.cert"
    assert book is not None
    moves = [each for part in book.parts for each in listed(part) if each[0].ply > 4]
    for position, move in random.Random(5).sample(moves, sample(3, 60)):
        won, lost = solve(position), solve(position.play(move))
        assert (won.score, won.method, won.nodes) == (Score.win(), "opening book", 0)
        assert won.line[0] == move
        assert (lost.score, lost.line) == (Score.loss(), won.line[1:])
        searched = solve(position, Limit(nodes=10), book=False)
        assert searched.method == "threats"
        certify(position, path)
        assert verify(path).statements == ("X wins",)


def test_positions_that_a_book_lacks_are_not_found(small: WinningBook) -> None:
    (part,) = small.parts
    known = naive(small)
    lost = {after for moves in known.values() for after in moves}
    for position, move in listed(part):
        then = position.play(move)
        for reply in then.legal:
            after = then.play(reply)
            if after.canonical()[0] not in known:
                assert small.find(after) == BookAnswer(begun=True)
        for other in set(position.legal) - {move}:
            after = position.play(other)
            if after.canonical()[0] not in lost:
                assert small.find(after) == BookAnswer()
    assert small.find(Position(RULES)) == BookAnswer()


def test_a_book_follows_any_order_of_moves() -> None:
    rules = Rules.parse("5,5,4")
    text = "position ...../...../...../...../..... -cc aabbeced))bada))"
    book = WinningBook(text, rules)
    for moves, answer in {
        "": "c3",
        "c3 a5": "b4",
        "c3 b5": "d5",
        "c3 b1": "d1",  # symmetric to that
        "c3 a5 b4 e3": "e2",
        "b4 e3 c3 a5": "e2",
    }.items():
        position = Position(rules)
        for move in moves.split():
            position = position.play(move)
        found = book.find(position)
        assert found.move is not None
        assert rules.name(found.move) == answer, moves


def test_every_move_of_the_shipped_book_is_played_as_proved() -> None:
    book = shipped(RULES)
    assert book is not None
    moves = [each for part in book.parts for each in listed(part)]
    for position, _ in random.Random(2).sample(moves, sample(50, 2_000)):
        choice = threat_engine.play(position, Limit(nodes=1))
        assert choice.score == Score.win()
        assert choice.cell == book.find(position).move
        lost = threat_engine.analyse(position.play(choice.cell), Limit(nodes=1_000), "")
        for score in (lost.score, *(each.score for each in lost.moves)):
            assert isinstance(score, Score)
            assert score.value is Value.LOSS


@pytest.mark.parametrize("seed", range(6))
def test_hard_wins_each_game_that_begins_in_the_book(seed: int) -> None:
    """Its opponents play listed replies, block, or play near the stones."""
    book, draw = shipped(RULES), random.Random(seed)
    assert book is not None
    part = draw.choice(book.parts)
    position, followed = part.start, part.replies
    hard, others = engine(Level.HARD), [engine("tactics", seed=seed), engine("easy", seed=seed)]
    while position.outcome is None:
        if position.turn is Mark.X:
            choice = hard.play(position, Limit(nodes=4_000_000))
            assert choice.score in {Score.win(), Score.win(1), Score.win(3)}
            cell = choice.cell
        elif (open_replies := followed.keys() & set(position.legal)) and draw.random() < 0.7:
            cell = draw.choice(sorted(open_replies))
            _, followed = followed[cell]
        else:
            cell, followed = draw.choice(others).play(position).cell, {}
        position = position.play(cell)
    assert position.outcome.winner is Mark.X


def test_threats_win_after_every_other_reply() -> None:
    """Or the engine finds a win, where they take more nodes."""
    book = shipped(RULES)
    assert book is not None
    moves = [each for part in book.parts for each in listed(part)]
    for position, move in random.Random(3).sample(moves, sample(4, 200)):
        then = position.play(move)
        for reply in then.legal:
            after = then.play(reply)
            if after.outcome is None and book.find(after).move is None:
                search = PrincipalVariationSearch(after)
                search.allow(0)
                if not search.threes.win(search.side, threat_engine.BOOK_NODES):
                    score = threat_engine.play(after, Limit(nodes=threat_engine.BOOK_NODES)).score
                    assert isinstance(score, Score), str(after)
                    assert score > Score.draw()
