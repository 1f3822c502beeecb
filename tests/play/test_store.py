"""Games in a database: what was written is read, and nothing is half written."""

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from noughts.check.checked_game import FindingKind
from noughts.core.errors import NoughtsError, StorageError
from noughts.core.position import Mark
from noughts.database import connecting, ledger_tables
from noughts.database import game_tables as tables
from noughts.database.parts import LATEST, Part
from noughts.engines import Level
from noughts.engines.swap2 import Opening, opening_of
from noughts.play import rows, seats
from noughts.play.classrooms import Classroom
from noughts.play.options import OfferKind
from noughts.play.play_errors import SeatsTakenError, UnknownGameError
from noughts.play.seats import CheckedSides, PassedStage, ShownCheck
from noughts.play.shared_game import SharedGame
from noughts.play.store import GRACE, Change, Store
from tests.play.test_game import ADA, BOB, FIVE, THREE, WON, against, made, opened, played, table
from tests.postgres import Postgres
from tests.sampling import sample

GAME = "g" * 22
PARTS = [tables.PART, ledger_tables.PART, ledger_tables.HINT_PART]


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


def change(store: Store, how: Change, now: float | None = None) -> SharedGame:
    """Make one change, or raise why it is refused."""
    (found,) = store.change([(GAME, how)], now)
    if isinstance(found, NoughtsError):
        raise found
    return found


def games() -> list[SharedGame]:
    offered = table("b2", best_of=3, seconds=60).offer_of(
        0, OfferKind.DRAW, table("b2").moment, 0.0
    )
    over = table(*WON, best_of=3)
    return [
        table(),
        table("d", "d", "c", rules="7,6,4 gravity", first=1),
        table("a1a", "b2b", rules="qubic"),
        offered,
        over,
        over.offer_of(0, OfferKind.REMATCH, over.moment, 0.0),
        table().hand_over(0, "t" * 22, 5.0).call(1, "Zoë", hints=True),
        table("b2").leave(0, 3.0),
        against(Level.MEDIUM, "b2"),
        *(opened(*steps) for steps in ((), THREE, (*THREE, "X"), FIVE, (*FIVE, "O", "h9"))),
    ]


@pytest.mark.parametrize("number", range(len(games())))
def test_what_was_kept_is_read(store: Store, number: int) -> None:
    game = games()[number]
    store.add(game)
    assert store.read(GAME) == game
    with pytest.raises(UnknownGameError):
        store.read("h" * 22)


def test_what_is_made_twice_is_there_once(store: Store, url: str) -> None:
    """By threads of two servers at the same time: each is given what the first has made."""
    other, made_alike = Store(url), [replace(table(), touched=float(n)) for n in range(6)]
    found: list[SharedGame] = []
    threads = [
        threading.Thread(target=lambda each, to: found.append(to.add(each)), args=(game, to))
        for game, to in zip(made_alike, (store, other) * 3, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [store.read(GAME)] * 6
    room = Classroom("r" * 22, seats.hashed(ADA), "4,4,3", 3, None, 1.0)
    assert store.add_classroom(room) == room
    assert other.add_classroom(replace(room, touched=2.0)) == room
    other.close()


def test_changes_are_read_by_others(store: Store, url: str) -> None:
    store.add(table())
    other = Store(url)
    made = change(store, lambda game: played(game, "b2"), now=5.0)
    assert (made.version, made.touched) == (2, 5.0)
    assert other.read(GAME) == made
    assert change(store, lambda game: game, now=6.0) == made, "nothing is not a change"
    other.close()


def test_a_change_that_is_refused_changes_nothing(store: Store) -> None:
    store.add(table())

    def fails(game: SharedGame) -> SharedGame:
        played(game, "b2")
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  (it says nothing)
        change(store, fails)
    assert store.read(GAME) == table()


def test_all_rounds_are_kept(store: Store) -> None:
    store.add(table(*WON))
    change(store, lambda game: game.offer_of(0, OfferKind.REMATCH, game.moment, 0.0))
    change(store, lambda game: game.offer_of(1, OfferKind.REMATCH, game.moment, 0.0))
    change(store, lambda game: played(game, "c3"))
    game, records = store.records(GAME)
    assert (game.round, [str(record).splitlines()[-1] for record in records]) == (
        2,
        ["a1 b1 a2 b2 a3 X wins", "c3 *"],
    )


def test_a_record_says_how_its_round_was_opened(store: Store) -> None:
    store.add(opened(*FIVE, "O", "h9"))
    change(store, lambda game: game.resign(0, game.moment))
    change(store, lambda game: game.offer_of(0, OfferKind.REMATCH, game.moment, 0.0))
    change(store, lambda game: game.offer_of(1, OfferKind.REMATCH, game.moment, 0.0))
    game, (first, second) = store.records(GAME)
    assert str(first).splitlines()[1:] == [
        "Opening: swap2, 5 stones, O taken",
        "",
        "h8 a1 i8 a2 j8 h9 *",
    ]
    assert opening_of(first) == Opening(5, Mark.O)
    assert (second.headers, game.opening) == ((), Opening())


def test_no_change_is_lost_between_many(store: Store, url: str) -> None:
    """Two stores and eight threads, of which each adds to the same name."""
    store.add(table())
    stores = [store, Store(url)]

    def work(number: int) -> None:
        def longer(game: SharedGame) -> SharedGame:
            return game.call(0, game.seats[0].name + "x", hints=None)

        for _ in range(5):
            change(stores[number % 2], longer)

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
    assert change(store, lambda game: game, now=60.0).end
    assert store.overdue(1e9) == []
    assert [store.expire(old, now) for old, now in ((60.0, 100.0), (60.1, 100.0))] == [0, 0]
    assert store.expire(60.1, 99.0 + GRACE) == 0, "marked, and not a day ago"
    assert store.expire(60.1, 100.0 + GRACE) == 1
    with pytest.raises(UnknownGameError):
        store.read(GAME)


def test_games_that_wait_for_the_computer(store: Store) -> None:
    store.add(replace(against(Level.HARD, "b2"), touched=5.0))
    assert store.unanswered(4.9, 10) == []
    assert store.unanswered(5.0, 10) == [GAME]
    change(store, lambda game: played(game, "a1"))
    assert store.unanswered(1e12, 10) == []


def test_games_that_wait_for_anybody(store: Store) -> None:
    alone = replace(made(best_of=3, first=1), listed=True, touched=5.0)
    store.add(alone)
    store.add(replace(alone, id="h" * 22, touched=6.0))
    store.add(replace(alone, id="i" * 22, listed=False))
    assert [game["id"] for game in store.waiting(0.0, 0.0, 10)] == ["h" * 22, GAME]
    assert [game["id"] for game in store.waiting(0.0, 0.0, 1)] == ["h" * 22]
    assert [game["id"] for game in store.waiting(5.0, 0.0, 10)] == ["h" * 22]
    terms = {"rules": "3,3,3", "mark": "X", "best_of": 3, "seconds": None, "swap2": False}
    seen = {"since": 5.0, "away_since": alone.seats[0].seen}
    assert store.waiting(0.0, 0.0, 10)[1] == {**terms, "id": GAME, "name": "Ada", **seen}
    store.seen([GAME], 0, 8.0)
    assert [game["away_since"] for game in store.waiting(0.0, 7.9, 10)] == [8.0]
    change(store, lambda game: game.join(BOB, "Bob", 7.0))
    assert [game["id"] for game in store.waiting(0.0, 0.0, 10)] == ["h" * 22]


def test_a_class_seats_people_two_by_two(store: Store, url: str) -> None:
    room = Classroom("r" * 22, seats.hashed(ADA), "4,4,3", 3, None, 1.0)
    store.add_classroom(room)
    assert store.classroom(room.id) == (room, [])
    with pytest.raises(UnknownGameError):
        store.arrive("s" * 22, ADA, "Ada", 2.0)
    arrived = [store.arrive(room.id, f"{number:022}", "", 2.0) for number in range(5)]
    assert [game.holder(f"{number:022}") for number, game in enumerate(arrived)] == [0, 1, 0, 1, 0]
    pairs = [game.id for game in arrived]
    assert pairs[0] == pairs[1] != pairs[2] == pairs[3] != pairs[4]
    assert store.classroom(room.id)[1] == sorted(set(pairs))
    other = Store(url)
    threads = [
        threading.Thread(target=opened.arrive, args=(room.id, f"{number:022}", "", 3.0))
        for number, opened in enumerate((store, other, store, other, store), 5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [store.read(game) for game in store.classroom(room.id)[1]]
    assert [game.open for game in found] == [False] * 5, "nobody waits while somebody else does"
    assert store.expire(2.5, 10.0) == 0
    assert store.expire(2.5, 10.0 + GRACE) == 2, "those that nobody has come to since"
    assert len(store.classroom(room.id)[1]) == 3
    for now in (GRACE, 2 * GRACE, 3 * GRACE):  # games first, then the class that has none
        store.expire(9.0, now)
    with pytest.raises(UnknownGameError):
        store.classroom(room.id)
    other.close()


def test_a_class_that_nobody_has_come_to_stays_as_long_as_a_game_does(store: Store) -> None:
    room = Classroom("r" * 22, seats.hashed(ADA), "3,3,3", None, 60, 5.0)
    store.add_classroom(room)
    for now in (10.0, 10.0 + GRACE):
        store.expire(5.0, now)
    assert store.classroom(room.id) == (room, [])
    for now in (20.0 + GRACE, 20.0 + 2 * GRACE):
        store.expire(5.1, now)
    with pytest.raises(UnknownGameError):
        store.classroom(room.id)


def test_a_class_is_removed_with_its_games(store: Store) -> None:
    room = Classroom("r" * 22, seats.hashed(ADA), "3,3,3", None, 60, 1.0)
    store.add_classroom(room)
    store.add(made())
    game = store.arrive(room.id, ADA, "Ada", 2.0)
    store.remove_classroom(room.id)
    for missing in (lambda: store.classroom(room.id), lambda: store.read(game.id)):
        with pytest.raises(UnknownGameError):
            missing()
    assert store.read(GAME) == made()


def test_a_database_from_before_the_first_release_is_refused(url: str) -> None:
    engine = connected(url)
    with engine.begin() as connection:
        for statement in (
            "create table alembic_version (version_num varchar(32) primary key)",
            "insert into alembic_version values ('0007')",
        ):
            connection.exec_driver_sql(statement)
    for open_it in (connecting.connect, connecting.reading):
        with pytest.raises(StorageError, match="its tables have version 0007, from before the fir"):
            open_it(url, tables.PART)
    assert tables_of(engine) == {"alembic_version"}
    engine.dispose()


def tables_of(engine: sa.Engine) -> set[str]:
    return set(sa.inspect(engine).get_table_names())


def test_what_a_student_shows_is_kept_for_the_class(store: Store) -> None:
    room = Classroom("r" * 22, seats.hashed(ADA), "3,3,3", None, 60, 1.0)
    store.add_classroom(room)
    store.add(made())
    game = store.arrive(room.id, ADA, "Ada", 2.0)
    shown = ShownCheck(CheckedSides.BOTH, PassedStage.AGAIN, FindingKind.LOSES)
    store.change([(game.id, lambda game: game.show(0, shown))])
    assert store.read(game.id).seats[0].shown == shown
    assert store.checks(room.id) == [
        {"game": game.id, "seat": 0, "sides": "XO", "stage": "again", "finding": "loses"}
    ]


def test_a_game_that_both_have_left_is_gone_with_all_its_parts(store: Store, url: str) -> None:
    store.add(table("b2"))
    store.seen([GAME], 0, 9.0)
    assert store.read(GAME).seats[0].seen == 9.0
    for seat in (0, 1):
        change(store, lambda game, seat=seat: game.leave(seat, 9.0))  # type: ignore[misc]
    engine = connected(url)
    with engine.connect() as connection:
        for part in (tables.games, tables.seats, tables.rounds):
            assert connection.execute(part.select()).all() == []
    engine.dispose()


def test_a_server_that_is_cut_off_holds_no_game(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    store, cut_off = Store(url), Store(url)
    store.add(table())
    # From now on, and for that server alone: opening a database must not be a matter of luck.
    monkeypatch.setattr(connecting, "_IDLE", 1000)
    cut_off._engine.dispose()
    with cut_off._engine.connect() as silent:
        rows.read(silent, [GAME], lock=True)
        assert change(store, lambda game: played(game, "b2")).version == 2
        with pytest.raises(sa.exc.DBAPIError, match="idle-in-transaction"):
            silent.execute(tables.games.select())
    store.close()
    cut_off.close()


@pytest.mark.parametrize("part", PARTS)
def test_a_new_database_has_the_tables_of_a_part_alone(part: Part, url: str) -> None:
    connecting.connect(url, part).dispose()
    engine = connected(url)
    assert tables_of(engine) == {part.version, *(table.name for table in part.tables)}
    with engine.connect() as connection:
        found = connection.exec_driver_sql(f"select version_num from {part.version}")  # noqa: S608
        assert found.scalars().all() == [LATEST]
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
    engine.dispose()


def test_a_change_of_the_tables_needs_a_new_version() -> None:
    """If this fails, give `LATEST` a new number, and migrate older tables (Alembic)."""
    statements = [
        str(what(each).compile(dialect=dialect()))
        for dialect in (sqlite.dialect, postgresql.dialect)
        for part in PARTS
        for table in part.tables
        for what, each in [(CreateTable, table), *((CreateIndex, i) for i in sorted_of(table))]
    ]
    digest = hashlib.sha256("".join(statements).encode()).hexdigest()[:12]
    assert (LATEST, digest) == ("1", "6ec429a72c00")


def sorted_of(table: sa.Table) -> list[sa.Index]:
    return sorted(table.indexes, key=lambda index: str(index.name))


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


def test_a_log_is_begun_by_several_at_the_same_moment(tmp_path: Path) -> None:
    several, attempts = 8, sample(25, 100)
    modes: list[object] = []
    for attempt in range(attempts):
        together = threading.Barrier(several)

        def start(
            path: Path = tmp_path / f"{attempt}", ready: threading.Barrier = together
        ) -> None:
            engine = sa.create_engine(f"sqlite:///{path}")
            sa.event.listen(engine, "connect", connecting._prepare)
            ready.wait()
            try:
                with engine.connect() as connection:
                    modes.append(connection.exec_driver_sql("pragma journal_mode").scalar())
            except sa.exc.OperationalError as error:
                modes.append(error)
            engine.dispose()

        threads = [threading.Thread(target=start) for _ in range(several)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert modes == ["wal"] * (attempts * several)


def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is not a database, whatever its name says." * 100)
    newer = tmp_path / "newer.sqlite"
    Store(f"sqlite:///{newer}").close()
    engine = sa.create_engine(f"sqlite:///{newer}")
    with engine.begin() as connection:
        connection.exec_driver_sql("update games_version set version_num='9999'")
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
    assert "refuses the change: database or disk is full" in full[0]
    assert store.read(GAME).holder(ADA) == 0
    store.close()


def test_versions_are_asked_of_many_at_once(store: Store) -> None:
    store.add(table())
    assert store.versions([]) == {}
    assert store.versions([GAME, "h" * 22]) == {GAME: 1}
    change(store, lambda game: played(game, "b2"))
    assert store.versions([GAME]) == {GAME: 2}


def test_several_changes_are_made_together_and_refused_one_by_one(store: Store) -> None:
    store.add(table())
    missing = "h" * 22
    wishes = [
        (GAME, lambda game: played(game, "b2")),
        (missing, lambda game: played(game, "b2")),
        (GAME, lambda game: game.join("x" * 22, "Eve", 1.0)),
        (GAME, lambda game: played(game, "a1")),
    ]
    first, second, third, fourth = store.change(wishes)
    assert isinstance(second, UnknownGameError)
    assert isinstance(third, SeatsTakenError)
    assert isinstance(first, SharedGame)
    assert isinstance(fourth, SharedGame)
    assert (first.version, fourth.version) == (2, 3)
    assert store.read(GAME) == fourth
