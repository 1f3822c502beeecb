import pytest

from noughts import Mark, Position, Rules, engine
from noughts.core.forks import completions, forks, threats_after
from noughts.engines import Tactics
from noughts.lab.every_game import Proof

RULES = Rules.parse("3,3,3")


@pytest.mark.parametrize(
    ("text", "rule", "cell", "cells"),
    [
        ("XX./OO./...", "win", "c1", "a1 b1 c1"),
        ("XX./O../...", "block", "c1", "a1 b1 c1"),
        ("X.O/X../O..", "block", "b2", "c1 b2 a3"),
        ("XOX/O../...", "fork", "b2", "a3 c3"),
        ("X../.O./..X", "stop a fork", "b1", "b1 b2 b3"),
        ("X../.../...", "centre", "b2", "b2"),
        ("XOO/OXX/.XO", "opposite corner", "a3", "c1"),
        (".../.X./...", "corner", "a1", "a1"),
        ("XOX/OX./OXO", "side", "c2", "c2"),
    ],
)
def test_the_rule_that_fires_and_its_cells(text: str, rule: str, cell: str, cells: str) -> None:
    position = Position.parse(text)
    fired = Tactics().fire(position)
    assert (fired.rule, RULES.name(fired.cell), RULES.names(fired.cells)) == (rule, cell, cells)
    assert Tactics().play(position).reason == f"{rule}: {fired.why}"


def test_every_rule_of_the_list_has_its_turn(every_position: list[Position]) -> None:
    fired = {Tactics().fire(position).rule for position in every_position if position.legal}
    assert fired == {
        "win",
        "block",
        "fork",
        "stop a fork",
        "centre",
        "opposite corner",
        "corner",
        "side",
    }


def test_the_higher_rule_goes_first(every_position: list[Position]) -> None:
    for position in every_position:
        if position.legal:
            fired = Tactics().fire(position)
            if completions(position, position.turn):
                assert fired.rule == "win"
            elif completions(position, position.turn.other):
                assert fired.rule == "block"
            elif forks(position, position.turn):
                assert fired.rule == "fork"


@pytest.mark.parametrize("mark", list(Mark))
def test_tactics_lose_none_of_all_possible_games(mark: Mark) -> None:
    proof = Proof(engine("tactics"), RULES, mark)
    assert proof.tally().games > 100
    assert proof.tally().losses == 0
    assert list(proof.lost_games()) == []


def test_the_naive_list_loses_the_games_that_the_docs_report() -> None:
    tallies = {mark: Proof(engine("tactics-naive"), RULES, mark).tally() for mark in Mark}
    assert tallies[Mark.X] == (123, 97, 22, 4)
    assert tallies[Mark.O] == (1467, 813, 610, 44)
    lost = [
        RULES.names(game) for game in Proof(engine("tactics-naive"), RULES, Mark.O).lost_games()
    ]
    assert "a1 b2 c3 c1 a3 a2 b3" in lost


def test_in_misere_tactics_completes_a_line_only_when_it_must() -> None:
    rules = Rules.parse("3,3,3 misere")
    rare = Tactics().fire(Position.parse("XX./OO./X.O", rules))
    assert rare.rule == "avoid a line"
    assert Tactics().fire(Position.parse("X.X/OXO/OXO", rules)).rule == "no choice"


def test_threats_against_a_naive_count(every_position: list[Position]) -> None:
    for position in every_position[::5]:
        for mark in Mark if position.legal else ():
            own = position.x if mark is Mark.X else position.o
            naive = {
                cell
                for cell in position.legal
                if any((own | 1 << cell) & line == line for line in RULES.lines)
            }
            assert set(completions(position, mark)) == naive
            for cell in position.legal:
                new = threats_after(position, cell, mark)
                assert all(cell in line for line in new.values())
                assert (cell in forks(position, mark)) is (len(new) > 1)
