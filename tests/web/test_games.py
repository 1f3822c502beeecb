"""Games between people over HTTP: what seats may do, what everybody else may not, live events."""

import http.client
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest

from noughts import Limit, Position
from noughts.play import seats
from noughts.web.play import play_service
from noughts.web.problems import MEDIA_TYPE
from noughts.web.settings import Allowance, Settings
from tests.waiting import PATIENCE
from tests.web.asking import Answer, Site
from tests.web.conftest import UNLIMITED, keeping, serving

GAMES = "/api/v1/games"
LOBBY = "/api/v1/lobby"


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


class Player(NamedTuple):
    site: Site
    path: str
    secret: str

    def post(self, what: str, **question: object) -> Answer:
        return self.site.ask(f"{self.path}/{what}", question, headers=bearer(self.secret))

    def move(self, ply: int, move: str, **moment: int) -> Answer:
        return self.post("moves", **{"round": 1, **moment}, ply=ply, move=move)

    def seat(self, method: str, body: bytes | None = None) -> Answer:
        headers = bearer(self.secret)
        return self.site.ask(f"{self.path}/seat", method=method, body=body, headers=headers)

    @property
    def game(self) -> Any:
        return self.site.ask(self.path).json


def make(site: Site, **question: object) -> Player:
    made = site.ask(GAMES, {"side": "X", **question})
    assert made.status == 201
    return Player(site, f"{GAMES}/{made.json['game']['id']}", made.json["secret"])


def join(player: Player, **question: object) -> Player:
    taken = player.site.ask(f"{player.path}/seat", question)
    assert taken.status == 200
    return Player(player.site, player.path, taken.json["secret"])


def two(site: Site, **question: object) -> tuple[Player, Player]:
    first = make(site, **question)
    return first, join(first, name="Bob")


def problem(answer: Answer) -> str:
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.json["status"] == answer.status
    kind: str = answer.json["type"]
    return kind.removeprefix("/docs#problem-")


class Events:
    """A stream of a game's events."""

    def __init__(self, player: Player, *, last: int | None = None, watch: bool = False) -> None:
        headers = {} if watch else bearer(player.secret)
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self._connection = http.client.HTTPConnection(*player.site.address, timeout=PATIENCE)
        self._connection.request("GET", f"{player.path}/events", headers=headers)
        self.answer = self._connection.getresponse()

    def __enter__(self) -> Self:
        assert self.answer.status == 200
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self._connection.close()

    def next(self, kind: str) -> Any:
        event: dict[str, str] = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            event[name] = value
            if line == "\n":
                if event.get("event") == kind:
                    found = json.loads(event["data"])
                    assert kind != "game" or event["id"] == str(found["version"])
                    return found
                event = {}
        raise EOFError

    def until(self, kind: str, **wanted: object) -> Any:
        while True:
            found = self.next(kind)
            if all(found[name] == value for name, value in wanted.items()):
                return found


# -- making, taking a seat, playing ----------------------------------------------------------------


def test_two_play_a_game(site: Site) -> None:
    ada, bob = two(site, name="Ada", best_of=3)
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        answer = (ada, bob)[ply % 2].move(ply, move)
        assert (answer.status, answer.json["ply"]) == (200, ply + 1)
    game = ada.game
    assert game == answer.json
    assert game["end"] == {"winner": "X", "line": ["a1", "a2", "a3"], "how": "line"}
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Bob"]
    assert (game["score"], game["decided"], game["turn"]) == ([1, 0], False, None)
    assert not [word for word in ("secret", "ticket", "seen") if word in json.dumps(game)]


def test_ids_and_secrets_cannot_be_guessed(site: Site) -> None:
    made = [make(site) for _ in range(20)]
    words = {word for player in made for word in (player.path[len(GAMES) + 1 :], player.secret)}
    assert len(words) == 40
    assert all(re.fullmatch(r"[\w-]{22}", word) for word in words), "128 bits each"


def test_what_cannot_be_is_refused_by_its_name(site: Site) -> None:
    ada, bob = two(site)
    stranger = Player(site, ada.path, make(site).secret)
    assert problem(bob.move(0, "b2")) == "turn"
    assert problem(stranger.move(0, "b2")) == "seat"
    assert (
        problem(ada.site.ask(f"{ada.path}/moves", {"round": 1, "ply": 0, "move": "b2"})) == "secret"
    )
    assert problem(ada.move(0, "z9")) == "move"
    assert ada.move(0, "b2").status == 200
    assert problem(bob.move(1, "b2")) == "move"
    assert problem(ada.move(0, "c3")) == "moment"
    assert problem(bob.move(1, "a1", round=2)) == "moment"
    assert problem(bob.post("answers", round=1, ply=1, wish="draw", accept=True)) == "not-now"
    assert bob.post("resignation", round=1, ply=1).json["end"]["how"] == "resigned"
    assert problem(bob.move(1, "a1")) == "finished"
    assert problem(site.ask(f"{ada.path}/seat", {})) == "seats"
    assert problem(site.ask(f"{GAMES}/{'x' * 22}")) == "no-game"
    assert problem(site.ask(f"{GAMES}/short")) == "fields"


def test_a_click_twice_makes_one_move(site: Site) -> None:
    ada, bob = two(site)
    first, second = ada.move(0, "b2"), ada.move(0, "b2")
    assert first.json == second.json
    assert bob.move(1, "a1").json["moves"] == ["b2", "a1"]
    assert ada.move(0, "b2").json["moves"] == ["b2", "a1"]


@pytest.mark.parametrize(
    "question",
    [
        {"rules": "99,99,5"},
        {"rules": "nonsense"},
        {"best_of": 2},
        {"best_of": 1.0},
        {"seconds": 1},
        {"side": "Z"},
        {"name": "x" * 31},
        {"name": "\u202eevil"},
        {"colour": "red"},
        {"listed": True, "level": "easy"},
    ],
)
def test_terms_that_cannot_be(site: Site, question: dict[str, object]) -> None:
    assert problem(site.ask(GAMES, question)) in {"fields", "rules"}


def test_names_are_text_and_nothing_else(site: Site) -> None:
    name = "<b onclick=x>&\"' é"
    ada = make(site, name=f"  {name} ")
    answer = site.ask(ada.path)
    assert answer.json["seats"][0]["name"] == name
    assert answer.headers["content-type"] == "application/json"
    body = json.dumps({"name": "Ada", "hints": True}).encode()
    changed = ada.seat("PATCH", body).json["seats"][0]
    assert (changed["name"], changed["hints"]) == ("Ada", True)


def test_a_seat_moves_to_another_device(site: Site) -> None:
    ada, bob = two(site, name="Ada")
    ticket = ada.post("seat/ticket").json["ticket"]
    assert problem(bob.site.ask(f"{ada.path}/seat", {"ticket": "x" * 22})) == "seat"
    tablet = join(ada, ticket=ticket)
    assert problem(ada.move(0, "b2")) == "seat"
    assert tablet.move(0, "b2").json["seats"][0]["name"] == "Ada"
    assert problem(site.ask(f"{ada.path}/seat", {"ticket": ticket})) == "seat"


def test_who_asks_again_because_no_answer_came_has_the_seat(site: Site) -> None:
    ada = make(site)
    bobs, tablets = seats.token(), seats.token()
    for _ in range(2):
        bob = join(ada, name="Bob", secret=bobs)
        assert bob.secret == bobs
        assert [seat["name"] for seat in ada.game["seats"]] == ["", "Bob"]
    assert problem(site.ask(f"{ada.path}/seat", {"secret": seats.token()})) == "seats"
    ticket = bob.post("seat/ticket").json["ticket"]
    for _ in range(2):
        assert join(ada, ticket=ticket, secret=tablets).secret == tablets
    assert problem(bob.post("moves", round=1, ply=0, move="b2")) == "seat"
    assert problem(site.ask(f"{ada.path}/seat", {"secret": "short"})) == "fields"


def test_who_makes_a_game_again_because_no_answer_came_has_one_game(site: Site) -> None:
    asked = {"side": "X", "name": "Ada", "rules": "4,4,3", "listed": True, "secret": seats.token()}
    first, again = site.ask(GAMES, asked), site.ask(GAMES, asked)
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    others = {"side": "O", "name": "Eve", "rules": "3,3,3", "best_of": 3, "seconds": 60}
    for word, other in {**others, "listed": False}.items():
        assert problem(site.ask(GAMES, {**asked, word: other})) == "made"
    assert problem(site.ask(GAMES, {**asked, "listed": False, "level": "easy"})) == "made"
    ada = Player(site, f"{GAMES}/{first.json['game']['id']}", first.json["secret"])
    join(ada, name="Bob")
    assert ada.move(0, "b2").status == 200
    late = site.ask(GAMES, asked).json
    assert late == {"seat": 0, "secret": asked["secret"], "game": ada.game}
    ada.seat("DELETE")
    assert problem(site.ask(GAMES, asked)) == "seat"


def test_who_asks_again_is_given_the_same_lot(site: Site) -> None:
    marks: set[str] = set()
    for number in range(8):
        asked = {"secret": f"lot{number:019}", "level": "easy"}
        made = [site.ask(GAMES, asked).json["game"] for _ in range(2)]
        mine = {(game["id"], game["seats"][0]["mark"]) for game in made}
        assert len(mine) == 1
        marks.update(mark for _, mark in mine)
    assert marks == {"X", "O"}


def test_a_holder_may_see_all_and_have_it_forgotten(site: Site) -> None:
    ada, bob = two(site, name="Ada")
    ada.move(0, "b2")
    known = ada.seat("GET").json
    assert (known["seat"], known["name"], known["records"]) == (0, "Ada", ["Rules: 3,3,3\n\nb2 *"])
    assert (known["ticket_hash"], known["ticket_until"]) == (None, None)
    ticket = ada.post("seat/ticket").json["ticket"]
    handed = ada.seat("GET").json
    assert handed["ticket_hash"] == seats.hashed(ticket)
    assert handed["ticket_until"] > handed["seen"]
    assert not [word for word in (ada.secret, ticket) if word in json.dumps(handed)]
    left = ada.seat("DELETE").json
    assert (left["seats"][0]["name"], left["end"]["how"], left["end"]["winner"]) == (
        "",
        "left",
        "O",
    )
    assert problem(ada.seat("GET")) == "seat"
    bob.seat("DELETE")
    assert problem(site.ask(ada.path)) == "no-game"


def test_a_clock_that_runs_out_ends_the_game(tmp_path: Path) -> None:
    with serving(Settings(workers=0, keeping=keeping(tmp_path))) as site:
        ada, bob = two(site, seconds=5)
        with Events(bob) as events:
            over = events.until("game", turn=None)
        assert over["end"] == {"winner": "O", "line": None, "how": "time"}
        assert problem(ada.move(0, "b2")) == "finished"


# -- the computer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "rules"), [("easy", "4,4,3"), ("hard", "3,3,3")])
def test_the_computer_takes_a_seat(site: Site, level: str, rules: str) -> None:
    """To its end, by the smallest legal move each time; then it begins the next round."""
    ada = make(site, level=level, rules=rules, side="O")
    with Events(ada, watch=True) as events:
        game = events.until("game", ply=1)
        seats = [(seat["level"], seat["mark"], seat["taken"]) for seat in game["seats"]]
        assert seats == [(None, "O", True), (level, "X", True)]
        while game["turn"]:
            position = Position.parse(game["position"], rules)
            move = position.rules.name(position.legal[0])
            game = ada.move(game["ply"], move).json
            if game["turn"] == "X":
                game = events.until("game", ply=game["ply"] + 1)
        assert game["end"]["winner"] != "O" or level == "easy"
        ada.post("offers", round=1, ply=game["ply"], wish="rematch")
        again = events.until("game", round=2)
        assert {again["seats"][0]["mark"], again["seats"][1]["level"]} == {"X", level}
    assert problem(site.ask(f"{ada.path}/seat", {})) == "seats"


def test_a_move_of_the_computer_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that ends while the computer thinks; whichever comes next makes the move, once."""
    monkeypatch.setattr(play_service, "LEFT", 0.0)
    slow = Limit(seconds=3600)
    kept = keeping(tmp_path)
    settings = Settings(workers=1, keeping=kept, budget=slow, patience=3600)
    with serving(settings) as site:
        ada = make(site, level="hard", rules="20,20,5")
        assert ada.move(0, "h8").json["turn"] == "O"
    with serving(Settings(workers=0, keeping=kept, budget=Limit(nodes=100))) as site:
        ada = Player(site, ada.path, ada.secret)
        with Events(ada) as events:
            assert events.until("game", turn="X")["ply"] == 2


# -- the open list ---------------------------------------------------------------------------------


def listed(site: Site) -> list[str]:
    return [f"{GAMES}/{game['id']}" for game in site.ask(LOBBY).json["games"]]


def test_a_listed_game_waits_until_somebody_joins(site: Site) -> None:
    ada = make(site, name="Ada", listed=True, best_of=3, side="O")
    other, _ = make(site), make(site, listed=True)
    with Events(ada._replace(path=LOBBY), watch=True) as events:
        games = events.next("lobby")["games"]
        (mine,) = [game for game in games if ada.path.endswith(game["id"])]
        assert (mine["name"], mine["mark"], mine["best_of"]) == ("Ada", "X", 3)
        assert mine["away_since"] == pytest.approx(mine["since"]), "nobody watches yet"
        assert 0 <= time.time() - mine["since"] < PATIENCE
        assert (ada.path in listed(site), other.path in listed(site)) == (True, False)
        join(ada)
        assert not [game for game in events.next("lobby")["games"] if game == mine]
    assert ada.path not in listed(site)
    assert problem(site.ask(f"{ada.path}/seat", {})) == "seats", "the other one hears about it"


def test_the_open_list_tells_who_is_there(site: Site) -> None:
    ada = make(site, listed=True)

    def since(listing: Events, *, there: bool) -> float:
        while True:
            games = listing.next("lobby")["games"]
            (away,) = (game["away_since"] for game in games if ada.path.endswith(game["id"]))
            if (away is None) == there:
                return away or 0.0

    with Events(ada._replace(path=LOBBY), watch=True) as listing:
        made = since(listing, there=False)
        with Events(ada):
            since(listing, there=True)
        assert since(listing, there=False) > made


def test_a_creator_who_left_is_listed_for_a_minute(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = make(site, listed=True)
    monkeypatch.setattr(play_service, "_LEFT", -1.0)
    assert ada.path not in listed(site)
    monkeypatch.undo()
    assert ada.path in listed(site)


def test_who_leaves_is_not_waited_for(site: Site) -> None:
    ada = make(site, listed=True)
    assert ada.path in listed(site)
    ada.seat("DELETE")
    assert ada.path not in listed(site)


def test_the_open_list_is_a_thing_to_be_asked_for(tmp_path: Path) -> None:
    with serving(Settings(workers=0, keeping=keeping(tmp_path))) as site:
        for answer in (
            *(site.ask(path) for path in (LOBBY, f"{LOBBY}/events")),
            site.ask(GAMES, {"listed": True}),
        ):
            assert problem(answer) == "not-kept"
        assert site.ask(GAMES, {}).status == 201


def test_one_address_lists_few_games(tmp_path: Path) -> None:
    bounded = keeping(tmp_path, made=60, lobby=True)
    with serving(Settings(workers=0, keeping=bounded)) as site:
        secrets = [seats.token() for _ in range(3)]
        asked = [{"listed": True, "secret": secret} for secret in (*secrets[:2], *secrets)]
        statuses = [site.ask(GAMES, each).status for each in asked]
        assert statuses == [201, 201, 201, 201, 429], "what was made is found again beyond it too"
        assert site.ask(GAMES, {}).status == 201, "a game with its own link is not one of them"
        assert {site.ask(GAMES, {"listed": True}).status for _ in range(30)} == {429}
        assert site.ask(GAMES, {}).status == 201, "what was refused counts for nothing"


# -- events ----------------------------------------------------------------------------------------


def test_moves_arrive_and_nothing_is_missed(site: Site) -> None:
    ada, bob = two(site)
    with Events(bob) as live, Events(ada, watch=True) as watched:
        for events in (live, watched):
            assert events.next("game")["ply"] == 0
        ada.move(0, "b2")
        for events in (live, watched):
            known = events.next("game")
            assert known["moves"] == ["b2"]
    bob.move(1, "a1")
    ada.move(2, "c3")
    with Events(bob, last=known["version"]) as again:
        assert again.next("game")["moves"] == ["b2", "a1", "c3"]


def test_who_knows_all_is_told_nothing_again(site: Site) -> None:
    ada, _ = two(site)
    with Events(ada, last=ada.game["version"]) as events:
        ada.move(0, "b2")
        assert events.next("game")["ply"] == 1


def test_it_is_told_who_is_there_and_who_left(site: Site) -> None:
    ada, bob = two(site)
    with Events(ada) as events:
        first = events.until("presence", seats=[True, False])
        assert first["away"][0] is None
        with Events(bob):
            assert events.until("presence", seats=[True, True])["away"] == [None, None]
            with Events(bob, watch=True):
                assert events.until("presence", watching=1)["seats"] == [True, True]
        left = events.until("presence", seats=[True, False])
        assert 0 <= left["away"][1] < 60


def test_a_stream_says_that_it_lives(tmp_path: Path) -> None:
    with serving(Settings(workers=0, keeping=keeping(tmp_path, ping=0.05))) as site:
        ada = make(site)
        with Events(ada) as events:
            said = [events.answer.readline() for _ in range(30)]
        assert b": still here\n" in said


def test_streams_are_bounded_for_each_and_for_all(tmp_path: Path) -> None:
    bounded = keeping(tmp_path, streams=3, each=2)
    with serving(Settings(workers=0, keeping=bounded)) as site:
        ada = make(site)
        with Events(ada), Events(ada, watch=True):
            refused = site.ask(f"{ada.path}/events")
            assert (refused.status, problem(refused)) == (429, "rate")
            assert int(refused.headers["retry-after"]) > 0


def test_streams_count_as_connections(tmp_path: Path) -> None:
    settings = Settings(workers=0, keeping=keeping(tmp_path), connections=Allowance(each=2))
    with serving(settings) as site:
        ada = make(site)
        with Events(ada), Events(ada):
            assert site.ask(ada.path).status == 503


def test_a_stream_to_nobody_is_not_held(site: Site) -> None:
    ada, bob = two(site)
    with Events(ada) as events:
        for _ in range(5):
            with Events(bob):
                events.until("presence", seats=[True, True])
            events.until("presence", seats=[True, False])


def test_streams_end_with_the_server(tmp_path: Path) -> None:
    with serving(Settings(workers=0, keeping=keeping(tmp_path))) as site:
        stream = Events(make(site))
        assert stream.next("game")
    with stream, pytest.raises((EOFError, ConnectionError, http.client.HTTPException)):
        stream.next("game")


# -- keeping ---------------------------------------------------------------------------------------


def test_a_restart_loses_nothing_and_the_file_holds_no_secret(tmp_path: Path) -> None:
    settings = Settings(workers=0, keeping=keeping(tmp_path))
    with serving(settings) as site:
        ada, bob = two(site)
        ada.move(0, "b2")
        taught = site.ask("/api/v1/classrooms", {}).json["secret"]
        used = bob.post("seat/ticket").json["ticket"]
        bob = join(bob, ticket=used)
        unused = bob.post("seat/ticket").json["ticket"]
        known = ada.game
        stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        for secret in (ada.secret, bob.secret, taught, used, unused):
            assert secret.encode() not in stored
        for secret in (ada.secret, bob.secret, taught, unused):
            assert seats.hashed(secret).encode() in stored
    with serving(settings) as site:
        again = Player(site, bob.path, bob.secret)
        assert again.game == known
        assert again.move(1, "a1").json["ply"] == 2


def test_the_days_are_said_and_a_start_removes_nothing(tmp_path: Path) -> None:
    """Old games are marked, and removed after a day of running: tests/play/test_clock.py."""
    with serving(Settings(workers=0, keeping=keeping(tmp_path))) as site:
        assert site.ask(GAMES).json["days"] == 30
        ada = make(site)
    with serving(Settings(workers=0, keeping=keeping(tmp_path, days=1e-9))) as site:
        assert site.ask(ada.path).status == 200


def test_one_address_makes_so_many_games_and_no_more(tmp_path: Path) -> None:
    with serving(Settings(workers=0, keeping=keeping(tmp_path, made=30))) as site:
        answers = [site.ask(GAMES, {}) for _ in range(4)]
        assert [answer.status for answer in answers] == [201, 201, 201, 429]
        assert int(answers[-1].headers["retry-after"]) > 1000


def test_without_games_all_else_works() -> None:
    with serving(Settings(workers=0, rate=UNLIMITED)) as site:
        assert site.ask(GAMES).json == {"kept": False, "days": 0, "lobby": False}
        assert problem(site.ask(GAMES, {})) == "not-kept"
        assert problem(site.ask(f"{GAMES}/{'x' * 22}")) == "not-kept"
        assert problem(site.ask(f"{GAMES}/{'x' * 22}/events")) == "not-kept"
        assert problem(site.ask(LOBBY)) == "not-kept"
        assert site.ask("/api/v1/analysis", {"position": ".../.../..."}).status == 200


def test_a_page_of_another_origin_makes_no_games(site: Site) -> None:
    refused = site.ask(GAMES, {}, headers={"Sec-Fetch-Site": "cross-site"})
    assert problem(refused) == "origin"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings = Settings(workers=0, keeping=keeping(tmp_path_factory.mktemp("games")), body=100)
    with serving(settings) as site:
        yield site


def test_bodies_are_bounded_here_too(small: Site) -> None:
    assert problem(small.ask(GAMES, {"name": "x" * 200})) == "too-large"
    ada = make(small)
    assert problem(ada.post("moves", round=1, ply=0, move="x" * 200)) == "too-large"
