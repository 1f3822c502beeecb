"""A player by rules, without any search tree: the first rule that applies makes the move.

1. *win*: complete a line.
2. *block*: stop the opponent from completing one.
3. *fork*: make two threats at once.
4. *stop a fork*: make a threat whose answer does not give the opponent a fork, or take the fork's
   cell.
5. *centre*, 6. *opposite corner*, 7. *corner*, 8. *side*.

On 3×3 it loses none of all possible games. In misère there is one rule: do not complete a line.

Sources: Newell and Simon took the priority list from a player's protocol ("Human Problem Solving",
1972). Crowley and Siegler found it in children ("Flexible Strategy Use in Young Children's
Tic-Tac-Toe", Cognitive Science 17, 1993).
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from noughts.core.forks import completions, forks, threats_after
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engines.base import Choice, Engine

#: The names of the rules, in order.
RULE_NAMES = ("win", "block", "fork", "stop a fork", "centre", "opposite corner", "corner", "side")


class Fired(NamedTuple):
    """The rule that made the move.

    Attributes:
        rule: its name; except in misère, one of `RULE_NAMES`.
        cell: the move.
        cells: its cells: the line, the forking cells, the opposite corner.
        why: the rule in words.
    """

    rule: str
    cell: int
    cells: tuple[int, ...]
    why: str


class Tactics(Engine):
    """The list above, in order.

    >>> from noughts import Position
    >>> Tactics().play(Position.parse("X../.../...")).reason
    'centre: the centre is free'
    """

    name: str = "tactics"
    limits: frozenset[str] = frozenset[str]()

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Play the move of the first rule that applies; the reason names the rule."""
        del limit
        fired = self.fire(position)
        return Choice(position, fired.cell, reason=f"{fired.rule}: {fired.why}")

    def fire(self, position: Position) -> Fired:
        """Return the first rule that applies, with its move."""
        rules = _MISERE_RULES if position.rules.misere else _RULES
        # The last rule of either list always applies.
        return next(fired for rule in rules if (fired := rule(position)))


# -- the rules, in the order of the list ---------------------------------------------------------


def _win(position: Position) -> Fired | None:
    for cell, line in completions(position, position.turn).items():
        return Fired("win", cell, line, f"completes {position.rules.names(line)}")
    return None


def _block(position: Position) -> Fired | None:
    opponent = position.turn.other
    for cell, line in completions(position, opponent).items():
        return Fired("block", cell, line, f"{opponent} threatens {position.rules.names(line)}")
    return None


def _fork(position: Position) -> Fired | None:
    for cell, threats in forks(position, position.turn).items():
        wins = tuple(threats)
        return Fired("fork", cell, wins, f"threatens to win at {_either(position, wins)}")
    return None


def stop_fork(position: Position) -> Fired | None:
    """Return the move that keeps the opponent from a fork, if one threatens."""
    me, opponent = position.turn, position.turn.other
    dangers = tuple(forks(position, opponent))
    if not dangers:
        return None
    rules, where = position.rules, _either(position, dangers)
    for cell in position.legal:
        for answer, line in threats_after(position, cell, me).items():
            if len(threats_after(position.play(cell), answer, opponent)) < 2:
                why = (
                    f"{opponent} could fork at {where}; this threatens {rules.names(line)}, "
                    f"and the answer {rules.name(answer)} is not a fork"
                )
                return Fired("stop a fork", cell, line, why)
    return Fired("stop a fork", dangers[0], dangers, f"{opponent} could fork at {where}")


def _centre(position: Position) -> Fired | None:
    return _first_free(position, "centre", _middles(position.rules), "the centre is free")


def _opposite_corner(position: Position) -> Fired | None:
    opponent, last = position.turn.other, position.rules.cells - 1
    for cell in _corners(position.rules):
        if position.mark(last - cell) is opponent and cell in position.legal:
            why = f"opposite {opponent}'s corner {position.rules.name(last - cell)}"
            return Fired("opposite corner", cell, (last - cell,), why)
    return None


def _corner(position: Position) -> Fired | None:
    return _first_free(position, "corner", _corners(position.rules), "a corner is free")


def _side(position: Position) -> Fired | None:
    return _first_free(position, "side", position.rules.cells_by_lines, "nothing else is left")


def _avoid_line(position: Position) -> Fired | None:
    losing = completions(position, position.turn)
    safe = [cell for cell in reversed(position.rules.cells_by_lines) if cell not in losing]
    return _first_free(position, "avoid a line", safe, "completes no line")


def _anything(position: Position) -> Fired | None:
    return _first_free(position, "no choice", position.legal, "every move completes a line")


_RULES = (_win, _block, _fork, stop_fork, _centre, _opposite_corner, _corner, _side)
_MISERE_RULES = (_avoid_line, _anything)


# -- places on the board -------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _middles(rules: Rules) -> tuple[int, ...]:
    return _cells_where(rules, lambda at, side: at in {(side - 1) // 2, side // 2})


@lru_cache(maxsize=64)
def _corners(rules: Rules) -> tuple[int, ...]:
    return _cells_where(rules, lambda at, side: at in {0, side - 1})


def _cells_where(rules: Rules, test: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the cells whose coordinates all pass the test, given the side's length."""
    return tuple(
        cell for cell in range(rules.cells) if all(map(test, rules.place(cell), rules.shape))
    )


def _first_free(position: Position, rule: str, cells: Iterable[int], why: str) -> Fired | None:
    legal = set(position.legal)
    for cell in cells:
        if cell in legal:
            return Fired(rule, cell, (cell,), why)
    return None


def _either(position: Position, cells: tuple[int, ...]) -> str:
    return " or ".join(position.rules.name(cell) for cell in cells)
