"""Games in a database: what was written is read, and nothing is half written."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from noughts.games import tables
from noughts.games.errors import StorageError, UnknownGameError
from noughts.games.game import SharedGame, Wish
from noughts.games.store import Store
from tests.games.test_game import ADA, WON, played, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "g" * 22


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that nothing is in yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    found: str = request.getfixturevalue("postgres").database()
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


def connected(url: str) -> sa.Engine:
    """Return what looks into a database past the store."""
    return sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def games() -> list[SharedGame]:
    """Return a game in each of its states."""
    offered = table("b2", best_of=3, seconds=60).offer_of(0, Wish.DRAW, table("b2").moment, 0.0)
    over = table(*WON, best_of=3)
    return [
        table(),
        table("d", "d", "c", rules="7,6,4 gravity", first=1),
        table("a1a", "b2b", rules="qubic"),
        offered,
        over,
        over.offer_of(0, Wish.REMATCH, over.moment, 0.0),
        table().hand_over(0, "t" * 22, 5.0).call(1, "Zoë", hints=True),
        table("b2").leave(0, 3.0),
    ]


@pytest.mark.parametrize("number", range(len(games())))
def test_what_was_kept_is_read(store: Store, number: int) -> None:
    game = games()[number]
    store.add(game)
    assert store.read(GAME) == game
    with pytest.raises(UnknownGameError):
        store.read("h" * 22)


def test_changes_are_read_by_others(store: Store, url: str) -> None:
    store.add(table())
    other = Store(url)
    made = store.change(GAME, lambda game: played(game, "b2"), now=5.0)
    assert (made.version, made.touched) == (2, 5.0)
    assert other.read(GAME) == made
    assert store.change(GAME, lambda game: game, now=6.0) == made, "nothing is not a change"
    other.close()


def test_a_change_that_is_refused_changes_nothing(store: Store) -> None:
    store.add(table())

    def fails(game: SharedGame) -> SharedGame:
        played(game, "b2")
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  (it says nothing)
        store.change(GAME, fails)
    assert store.read(GAME) == table()


def test_all_rounds_are_kept(store: Store) -> None:
    store.add(table(*WON))
    store.change(GAME, lambda game: game.offer_of(0, Wish.REMATCH, game.moment, 0.0))
    store.change(GAME, lambda game: game.offer_of(1, Wish.REMATCH, game.moment, 0.0))
    store.change(GAME, lambda game: played(game, "c3"))
    game, records = store.records(GAME)
    assert (game.round, [str(record).splitlines()[-1] for record in records]) == (
        2,
        ["a1 b1 a2 b2 a3 X wins", "c3 *"],
    )


def test_no_change_is_lost_between_many(store: Store, url: str) -> None:
    """Two stores and eight threads, of which each adds to the same name."""
    store.add(table())
    stores = [store, Store(url)]

    def work(number: int) -> None:
        def longer(game: SharedGame) -> SharedGame:
            return game.call(0, game.seats[0].name + "x", hints=None)

        for _ in range(5):
            stores[number % 2].change(GAME, longer)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    game = store.read(GAME)
    assert (game.seats[0].name, game.version) == ("Ada" + "x" * 20, 21)
    stores[1].close()


def test_clocks_and_expiry(store: Store) -> None:
    game = table(seconds=60)
    store.add(game)
    assert store.overdue(59.9) == []
    assert store.overdue(60.0) == [GAME]
    assert store.change(GAME, lambda game: game, now=60.0).end
    assert store.overdue(1e9) == []
    assert (store.expire(60.0), store.expire(60.1)) == (0, 1)
    with pytest.raises(UnknownGameError):
        store.read(GAME)


def test_a_game_that_both_have_left_is_gone_with_all_its_parts(store: Store, url: str) -> None:
    store.add(table("b2"))
    store.seen(GAME, 0, 9.0)
    assert store.read(GAME).seats[0].seen == 9.0
    for seat in (0, 1):
        store.change(GAME, lambda game, seat=seat: game.leave(seat, 9.0))  # type: ignore[misc]
    engine = connected(url)
    with engine.connect() as connection:
        for part in (tables.games, tables.seats, tables.rounds):
            assert connection.execute(part.select()).all() == []
    engine.dispose()


def test_the_migrations_lead_to_the_tables(store: Store, url: str) -> None:
    store.close()
    engine = connected(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, tables.metadata) == []
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
    engine.dispose()


def test_several_may_start_at_once(url: str) -> None:
    opened: list[Store] = []
    threads = [threading.Thread(target=lambda: opened.append(Store(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    for store in opened:
        store.close()


def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database at all, whatever its name says." * 100)
    newer = tmp_path / "newer.sqlite"
    Store(f"sqlite:///{newer}").close()
    engine = sa.create_engine(f"sqlite:///{newer}")
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num='9999'")
    engine.dispose()
    for address in (
        f"sqlite:///{tmp_path / 'text'}",
        f"sqlite:///{tmp_path / 'missing' / 'games.sqlite'}",
        f"sqlite:///{newer}",
        "nonsense",
        "nonsense://x",
    ):
        with pytest.raises(StorageError, match="the database cannot be opened: ") as caught:
            Store(address)
        assert "\n" not in str(caught.value)


def test_a_full_database_refuses_and_stays_as_it_was(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    store.add(table())
    engine = store._engine

    @sa.event.listens_for(engine, "connect")
    def small(connection: sa.engine.interfaces.DBAPIConnection, record: object) -> None:
        del record
        connection.cursor().execute("pragma max_page_count=1")

    engine.dispose()
    full = []
    for number in range(200):
        game = table()
        try:
            store.add(SharedGame(f"{number:022}", game.terms, game.record, game.seats, touched=1.0))
        except StorageError as error:
            full.append(str(error))
    assert full
    assert "does not take a new game: database or disk is full" in full[0]
    assert store.read(GAME).holder(ADA) == 0
    store.close()


def test_versions_are_asked_of_many_at_once(store: Store) -> None:
    store.add(table())
    assert store.versions([]) == {}
    assert store.versions([GAME, "h" * 22]) == {GAME: 1}
    store.change(GAME, lambda game: played(game, "b2"))
    assert store.versions([GAME]) == {GAME: 2}
