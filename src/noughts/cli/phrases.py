"""The sentences of the terminal game: rules, moves, hints, values and reviews.

Every estimate says so: "strong, not proved", "best guess". Nothing here searches.
"""

from collections.abc import Iterable
from typing import NamedTuple

from noughts.core.catalogue import listed, say
from noughts.core.forks import blocked, completions
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import ALIASES, Rules
from noughts.core.score import Score, Value
from noughts.engines import Analysis
from noughts.engines.swap2 import CHOICES, opening_of
from noughts.explain import sentence
from noughts.lab.grading import Grade, GradedMove, Review

_RANKED = 5  #: how many estimates are worth numbering
_MOST = 25  #: the most proved values listed, enough for 5×5; otherwise only the best
_SHAPES = {Value.WIN: "▲", Value.DRAW: "=", Value.LOSS: "▼"}
_LETTERS = {Value.WIN: "W", Value.DRAW: "D", Value.LOSS: "L"}


# -- the game ------------------------------------------------------------------------------------


def title(rules: Rules) -> str:
    """Return a game's usual name.

    >>> from noughts.core.rules import Rules
    >>> title(Rules.parse("3,3,3")), title(Rules.parse("4,4,4 torus"))
    ('Tic-tac-toe', '4×4, 4 in a row')
    >>> title(Rules.parse("connect-four"))
    'Connect Four'
    """
    for alias, text in ALIASES.items():
        if text == str(rules):
            return say("title", alias)
    name = "custom lines" if rules.k is None else "in a row"
    return say("title", name, board=_size(rules), k=rules.k)


def goal(rules: Rules) -> str:
    """Return a sentence on what wins.

    >>> from noughts.core.rules import Rules
    >>> print(goal(Rules.parse("gomoku")))
    15×15 board. 5 or more in a row wins.
    >>> print(goal(Rules.parse("connect-four")))
    7×6 board, with gravity. 4 or more in a row wins.
    >>> print(goal(Rules.parse("4,4,4 torus misere")))
    4×4 board, its edges joined. 4 in a row loses.
    >>> print(goal(Rules.parse("15,15,5 caro")))
    15×15 board. 5 in a row wins, unless the opponent is at both ends; 6 or more always win.
    >>> print(goal(Rules.parse("15,15,5 exact caro")))
    15×15 board. Exactly 5 in a row wins, unless the opponent is at both ends.
    """
    board = say("goal", "box" if len(rules.shape) == 3 else "board", size=_size(rules))
    if rules.torus:
        board = say("goal", "torus", board=board)
    if rules.gravity:
        board = say("goal", "gravity", board=board)
    more = None if rules.k is None else rules.k + 1
    return say("goal", "goal", board=board, rule=say("goal", _rule(rules), k=rules.k, more=more))


def _rule(rules: Rules) -> str:
    """Return the name of the message that says what wins."""
    if not rules.lines:
        return "no line"
    verdict = "loses" if rules.misere else "wins"
    if rules.k is None:
        return f"line {verdict}"
    caro = any(rules.ends)
    longer = not rules.exact and rules.k < max(rules.shape) and (caro or not rules.misere)
    length = "exact " if rules.exact else "longer " if longer else ""
    return f"{length}{'caro ' if caro else ''}{verdict}"


def _size(rules: Rules) -> str:
    return "×".join(map(str, rules.shape))


def opened(record: Record) -> str:
    r"""Return how a game was opened, if its record says so; else nothing.

    >>> from noughts import Record
    >>> text = "Rules: 15,15,5\nOpening: swap2, 5 stones, O taken\n\nh8 a1 i8 i9 j9 *"
    >>> opened(Record.parse(text))
    'Opened by swap2: after 5 stones the first player took O.'
    """
    opening = opening_of(record)
    if opening is None:
        return ""
    name = "first took" if opening.stones == CHOICES[-1] else "second took"
    return say("news", name, stones=opening.stones, taken=opening.taken)


# -- moves ---------------------------------------------------------------------------------------


def place(rules: Rules, cell: int) -> str:
    """Name a cell, with its place if that has a name.

    >>> from noughts.core.rules import Rules
    >>> [place(Rules.parse("3,3,3"), cell) for cell in (0, 4, 5)]
    ['a1, the top left corner', 'b2, the centre', 'c2']
    """
    name = rules.name(cell)
    columns, rows = rules.shape[:2]
    column, row = rules.place(cell)[:2]
    if len(rules.shape) == 3 or min(columns, rows) < 3:
        return name
    if (column * 2, row * 2) == (columns - 1, rows - 1):
        return say("place", "centre", cell=name)
    if column in {0, columns - 1} and row in {0, rows - 1}:
        corner = f"{'bottom' if row else 'top'} {'right' if column else 'left'}"
        return say("place", corner, cell=name)
    return name


def played(before: Position, cell: int, who: str, player: str = "") -> str:
    """Describe a move, and what it blocks; threats are for the opponent to find.

    Args:
        before: the position before the move.
        cell: the move.
        who: "you", "computer" or "player".
        player: the name of such a player.

    >>> from noughts import Position
    >>> played(Position.parse("XX./O../..."), 2, "computer")
    'The computer plays c1, the top right corner, and blocks a1 b1 c1.'
    """
    where = place(before.rules, cell)
    stopped = blocked(before, cell, completions(before, before.turn.other))
    if before.rules.misere or before.play(cell).outcome is not None:
        stopped = ()
    name, lines = who, ""
    if stopped:
        named = " there" if where != before.rules.name(cell) else ""
        name = f"{who} block{'' if who == 'you' else 's'}{named}"
        lines = listed(map(before.rules.names, stopped))
    return say("played", name, player=player, place=where, lines=lines)


# -- values --------------------------------------------------------------------------------------


class Label(NamedTuple):
    """A move's value, short enough for a cell of the board."""

    text: str  #: a letter and the plies, ``W3``, ``D``, ``L4``; or the rank of an estimate, ``~1``
    shape: str  #: ▲ win, = draw, ▼ loss, ~ estimate: the same without letters
    value: Value | None  #: the proved value; None for an estimate


def labels(analysis: Analysis) -> dict[int, Label]:
    """Label the moves; if no win is proved, also the most promising estimates.

    >>> from noughts import Position, engine
    >>> found = labels(engine("perfect").analyse(Position.parse("XX./OO./X..")))
    >>> {cell: label.text for cell, label in found.items()}
    {5: 'W1', 2: 'D', 7: 'L2', 8: 'L2'}
    """
    labelled: dict[int, Label] = {}
    rank = 0
    many = sum(isinstance(move.score, Score) for move in analysis.moves) > _MOST
    won = isinstance(analysis.score, Score) and analysis.score.value is Value.WIN
    for move in analysis.moves:
        if isinstance(move.score, Score):
            if many and (move.cell not in analysis.best or len(labelled) >= _MOST):
                continue
            value = move.score.value
            plies = "" if move.score.plies is None else str(move.score.plies)
            labelled[move.cell] = Label(_LETTERS[value] + plies, _SHAPES[value], value)
        else:
            rank += 1
            if rank <= _RANKED and not won:
                labelled[move.cell] = Label(f"~{rank}", "~", None)
    return labelled


def values(analysis: Analysis) -> Iterable[str]:
    """Yield a line for each value with all its moves, best first.

    >>> from noughts import Position, engine
    >>> print(*values(engine("perfect").analyse(Position.parse("XX./OO./X.."))), sep="; ")
    win in 1 move: c2; draw: c1; loss in 2 moves: b3 c3
    """
    rules = analysis.position.rules
    cells_of: dict[str, list[int]] = {}
    estimated: list[int] = []
    for move in analysis.moves:
        if isinstance(move.score, Score):
            cells_of.setdefault(value(move.score), []).append(move.cell)
        else:
            estimated.append(move.cell)
    for worth, cells in cells_of.items():
        yield say("value", "cells", value=worth, cells=rules.names(tuple(cells)))
    if estimated:
        yield say("value", "guesses", cells=rules.names(tuple(estimated[:_RANKED])))


def value(score: Score) -> str:
    """Describe a proved value; its length counts each side's moves.

    >>> value(Score.win(3)), value(Score.draw()), value(Score.loss())
    ('win in 3 moves', 'draw', 'loss')
    """
    if score.plies is None:
        return say("value", score.value)
    return say("value", f"{score.value} in moves", count=score.plies)


# -- review --------------------------------------------------------------------------------------


def graded(move: GradedMove, rules: Rules, *, decisive: bool) -> str:
    """Describe a graded move in one line.

    >>> from noughts import Record
    >>> from noughts.lab.grading import review
    >>> record = Record.parse("b2 b1 a1 c3 a3")
    >>> print(graded(review(record).moves[1], record.start.rules, decisive=True))
    2. O b1: threw away the draw (here the game was decided). Better: a1, keeps the draw.
    """
    cell = rules.name(move.cell)
    text = say("graded", "move", number=move.number, mark=move.mark, cell=cell, grade=verdict(move))
    if decisive:
        text = say("graded", "decisive", move=text)
    reason, better = reasons(move)
    if better is None:
        return say("graded", "why" if reason else "alone", move=text, reason=reason)
    return say("graded", "better", move=text, cell=rules.name(move.best[0]), better=better)


def reasons(move: GradedMove) -> tuple[str, str | None]:
    """Explain why a move is good or bad, and what a better one would have done, if known."""
    better = None if move.grade is Grade.FINE else move.better_facts
    reason, other = (
        None if facts is None else sentence(facts, move.rules, move.mark, "moves")
        for facts in (move.facts, better)
    )
    return reason or "", other


def verdict(move: GradedMove) -> str:
    """Name a grade, with the moves that it cost; without a grade, nothing is proved.

    >>> from noughts import Record
    >>> from noughts.lab.grading import review
    >>> verdict(review(Record.parse("a1 b1 b2 a2 a3")).moves[4])
    'won more slowly: 3 moves instead of 1'
    """
    if move.grade is None:
        return say("grade", "none")
    before, after = move.before, move.after
    if move.plies_lost and isinstance(before, Score) and isinstance(after, Score):
        return say("grade", f"{move.grade} in", count=after.plies, before=before.plies)
    return say("grade", move.grade)


def moment(review: Review) -> str:
    r"""Say in one sentence which move decided the game, and why.

    >>> from noughts import Record
    >>> from noughts.lab.grading import review
    >>> moment(review(Record.parse("b2 b1 a1 c3 a3")))
    'Move 2 decided it: b1 loses in 6 moves because X answers a1: a1 c3 a2 c1 c2.'
    >>> moment(review(Record.parse("Start: XX./O../..O\n\nb2")))
    'No move changed who wins, but move 1 let the game end 2 moves later.'
    """
    if review.decided is not None:
        move = review.moves[review.decided - 1]
        cell, (reason, _) = move.rules.name(move.cell), reasons(move)
        said = say("review", "decided", number=review.decided, cell=cell, reason=reason)
        return say("sentence", "end", text=said)
    if any(move.grade is None for move in review.moves):
        return say("review", "not proved")
    worst = max(review.moves, key=lambda move: move.plies_lost, default=None)
    if worst is None or not worst.plies_lost:
        return say("review", "steady")
    name = "sooner" if worst.grade is Grade.QUICK_LOSS else "later"
    return say("review", name, number=worst.number, count=worst.plies_lost)
