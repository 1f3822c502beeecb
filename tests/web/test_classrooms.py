"""A class over HTTP: one link for many pairs, and a teacher who sees all boards."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from noughts.play import seats
from noughts.play.classrooms import MOST_PAIRS, Classroom
from noughts.web.play.play_service import GameService
from noughts.web.settings import Settings
from tests.web.asking import Answer, Site
from tests.web.conftest import keeping
from tests.web.test_games import GAMES, Events, Player, bearer, make, problem

CLASSES = "/api/v1/classrooms"


def make_class(site: Site, **question: object) -> Player:
    """Make a class; its teacher asks like a player."""
    made = site.ask(CLASSES, question)
    assert made.status == 201
    return Player(site, f"{CLASSES}/{made.json['classroom']['id']}", made.json["secret"])


def arrive(teacher: Player, name: str) -> tuple[Player, Any]:
    taken = teacher.site.ask(f"{teacher.path}/seat", {"name": name})
    assert taken.status == 200
    game = taken.json["game"]
    return Player(teacher.site, f"{GAMES}/{game['id']}", taken.json["secret"]), game


def asked(teacher: Player, what: str = "", method: str = "GET") -> Answer:
    path = f"{teacher.path}{what}"
    return teacher.site.ask(path, method=method, headers=bearer(teacher.secret))


def test_whoever_comes_is_seated_two_by_two(site: Site) -> None:
    teacher = make_class(site, rules="4,4,3", best_of=3)
    seated = [arrive(teacher, name) for name in ("Ada", "Bob", "Cleo", "Dan", "Eve")]
    paths = [player.path for player, _ in seated]
    assert paths[0] == paths[1] != paths[2] == paths[3] != paths[4]
    game = seated[1][0].game
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Bob"]
    assert (game["rules"], game["best_of"], game["in_class"]) == ("4,4,3", 3, True)
    odd = seated[4][0]
    assert [seat["taken"] for seat in odd.game["seats"]] == [True, False]
    odd.post("computer", level="easy")
    assert odd.game["seats"][1]["level"] == "easy"
    assert problem(odd.post("computer", level="easy")) == "seats"
    late, _ = arrive(teacher, "Fay")
    assert late.path not in paths, "nobody waits for a student who plays the computer"


def test_who_asks_again_because_no_answer_came_has_one_seat(site: Site) -> None:
    teacher = make_class(site)
    secrets = [seats.token() for _ in range(3)]
    asks = [{"name": "Ada", "secret": secret} for secret in secrets]
    first = [site.ask(f"{teacher.path}/seat", ask).json for ask in asks]
    again = [site.ask(f"{teacher.path}/seat", ask).json for ask in asks]
    assert [held["secret"] for held in first] == secrets
    assert [held["seat"] for held in first] == [0, 1, 0]
    for held, same in zip(first, again, strict=True):
        assert (held["seat"], held["secret"]) == (same["seat"], same["secret"])
        assert held["game"]["id"] == same["game"]["id"]
    assert len(asked(teacher, "/export").json["games"]) == 2


def test_who_makes_a_class_again_because_no_answer_came_has_one_class(site: Site) -> None:
    asked = {"rules": "4,4,3", "seconds": 60, "secret": seats.token()}
    first = site.ask(CLASSES, asked)
    teacher = make_class(site, **asked)
    assert (first.json["secret"], teacher.secret) == (asked["secret"], asked["secret"])
    assert teacher.path == f"{CLASSES}/{first.json['classroom']['id']}"
    arrive(teacher, "Ada")
    assert site.ask(CLASSES, asked).body == first.body
    for word, other in {"rules": "3,3,3", "seconds": None, "best_of": 3}.items():
        assert problem(site.ask(CLASSES, {**asked, word: other})) == "made"
    game = site.ask(GAMES, {"secret": asked["secret"]}).json["game"]
    assert game["id"] not in teacher.path, "a game by the same secret is another thing"


def test_the_teacher_sees_all_boards_live(site: Site) -> None:
    teacher = make_class(site)
    (ada, _), (bob, _) = arrive(teacher, "Ada"), arrive(teacher, "Bob")
    with Events(teacher) as events, Events(ada):
        games = events.next("classroom")["games"]
        assert [f"{GAMES}/{game}" for game in games] == [ada.path]
        cleo, _ = arrive(teacher, "Cleo")
        assert len(events.next("classroom")["games"]) == 2
        first, second = sorted((ada, bob), key=lambda each: each.seat("GET").json["seat"])
        mover = first if first.game["seats"][0]["mark"] == "X" else second
        mover.move(0, "b2")
        moved = events.until("game", ply=1)
        assert (f"{GAMES}/{moved['id']}", moved["moves"]) == (ada.path, ["b2"])
        with Events(cleo):
            here = events.until("presence", game=cleo.path[-22:], seats=[True, False])
            assert here["watching"] == 1, "the teacher is seen to watch"


def test_a_student_shows_the_teacher_a_check_and_nobody_else(site: Site) -> None:
    teacher = make_class(site)
    (ada, _), (bob, _) = arrive(teacher, "Ada"), arrive(teacher, "Bob")
    result = {"sides": "XO", "stage": "again", "finding": "loses"}
    with Events(teacher) as events:
        assert events.next("classroom")["checks"] == []
        shown = ada.post("seat/check", **result)
        assert shown.status == 200
        seat = ada.seat("GET").json
        mine = {"game": ada.path[-22:], "seat": seat["seat"], **result}
        assert events.next("classroom")["checks"] == [mine]
        better = {"sides": "X", "stage": "as X", "finding": None}
        ada.post("seat/check", **better)
        assert events.next("classroom")["checks"] == [{**mine, **better}]
    assert ada.seat("GET").json["check"] == better
    assert asked(teacher, "/export").json["classroom"]["checks"] == [{**mine, **better}]
    # Nobody else: not the opponent, a spectator, or another student.
    everything = [bob.seat("GET").json, site.ask(ada.path).json, shown.json]
    assert '"as X"' not in json.dumps(everything)
    assert site.ask(teacher.path).json["checks"] == []
    hidden = site.ask(f"{ada.path}/seat/check", method="DELETE", headers=bearer(ada.secret))
    assert hidden.status == 200
    assert asked(teacher, "/export").json["classroom"]["checks"] == []
    assert ada.seat("GET").json["check"] is None
    ada.post("seat/check", **better)
    ada.seat("DELETE")
    assert asked(teacher, "/export").json["classroom"]["checks"] == []


def test_a_shown_check_has_known_words_and_nothing_else(site: Site) -> None:
    teacher = make_class(site)
    ada, _ = arrive(teacher, "Ada")
    result = {"sides": "XO", "stage": "again", "finding": "loses"}
    for word, wrong in (
        ("finding", "def best_move(board):"),
        ("finding", "x" * 10_000),
        ("stage", "as Z"),
        ("sides", "OX"),
        ("code", "print(1)"),
        ("text", "It has no move."),
    ):
        assert ada.post("seat/check", **{**result, word: wrong}).status == 422
    missing = {"sides": "XO", "stage": "again"}
    assert ada.post("seat/check", **missing).status == 422
    assert problem(site.ask(f"{ada.path}/seat/check", result)) == "secret"
    alone = make(site)
    assert problem(alone.post("seat/check", **result)) == "not-now"


def test_what_is_the_teachers_is_nobody_elses(site: Site) -> None:
    teacher = make_class(site)
    ada, _ = arrive(teacher, "Ada")
    stranger = teacher._replace(secret=ada.secret)
    public = asked(stranger).json
    assert (public["rules"], public["games"]) == ("3,3,3", [])
    for what, method in (("/events", "GET"), ("/export", "GET"), ("", "DELETE")):
        assert problem(asked(stranger, what, method)) == "seat"
        assert problem(site.ask(teacher.path + what, method=method)) == "secret"
    known = asked(teacher, "/export").json
    assert known["games"][0]["game"]["seats"][0]["name"] == "Ada"
    assert known["games"][0]["records"] == ["Rules: 3,3,3\n\n*"]
    assert not [word for word in (teacher.secret, ada.secret) if word in json.dumps(known)]


def test_a_class_is_forgotten_with_its_games(site: Site) -> None:
    teacher = make_class(site)
    ada, _ = arrive(teacher, "Ada")
    with Events(ada) as events:
        events.next("game")
        assert len(asked(teacher, method="DELETE").json["games"]) == 1
        with pytest.raises(EOFError):  # so that its page asks, and hears that it is gone
            events.next("game")
    for path in (ada.path, teacher.path):
        assert problem(site.ask(path)) == "no-game"
    assert problem(site.ask(f"{teacher.path}/seat", {})) == "no-game"


def test_a_class_has_so_many_pairs_and_no_more(site: Site) -> None:
    teacher = make_class(site)
    for _ in range(2 * MOST_PAIRS):
        arrive(teacher, "")
    assert problem(site.ask(f"{teacher.path}/seat", {})) == "seats"


def test_a_teacher_who_leaves_while_the_boards_are_read_is_seen_nowhere(tmp_path: Path) -> None:
    async def leave() -> None:
        games = GameService(Settings(keeping=keeping(tmp_path)), ask=asyncio.sleep)
        await games.start()
        try:
            secret = seats.token()
            lesson = Classroom(seats.token(), seats.hashed(secret), "3,3,3", None, None, 0.0)
            await games.make_classroom(lesson, "")
            for _ in range(6):
                await games.arrive(lesson.id, seats.token(), "")
            stream = await games.enter_classroom(lesson.id, secret, "")
            while len(stream.rooms) < 2:  # noqa: ASYNC110 - the list, then the first board; no event says so
                await asyncio.sleep(0)
            assert len(stream.rooms) == 2
            games.leave(stream)
            for _ in range(4):  # one thing after the other is asked of the file
                await games.classroom(lesson.id)
            assert not any(stream in room.streams for room in stream.rooms)
            assert len(stream.rooms) == 2
        finally:
            await games.close()

    asyncio.run(leave())
