"""Explanations of moves: each kind of fact has a message, and facts are part of an answer."""

import re
from pathlib import Path
from typing import Any

import pytest
from pagedata.messages import PARTS

import noughts
from noughts import ReportError, engine
from noughts.core.catalogue import messages
from noughts.core.position import Mark, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.explain import Fact, FactKind, sentence
from noughts.explain.facts import facts_of
from noughts.json import decode, encode
from noughts.lab.grading import Grade, review


@pytest.mark.parametrize("kind", FactKind)
def test_each_kind_of_fact_has_one_message(kind: FactKind) -> None:
    groups = [name for name in ("deed", "verdict", "reply") if kind in messages()[name]]
    assert len(groups) == 1
    fact = Fact(kind, (4, 5), ((3, 4, 5), (0, 4, 8)), 3, 12)
    said = sentence((fact,), Rules.parse("3,3,3"), Mark.X)
    assert said
    assert "{" not in said


def test_no_message_is_missing_or_unused() -> None:
    said = messages()
    kinds = {str(kind) for kind in FactKind}
    counted = {f"{kind} in {unit}" for kind in ("wins", "loses") for unit in ("plies", "moves")}
    assert said["deed"].keys() | said["verdict"].keys() | said["reply"].keys() == kinds | counted
    grades = {str(grade) for grade in Grade}
    costs = {f"{grade} in" for grade in (Grade.SLOW_WIN, Grade.QUICK_LOSS)}
    assert said["grade"].keys() == grades | costs | {"none"}
    shown = [group for groups in PARTS.values() for group in groups]
    assert len(set(shown)) == len(shown)
    # The others are the terminal's.
    sources = Path(noughts.__file__).parent.rglob("*.py")
    code = "".join(file.read_text() for file in sources)
    spoken = re.findall(r'(?:\bsay|Error\.said)\(\s*"([^"]+)"', code)
    assert said.keys() - set(shown) <= set(spoken)
    assert set(spoken) <= said.keys()


def test_the_forms_of_a_plural_take_the_same_values() -> None:
    for group in messages().values():
        for message in group.values():
            if not isinstance(message, str):
                assert message.keys() == {"one", "other"}
                named = [set(re.findall(r"{(\w+)}", form)) - {"count"} for form in message.values()]
                assert named[0] == named[1]


def test_players_call_plies_moves() -> None:
    move = engine("perfect").analyse(Position.parse("X../O../...")).moves[0]
    said = sentence(move.facts, Rules.parse("3,3,3"), Mark.X, "moves")
    assert (" in 5 moves" in said, " in 5 plies" in move.reason) == (True, True)


def test_facts_are_part_of_an_analysis_and_have_to_follow_from_it() -> None:
    found = engine("perfect").analyse(Position.parse("X../.O./..X"))
    said: Any = encode.analysis(found)
    assert decode.analysis(said).moves[0].facts == found.moves[0].facts
    first = said["moves"][0]["facts"][0]
    for facts in ([], [{"kind": "keeps draw"}], [first, {"kind": "forks"}]):
        said["moves"][0]["facts"] = facts
        with pytest.raises(ReportError, match=r"moves\[0\]\.facts"):
            decode.analysis(said)
    said["moves"][0]["facts"] = [{"kind": "sings"}]
    with pytest.raises(ReportError, match="'sings'"):
        decode.analysis(said)


def test_a_review_is_read_back_with_its_facts() -> None:
    record = Record.parse("b2 b1 a1 c3 a3")
    found = review(record)
    said: Any = encode.review(record, found)
    again = decode.review(said)
    assert again == found
    assert [move.better for move in again.moves] == [move.better for move in found.moves]
    assert again.moves[1].better == "keeps the draw"


def test_a_line_of_the_move_alone_says_nothing() -> None:
    found = engine("perfect").analyse(Position.parse("X../O../..."))
    best = found.moves[0]
    alone = facts_of(found, best._replace(line=best.line[:1]))
    said = sentence(alone, found.position.rules, Mark.X, "moves")
    assert said.endswith("wins in 5 moves")
