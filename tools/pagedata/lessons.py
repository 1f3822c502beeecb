"""Every number and example in the chapters of ``/learn``, computed by the engines.

Nothing here depends on the machine or the time: two builds write the same bytes. Numbers taken from
the literature are in `LITERATURE`, with their source, and are marked as such.
"""

import json
from collections.abc import Iterator
from functools import cache
from math import comb, factorial, log10
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from noughts.check import check
from noughts.check.processes.limited_process import Limits
from noughts.check.processes.python_process import PythonProcess
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.core.zugzwang import answered
from noughts.engines import AlphaBeta, Engine, Minimax, Perfect, naive, tactics
from noughts.engines.levels import Level
from noughts.engines.perfect import table
from noughts.json import encode
from noughts.lab.counting import calls, count
from noughts.lab.every_game import Proof
from noughts.solver import Solver, solve
from noughts.trace import Enter, Event, Prune, Trace
from pagedata import level_rates, win_zone

Json = dict[str, Any]

CLASSIC = Rules.parse("3,3,3")

#: Larger boards, in the order in which the page shows them.
BOARDS = (
    "3,3,3",
    "4,3,3",
    "4,4,4",
    "5,4,4",
    "5,5,4",
    "6,5,4",
    "8,8,4",
    "6,6,5",
    "7,7,5",
    "8,8,5",
    "9,9,5",
    "15,15,5",
    "8,8,7",
    "3,3,3,3",
    "4,4,4,4",
)
#: Boards with gravity, likewise.
GRAVITY = (
    "4,4,4 gravity",
    "5,4,4 gravity",
    "6,4,4 gravity",
    "7,4,4 gravity",
    "5,5,4 gravity",
    "6,5,4 gravity",
    "7,6,4 gravity",
)
#: Here X is to move, and O can answer every stone on top of it.
ANSWERED = "...X./...O./.O.X./.O.X."
#: Small enough to count every game while the page is built.
COUNTED = ("3,3,3", "4,3,3")
#: The solver's memory: fixed, because the amount can change the number of nodes.
MEMORY = 16 << 20
#: A board on which O draws by pairs.
PAIRED = "5,5,5"
#: Free cells of the tree that is drawn completely.
TREE_CELLS = 3
#: The board on which a search looks further and further, from estimates to a proof.
DEEPENED = "4,3,3"


#: What readers complete.
PROGRAMS = Path(__file__).parents[2] / "web/src/learn/programs"


class Published(NamedTuple):
    """A value that others have proved, and that a build of the page does not prove again."""

    value: Value
    source: str


LITERATURE = {
    "8,8,5": Published(
        Value.DRAW, "Hsu, Ko, Chen, Wei, Hsueh and Wu, Theoretical Computer Science, 2020"
    ),
    "7,6,4 gravity": Published(
        Value.WIN, "Allis, A Knowledge-based Approach of Connect-Four, 1988, and Allen, 1988"
    ),
    "15,15,5": Published(Value.WIN, "Allis, Searching for Solutions in Games and AI, 1994"),
    "4,4,4,4": Published(Value.WIN, "Patashnik, Mathematics Magazine, 1980"),
}
#: For these we know of no published proof.
OPEN = ("9,9,5",)


def build() -> Json:
    """Compute everything; this takes about 15 seconds."""
    return {
        "size": encode.count(CLASSIC, count(CLASSIC)),
        "calls": encode.calls(CLASSIC, calls(CLASSIC)),
        "symmetries": len(CLASSIC.symmetries),
        "orders": factorial(CLASSIC.cells),
        "games": {
            "hard": played(Level.HARD.engine()),
            "tactics": played(tactics.Tactics()),
            "naive": played(naive.NaiveTactics()),
        },
        "tree": tree(),
        "cuts": cuts(),
        "toying": toying(),
        "yielding": yielding(),
        "tactics": tactics_rules(),
        "naive": naive_rules(),
        "programs": programs(),
        "levels": level_rates.levels(),
        "boards": [board(Rules.parse(text)) for text in BOARDS],
        "pairs": pairs(Rules.parse(PAIRED)),
        "zone": win_zone.zone(),
        "gravity": {
            "boards": [board(Rules.parse(text)) for text in GRAVITY],
            "answered": answered_on_top(Position.parse(ANSWERED, "5,4,4 gravity")),
        },
        "deepening": deepening(Position(Rules.parse(DEEPENED))),
    }


def played(engine: Engine) -> Json:
    """Play every possible game against an engine, as X and as O.

    >>> played(tactics.Tactics())["O"]["losses"]
    0
    """
    proofs = {str(mark): Proof(engine, CLASSIC, mark) for mark in Mark}
    return {
        side: {**proof.tally()._asdict(), "lost": [list(game) for game in proof.lost_games()]}
        for side, proof in proofs.items()
    }


# -- a tree to look at -----------------------------------------------------------------------------


def tree() -> Json:
    """Find a small tree in which X draws, may hope in vain, and need not look everywhere.

    The first position with three free cells that fits. No move ends the game, and X's best is a
    draw. Some move leaves O one winning and one losing reply. Pruning skips a reply after each of
    the other moves. Returns it with the number of positions that each search
    works out.

    >>> tree()["position"]
    '..O/.OX/XXO'
    """
    for position in _unfinished():
        children = [child for _, child in position.children()]
        ended = any(child.outcome for child in children)
        if len(children) != TREE_CELLS or ended or _score(position) != Score.draw():
            continue
        ends = [{str(_score(end)) for _, end in child.children()} for child in children]
        events: list[Event] = []
        Trace(position, "alphabeta-unordered", depth_aware=False).run(events.append)
        prunes = sum(isinstance(event, Prune) for event in events)
        if any({"win in 1", "loss in 0"} <= each for each in ends) and prunes == len(children) - 1:
            whole: list[Event] = []
            Trace(position, "minimax", depth_aware=False).run(whole.append)
            calls = {"minimax": _calls(whole), "alphabeta": _calls(events)}
            return {"position": str(position), "calls": calls}
    raise LookupError("no position fits, but chapters 2 and 4 need one")


def cuts() -> Json:
    """Find a small drawn tree in which a search cuts at X's turn and at O's.

    The first of those with the fewest calls.

    >>> cuts()
    {'position': '..O/.X./XOX', 'calls': 17}
    """
    found: list[tuple[int, Position]] = []
    for position in _unfinished():
        if len(position.legal) == TREE_CELLS + 1 and _score(position) == Score.draw():
            events: list[Event] = []
            Trace(position, "alphabeta-unordered", depth_aware=False).run(events.append)
            if len({event.turn for event in events if isinstance(event, Prune)}) == len(Mark):
                found.append((_calls(events), position))
    calls, position = min(found, key=lambda each: each[0])
    return {"position": str(position), "calls": calls}


def _calls(events: list[Event]) -> int:
    return sum(isinstance(event, Enter) for event in events)


# -- with the depth in the score, and without ------------------------------------------------------


def toying() -> Json:
    """Find where an engine that ignores depth takes longest for a win that it could have now.

    The other side delays as long as possible.

    >>> found = toying()
    >>> len(found["blind"]), len(found["aware"])
    (5, 1)
    """
    return _longest_gap(Score.win(1), slow="blind")


def yielding() -> Json:
    """Find where the same engine loses fastest although it could hold out longest.

    >>> found = yielding()
    >>> len(found["blind"]) < len(found["aware"])
    True
    """
    held = max(
        score
        for position in _unfinished()
        if (score := _score(position)).value is Value.LOSS and score.plies
    )
    return _longest_gap(held, slow="aware")


def _longest_gap(score: Score, slow: str) -> Json:
    """Return the first position with this score where the two games differ most in length."""
    found: list[Json] = [
        {
            "position": str(position),
            "turn": str(position.turn),
            "blind": _game(position, aware=False),
            "aware": _game(position, aware=True),
        }
        for position in _unfinished()
        if _score(position) == score
    ]
    quick = "aware" if slow == "blind" else "blind"
    return max(found, key=lambda each: len(each[slow]) - len(each[quick]))


def _game(position: Position, *, aware: bool) -> list[int]:
    """Play a game to its end: minimax moves now, and the perfect engine against it."""
    mark = position.turn
    moves = []
    while position.outcome is None:
        own = position.turn is mark
        moves.append(_minimax_move(position, aware=aware) if own else _perfect_move(position))
        position = position.play(moves[-1])
    return moves


@cache
def _minimax_move(position: Position, *, aware: bool) -> int:
    return Minimax(depth_aware=aware).play(position).cell


@cache
def _perfect_move(position: Position) -> int:
    return Perfect().play(position).cell


def _score(position: Position) -> Score:
    return Score.from_int(table(CLASSIC)[position.key][0])


# -- the reader's own program ----------------------------------------------------------------------


def programs() -> Json:
    """Return the games that a minimax plays with the right piece in each hole, and with others."""
    return {
        "right": checked("min(values)"),
        "hopes": checked("max(values)"),
        "means": checked("sum(values) / len(values)"),
    }


def program(name: str) -> str:
    """Return a program with holes, and the rules of the game after it, as readers get it."""
    return "\n\n".join((PROGRAMS / f"{each}.py").read_text("utf-8") for each in (name, "rules"))


def checked(worst: str) -> Json:
    """Return all games against a minimax with this in its last hole."""
    source = program("minimax")
    holes = json.loads((PROGRAMS / "holes.json").read_text("utf-8"))["minimax"]
    for piece in [*(hole["choices"][0]["code"] for hole in holes[:-1]), worst]:
        source = source.replace("___", piece, 1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "minimax.py")
        path.write_text(source, "utf-8")
        with PythonProcess(str(path), Limits(60)) as process:
            games = check(process).games
    return {str(mark): games[mark]._asdict() for mark in Mark}


# -- players by rules ------------------------------------------------------------------------------


def tactics_rules() -> Json:
    """Return the rule that makes the move in each position that `tactics` can reach.

    Each position has its move, the index of the rule, and the rule's cells.

    >>> tactics_rules()["positions"]["X........"]
    [4, 4, [4]]
    """
    player = tactics.Tactics()
    positions: Json = {}
    for position in _met_by(player):
        fired = player.fire(position)
        rule = tactics.RULE_NAMES.index(fired.rule)
        positions[_key(position)] = [fired.cell, rule, list(fired.cells)]
    return {"rules": list(tactics.RULE_NAMES), "positions": positions}


def naive_rules() -> Json:
    """Return the rule of the naive list that applies in each position, and its moves.

    >>> naive_rules()["positions"]["X........"]
    [0, [4]]
    """
    player = naive.NaiveTactics()
    positions: Json = {}
    for position in _met_by(player):
        fired = player.fire(position)
        positions[_key(position)] = [naive.RULE_NAMES.index(fired.rule), list(fired.cells)]
    return {"rules": list(naive.RULE_NAMES), "positions": positions}


def _met_by(engine: Engine) -> Iterator[Position]:
    """Yield each position in which an engine may have to move, as X or as O."""
    for mark in Mark:
        layer = {Position(CLASSIC)}
        while layer:
            waiting = [position for position in layer if position.outcome is None]
            if waiting and waiting[0].turn is mark:
                yield from sorted(waiting, key=str)
            layer = {
                position.play(cell)
                for position in waiting
                for cell in (engine.weights(position) if position.turn is mark else position.legal)
            }


# -- larger boards ---------------------------------------------------------------------------------


def board(rules: Rules) -> Json:
    """Return a bound on a game's size, its proved value, and who proved it.

    `fillings` and `orders` are powers of ten. `fillings` are the ways to put equally many X and O
    (or one X more) on the board; `orders` are the orders in which its cells can be filled. Both are
    bounds; if the game was counted, `counted` has the numbers.

    >>> board(Rules.parse("4,4,4"))["solved"]["value"]
    'draw'
    """
    text, cells = str(rules), rules.cells
    fillings = sum(comb(cells, ply) * comb(ply, ply // 2) for ply in range(cells + 1))
    published = LITERATURE.get(text)
    return {
        **encode.game(rules),
        "lines": len(rules.lines),
        "fillings": round(log10(fillings), 2),
        "orders": round(log10(factorial(cells)), 2),
        "counted": encode.count(rules, count(rules)) if text in COUNTED else None,
        "solved": None if published or text in OPEN else _solved(rules),
        "published": published and {"value": str(published.value), "source": published.source},
    }


def _solved(rules: Rules) -> Json:
    if rules.gravity:
        solution = solve(rules, memory=MEMORY)
    else:
        solution = Solver(rules, memory=MEMORY).solve(Position(rules))
    found = encode.solution(solution)
    return {name: found[name] for name in ("value", "winner", "nodes", "method")}


def answered_on_top(position: Position) -> Json:
    """Return the line that a side completes by answering every stone on top of it, and the plies.

    >>> found = answered_on_top(Position.parse(ANSWERED, "5,4,4 gravity"))
    >>> found["line"], found["plies"]
    ([4, 8, 12, 16], 14)
    """
    score = solve(position, memory=MEMORY, distance=True).score
    line = answered(position)
    if not line or score is None or score.value is not Value.LOSS:
        raise LookupError(f"{position}: not every stone can be answered there")
    board = encode.board(position.rules)
    return {**board, "position": str(position), "line": list(line), "plies": score.plies}


def pairs(rules: Rules) -> Json:
    """Split cells into pairs so that every line has both cells of one: a draw for O.

    Each line is given two cells of its own, by augmenting paths.

    >>> found = pairs(Rules.parse(PAIRED))
    >>> len(found["pairs"]) == len(found["lines"])
    True
    """
    board = encode.board(rules)
    lines = board["lines"]
    owners: dict[int, int] = {}  # the line of each cell that is given away

    def give(line: int, seen: set[int]) -> bool:
        for cell in lines[line]:
            if cell not in seen:
                seen.add(cell)
                if cell not in owners or give(owners[cell], seen):
                    owners[cell] = line
                    return True
        return False

    for line in [*range(len(lines))] * 2:
        if not give(line, set()):
            raise LookupError(f"{rules}: not every line can have a pair of its own")
    given = [
        sorted(cell for cell, owner in owners.items() if owner == line)
        for line in range(len(lines))
    ]
    return {**board, "pairs": given}


def deepening(position: Position) -> Json:
    """Look one ply ahead, then two, three, until the win is proved with its length.

    >>> [row["proven"] for row in deepening(Position(Rules.parse("4,3,3")))["rows"]]
    [False, False, False, True, True, True]
    """
    rows: list[Json] = []
    while not (rows and rows[-1]["plies"]):
        depth = len(rows) + 1
        found = encode.analysis(AlphaBeta().analyse(position, Limit(depth=depth)))
        wanted = {"cell", "value", "plies", "estimate", "bound", "best"}
        moves = [
            {key: said for key, said in move.items() if key in wanted} for move in found["moves"]
        ]
        kept = {key: found[key] for key in ("proven", "value", "plies", "nodes")}
        rows.append({"depth": depth, **kept, "estimate": found.get("estimate"), "moves": moves})
    return {**encode.board(position.rules), "rows": rows}


# -- all positions ---------------------------------------------------------------------------------


@cache
def _unfinished() -> tuple[Position, ...]:
    """Return each unfinished position of 3×3 once, ply by ply, in the order of their texts."""
    found: list[Position] = []
    layer = {Position(CLASSIC)}
    while layer:
        waiting = sorted((each for each in layer if each.outcome is None), key=str)
        found += waiting
        layer = {child for position in waiting for _, child in position.children()}
    return tuple(found)


def _key(position: Position) -> str:
    return str(position).replace("/", "")


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"
