"""A match over HTTP: the command line's games and figures, bounded, and over when one leaves."""

import asyncio
import http.client
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from noughts import Limit
from noughts.cli import run
from noughts.core.rules import Rules
from noughts.json import encode as reports
from noughts.json import shapes
from noughts.lab.matches import Match, Standing
from noughts.web import jobs, problems
from noughts.web.answers import AnswerService
from noughts.web.pool import BusyError, ShareError
from noughts.web.settings import Settings
from tests.shapes import assert_shape
from tests.waiting import PATIENCE, until
from tests.web.asking import Answer, Site

MATCH = "/api/v1/match"
DUEL = jobs.MatchTerms("3,3,3", ("medium", "easy"), 1000, 7, "alternate", 0)


def lines(answer: Answer) -> list[dict[str, Any]]:
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    found = [json.loads(line) for line in answer.body.splitlines()]
    for line in found:
        assert_shape(line, shapes.MatchLine)
    assert [line["end"] is None for line in found] == [True] * (len(found) - 1) + [False]
    return found


def test_a_match_is_the_command_lines(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    question = {"players": ["hard", "easy", "tactics"], "games": 10, "seed": 7, "opening": 1}
    *parts, end = lines(site.ask(MATCH, question))
    assert end == {"games": [], "standing": None, "end": "finished", "problem": None}
    games = [game for part in parts for game in part["games"]]
    assert [game["number"] for game in games] == list(range(1, 31))
    command = ["match", "hard", "easy", "tactics", "--games", "10", "--seed", "7", "--opening", "1"]
    assert run([*command, "--nodes", "550000", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [game for game in games if game["winner"] is not None] == printed.pop("lost_games")
    assert parts[-1]["standing"] == printed


def test_every_line_is_true_of_the_games_up_to_it(site: Site) -> None:
    question = {"players": ["medium", "easy"], "games": 60, "seed": 3, "rules": "4,4,4"}
    *parts, _ = lines(site.ask(MATCH, question))
    match = Match(
        Rules.parse("4,4,4"), ("medium", "easy"), seed=3, limit=Limit(nodes=jobs.nodes_a_move(16))
    )
    standing = Standing()
    for part in parts:
        for game in part["games"]:
            played = match.game(game["number"])
            standing.add(played)
            assert reports.match_game(match, played) == game
        assert part["standing"] == reports.standings(match, standing)
    assert standing.games > 0


def test_lines_come_as_they_are_there_and_who_leaves_makes_room(site: Site) -> None:
    question = json.dumps({"players": ["hard", "hard"], "games": 1000, "rules": "5,5,4"})
    connection = http.client.HTTPConnection(*site.address, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    connection.request("POST", MATCH, question, headers)
    answer = connection.getresponse()
    assert answer.getheader("content-encoding") == "gzip"
    text = b""
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    while b"\n" not in text:
        text += unpack.decompress(answer.read1())
    assert json.loads(text.splitlines()[0])["standing"]["games"] < 1000, "the rest comes later"
    assert site.ask(MATCH, {"players": ["hard", "easy"]}).status == 429, "one for each"
    connection.close()
    short = {"players": ["hard", "easy"], "games": 1}
    until(lambda: site.ask(MATCH, short).status == 200)
    assert lines(site.ask(MATCH, short))[-1]["end"] == "finished"


def test_a_match_that_takes_too_long_ends_with_what_it_has_come_to(site: Site) -> None:
    question = {"players": ["minimax", "minimax"], "games": 1000}
    *parts, end = lines(site.ask(MATCH, question))
    assert (end["end"], end["problem"]) == ("time", None)
    assert 0 < parts[-1]["standing"]["games"] < 1000


def test_without_a_seed_one_is_drawn_and_told(site: Site) -> None:
    part, _ = lines(site.ask(MATCH, {"players": ["easy", "easy"], "games": 3}))
    seed = part["standing"]["seed"]
    again, _ = lines(site.ask(MATCH, {"players": ["easy", "easy"], "games": 3, "seed": seed}))
    assert again == part


@pytest.mark.parametrize(
    ("question", "kind", "words"),
    [
        ({}, problems.FIELDS, "players"),
        ({"players": ["hard"]}, problems.FIELDS, "at least 2"),
        ({"players": ["hard"] * 7}, problems.FIELDS, "at most 6"),
        ({"players": ["hard", "hrad"]}, problems.FIELDS, "tactics-naive"),
        ({"players": ["hard", "easy"], "games": 0}, problems.FIELDS, "games"),
        ({"players": ["hard", "easy"], "games": 1001}, problems.FIELDS, "1000"),
        ({"players": ["hard", "easy"], "games": "9"}, problems.FIELDS, "integer"),
        ({"players": ["hard", "easy"], "seed": -1}, problems.FIELDS, "seed"),
        ({"players": ["hard", "easy"], "opening": 21}, problems.FIELDS, "20"),
        ({"players": ["hard", "easy"], "starts": "third"}, problems.FIELDS, "alternate"),
        ({"players": ["hard", "easy"], "depth": 1}, problems.FIELDS, "depth"),
        ({"players": ["hard", "easy"], "rules": "chess"}, problems.RULES, "gomoku"),
        ({"players": ["hard", "easy"], "rules": "26,26,2,5"}, problems.RULES, "676"),
        ({"players": ["hard", "easy"], "opening": 9}, problems.RULES, "leaves no game"),
        ({"players": ["easy", "minimax"], "rules": "4,4,4"}, problems.LIMIT, "1, move 2: minimax"),
    ],
)
def test_what_cannot_be_played_is_a_problem(
    site: Site, question: dict[str, Any], kind: problems.Kind, words: str
) -> None:
    answer = site.ask(MATCH, question)
    assert answer.status == kind.status, answer.body
    assert answer.headers["content-type"] == problems.MEDIA_TYPE
    assert answer.json["type"] == f"/docs#problem-{kind.name}"
    assert words in answer.json["detail"]


# -- what goes wrong later -------------------------------------------------------------------------


class Stub:
    """A pool that plays here, and does what the test says at each of its turns."""

    def __init__(self, *turns: Callable[[], None]) -> None:
        self.ready = True
        self.turns = list(turns)

    async def run(
        self,
        job: Callable[[jobs.MatchTerms, Standing], jobs.MatchPart],
        terms: jobs.MatchTerms,
        standing: Standing,
        *,
        client: str,
        patience: float,
    ) -> jobs.MatchPart:
        del client, patience
        if self.turns:
            self.turns.pop(0)()
        return job(terms, standing)


def stubbed(*turns: Callable[[], None], **settings: Any) -> AnswerService:
    answers = AnswerService(Settings(**settings))
    answers.pool = Stub(*turns)  # type: ignore[assignment]
    return answers


def go() -> None:
    """Let the match go on."""


def busy() -> None:
    raise BusyError("all places to think are taken", retry_after=0)


async def all_lines(answers: AnswerService, terms: jobs.MatchTerms = DUEL) -> list[Any]:
    return [line async for line in answers.match(terms, client="me")]


def test_when_there_is_no_place_for_the_next_slice_it_waits() -> None:
    found = asyncio.run(all_lines(stubbed(go, busy, busy)))
    assert found[-1]["end"] == "finished"
    assert found[-2]["standing"]["games"] == 1000


def test_when_there_is_no_place_to_begin_it_says_so() -> None:
    with pytest.raises(BusyError, match="to think"):
        asyncio.run(all_lines(stubbed(busy)))


def test_a_server_that_stops_ends_the_match_with_a_problem() -> None:
    answers = stubbed()

    def stop() -> None:
        answers.pool.ready = False
        raise BusyError("the server is stopping", retry_after=5)

    answers.pool.turns = [go, stop]  # type: ignore[attr-defined]
    end = asyncio.run(all_lines(answers, DUEL._replace(players=("minimax", "easy"))))[-1]
    assert end["end"] == "problem"
    assert end["problem"]["type"] == "/docs#problem-busy"


def test_there_is_room_for_so_many_matches_and_a_finished_one_makes_room() -> None:
    async def check() -> None:
        answers = stubbed(matches=1)
        short = DUEL._replace(games=1)
        first = answers.match(short, client="you")
        await anext(first)
        with pytest.raises(BusyError, match="as much work as it can take"):
            await all_lines(answers, short)
        assert (await anext(first))["end"] == "finished"
        # Whoever has read the last line may ask again, whatever the server is still doing.
        assert (await all_lines(answers, short))[-1]["end"] == "finished"

    asyncio.run(check())


def test_who_leaves_a_match_makes_room() -> None:
    async def check() -> None:
        answers = stubbed(matches=1)
        first = answers.match(DUEL, client="me")
        await anext(first)
        with pytest.raises(ShareError, match="too many of your requests"):
            await all_lines(answers)
        await first.aclose()  # type: ignore[attr-defined]
        assert (await all_lines(answers))[-1]["end"] == "finished"

    asyncio.run(check())


@pytest.mark.parametrize(
    ("cells", "nodes"), [(9, 550_000), (16, 1000), (81, 1000), (225, 360), (676, 119)]
)
def test_nodes_a_move(cells: int, nodes: int) -> None:
    assert jobs.nodes_a_move(cells) == nodes
