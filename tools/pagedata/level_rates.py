"""How a level fares that plays some of its moves at random: exact rates, none sampled."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.engines import Minimax, Perfect
from noughts.engines.perfect import table

if TYPE_CHECKING:
    from collections.abc import Callable

    #: The chance of each move, by its cell.
    Player = Callable[[Position], dict[int, Fraction]]

Json = dict[str, Any]
#: Wins, draws and losses, as shares of all games.
Rates = tuple[Fraction, Fraction, Fraction]

CLASSIC = Rules.parse("3,3,3")
#: The dial goes from random to perfect in so many steps.
STEPS = 20
#: `medium` plays so many moves perfectly.
MEDIUM = Fraction(1, 2)
#: Here O has one move that keeps the draw.
CORNER = Position.parse("X../.../...", CLASSIC)


def levels() -> Json:
    """Return the dial, what medium gives away, and what traps are worth."""
    dial = [Fraction(step, STEPS) for step in range(STEPS + 1)]
    random, perfect, first = level(0), level(1), cache(_first)
    return {
        "dial": [
            {
                "chance": float(chance),
                "random": _both(level(chance), random),
                "equal": _both(level(chance), level(chance)),
                "perfect": _both(level(chance), perfect),
            }
            for chance in dial
        ],
        "corner": corner(),
        "gifts": gifts(level(MEDIUM)),
        "traps": {
            str(mark): {
                "trapper": _wins(_rates(perfect, random, mark)),
                "first": _wins(_rates(first, random, mark)),
            }
            for mark in Mark
        },
    }


def level(chance: Fraction | int) -> Player:
    """Return a level that plays each move perfectly with this chance, and else at random.

    >>> from noughts import Level
    >>> medium = Level.MEDIUM.engine().weights(CORNER)
    >>> level(MEDIUM)(CORNER) == {cell: Fraction(odd, 16) for cell, odd in medium.items()}
    True
    """

    def odds(position: Position) -> dict[int, Fraction]:
        cells = position.legal
        found = dict.fromkeys(cells, Fraction(1 - chance) / len(cells))
        found[_perfect(position)] += chance
        return {cell: odd for cell, odd in found.items() if odd}

    return odds


@cache
def _perfect(position: Position) -> int:
    return Perfect().play(position).cell


def _first(position: Position) -> dict[int, Fraction]:
    return {Minimax().play(position).cell: Fraction(1)}


def corner() -> Json:
    """Return how often medium finds the one reply to a corner that keeps the draw.

    >>> corner()["share"]
    0.5625
    """
    odds = level(MEDIUM)(CORNER)
    keeps = [cell for cell, child in CORNER.children() if _value(child) == 0]
    share = sum(odds[cell] for cell in keeps)
    cells = [float(odds.get(cell, 0)) for cell in range(CLASSIC.cells)]
    return {
        "position": str(CORNER),
        "keeps": keeps,
        "free": len(CORNER.legal),
        "share": float(share),
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
                mover = player if position.turn is mark else level(1)
                for child, chance in _replies(position, mover):
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
    known: dict[Position, Rates] = {}
    players = {mark: player, mark.other: other}

    def rates(position: Position) -> Rates:
        if position not in known:
            outcome = position.outcome
            if outcome is not None:
                won = [outcome.winner is mark, outcome.winner is None, outcome.winner is mark.other]
                known[position] = Fraction(won[0]), Fraction(won[1]), Fraction(won[2])
            else:
                total = [Fraction(0)] * 3
                for child, chance in _replies(position, players[position.turn]):
                    total = [
                        sum_ + chance * each for sum_, each in zip(total, rates(child), strict=True)
                    ]
                known[position] = (total[0], total[1], total[2])
        return known[position]

    return rates(Position(CLASSIC))


def _replies(position: Position, player: Player) -> list[tuple[Position, Fraction]]:
    return [(position.play(cell), chance) for cell, chance in player(position).items()]


def _named(rates: Rates) -> Json:
    wins, draws, losses = (round(float(each), 4) for each in rates)
    return {"wins": wins, "draws": draws, "losses": losses}


def _value(position: Position) -> int:
    """Return 0 for a draw; which side a win is for does not matter here."""
    return table(CLASSIC)[position.key][0]


def _wins(rates: Rates) -> list[int]:
    """Return the share of wins as a fraction.

    >>> _wins(_rates(level(1), level(0), Mark.X))
    [191, 192]
    """
    return [rates[0].numerator, rates[0].denominator]
