"""How a level fares that plays some of its moves at random: exact rates, none sampled."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.engines import Minimax, Perfect
from noughts.engines.perfect import table

#: The chance of each move, by its cell, in so many parts: STEPS for each empty cell.
Player = Callable[[Position], dict[int, int]]

Json = dict[str, Any]
#: Wins, draws and losses, as shares of all games.
Rates = tuple[Fraction, Fraction, Fraction]

CLASSIC = Rules.parse("3,3,3")
#: The dial goes from random to perfect in so many steps.
STEPS = 20
#: `medium` plays so many moves in STEPS perfectly.
MEDIUM = STEPS // 2
#: Here O has one move that keeps the draw.
CORNER = Position.parse("X../.../...", CLASSIC)


def levels() -> Json:
    """Return the dial, what medium gives away, and what traps are worth."""
    random, perfect = level(0), level(STEPS)
    return {
        "dial": [
            {
                "chance": step / STEPS,
                "random": _both(level(step), random),
                "equal": _both(level(step), level(step)),
                "perfect": _both(level(step), perfect),
            }
            for step in range(STEPS + 1)
        ],
        "corner": corner(),
        "gifts": gifts(level(MEDIUM)),
        "traps": {
            str(mark): {
                "trapper": _wins(_rates(perfect, random, mark)),
                "first": _wins(_rates(_first, random, mark)),
            }
            for mark in Mark
        },
    }


def level(steps: int) -> Player:
    """Return a level that plays so many moves in STEPS perfectly, and the others at random.

    >>> from noughts import Level
    >>> of_16 = Level.MEDIUM.engine().weights(CORNER)
    >>> level(MEDIUM)(CORNER) == {cell: odd * STEPS * 8 // 16 for cell, odd in of_16.items()}
    True
    """

    def odds(position: Position) -> dict[int, int]:
        found = dict.fromkeys(position.legal, STEPS - steps)
        found[_perfect(position)] += steps * len(found)
        return {cell: odd for cell, odd in found.items() if odd}

    return odds


@cache
def _perfect(position: Position) -> int:
    return Perfect().play(position).cell


@cache
def _first(position: Position) -> dict[int, int]:
    return {Minimax().play(position).cell: STEPS * len(position.legal)}


def corner() -> Json:
    """Return how often medium finds the one reply to a corner that keeps the draw.

    >>> corner()["share"]
    0.5625
    """
    odds = level(MEDIUM)(CORNER)
    keeps = [cell for cell, child in CORNER.children() if _value(child) == 0]
    parts = STEPS * len(CORNER.legal)
    share = sum(odds[cell] for cell in keeps) / parts
    cells = [odds.get(cell, 0) / parts for cell in range(CLASSIC.cells)]
    return {
        "position": str(CORNER),
        "keeps": keeps,
        "free": len(CORNER.legal),
        "share": share,
        "cells": cells,
    }


def gifts(player: Player) -> list[Json]:
    """Return at which move of a game against the perfect player a level spoils its draw.

    One row for each of its moves: how likely the draw ends there, and the position where that
    happens most often, with its moves that keep the draw.

    >>> sum(row["share"] for row in gifts(level(0)))
    0.95...
    """
    shares = [Fraction(0)] * CLASSIC.cells
    where: dict[Position, Fraction] = {}
    for mark in Mark:
        layer = {Position(CLASSIC): Fraction(1, 2)}
        while layer:
            after: dict[Position, Fraction] = {}
            for position, share in layer.items():
                if position.outcome is not None or _value(position) != 0:
                    continue
                mover = player if position.turn is mark else level(STEPS)
                parts = STEPS * len(position.legal)
                for child, weight in _replies(position, mover):
                    chance = Fraction(weight, parts)
                    if _value(child) != 0 and position.turn is mark:
                        shares[position.ply] += share * chance
                        where[position] = where.get(position, Fraction(0)) + share * chance
                    after[child] = after.get(child, Fraction(0)) + share * chance
            layer = after
    rows = []
    for ply, share in enumerate(shares):
        if share:
            there = [position for position in where if position.ply == ply]
            worst = max(there, key=lambda each: (where[each], str(each)))
            rows.append(
                {
                    "ply": ply + 1,
                    "share": round(float(share), 4),
                    "position": str(worst),
                    "turn": str(worst.turn),
                    "keeps": [cell for cell, child in worst.children() if _value(child) == 0],
                }
            )
    return rows


def _both(player: Player, other: Player) -> Json:
    """Return a player's rates if it plays X in half of the games."""
    sides = [_rates(player, other, mark) for mark in Mark]
    return _named(tuple(sum(each) / 2 for each in zip(*sides, strict=True)))


def _rates(player: Player, other: Player, mark: Mark) -> Rates:
    """Return the exact shares of the games that a player wins, draws and loses as one side."""
    players = {mark: player, mark.other: other}

    @cache
    def rates(position: Position) -> tuple[int, int, int]:
        """Return the shares in parts: as many as all empty cells' parts multiplied."""
        outcome = position.outcome
        if outcome is not None:
            parts = _parts(CLASSIC.cells - position.ply)
            if outcome.winner is None:
                return 0, parts, 0
            return (parts, 0, 0) if outcome.winner is mark else (0, 0, parts)
        won = drawn = lost = 0
        for child, weight in _replies(position, players[position.turn]):
            after = rates(child)
            won += weight * after[0]
            drawn += weight * after[1]
            lost += weight * after[2]
        return won, drawn, lost

    won, drawn, lost = rates(Position(CLASSIC))
    whole = _parts(CLASSIC.cells)
    return Fraction(won, whole), Fraction(drawn, whole), Fraction(lost, whole)


def _parts(empty: int) -> int:
    return prod(STEPS * cells for cells in range(1, empty + 1))


def _replies(position: Position, player: Player) -> list[tuple[Position, int]]:
    children = _children(position)
    return [(children[cell], weight) for cell, weight in player(position).items()]


@cache
def _children(position: Position) -> dict[int, Position]:
    return dict(position.children())


def _named(rates: Rates) -> Json:
    wins, draws, losses = (round(float(each), 4) for each in rates)
    return {"wins": wins, "draws": draws, "losses": losses}


def _value(position: Position) -> int:
    """Return 0 for a draw; which side a win is for does not matter here."""
    return table(CLASSIC)[position.key][0]


def _wins(rates: Rates) -> list[int]:
    """Return the share of wins as a fraction.

    >>> _wins(_rates(level(STEPS), level(0), Mark.X))
    [191, 192]
    """
    return [rates[0].numerator, rates[0].denominator]
