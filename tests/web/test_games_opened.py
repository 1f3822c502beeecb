"""Games between people that swap2 opens, over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from noughts import Limit, Record
from noughts.engines.swap2 import opening_of
from noughts.web.play import play_service
from noughts.web.settings import Settings
from tests.web.asking import Answer, Site
from tests.web.conftest import keeping, serving
from tests.web.test_games import GAMES, LOBBY, Events, Player, join, make, problem, two

GOMOKU: dict[str, Any] = {"rules": "15,15,5", "swap2": True}
THREE = ("h8", "a1", "i8")


def choose(player: Player, ply: int, take: str | None, **moment: int) -> Answer:
    return player.post("side", **{"round": 1, **moment}, ply=ply, take=take)


def place(player: Player, *stones: str, ply: int = 0, **moment: int) -> None:
    for number, stone in enumerate(stones, ply):
        assert player.move(number, stone, **moment).status == 200


def records(player: Player) -> list[Record]:
    return [Record.parse(text) for text in player.seat("GET").json["records"]]


def test_an_opening_with_its_server_started_anew_in_each_phase(tmp_path: Path) -> None:
    """Ada opens, Bob places two more, Ada takes O; spectators see each stone."""
    settings = Settings(workers=0, keeping=keeping(tmp_path))
    with serving(settings) as site:
        ada, bob = two(site, **GOMOKU)
        assert ada.game["opening"] == {"opener": 0, "stones": 3, "taken": None, "choosing": False}
    phases: list[list[tuple[Player, str | None]]] = [
        [(ada, "h8")],
        [(ada, "a1"), (ada, "i8")],
        [(bob, None)],
        [(bob, "a15"), (bob, "h9")],
        [(ada, "O"), (ada, "g7"), (bob, "g8")],
    ]
    plies = iter((0, 1, 2, 3, 3, 4, 5, 5, 6))
    for phase in phases:
        with serving(settings) as site:
            for player, step in phase:
                ply, who = next(plies), player._replace(site=site)
                assert who.game["to_move"] == [ada, bob].index(player)
                with Events(who, watch=True) as events:
                    events.next("game")
                    choice = step in {None, "O"}
                    answer = choose(who, ply, step) if choice else who.move(ply, str(step))
                    assert events.next("game") == answer.json
    with serving(settings) as site:
        game = ada._replace(site=site).game
        assert game["opening"] == {"opener": 0, "stones": 5, "taken": "O", "choosing": False}
        assert [seat["mark"] for seat in game["seats"]] == ["O", "X"]
        assert game["moves"] == [*THREE, "a15", "h9", "g7", "g8"]
        (told,) = records(bob._replace(site=site))
        assert str(opening_of(told)) == "swap2, 5 stones, O taken"


def test_what_an_opening_refuses_is_said_in_one_line(site: Site) -> None:
    ada, bob = two(site, **GOMOKU)
    assert problem(bob.move(0, "h8")) == "turn"
    assert problem(choose(ada, 0, "X")) == "not-now"
    place(ada, "h8")
    assert problem(ada.move(1, "h8")) == "move", "the cell is taken"
    assert problem(choose(bob, 1, "X")) == "turn"
    place(ada, "a1", "i8", ply=1)
    assert problem(ada.move(3, "h9")) == "turn", "a fourth stone"
    assert problem(choose(ada, 3, "X")) == "turn"
    refused = bob.move(3, "h9")
    assert (problem(refused), refused.status) == ("not-now", 409)
    assert refused.json["detail"] == "a side must be chosen before the next stone"
    assert problem(bob.post("side", round=1, ply=3)) == "fields"
    assert problem(choose(bob, 3, "Z")) == "fields"
    assert problem(choose(bob, 2, "X")) == "moment"
    assert problem(choose(bob, 3, "X", round=2)) == "moment"
    assert problem(choose(ada._replace(secret="x" * 22), 3, "X")) == "seat"
    assert problem(bob.post("offers", round=1, ply=3, wish="takeback")) == "not-now"
    assert choose(bob, 3, "X").json == choose(bob, 3, "X").json, "in two tabs at once"
    for take in ("O", None):
        assert problem(choose(bob, 3, take)) == "turn"
    assert ada.game["to_move"] == 0, "who has O now"
    other, _ = two(site)
    assert problem(choose(other, 0, "X")) == "not-now"


@pytest.mark.parametrize("rules", ["3,3,3", "15,15,4", "15,15,5 misere", "7,6,5 gravity", "qubic"])
@pytest.mark.parametrize("path", [GAMES, "/api/v1/classrooms"])
def test_other_games_are_not_opened_so(site: Site, path: str, rules: str) -> None:
    refused = site.ask(path, {"rules": rules, "swap2": True})
    assert problem(refused) == "rules"
    assert "swap2 is for 5 or more in a row" in refused.json["detail"]


def test_sides_go_with_the_seats_through_a_series(site: Site) -> None:
    ada, bob = two(site, **GOMOKU, best_of=3)
    place(ada, *THREE)
    choose(bob, 3, "X")
    game = bob.post("resignation", round=1, ply=3).json
    assert (game["end"]["winner"], game["score"], game["to_move"]) == ("O", [1, 0], None)
    game = ada.post("offers", round=1, ply=3, wish="rematch").json
    assert (game["round"], game["to_move"], game["opening"]["opener"]) == (2, 1, 1)
    assert game["opening"]["taken"] is None
    place(bob, *THREE, round=2)
    assert choose(ada, 3, "O", round=2).json["seats"][0]["mark"] == "O"
    assert [opening_of(each) is None for each in records(ada)] == [False, False]


def test_whoever_is_invited_is_told_of_the_opening(site: Site) -> None:
    ada = make(site, **GOMOKU, listed=True, side="O", secret="s" * 22)
    (mine,) = [game for game in site.ask(LOBBY).json["games"] if ada.path.endswith(game["id"])]
    assert (mine["swap2"], mine["mark"]) == (True, "X")
    again = {"side": "O", "secret": "s" * 22, "listed": True, **GOMOKU}
    assert site.ask(GAMES, again).status == 201
    assert problem(site.ask(GAMES, {**again, "swap2": False})) == "made"
    bob = join(ada)
    assert bob.game["to_move"] == 1, "who was to be X opens"


def test_a_class_is_opened_so_too(site: Site) -> None:
    made = site.ask("/api/v1/classrooms", GOMOKU).json["classroom"]
    assert made["swap2"] is True
    seated = site.ask(f"/api/v1/classrooms/{made['id']}/seat", {}).json["game"]
    assert seated["opening"]["stones"] == 3


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_computer_opens_and_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    """Nobody takes up a game that it has left: each of its parts follows from the one before."""
    monkeypatch.setattr(play_service, "LEFT", 1e6)
    settings = Settings(workers=0, keeping=keeping(tmp_path), budget=Limit(nodes=600))
    with serving(settings) as site:
        ada = make(site, **GOMOKU, side=side, level="hard")
        with Events(ada) as events:
            if side == "X":
                # O in the corner and two of X in a row: X is taken.
                place(ada, "h8", "a1", "i8")
                game = events.until("game", ply=3, to_move=0)
                assert (game["opening"]["taken"], game["seats"][1]["mark"]) == ("X", "X")
                return
            game = events.until("game", ply=3)
            assert (game["to_move"], game["opening"]["choosing"]) == (0, True)
            choose(ada, 3, None)
            free = [cell for cell in ("a15", "o15", "o1", "a1") if cell not in game["moves"]]
            place(ada, *free[:2], ply=3)
            while game["ply"] < 5 or game["to_move"] != 0:
                game = events.next("game")
            assert (game["opening"]["stones"], game["opening"]["choosing"]) == (5, False)
            assert game["ply"] == (5 if game["opening"]["taken"] == "X" else 6)
