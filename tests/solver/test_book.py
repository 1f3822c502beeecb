"""The opening book: held to search, to plain minimax and to what is published."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from noughts import Position, Rules, RulesError, TableError, Value, solve
from noughts.cli import run
from noughts.solver import book, gravity, reference
from noughts.solver.gravity import GravitySolver
from noughts.testing import random_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONNECT_FOUR = Rules.parse("connect-four")


def positions(rules: Rules, stones: int) -> Iterator[Position]:
    """Yield every position with up to so many stones in which the game goes on."""
    layer = {Position(rules)}
    for _ in range(stones + 1):
        going = [position for position in layer if position.outcome is None]
        yield from going
        layer = {child for position in going for _, child in position.children()}


def won_next(position: Position) -> bool:
    return any(child.outcome and child.outcome.winner for _, child in position.children())


@pytest.mark.parametrize("game", ["4,4,3", "3,4,3", "4,4,4", "5,3,3"])
def test_it_holds_every_early_position_and_plain_minimax_agrees(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(f"{game} gravity")
    built = gravity.build_book(rules, 6, tmp_path / "book", memory=1 << 20)
    known: dict[int, int] = {}
    numbers = set()
    for position in positions(rules, 6):
        if won_next(position):
            assert built.find(position) is None
        else:
            numbers.add(book.number(position))
            assert built.find(position) == reference.value(position, known), repr(position)
    assert len(numbers) == len(built)


def test_a_file_tells_what_the_book_knows_and_a_stopped_build_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse("5,4,4 gravity")
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    built = gravity.build_book(rules, 7, whole, memory=1 << 20)
    assert book.read(whole).signs() == built.signs()

    saved = []

    def interrupt(done: int, of: int) -> None:
        saved.append((done, of))
        if len(saved) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(book, "SAVE", 100)
    with pytest.raises(KeyboardInterrupt):
        gravity.build_book(rules, 7, stopped, memory=1 << 20, on_save=interrupt)
    part = book.read(stopped)
    assert part.stones == -1
    assert len(part) >= 200
    assert part.signs().items() <= built.signs().items()
    last = [position for position in positions(rules, 7) if position.ply == 7]
    assert sum(part.find(position) is not None for position in last) >= len(part)
    half = len(saved)
    gravity.build_book(rules, 7, stopped, on_save=lambda done, of: saved.append((done, of)))
    assert [done // 100 for done, _ in saved[:half]] == [1, 2]
    assert saved[half][0] >= 300
    assert {of for _, of in saved} == {saved[0][1]}
    assert stopped.read_bytes() == whole.read_bytes()


def test_a_game_in_which_no_stone_falls_has_no_book(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="3,3,3: stones do not fall in it; say gravity"):
        gravity.build_book(Rules.parse("3,3,3"), 2, tmp_path / "book")
    assert not list(tmp_path.iterdir())


def test_files_that_are_no_book_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "book"
    gravity.build_book(Rules.parse("4,4,3 gravity"), 2, path, memory=1 << 20)
    good = path.read_bytes()
    for data, why in (
        (b"", "no opening book"),
        (good[:-1], "damaged"),
        (good.replace(b'"format": 2', b'"format": 1'), "format 1"),
    ):
        path.write_bytes(data)
        with pytest.raises(TableError, match=why):
            book.read(path)
    path.write_bytes(good)
    with pytest.raises(RulesError, match="is a book of 4,4,3 gravity, not of 5,4,4 gravity"):
        gravity.build_book(Rules.parse("5,4,4 gravity"), 2, path)


def test_connect_four_is_won_in_the_middle_only() -> None:
    """Allis 1988, Allen 1988: 4th column wins, 3rd and 5th draw, the others lose."""
    found = solve("connect-four", first_moves=True)
    assert found.value is Value.WIN
    assert found.method == "opening book"
    assert found.winning == (38,)
    solver = GravitySolver(CONNECT_FOUR, memory=1 << 20)
    signs = [solver.sign(Position(CONNECT_FOUR).play(column))[0] for column in "abcdefg"]
    assert signs == [1, 1, 0, -1, 0, 1, 1]


FEW = 4  #: so many stones have all positions looked at, with more some
SHIPPED = 8  #: so many stones the book that comes with Noughts goes to


def some_positions(stones: int) -> Iterator[Position]:
    """Yield all positions with few stones, and some with up to so many."""
    yield from positions(CONNECT_FOUR, min(FEW, stones))
    draw = random.Random(1)
    for played in range(FEW + 1, stones + 1):
        for _ in range(50):
            position = Position(CONNECT_FOUR)
            while position.ply < played and position.outcome is None:
                position = position.play(draw.choice(position.legal))
            if position.outcome is None:
                yield position


def test_the_shipped_book_is_whole_and_agrees_with_itself() -> None:
    """A position is worth the best of its moves; what is won at once is not in the book."""
    shipped = book.shipped(CONNECT_FOUR)
    assert shipped is not None
    assert shipped.stones == SHIPPED
    agrees_with_itself(shipped, some_positions(SHIPPED))


@pytest.mark.deep
def test_every_position_of_the_shipped_book_agrees() -> None:
    shipped = book.shipped(CONNECT_FOUR)
    assert shipped is not None
    seen = agrees_with_itself(shipped, positions(CONNECT_FOUR, SHIPPED))
    assert set(shipped.signs()) <= seen


def agrees_with_itself(shipped: book.Book, chosen: Iterator[Position]) -> set[int]:
    seen = set()
    for position in chosen:
        found = shipped.find(position)
        assert not won_next(position) or found is None
        assert found is not None or won_next(position)
        seen.add(book.number(position))
        if position.ply == SHIPPED or won_next(position):
            continue
        after = [
            1 if won_next(child) else shipped.find(child)
            for _, child in position.children()
            if child.outcome is None
        ]
        assert None not in after
        assert found == max((-sign for sign in after if sign is not None), default=0)
    return seen


@pytest.mark.deep
def test_the_shipped_book_agrees_with_search() -> None:
    shipped = book.shipped(CONNECT_FOUR)
    assert shipped is not None
    solver = GravitySolver(CONNECT_FOUR, memory=1 << 30, book=False)
    for position in [p for p in some_positions(SHIPPED) if p.ply == SHIPPED][:50]:
        found = shipped.find(position)
        assert won_next(position) or solver.sign(position) == (found, found)


def test_the_search_narrows_what_the_book_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every window, with and without a book."""
    rules = Rules.parse("4,4,4 gravity")
    built = gravity.build_book(rules, 9, tmp_path / "book", memory=1 << 20)
    alone = GravitySolver(rules, memory=1 << 20)
    monkeypatch.setattr(gravity, "shipped", lambda _: built)
    helped = GravitySolver(rules, memory=1 << 20)
    for game in random_games(rules, 20, seed=3):
        for position in game:
            for low, high in ((-1, 0), (0, 1), (-1, 1), (-16, 16), (1, 3), (-3, -1)):
                assert helped.bounds(position, low, high) == alone.bounds(position, low, high)
            assert helped.score(position) == alone.score(position)


def test_the_command_builds_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "544.book"
    assert run(["book", "5,4,4 gravity", str(path), "--stones", "6", "--memory", "1"]) == 0
    assert re.search(r"500 of [\d,]+ positions with 6 stones", capsys.readouterr().err)
    assert book.read(path).stones == 6
    for words, why in (
        (["book", "3,3,3", str(path)], "gravity"),
        (["book", "4,4,3 torus gravity", str(path)], "without torus"),
        (["book", "6,4,4 gravity", str(path)], "is a book of 5,4,4 gravity"),
    ):
        assert run(words) == 2
        assert why in capsys.readouterr().err
    assert run(["solve", "5,4,4 gravity", "--no-book"]) == 0
    assert "draw, proved" in capsys.readouterr().out
