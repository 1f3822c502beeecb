"""Builds opening books: see `noughts.solver.opening_book` for what they contain.

A book is saved again and again while it is built. A build that was stopped resumes from the file.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from noughts.core.bits import bits
from noughts.core.errors import RulesError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.zugzwang import stones_left
from noughts.solver.gravity import GravitySolver, ordinary
from noughts.solver.opening_book import Book, EarlyValues, best_sign, layers, read
from noughts.solver.ranking import TOGETHER, Places

#: Called after each save with the number of stones, the places done, and the number of places.
OnSave = Callable[[int, int, int], None]

SLOW = 200_000  #: nodes
SAVE = 1000  #: places between two saves: a multiple of TOGETHER, seconds of search
SAVE_SLOW = 100_000  #: the same while slow positions are looked for, a minute of search
SAVE_VALUES = 20  #: the same while values are searched, a minute
FRESH_MEMORY = 1 << 26  #: bytes, more than the short searches of a book's positions can fill


def build_book(
    rules: Rules,
    stones: int,
    path: Path,
    *,
    memory: int | None = None,
    slow: bool = False,
    anew: bool = False,
    on_save: OnSave | None = None,
) -> Book:
    """Prove who wins every position with up to this many stones; resumes from an existing file.

    Args:
        rules: the game.
        stones: the most stones.
        path: where to write.
        memory: bytes for the table of the search.
        slow: also find the positions with one or two stones more on which a search is slow.
        anew: overwrite the file instead of resuming.
        on_save: called after each save.

    Raises:
        RulesError: The game is not supported, or the file is a book of another game or another
            number of stones.
        TableError: The file is not a book.
    """
    refuse_book(rules)
    signs = bytearray()
    if not anew and path.exists() and path.stat().st_size:
        before = read(path)
        if (before.rules, before.stones) != (rules, stones):
            raise RulesError.said("sentence", "with file", file=path, problem=before.named)
        if before.whole:
            return _add_slow(before, path, on_save) if slow else before
        signs += before.signs
    places = Places(rules, layers(stones))
    solver = GravitySolver(rules, memory=memory, book=False)
    searched = _saving(
        Places(rules, [stones]),
        TOGETHER * len(signs),
        SAVE,
        lambda _: Book(places, signs).write(path),
        on_save,
    )
    positions = (position for _, position in searched)
    for packed in _packed(positions, lambda position: solver.sign(position)[0]):
        signs.append(packed)
    # All layers for now, because each is made from the one before.
    every = Places(rules, range(stones, -1, -1))
    whole = Book(every, signs)  # it grows with them
    earlier = every.positions(TOGETHER * len(signs))
    for packed in _packed(earlier, lambda position: _known(best_sign(position, whole))):
        signs.append(packed)
    kept = [every.layers[played] for played in places.layers]
    book = Book(places, b"".join(signs[at.start // TOGETHER : at.stop // TOGETHER] for at in kept))
    book.write(path)
    return _add_slow(book, path, on_save) if slow else book


def _add_slow(book: Book, path: Path, on_save: OnSave | None) -> Book:
    """Find the slow positions of a complete book."""
    places, slow = book.beyond, list(book.slow)
    for at, position in _saving(
        places, book.tried, SAVE_SLOW, lambda at: book.with_slow(slow, at).write(path), on_save
    ):
        if position is None or (position.ply > book.stones + 1 and _has_threat(position)):
            continue
        least, _ = book.bounds(position)
        if least < 1:
            fresh = GravitySolver(book.rules, memory=FRESH_MEMORY, book=False)
            sign = fresh.bounds(position, least, 1)[0]
            if fresh.total > SLOW:
                slow.append(3 * at + sign + 1)
    if book.tried < places.end:
        book = book.with_slow(slow, places.end)
        book.write(path)
    return book


def add_plies(
    book: Book, stones: int, path: Path, *, memory: int | None = None, on_save: OnSave | None = None
) -> Book:
    """Add the whole values of all positions with at most this many stones to a complete book.

    A search that was stopped resumes from what the file holds.
    """
    stones = min(stones, book.stones)
    if book.values.stones > stones:
        return book
    solver = GravitySolver(book.rules, memory=memory, book=False)
    solver.book = book
    most = book.rules.cells
    done = book.values.settled.tobytes() if book.values.stones == stones else b""
    values = EarlyValues(book.rules, stones, done)
    book = book.with_values(values)
    for _, position in _saving(
        values.places, len(done), SAVE_VALUES, lambda _: book.write(path), on_save
    ):
        if position is None:
            value = 0
        elif position.ply == stones:
            value = solver.bounds(position, -most, most)[0]
        else:
            value = max(_after_move(child, values) for _, child in position.children())
        values.settled.append(value)
    book.write(path)
    return book


def refuse_book(rules: Rules) -> None:
    """Reject games that have no books.

    Raises:
        RulesError: The game has no book; the message says why.
    """
    if not ordinary(rules):
        raise RulesError.said("table file", "no books", rules=rules)


def _saving(
    places: Places, done: int, each: int, save: Callable[[int], None], on_save: OnSave | None
) -> Iterator[tuple[int, Position | None]]:
    """Yield the places after those that are done, each with its position; save now and then."""
    for at, position in enumerate(places.positions(done), done):
        if at > done and at % each == 0:
            save(at)
            if on_save is not None:
                stones, layer = next(of for of in places.layers.items() if at in of[1])
                on_save(stones, at - layer.start, len(layer))
        yield at, position


def _after_move(child: Position, values: EarlyValues) -> int:
    """Return the value of a position for the side that has just moved."""
    if child.outcome is None:
        return -_known(values.find(child))
    return 0 if child.outcome.winner is None else stones_left(child, 0)


def _packed(positions: Iterable[Position | None], ask: Callable[[Position], int]) -> Iterator[int]:
    """Yield the bytes of positions' signs."""
    positions = iter(positions)
    while group := list(islice(positions, TOGETHER)):
        packed = 0
        for position in group:
            packed = 3 * packed + 1 + (1 if position is None else ask(position))
        yield packed


def _known(sign: int | None) -> int:
    assert sign is not None  # noqa: S101  (what has more stones stands before)
    return sign


def _has_threat(position: Position) -> bool:
    """Whether either side would complete a line on some cell, playable or not."""
    rules, x, o = position.rules, position.x, position.o
    completed = rules.placing.completed
    return any(
        completed(cell, x | 1 << cell, o) >= 0 or completed(cell, o | 1 << cell, x) >= 0
        for cell in bits(rules.full & ~(x | o))
    )
