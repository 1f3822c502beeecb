"""A proof that is looked at: while it goes on, from beside it, and without a trace."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.cli import run
from noughts.core.errors import IllegalMoveError, LedgerError, StorageError
from noughts.database.parts import unsupported
from noughts.proofs.ledger import Ledger, Monitor, ProvedWins, look, status, url
from noughts.proofs.ledger.totals import SAMPLES
from tests.proofs.ledger.making import made

GAME = "5,4,4"
HALF = 300


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A ledger of a proof that was stopped in the middle."""
    place = str(tmp_path_factory.mktemp("ledger") / "half.ledger")
    made(place, GAME, HALF)
    return place


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A ledger of a proof that is complete."""
    place = str(tmp_path_factory.mktemp("ledger") / "whole.ledger")
    assert made(place, GAME).winner is None
    return place


def contents(place: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(place).parent.iterdir()}


def test_looking_leaves_no_trace(half: str) -> None:
    before = contents(half)
    assert list(before) == ["half.ledger"]
    with look(url(half)) as kept:
        assert str(kept.position.rules) == GAME
        assert status(kept).questions[0].nodes >= HALF
        Monitor(kept).place(["b2"])
    assert contents(half) == before


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_is_only_read_cannot_be_written_to(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "a.ledger")
    if database == "postgresql":
        place = request.getfixturevalue("postgres").database()
    with Ledger(url(place), Position(Rules.parse(GAME))) as ledger, look(url(place)) as kept:
        # In the middle of the work on it as well as before.
        assert kept.answers() == []
        with pytest.raises(StorageError, match=r"read-?only"):
            Ledger.keep(_as_ledger(kept), [], [])
        assert ledger.answers() == []


def _as_ledger(kept: object) -> Ledger:
    """Return a ledger that writes by the connection of one that is only read."""
    made = Ledger.__new__(Ledger)
    made.__dict__ |= kept.__dict__ | {"_engine": kept.__dict__["_reading"]}
    return made


def test_it_is_taken_in_as_it_comes(tmp_path: Path) -> None:
    place = str(tmp_path / "growing.ledger")
    made(place, GAME, 1)
    with look(url(place)) as kept:
        watch = Monitor(kept)
        seen = [watch.look()]
        while not made(place, GAME, HALF).proven:
            seen.append(watch.look())
            assert seen[-1] == status(kept), "the same as what one look at all of it finds"
        seen.append(watch.look())
        assert len(seen) > 3
        jobs = [sum(each.jobs for each in found.questions) for found in seen]
        assert jobs == sorted(set(jobs))
        assert [each.won for each in seen[-1].questions] == [False, False]
        # Somebody puts another ledger of the same game in its place.
        with sqlite3.connect(place) as connection:
            connection.execute("delete from jobs where id > 3")
        connection.close()
        assert watch.look() == status(kept)
        assert watch.look().questions[0].jobs == 3


def test_a_short_look_says_what_it_has_not_read(whole: str) -> None:
    with look(url(whole)) as kept:
        every, watch = len(kept.answers()), Monitor(kept)
        found = watch.look(seconds=0)
        assert (found.questions[0].jobs, found.unread) == (1, every - 1)
        assert watch.look(seconds=0).unread == every - 2
        assert watch.look() == status(kept)


def test_the_numbers_over_time_are_few_and_end_today(whole: str) -> None:
    with look(url(whole)) as kept:
        (first, second) = status(kept).questions
    jobs = [moment.jobs for moment in first.history]
    assert SAMPLES / 2 <= len(jobs) <= SAMPLES + 1 < first.jobs
    assert jobs == sorted(set(jobs))
    assert first.history[-1] == (first.jobs, first.nodes, first.seconds, float("inf"), 0)
    assert len(second.history) == second.jobs == 1


def test_regions_are_shares_of_the_whole(half: str) -> None:
    with look(url(half)) as kept:
        watch = Monitor(kept)
        found = watch.look()
        start = watch.place([])
        spent = sum(each.nodes for each in found.questions)
        assert start.nodes == pytest.approx(spent)
        assert start.own + sum(each.nodes for each in start.regions) == pytest.approx(spent)
        assert start.wins == ProvedWins(None, None)
        # Each move is in one region, with those that symmetry makes the same.
        cells = [cell for region in start.regions for cell in region.moves]
        assert sorted(cells) == list(range(20))
        assert max(len(region.moves) for region in start.regions) == 4
        nodes = [region.nodes for region in start.regions]
        assert nodes == sorted(nodes, reverse=True)
        opened = [region for region in start.regions if region.replies]
        assert opened
        assert {region.wins for region in opened} == {ProvedWins(None, None)}
        for region in opened:
            behind = watch.place([region.moves[0]])
            assert behind.nodes == pytest.approx(region.nodes), "no other move leads there"
            for one, other in zip(region.replies, behind.regions, strict=False):
                assert one[:4] == other[:4]
        with pytest.raises(IllegalMoveError, match="a1 is taken by X"):
            watch.place(["a1", "a1"])


def test_what_is_proved_of_a_position_is_said_of_both_sides(whole: str, tmp_path: Path) -> None:
    with look(url(whole)) as kept:
        watch = Monitor(kept)
        watch.look()
        start = watch.place([])
        assert start.wins == ProvedWins(x=False, o=False)
        # O's question was answered for the whole at once: of the moves only X's is.
        assert {region.wins for region in start.regions} == {ProvedWins(x=False, o=None)}
        assert not any(region.replies for region in start.regions), "nothing is in question"
        # A game that is over needs no proof: X has the first row.
        over = watch.place(["a1", "a2", "b1", "b2", "c1", "c2", "d1"])
        assert (over.wins, over.regions) == (ProvedWins(x=True, o=False), ())
    place = str(tmp_path / "win.ledger")
    made(place, "6,5,4")
    with look(url(place)) as kept:
        watch = Monitor(kept)
        (question,) = watch.look().questions
        assert question.won
        assert watch.place([]).wins == ProvedWins(x=True, o=False)


def test_jobs_at_work_are_counted_where_they_are(half: str, tmp_path: Path) -> None:
    place = tmp_path / "busy.ledger"
    place.write_bytes(Path(half).read_bytes())
    with Ledger(url(str(place)), Position(Rules.parse(GAME))) as ledger:
        watch = Monitor(ledger)
        watch.look()
        tree = watch._accounts[ledger.position.turn].tree
        leaf = tree.leaf(lambda _: False)
        assert leaf
        job = next(job for job, _ in ledger.answers())
        ledger.keep([], [job._replace(position=leaf.position)])
        found = watch.look()
        assert [each.position for each in found.working] == [leaf.position]
        start = watch.place([])
        assert start.working == 1
        assert sum(region.working > 0 for region in start.regions) >= 1


# -- as a user meets it ----------------------------------------------------------------------------


def test_the_command_says_who_answered(half: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(half)
    assert run(["solve", GAME, "--ledger", half, "--status"]) == 0
    assert "answered by " in capsys.readouterr().out
    assert run(["solve", GAME, "--ledger", half, "--status", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unread"] == 0
    assert found["machines"][0]["jobs"] == found["questions"][0]["jobs"]
    assert contents(half) == before


def versioned(place: str, version: str) -> None:
    with sqlite3.connect(place) as connection:
        connection.execute("update ledgers_version set version_num = ?", [version])
    connection.close()


@pytest.mark.parametrize("version", ["0006", "9999"])
def test_another_version_is_refused(
    version: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    place, line = "other.ledger", str(unsupported(version))
    Ledger(url(place), Position(Rules.parse("3,3,3"))).close()
    versioned(place, version)
    with pytest.raises(StorageError, match=re.escape(line)):
        look(url(place))
    assert run(["solve", "3,3,3", "--ledger", place, "--status"]) == 2
    assert capsys.readouterr().err == f"noughts: {line}\n"
    assert run(["serve", "--ledger", place, "--no-browser"]) == 2
    assert capsys.readouterr().err == f"noughts: --ledger: {line}\n"


def test_what_is_no_ledger_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="does not exist"):
        look(url(str(tmp_path / "none.ledger")))
    empty = tmp_path / "empty.ledger"
    empty.touch()
    with pytest.raises(StorageError, match="holds nothing of Noughts"):
        look(url(str(empty)))
    with pytest.raises(StorageError, match="cannot be opened"):
        look("postgresql://noughts@127.0.0.1:1/none")
