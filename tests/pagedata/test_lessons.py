"""What `/learn` is made of, against the engines, the naive twins and the facts."""

import gzip
import json
import re
from math import factorial, log10
from pathlib import Path
from typing import Any

import pytest
from pagedata import lessons, win_zone

from noughts import Position, Rules, engine
from noughts.core.forks import completions
from noughts.core.position import Mark
from noughts.core.score import Score
from noughts.engines import Perfect
from noughts.engines.naive import NaiveTactics
from noughts.engines.tactics import Tactics
from noughts.json import encode
from noughts.lab.every_game import Proof
from tests.pagedata import GENERATED

FACTS = Path(__file__).parents[1] / "facts"
WEB = GENERATED.parent
ENGINES = WEB.parent / "docs" / "explanation" / "engines.md"
COUNTS = json.loads((FACTS / "counts.json").read_text())
VALUES = {row["rules"]: row for row in json.loads((FACTS / "values.json").read_text())["table"]}

Json = dict[str, Any]


@pytest.fixture(scope="module")
def built() -> Json:
    found: Json = json.loads((GENERATED / "lessons.json").read_text())
    return found


def test_it_is_small_enough_to_wait_for(built: Json) -> None:
    assert len(gzip.compress(json.dumps(built, separators=(",", ":")).encode())) < 60_000


def test_the_sizes_are_the_facts(built: Json) -> None:
    for name, value in COUNTS["3,3,3"].items():
        assert built["size"][name] == value, name
    assert built["orders"] == factorial(9)
    assert built["symmetries"] == 8


def test_the_calls_are_the_facts(built: Json) -> None:
    calls = built["calls"]
    alphabeta = next(value for key, value in COUNTS.items() if "alpha-beta" in key)
    assert calls["minimax"] == COUNTS["3,3,3"]["nodes"]
    assert [calls["alphabeta"], calls["alphabeta_ordered"]] == list(alphabeta.values())
    assert [calls["memoised_worked_out"], calls["symmetric_worked_out"]] == [
        COUNTS["3,3,3"]["positions"],
        COUNTS["3,3,3"]["distinct"],
    ]


def test_no_page_writes_a_number_of_the_game_by_hand(built: Json) -> None:
    numbers = [*built["size"].values(), *built["calls"].values()]
    large = {number for number in numbers if isinstance(number, int) and number >= 700}
    assert len(large) > 12
    written = re.compile(rf"\b(?:{'|'.join(f'{n}|{n:,}' for n in large)})\b")
    for file in WEB.rglob("src/**/*"):
        if file.suffix in {".svelte", ".ts", ".json"}:
            assert not written.search(file.read_text()), file


def test_the_document_has_the_calls(built: Json) -> None:
    calls = built["calls"]
    rows = re.findall(
        r"^\|.*\| ([\d,]+) \| ([\d,]+) \| ([\d,]*) ?\|$", ENGINES.read_text(), re.MULTILINE
    )
    found = [[int(each.replace(",", "") or 0) for each in row] for row in rows]
    names = ("minimax", "alphabeta", "alphabeta_ordered", "memoised", "symmetric")
    worked_out = [calls.get(f"{name}_worked_out", calls[name]) for name in names]
    pairs = zip(names, worked_out, strict=True)
    assert found == [[calls[name], done, calls[name] - done] for name, done in pairs]


@pytest.mark.parametrize(
    ("name", "player"), [("hard", "perfect"), ("tactics", "tactics"), ("naive", "tactics-naive")]
)
def test_the_games_are_those_of_prove(built: Json, name: str, player: str) -> None:
    rules = Rules.parse("3,3,3")
    said = encode.proof([Proof(engine(player), rules, mark) for mark in Mark], player)
    lost = []
    for side in ("X", "O"):
        told = dict(built["games"][name][side])
        lost += [rules.names(tuple(game)) for game in told.pop("lost")]
        assert told == said[side]
    assert lost == [game.rsplit(" ", 2)[0] for game in said["lost_games"]]


def replay(position: Position, moves: list[int]) -> Position:
    for cell in moves:
        position = position.play(cell)
    return position


def test_the_engine_that_toys_wins_late_what_it_could_win_now(built: Json) -> None:
    found = built["toying"]
    start = Position.parse(found["position"])
    assert Perfect().play(start).score == Score.win(1)
    assert len(found["aware"]) == 1
    assert len(found["blind"]) > 1
    for moves in (found["blind"], found["aware"]):
        outcome = replay(start, moves).outcome
        assert outcome
        assert str(outcome.winner) == found["turn"]


def test_the_engine_that_yields_loses_soon_what_it_could_hold(built: Json) -> None:
    found = built["yielding"]
    start = Position.parse(found["position"])
    score = Perfect().play(start).score
    assert score == Score.loss(len(found["aware"]))
    assert len(found["blind"]) < len(found["aware"])
    for moves in (found["blind"], found["aware"]):
        outcome = replay(start, moves).outcome
        assert outcome
        assert str(outcome.winner) != found["turn"]


def test_the_rules_that_fired_are_the_players_own(built: Json) -> None:
    told = built["tactics"]
    for text, (cell, rule, cells) in told["positions"].items():
        fired = Tactics().fire(Position.parse("/".join((text[:3], text[3:6], text[6:]))))
        assert fired[:3] == (told["rules"][rule], cell, tuple(cells))
    assert {rule for _, rule, _ in told["positions"].values()} == set(range(len(told["rules"])))
    told = built["naive"]
    for text, (_, cells) in told["positions"].items():
        position = Position.parse("/".join((text[:3], text[3:6], text[6:])))
        assert list(NaiveTactics().weights(position)) == cells
    assert {rule for rule, _ in told["positions"].values()} == set(range(len(told["rules"])))


@pytest.mark.parametrize("name", ["tactics", "naive"])
@pytest.mark.parametrize("mark", list(Mark))
def test_every_position_of_a_player_by_rules_is_there(built: Json, name: str, mark: Mark) -> None:
    told = built[name]["positions"]

    def walk(position: Position) -> int:
        if position.outcome is not None:
            return 1
        entry = told[str(position).replace("/", "")] if position.turn is mark else None
        cells = position.legal if entry is None else entry[1] if name == "naive" else [entry[0]]
        return sum(walk(position.play(cell)) for cell in cells)

    assert walk(Position(Rules.parse("3,3,3"))) == built["games"][name][str(mark)]["games"]


def test_what_is_said_of_larger_boards_is_known(built: Json) -> None:
    rows = {row["rules"]: row for row in built["boards"]}
    for text, row in rows.items():
        known = VALUES.get(text)
        told = row["solved"] or row["published"]
        assert (told is None) == (text in lessons.OPEN)
        assert (known is None) == (text in lessons.OPEN), f"{text} is not open"
        if known and told:
            assert told["value"] == known["value"], text
        if row["published"]:
            assert "literature" in known["known"]  # type: ignore[index]
        if row["solved"]:
            assert (row["solved"]["winner"] is None) == (row["solved"]["value"] == "draw")
        assert row["orders"] == round(log10(factorial(row["cells"])), 2)
    for text in lessons.COUNTED:
        counted, fact = rows[text]["counted"], COUNTS[text]
        assert all(counted[name] == value for name, value in fact.items())
        assert counted["positions"] <= 10 ** rows[text]["fillings"] * 1.02


def test_the_deepening_search_guesses_until_it_knows(built: Json) -> None:
    told = built["deepening"]
    assert told["lines"] == encode.board(Rules.parse(lessons.DEEPENED))["lines"]
    *earlier, last = told["rows"]
    assert last["value"] == VALUES[lessons.DEEPENED]["value"]
    assert all(row["plies"] is None for row in earlier)
    for row in told["rows"]:
        assert row["proven"] == (row["estimate"] is None) == (row["value"] is not None)
        assert len(row["moves"]) == 12


def test_a_reply_outside_the_zone_loses_to_the_plan_and_one_inside_to_another(built: Json) -> None:
    told = built["zone"]
    start = Position.parse(told["position"], told["rules"])
    assert len(start.legal) == told["free"]
    for reply in start.legal:
        won = told["zone"].get(str(reply), told["plan"])
        position = start.play(reply)
        for at, cell in enumerate(won["moves"]):
            if at % 2:  # the one reply to a four, unless two lines lack one cell
                assert cell in completions(position, Mark.X)
            elif at < len(won["moves"]) - 1:
                assert not [*completions(position, Mark.O)], (reply, cell)
            position = position.play(cell)
        assert position.outcome is not None
        assert position.outcome.winner is Mark.X
        assert {str(position.mark(cell)) for cell in won["row"]} == {"X"}
    # Nothing in the zone loses to the plan itself.
    for reply in map(int, told["zone"]):
        assert not win_zone.wins(start.play(reply), told["plan"]["moves"])


def test_a_minimax_that_hopes_loses(built: Json) -> None:
    told = built["programs"]
    assert [told["right"][side]["losses"] for side in "XO"] == [0, 0]
    assert [told["hopes"][side]["losses"] for side in "XO"] == [52, 263]


def test_the_program_that_plays_every_game_finds_what_the_check_finds(built: Json) -> None:
    source = lessons.program("minimax")
    for piece in ("winner(board) or not free(board)", 'board[cell] = " "', "min(values)"):
        source = source.replace("___", piece, 1)
    source += (lessons.PROGRAMS / "every_game.py").read_text("utf-8")
    program: Json = {}
    exec(source, program)  # noqa: S102
    worked_out = program["minimax"]
    known: dict[str, int] = {}

    def remembered(board: list[str], player: str) -> int:
        if (key := "".join(board)) not in known:
            known[key] = worked_out(board, player)
        return known[key]

    program["minimax"] = remembered  # it takes a minute for all games if it remembers nothing
    for side, other in ("XO", "OX"):
        results: list[str | None] = []
        program["play_every_game"](side, [" "] * 9, "X", results)
        found = [len(results), *map(results.count, (side, None, other))]
        told = built["programs"]["right"][side]
        assert found == [told[each] for each in ("games", "wins", "draws", "losses")]
