"""Two seats and a spectator against a naive model, in whatever order they think of things."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from noughts import Record
from noughts.play import seats
from tests.naive import winner
from tests.web.asking import Answer, Site
from tests.web.test_games import GAMES, Events, Player, make, problem

NAMES = [f"{column}{row}" for row in "123" for column in "abc"]
WISHES = st.sampled_from(["draw", "takeback", "rematch"])
SOMEBODY = st.sampled_from([0, 1, 2])  # two seats, and who holds none


class Model:
    """A table of tic-tac-toe as a child would keep it: nine letters and a list of moves."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.joined = False
        self.round, self.takebacks = 1, 0
        self.moves: list[str] = []
        self.end: str | None = None
        self.offer: tuple[str, int] | None = None
        self.won = [0, 0, 0]  # by each seat; drawn

    @property
    def to_move(self) -> int:
        return (self.first + self.round - 1 + len(self.moves)) % 2

    def rows(self) -> tuple[str, ...]:
        cells = ["."] * 9
        for number, move in enumerate(self.moves):
            cells[NAMES.index(move)] = "XO"[number % 2]
        return tuple("".join(cells[row : row + 3]) for row in (0, 3, 6))

    def over(self, how: str, seat: int | None) -> None:
        self.end, self.offer = how, None
        self.won[2 if seat is None else seat] += 1

    def move(self, seat: int, move: str) -> str:
        """Play; return the kind of problem, nothing if there is none."""
        if self.end:
            return "finished"
        if self.to_move != seat:
            return "turn"
        if move in self.moves:
            return "move"
        self.moves.append(move)
        self.offer = None
        if winner(self.rows(), 3):
            self.over("line", seat)
        elif len(self.moves) == 9:
            self.over("full", None)
        return ""

    def resign(self, seat: int) -> str:
        if self.end:
            return "" if self.end == f"resigned {seat}" else "finished"
        if not self.joined:
            return "not-now"
        self.over(f"resigned {seat}", 1 - seat)
        return ""

    def wish(self, seat: int, wish: str) -> str:
        if wish == "rematch":
            return "" if self.end and self.joined else "not-now"
        if self.end:
            return "" if wish == "draw" and self.end == "agreed" else "finished"
        mine = sum(1 for ply in range(len(self.moves)) if self.mover(ply) == seat)
        return "not-now" if not self.joined or (wish == "takeback" and not mine) else ""

    def mover(self, ply: int) -> int:
        return (self.first + self.round - 1 + ply) % 2

    def agree(self, wish: str, asked: int) -> None:
        if wish == "draw":
            self.over("agreed", None)
        elif wish == "rematch":
            self.round, self.takebacks, self.moves, self.end = self.round + 1, 0, [], None
        else:
            while self.mover(len(self.moves) - 1) != asked:
                self.moves.pop()
            self.moves.pop()
            self.takebacks += 1
        self.offer = None


class Table(RuleBasedStateMachine):
    site: Site

    @initialize(side=st.sampled_from("XO"))
    def begin(self, side: str) -> None:
        self.asked = {"side": side, "secret": seats.token()}
        maker = make(self.site, **self.asked)
        self.path = maker.path
        self.stranger = Player(self.site, maker.path, "x" * 22)
        self.people: list[Player | None] = [maker, None, None]
        self.model = Model("XO".index(side))
        self.missed: int | None = None

    def person(self, number: int) -> Player:
        return self.people[number] or self.stranger

    def held(self, number: int) -> bool:
        return self.people[number] is not None

    def compare(self, answer: Answer, number: int, wanted: str) -> None:
        if not self.held(number):
            wanted = "seat"
        found = "" if answer.status == 200 else problem(answer)
        assert found == wanted

    @rule()
    def join(self) -> None:
        answer = self.site.ask(f"{self.path}/seat", {})
        if self.model.joined:
            assert problem(answer) == "seats"
        else:
            self.people[1] = Player(self.site, self.path, answer.json["secret"])
            self.model.joined = True

    @rule(number=st.sampled_from([0, 1]))
    def ask_again(self, number: int) -> None:
        """A client that created a game or took a seat gets the same one again."""
        secret = self.person(number).secret
        if number == 0:
            answer = self.site.ask(GAMES, self.asked)
        elif self.model.joined:
            answer = self.site.ask(f"{self.path}/seat", {"secret": secret})
        else:
            return
        assert (answer.json["seat"], answer.json["secret"]) == (number, secret)
        self.same(answer.json["game"])

    @rule(number=SOMEBODY, move=st.sampled_from(NAMES), times=st.integers(1, 2))
    def move(self, number: int, move: str, times: int) -> None:
        model = self.model
        moment = {"round": model.round, "takebacks": model.takebacks}
        ply = len(model.moves)
        wanted = model.move(number, move) if self.held(number) else ""
        for _ in range(times):  # a retry is answered as the first one was
            self.compare(self.person(number).move(ply, move, **moment), number, wanted)

    @rule(number=SOMEBODY, move=st.sampled_from(NAMES), back=st.integers(1, 3))
    def old_move(self, number: int, move: str, back: int) -> None:
        model, ply = self.model, len(self.model.moves) - back
        if ply < 0:
            return
        made = model.moves[ply] == move and model.mover(ply) == number
        wanted = "" if made else "finished" if model.end else "moment"
        moment = {"round": model.round, "takebacks": model.takebacks}
        self.compare(self.person(number).move(ply, move, **moment), number, wanted)

    @rule(number=st.sampled_from([0, 1]), move=st.sampled_from(NAMES), taken=st.booleans())
    def move_of_another_time(self, number: int, move: str, taken: bool) -> None:
        model = self.model
        moment = (
            {"round": model.round, "takebacks": model.takebacks + 1}
            if taken
            else {"round": model.round + 1, "takebacks": 0}
        )
        self.compare(self.person(number).move(0, move, **moment), number, "moment")

    @rule(number=SOMEBODY)
    def resign(self, number: int) -> None:
        model = self.model
        at = {"round": model.round, "takebacks": model.takebacks, "ply": len(model.moves)}
        wanted = model.resign(number) if self.held(number) else ""
        self.compare(self.person(number).post("resignation", **at), number, wanted)

    @rule(number=SOMEBODY, wish=WISHES)
    def offer(self, number: int, wish: str) -> None:
        model = self.model
        at = {"round": model.round, "takebacks": model.takebacks, "ply": len(model.moves)}
        wanted = ""
        if self.held(number):
            wanted = model.wish(number, wish)
            if not wanted and not (wish == "draw" and model.end):
                if model.offer == (wish, 1 - number):
                    model.agree(wish, 1 - number)
                else:
                    model.offer = (wish, number)
        self.compare(self.person(number).post("offers", wish=wish, **at), number, wanted)

    @rule(number=SOMEBODY, wish=WISHES, accept=st.booleans())
    def answer(self, number: int, wish: str, accept: bool) -> None:
        model = self.model
        at = {"round": model.round, "takebacks": model.takebacks, "ply": len(model.moves)}
        wanted = ""
        if self.held(number):
            if not accept:
                model.offer = None if model.offer and model.offer[0] == wish else model.offer
            elif model.offer == (wish, 1 - number):
                model.agree(wish, 1 - number)
            elif not (wish == "draw" and model.end == "agreed"):
                wanted = "not-now"
        answer = self.person(number).post("answers", wish=wish, accept=accept, **at)
        self.compare(answer, number, wanted)

    @rule()
    def watch(self) -> None:
        """A spectator gets the current state, as if they had always been there."""
        with Events(self.person(0), watch=True) as events:
            self.same(events.next("game"))

    @invariant()
    def stands(self) -> None:
        if hasattr(self, "model"):
            self.same(self.person(0).game)

    def same(self, game: Any) -> None:
        model = self.model
        assert game["moves"] == model.moves
        assert game["position"] == "/".join(model.rows())
        assert (game["round"], game["takebacks"]) == (model.round, model.takebacks)
        assert [*game["score"], game["draws"]] == model.won
        offer = game["offer"] and (game["offer"]["wish"], game["offer"]["seat"])
        assert offer == model.offer
        assert (game["end"] and game["end"]["how"]) == (model.end and model.end.split()[0])
        assert game["seats"][1]["taken"] == model.joined
        assert not [s for s in self.people if s and s.secret in json.dumps(game)]
        Record.parse(f"Rules: {game['rules']}\n\n{' '.join(game['moves'])} *")


SEEDS = [(0, 6), *(pytest.param(seed, 100, marks=pytest.mark.deep) for seed in range(1, 6))]


@pytest.mark.parametrize(("luck", "examples"), SEEDS)
def test_two_seats_and_a_spectator(site: Site, luck: int, examples: int) -> None:
    class Here(Table):
        pass

    Here.site = site
    run_state_machine_as_test(
        seed(luck)(Here),
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
