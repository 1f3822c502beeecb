"""The opening book: held to search, to plain minimax and to what is published."""

import random
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice
from pathlib import Path

import pytest

from noughts import (
    Limit,
    Position,
    PositionError,
    Rules,
    RulesError,
    Score,
    TableError,
    Value,
    solve,
)
from noughts.cli import run
from noughts.core.bits import bits
from noughts.engines import gravity_engine
from noughts.solver import book_building, gravity, opening_book
from noughts.solver.gravity import GravitySolver
from noughts.solver.ranking import Places
from noughts.testing import random_games
from tests import naive_solver
from tests.sampling import sample

DEEPER = pytest.param("5,3,3", marks=pytest.mark.deep)
DRAWN = pytest.param("4,4,4", marks=pytest.mark.deep)
CONNECT_FOUR = Rules.parse("connect-four")
MANY_LINES = "4,4 lines {} gravity".format(
    " ".join(map("-".join, islice(combinations([c + r for r in "4321" for c in "abcd"], 3), 60)))
)


def positions(rules: Rules, stones: int) -> Iterator[Position]:
    """Yield every position with up to this many stones in which the game goes on."""
    layer = {Position(rules)}
    for _ in range(stones + 1):
        going = [position for position in layer if position.outcome is None]
        yield from going
        layer = {child for position in going for _, child in position.children()}


def arrangements(rules: Rules, stones: int) -> set[Position]:
    """Return every position with up to this many stones, reached or not, that is not over."""
    columns, rows = rules.shape
    found, layer = set(), {(0, 0)}
    for played in range(stones + 1):
        for x, o in layer:
            if x.bit_count() - o.bit_count() == played % 2:
                with suppress(PositionError):
                    found.add(Position(rules, x, o))
        layer = {
            pair
            for x, o in layer
            for column in range(columns)
            for cell in [lowest_empty(x | o, column, columns, rows)]
            for pair in ((x | cell, o), (x, o | cell))
            if cell
        }
    return {position for position in found if position.outcome is None}


def lowest_empty(taken: int, column: int, columns: int, rows: int) -> int:
    cells = (1 << row * columns + column for row in range(rows - 1, -1, -1))
    return next((cell for cell in cells if not taken & cell), 0)


@pytest.mark.parametrize("game", ["4,4,3", "3,4,3", "4,2,3", DEEPER, DRAWN])
def test_it_holds_every_early_position_and_plain_minimax_agrees(game: str, tmp_path: Path) -> None:
    """Those that no order of moves leads to are looked up as well: nobody asks for the order."""
    rules = Rules.parse(f"{game} gravity")
    built = book_building.build_book(rules, 6, tmp_path / "book", memory=1 << 20)
    everything = arrangements(rules, 6)
    assert set(positions(rules, 6)) < everything
    known: dict[int, int] = {}
    for position in everything:
        assert built.find(position) == naive_solver.value(position, known), repr(position)
        for _, child in position.children():
            if position.ply == 6 or child.outcome is not None:
                assert built.find(child) is None


@pytest.mark.parametrize("game", ["4,4,3", "3,4,3", "5,3,3", "4,2,3", "2,2,2"])
def test_each_place_is_that_of_one_position_and_its_mirror_image(game: str) -> None:
    rules = Rules.parse(f"{game} gravity")
    places = Places(rules, range(6, -1, -1))
    held = {}
    for at, position in enumerate(places.positions()):
        if position is not None:
            assert places.find(position) == at
            held[at] = position
    assert at == places.end - 1
    everything = list(places.positions())
    for first in (0, 1, 7, places.end // 2, places.end - 1, places.end):
        assert list(places.positions(first)) == everything[first:]
    columns = rules.shape[0]
    mirror = tuple(cell + columns - 1 - 2 * (cell % columns) for cell in range(rules.cells))
    images = {position.transformed(mirror): at for at, position in held.items()}
    assert set(held.values()) | set(images) == arrangements(rules, 6)
    for image, at in images.items():
        there = places.find(image)
        assert there == at or held[there] == image


def test_a_file_tells_what_the_book_knows_and_a_stopped_build_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_building, "SLOW", 50)
    rules = Rules.parse("4,4,4 gravity")
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    built = book_building.build_book(rules, 6, whole, memory=1 << 20, slow=True)
    assert built.whole
    assert len(built.slow) > 100
    read = opening_book.read(whole)
    assert read.whole
    places = Places(rules, range(8, -1, -1))
    everything = [each for each in places.positions() if each is not None]
    found = {position: built.find(position) for position in everything}
    assert {position: read.find(position) for position in everything} == found

    saved: list[tuple[int, int, int]] = []

    def interrupt(played: int, done: int, of: int) -> None:
        saved.append((played, done, of))
        if [played for played, _, _ in saved].count(played) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(book_building, "SAVE", 100)
    monkeypatch.setattr(book_building, "SAVE_SLOW", 200)
    with pytest.raises(KeyboardInterrupt):
        book_building.build_book(rules, 6, stopped, memory=1 << 20, slow=True, on_save=interrupt)
    part = opening_book.read(stopped)
    assert not part.whole
    there = {position for position in everything if part.find(position) is not None}
    # Those with one or two stones less are told by their moves, as far as these are there.
    assert {position.ply for position in there} <= {4, 5, 6}
    assert 100 < len([position for position in there if position.ply == 6]) <= 200
    assert all(part.find(position) == found[position] for position in there)

    saved.clear()
    size = {stones: Places(rules, [stones]).end for stones in (6, 7, 8)}
    with pytest.raises(KeyboardInterrupt):
        book_building.build_book(rules, 6, stopped, memory=1 << 20, slow=True, on_save=interrupt)
    assert saved == [(6, 300, size[6]), (6, 400, size[6])]
    with pytest.raises(KeyboardInterrupt):
        book_building.build_book(
            rules,
            6,
            stopped,
            memory=1 << 20,
            slow=True,
            on_save=lambda *now: interrupt(*now) if now[0] > 6 else None,
        )
    assert saved[2:] == [(7, 200, size[7]), (7, 400, size[7])]
    part = opening_book.read(stopped)
    assert part.tried == 400
    assert all(part.find(position) in (None, found[position]) for position in everything)
    book_building.build_book(rules, 6, stopped, slow=True, on_save=lambda *now: saved.append(now))
    after = range(600, size[7] + size[8], 200)
    assert saved[4:] == [
        (7, done, size[7]) if done < size[7] else (8, done - size[7], size[8]) for done in after
    ]
    assert stopped.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("game", ["4,4,3", "3,4,3", "2,2,2", DEEPER])
def test_it_holds_the_plies_of_early_positions_and_plain_minimax_agrees(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(f"{game} gravity")
    built = book_building.build_book(rules, 6, tmp_path / "book", memory=1 << 20)
    built = book_building.add_plies(built, 5, tmp_path / "book", memory=1 << 20)
    read = opening_book.read(tmp_path / "book")
    assert (read.signs, read.values.settled) == (built.signs, built.values.settled)
    monkeypatch.setattr(gravity, "shipped", lambda _: read)
    helped = GravitySolver(rules, memory=1 << 20)
    known: dict[Position, Score] = {}
    for position in arrangements(rules, 6):
        value = read.values.find(position)
        if position.ply == 6:
            assert value is None
            continue
        plies = helped.score(position)
        assert value is not None
        assert plies == naive_score(position, known), repr(position)
    assert helped.total == 0


@pytest.mark.parametrize("game", ["4,4,3", "3,5,3", "5,4,3"])
def test_it_narrows_a_search_for_plies(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows of one point around the true value: where a wrong bound shows."""
    rules = Rules.parse(f"{game} gravity")
    book = book_building.build_book(rules, 5, tmp_path / "book", memory=1 << 20)
    monkeypatch.setattr(gravity, "shipped", lambda _: book)
    draw = random.Random(game)
    narrowed = GravitySolver(rules, memory=1 << 20)
    early = sorted(arrangements(rules, 4), key=str)
    for position in draw.sample(early, min(len(early), sample(60, 2000))):
        true = GravitySolver(rules, memory=1 << 16, book=False).bounds(position, -99, 99)[0]
        assert narrowed.bounds(position, -99, 99) == (true, true), repr(position)
        for low in range(true - 2, true + 2):
            value = min(max(true, low), low + 1)
            assert narrowed.bounds(position, low, low + 1) == (value, value), repr(position)
        narrowed.allow(Limit(nodes=draw.randint(1, 30)))
        low, high = narrowed.bounds(position, -99, 99)
        assert low <= true <= high, repr(position)
        narrowed.allow(None)


def naive_score(position: Position, known: dict[Position, Score]) -> Score:
    """Value a position by plain minimax, with the plies."""
    if position.outcome is not None:
        return Score.draw() if position.outcome.winner is None else Score.loss(0)
    if position not in known:
        after = [naive_score(child, known) for _, child in position.children()]
        known[position] = max(score.backed_up() for score in after)
    return known[position]


def test_a_stopped_search_for_plies_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse("5,4,4 gravity")
    path = tmp_path / "book"
    book = book_building.build_book(rules, 4, path, memory=1 << 20, slow=True)
    whole = book_building.add_plies(book, 4, tmp_path / "whole", memory=1 << 20)
    monkeypatch.setattr(book_building, "SAVE_VALUES", 50)
    saved: list[tuple[int, int, int]] = []

    def interrupt(played: int, done: int, of: int) -> None:
        saved.append((played, done, of))
        raise KeyboardInterrupt

    for times in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            book_building.add_plies(opening_book.read(path), 4, path, on_save=interrupt)
        part = opening_book.read(path)
        assert part.values.settled == whole.values.settled[: 50 * times]
    searched = Places(rules, [4]).end
    assert saved == [(4, 50, searched), (4, 100, searched)]
    book_building.add_plies(part, 4, path, memory=1 << 20)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    # A wish for fewer loses nothing.
    assert book_building.add_plies(whole, 2, path) is whole


@pytest.mark.parametrize(
    ("game", "stones"), [("5,3,3", 4), pytest.param("4,4,4", 6, marks=pytest.mark.deep)]
)
def test_it_holds_the_slow_ones_of_the_positions_after(
    game: str, stones: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position is slow if a separate search takes long; its parents give the rest."""
    monkeypatch.setattr(book_building, "SLOW", 5)
    rules = Rules.parse(f"{game} gravity")
    built = book_building.build_book(rules, stones, tmp_path / "book", memory=1 << 20, slow=True)
    known: dict[int, int] = {}
    left: dict[Position, int] = {}  # what those that lead to a position leave it at least
    for before in arrangements(rules, stones):
        if before.ply == stones:
            for _, child in before.children():
                left[child] = max(left.get(child, -1), -naive_solver.value(before, known))
    told = {(more, slow): 0 for more in (1, 2) for slow in (True, False)}
    for position in Places(rules, [stones + 1, stones + 2]).positions():
        if position is None:
            continue
        more, least = position.ply - stones, left.get(position, -1)
        alone = GravitySolver(rules, memory=1 << 20, book=False)
        alone.bounds(position, least, 1)
        slow = least < 1 and alone.total > 5 and (more == 1 or quiet(position))
        value = naive_solver.value(position, known)
        assert built.find(position) == (value if slow else None), repr(position)
        assert built.bounds(position) == ((value, value) if slow else (least, 1)), repr(position)
        told[more, slow] += 1
    assert min(told.values()) > 10, told


def quiet(position: Position) -> bool:
    """Whether no stone of either side would complete a line, on whatever empty cell it were."""
    x, o, rules = position.x, position.o, position.rules
    cells = [1 << cell for cell in bits(rules.full & ~(x | o))]
    return not any(rules.completed(x | cell, o) or rules.completed(o | cell, x) for cell in cells)


def test_a_game_in_which_no_stone_falls_has_no_book(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="3,3,3 has no gravity; write gravity"):
        book_building.build_book(Rules.parse("3,3,3"), 2, tmp_path / "book")
    assert not list(tmp_path.iterdir())


def test_files_that_are_no_book_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "book"
    book_building.build_book(Rules.parse("4,4,3 gravity"), 2, path, memory=1 << 20)
    good = path.read_bytes()
    for data, why in (
        (b"", "not an opening book"),
        (b"[]", "not an opening book"),
        (good[:-1], "damaged"),
        (good.replace(b'"format": 6', b'"format": 5'), "format 5; this version reads 6"),
        (checked(good.replace(b'"tried"', b'"tired"')), "is damaged"),
        (checked(good.replace(b'"stones": 2', b'"stones": 9876543210')), "is damaged"),
        (checked(good.replace(b'"valued": -1', b'"valued": 3')), "is damaged"),
    ):
        path.write_bytes(data)
        with pytest.raises(TableError, match=why):
            opening_book.read(path)
    path.write_bytes(good)
    for game, stones in (("5,4,4", 2), ("4,4,3", 3)):
        why = "is a book of 4,4,3 gravity up to 2 stones"
        with pytest.raises(RulesError, match=why):
            book_building.build_book(Rules.parse(f"{game} gravity"), stones, path)
    assert path.read_bytes() == good


def checked(content: bytes) -> bytes:
    """Return a book with the checksum that it would need."""
    return content[:-4] + zlib.crc32(content[:-4]).to_bytes(4, "big")


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "book"
    book_building.build_book(Rules.parse("4,4,3 gravity"), 2, path, memory=1 << 20)
    good = path.read_bytes()
    for at, byte in enumerate(good):
        for other in (byte ^ 1, byte ^ 128, byte ^ 255):
            path.write_bytes(good[:at] + bytes([other]) + good[at + 1 :])
            with pytest.raises(TableError):
                opening_book.read(path)
        path.write_bytes(good[:at])
        with pytest.raises(TableError):
            opening_book.read(path)


def test_connect_four_is_won_in_the_middle_only() -> None:
    """Allis 1988, Allen 1988: 4th column wins, 3rd and 5th draw, the others lose."""
    found = solve("connect-four", first_moves=True)
    assert found.value is Value.WIN
    assert found.method == "opening book"
    assert found.winning == (38,)
    solver = GravitySolver(CONNECT_FOUR, memory=1 << 20)
    signs = [solver.sign(Position(CONNECT_FOUR).play(column))[0] for column in "abcdefg"]
    assert signs == [1, 1, 0, -1, 0, 1, 1]


def test_the_plies_of_connect_four_s_first_moves_are_those_that_are_published() -> None:
    """Pons 2015, by stones that the winner has left: -2 -1 0 1 0 -1 -2 for the first player."""
    values = shipped_book().values
    assert values.stones == VALUED
    empty = Position(CONNECT_FOUR)
    assert [values.find(empty.play(column)) for column in "abcdefg"] == [2, 1, 0, -1, 0, 1, 2]
    for position in positions(CONNECT_FOUR, VALUED):
        value, sign = values.find(position), shipped_book().find(position)
        assert value is not None
        assert sign == (value > 0) - (value < 0)
        if position.ply < VALUED:
            after = [values.find(child) for _, child in position.children()]
            assert value == max(-each for each in after if each is not None)
    solved = solve("connect-four", Limit(nodes=1))
    assert solved.score == Score.win(41)


@pytest.mark.deep
def test_the_plies_of_the_shipped_book_agree_with_search() -> None:
    solver = GravitySolver(CONNECT_FOUR, memory=1 << 30, book=False)
    searched = [each for each in Places(CONNECT_FOUR, [VALUED]).positions() if each is not None]
    for position in random.Random(1).sample(searched, 5):
        value = shipped_book().values.find(position)
        assert solver.bounds(position, -42, 42) == (value, value), repr(position)


FEW = 4  #: this many stones have all positions looked at, with more some
SHIPPED = 13  #: this many stones the book that comes with Noughts goes to
VALUED = 6  #: this many have their plies


def shipped_book() -> opening_book.Book:
    found = opening_book.shipped(CONNECT_FOUR)
    assert found is not None
    return found


def test_hand_made_rules_have_no_book_however_long_their_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = Rules.parse(MANY_LINES)
    assert len(rules.lines) == 60
    assert len(str(rules)) > 255  # characters of a file's name, at most
    assert opening_book.shipped(rules) is None
    assert solve(rules).score == Score.win(5)
    empty = str(Position(rules))
    assert run(["analyse", empty, "--rules", MANY_LINES]) == 0
    assert "win in 5 plies, proved" in capsys.readouterr().out


def some_positions(stones: int) -> Iterator[Position]:
    """Yield all positions with few stones, and some with up to this many."""
    yield from positions(CONNECT_FOUR, FEW)
    draw = random.Random(1)
    for played in range(FEW + 1, stones + 1):
        for _ in range(50):
            position = Position(CONNECT_FOUR)
            while position.ply < played and position.outcome is None:
                position = position.play(draw.choice(position.legal))
            if position.outcome is None:
                yield position


def test_the_shipped_book_is_whole_and_agrees_with_itself() -> None:
    shipped = shipped_book()
    assert shipped.whole
    assert shipped.stones == SHIPPED
    for position in some_positions(SHIPPED):
        agrees_with_itself(shipped, position)


@pytest.mark.deep
def test_every_position_of_the_shipped_book_agrees() -> None:
    """All that is in the file; of the layer whose moves are not, each of them 49 looks, some."""
    draw = random.Random(1)
    for stones in (SHIPPED, *range(SHIPPED - 3, -1, -1)):
        share = 0.01 if stones == SHIPPED - 3 else 1
        for position in Places(CONNECT_FOUR, [stones]).positions():
            if position is not None and draw.random() < share:
                agrees_with_itself(shipped_book(), position)


def agrees_with_itself(shipped: opening_book.Book, position: Position) -> None:
    """A position is worth the best of its moves; with most stones, a win if one wins at once."""
    signs = []
    for _, child in position.children():
        if child.outcome is not None:
            signs.append(int(child.outcome.winner is not None))
        elif position.ply < SHIPPED:
            sign = shipped.find(child)
            assert sign is not None
            signs.append(-sign)
    if position.ply < SHIPPED or 1 in signs:
        assert shipped.find(position) == max(signs), repr(position)


@pytest.mark.deep
def test_the_shipped_book_agrees_with_search() -> None:
    shipped = shipped_book()
    solver = GravitySolver(CONNECT_FOUR, memory=1 << 30, book=False)
    places = Places(CONNECT_FOUR, [SHIPPED])
    searched = [each for each in places.positions() if each is not None]
    for position in random.Random(1).sample(searched, 200):
        found = shipped.find(position)
        assert solver.sign(position) == (found, found), repr(position)


@pytest.mark.deep
def test_the_slow_positions_of_the_shipped_book_are_those_that_a_search_is_slow_at() -> None:
    """Among many places with more stones: all slow ones, and some others."""
    shipped = shipped_book()
    without = opening_book.Book(shipped.places, shipped.signs)
    draw = random.Random(1)
    found = {SHIPPED + 1: 0, SHIPPED + 2: 0}
    for stones in found:
        for position in islice(Places(CONNECT_FOUR, [stones]).positions(), 1_000_000):
            if position is None or (shipped.find(position) is None and draw.random() > 0.002):
                continue
            alone = GravitySolver(CONNECT_FOUR, memory=1 << 26, book=False)
            least, _ = without.bounds(position)
            sign, _ = alone.bounds(position, least, 1)
            is_slow = least < 1 and alone.total > book_building.SLOW
            is_slow = is_slow and (stones == SHIPPED + 1 or quiet(position))
            told = (sign, sign) if is_slow else (least, 1)
            assert shipped.bounds(position) == told, repr(position)
            found[stones] += is_slow
    assert min(found.values()) > 100, found


def test_the_search_narrows_what_the_book_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every window, with and without a book."""
    rules = Rules.parse("4,4,4 gravity")
    built = book_building.build_book(rules, 9, tmp_path / "book", memory=1 << 20)
    alone = GravitySolver(rules, memory=1 << 20)
    monkeypatch.setattr(gravity, "shipped", lambda _: built)
    helped = GravitySolver(rules, memory=1 << 20)
    for game in random_games(rules, 20, seed=3):
        for position in game:
            for low, high in ((-1, 0), (0, 1), (-1, 1), (-16, 16), (1, 3), (-3, -1)):
                assert helped.bounds(position, low, high) == alone.bounds(position, low, high)
            assert helped.score(position) == alone.score(position)


def test_a_position_that_the_book_calls_lost_needs_no_search_for_its_moves() -> None:
    """With as many stones as the book takes, what a move leads to is not in it; no time is left."""
    places = Places(CONNECT_FOUR, [SHIPPED])
    searched = islice(places.positions(), 20_000, 40_000, 500)
    lost = [each for each in searched if each is not None and shipped_book().find(each) == -1]
    assert len(lost) > 3
    for position in lost:
        assert position.ply == SHIPPED
        found = gravity_engine.prover(position.rules).analyse(
            position, Limit(seconds=1e-9), "perfect"
        )
        assert found is not None
        assert {move.cell: move.score for move in found.moves} == dict.fromkeys(
            position.legal, Score.loss()
        )
        assert solve(position, Limit(nodes=1), first_moves=True).winning == ()


def test_what_the_book_says_of_a_position_spares_work_on_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse("5,4,4 gravity")
    built = book_building.build_book(rules, 6, tmp_path / "book", memory=1 << 20)
    places = Places(rules, [6])
    latest = [each for each in islice(places.positions(), 0, None, 20) if each]

    def analysed(known: opening_book.Book | None) -> tuple[list[object], int]:
        """Return the scores of all moves, and the nodes of all positions together."""
        monkeypatch.setattr(gravity, "shipped", lambda _: known)
        scores, nodes = list[object](), 0
        for position in latest:
            gravity_engine.prover.cache_clear()
            found = gravity_engine.prover(position.rules).analyse(position, Limit(), "perfect")
            assert found is not None
            scores.append({move.cell: move.score for move in found.moves})
            nodes += found.nodes
        gravity_engine.prover.cache_clear()
        return scores, nodes

    (alone, without), (helped, with_book) = analysed(None), analysed(built)
    assert helped == alone
    assert with_book < without


def test_the_command_builds_a_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "444.book"
    words = ["book", "4,4,4 gravity", str(path), "--stones", "7", "--memory", "1"]
    assert run(words) == 0
    assert re.search(r"1,000 of [\d,]+ positions with 7 stones", capsys.readouterr().err)
    assert opening_book.read(path).stones == 7
    monkeypatch.setattr(book_building, "SLOW", 50)
    monkeypatch.setattr(book_building, "SAVE_SLOW", 1000)
    assert run([*words, "--slow"]) == 0
    assert re.search(r"1,000 of [\d,]+ positions with 8 stones", capsys.readouterr().err)
    assert opening_book.read(path).slow
    for asked, most in (("2", "2 stones"), ("1", "2 stones"), ("8", "7 stones")):
        capsys.readouterr()
        assert run([*words, "--plies", asked]) == 0
        assert f"up to 7 stones, and in how many plies, up to {most}   " in capsys.readouterr().out
    for words, why in (
        (["book", "3,3,3", str(path)], "gravity"),
        (["book", "4,4,3 torus gravity", str(path)], "without torus"),
        (["book", "6,4,4 gravity", str(path)], "is a book of 4,4,4 gravity"),
    ):
        assert run(words) == 2
        assert why in capsys.readouterr().err
    assert run(["solve", "5,4,4 gravity", "--no-book"]) == 0
    assert "draw, proved" in capsys.readouterr().out
