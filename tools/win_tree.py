"""Find the moves of a win by threats and quiet moves, as a tree for `noughts solve --hint`.

    python tools/win_tree.py 15,15,5 ANSWERS [jobs] > tree.json

The search for quiet moves looks for a win in each position. Where it finds none, several moves are
tried: those that it finds the most promising, and with few stones the engine's best, which need not
threaten to win. That one is followed which needs the fewest more wins as far as is known, as in
proof-number search. The positions after the replies that are not answered are searched with few
nodes, those without a win with more, and then they get moves of their own. At last every reply is
searched. Positions symmetric to each other are one.

ANSWERS is a file that gets a line of JSON for each position, and with it the same command resumes.
A line of your own chooses a move: `{"position": ..., "move": "g9"}`, with the position as it stands
in the file. After Ctrl-C, or if not all is found, the tree leaves replies out, and stderr says
which. Nothing in the tree counts as proved: `noughts solve --hint` checks it.
"""

import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from multiprocessing import Pool
from operator import itemgetter
from pathlib import Path
from typing import Any

from noughts import Limit, Position, Rules
from noughts.engines import threat_engine
from noughts.proofs.ledger.hint_tree import after
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.quiet_moves import Moves, QuietSearch

BUDGETS = (200_000, 1_000_000, 4_000_000)  #: nodes for a position, as long as a win is close
MORE = (20_000_000, 200_000_000, 2_000_000_000)  #: where each move leaves more
TRIALS = 14  #: moves that are tried
JUDGED = 60_000  #: nodes to show that a reply to one of them loses
CHOICE = Limit(nodes=1_000_000)  #: for moves of the engine's
BEST = 3  #: moves of the engine's that are tried
OPEN = 20  #: such a move is left out if it leaves more replies
STONES = 8  #: with more of them, the engine is not asked
THREATS = 3_000  #: nodes for a win by threats alone
MEMORY = 1 << 26  #: bytes for the threats of one search
OPENING = 4  #: with fewer stones, the engine's move is taken if each leaves more
UNKNOWN = 1  #: the proof number of a position that is not searched, and the least of another
NEAR = 2_000  #: nodes to expect for which it is 1; it is twice that with four times as many
FAR = 64  #: the most for a position without moves
CLOSE = 32 * NEAR  #: with more nodes to expect, moves are tried before more nodes
DEEPER = 1  #: added for each move of a line
MOST = 400  #: greater proof numbers are ENDLESS
FEW = 4  #: positions that are searched at a time
ENDLESS = sys.maxsize
TRY = 0  #: nodes that mean: do not search the position, but look for moves to try in it

#: Winning moves by name, each with the replies that need another one; 1 if threats win.
Tree = dict[str, Any] | int
#: The most promising moves of a position without a win, with the replies that each leaves.
Trials = dict[str, list[str]]
#: A position, the nodes of its search, what was found, and the nodes that a win may still take.
Answer = tuple[Position, int, Tree | None, Trials | None, float]
Run = Callable[
    [Callable[[tuple[Position, int]], Answer], Iterable[tuple[Position, int]]], Iterator[Answer]
]


class Answers:
    """What the search for quiet moves said of each position, the least of its symmetric images."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.won: dict[str, Tree] = {}
        self.tried: dict[str, int] = {}  #: the most nodes for positions without a win
        self._near: dict[str, float] = {}  #: those that a win may take, as the search estimates
        self._chosen: dict[str, str] = {}  #: moves chosen by hand
        self._trials: dict[str, Trials] = {}
        self._numbers: dict[str, int] = {}  #: proof numbers, as long as nothing changes
        self._proved: set[str] = set()  #: positions that a move wins whose replies are all won
        if file.exists():
            found = file.read_bytes()
            whole = found[: found.rfind(b"\n") + 1]  # the last line may be torn
            os.truncate(file, len(whole))
            for line in whole.splitlines():
                self._take(**json.loads(line))

    def _take(
        self,
        position: str,
        nodes: int = 0,
        tree: Tree | None = None,
        trials: Trials | None = None,
        near: float = 0,
        move: str = "",
    ) -> None:
        if move:
            self._chosen[position] = move
        elif trials is not None:
            self._trials[position] = dict(trials)
        elif tree is None:
            if nodes >= self.tried.get(position, 0):
                self.tried[position], self._near[position] = nodes, near
        else:
            self.won[position] = tree

    def add(
        self,
        position: Position,
        nodes: int,
        tree: Tree | None,
        trials: Trials | None = None,
        near: float = 0,
    ) -> None:
        """Take an answer, and append it to the file."""
        self._numbers.clear()
        answer: dict[str, Any] = {"position": text(position), "nodes": nodes}
        answer |= {"tree": tree, "trials": trials, "near": near}
        self._take(**answer)
        with self._file.open("a") as file:
            file.write(json.dumps(answer) + "\n")

    def number(self, least: Position) -> int:
        """Return the proof number of a position, the least of its images; 0: it is won."""
        key = text(least)
        if key in self.won or key in self._proved:
            return 0
        if least.outcome is not None:  # the opponent has won, or nobody
            return ENDLESS
        if key not in self._trials and key not in self._chosen:
            if key not in self.tried:
                return UNKNOWN
            return max(UNKNOWN, round(min(math.sqrt(self._near[key] / NEAR), FAR)))
        if key not in self._numbers:
            _, number = self._followed(least)
            if not number:
                self._proved.add(key)
            self._numbers[key] = number + DEEPER if 0 < number < ENDLESS else number
        return self._numbers[key]

    def more(self, least: Position) -> int:
        """Return the nodes for another search of a position; 0: its moves should be tried."""
        key = text(least)
        if key in self._trials:
            return 0
        return more_nodes(self.tried.get(key, 0), self._near.get(key, 0))

    def _followed(self, least: Position) -> tuple[int, int]:
        """Return the move to follow, or -1, and the proof number of what it leaves."""
        rules, key = least.rules, text(least)
        if move := self._chosen.get(key):
            moves = [rules.cell(move)]
        else:
            moves = list(map(rules.cell, self._trials[key]))
        numbers = {cell: self._sum(least, cell) for cell in moves}
        best = min(numbers, key=numbers.__getitem__, default=-1)
        if move or numbers.get(best, ENDLESS) < ENDLESS:
            return best, numbers[best]
        if (least.x | least.o).bit_count() < OPENING:
            best = engine_move(least)
            return best, self._sum(least, best)
        return -1, ENDLESS

    def _sum(self, least: Position, move: int) -> int:
        """Return the proof number of what a move leaves: each position has to be won."""
        number = sum(map(self.number, left := self.left(least, move)))
        if not left and (rest := self.open(least, move)):  # mostly, threats win there
            tried = [each for each in rest if text(each) in self.tried]
            number = sum(map(self.number, tried)) or UNKNOWN
        return number if number <= MOST else ENDLESS

    def choice(self, least: Position) -> tuple[int, list[tuple[Position, int]]]:
        """Return the move to follow in a position without a win, the least of its images.

        With it come the positions that have to be searched before it is known, if there are any,
        and their nodes. The move is -1 if it is not known, or if there is none.
        """
        if text(least) not in self._trials and text(least) not in self._chosen:
            return -1, [(least, TRY)]
        move, _ = self._followed(least)
        left = [] if move < 0 else self.left(least, move)
        due = [each for each in left if text(each) not in self.tried]
        return (-1 if due else move), [(each, BUDGETS[0]) for each in due[:FEW]]

    def left(self, least: Position, move: int) -> list[Position]:
        """Return what threats do not answer after a move, without what is won."""
        named = self._trials.get(text(least), {}).get(least.rules.name(move), ())
        then = least.play(move)
        return [each for reply in named if self.number(each := least_image(then.play(reply)))]

    def open(self, least: Position, move: int) -> list[Position]:
        """Return what is not won after a move: first what `left` returns, and then every reply."""
        return self.left(least, move) or [
            each
            for _, reply in replies(least, move)
            if reply.outcome is None and self.number(each := least_image(reply))
        ]


@cache
def engine_move(position: Position) -> int:
    """Return the engine's move."""
    return threat_engine.play(position, CHOICE).cell


@cache  # every round asks for all again
def replies(position: Position, move: int) -> list[tuple[int, Position]]:
    """Return each reply to a move, and the position after it; of symmetric ones, one."""
    then = position.play(move)
    return [(cell, then.play(cell)) for cell in {key: cell for cell, key in after(then)}.values()]


@cache
def text(position: Position) -> str:
    """Return a position as it stands in the file."""
    return str(position)


@cache
def least_image(position: Position) -> Position:
    """Return the least of the symmetric images of a position."""
    return position.canonical()[0]


def unanswered(position: Position, answers: Answers) -> Iterator[tuple[Position, int]]:
    """Yield the positions to search next, and their nodes."""
    least = least_image(position)
    if not answers.number(least):
        return
    if nodes := answers.more(least):
        yield least, nodes
        return
    move, first = answers.choice(least)
    if first:
        yield from first
    elif move < 0:
        tried = answers.tried.get(text(least), 0)
        yield from [(least, nodes) for nodes in MORE if nodes > tried][:1]
    elif left := answers.left(least, move):
        last = [max(left, key=answers.number)]  # it may be the end of the move
        for each in list(filter(answers.more, left))[:FEW] or last:
            yield from unanswered(each, answers)
    else:
        for each in answers.open(least, move):
            yield from unanswered(each, answers)


def search(asked: tuple[Position, int]) -> Answer:
    """Return the answer for a position; its nodes are `sys.maxsize` if more would be no use."""
    position, nodes = asked
    made = PrincipalVariationSearch(position, memory=MEMORY)
    made.allow(0)
    if nodes != TRY and made.threes.win(made.side, THREATS):
        return position, nodes, 1, None, 0
    quiet, name = QuietSearch(made, position, position.turn), position.rules.name
    if nodes == TRY:
        moves = dict(quiet.promising(TRIALS, JUDGED)) | by_engine(position)
        trials = {name(cell): list(map(name, left)) for cell, left in moves.items()}
        return position, nodes, None, trials, 0
    made.allow(nodes)  # one step can take many times as many
    won = quiet.run(nodes)
    if won:
        return position, nodes, named(quiet.moves, position.rules), None, 0
    return position, nodes if won is None else sys.maxsize, None, None, quiet.near


def by_engine(position: Position) -> dict[int, list[int]]:
    """Return the engine's best moves, with the replies that the quiet search leaves.

    Nothing is returned before the opening is over, or with many stones.
    """
    found = dict[int, list[int]]()
    if OPENING <= (position.x | position.o).bit_count() <= STONES:
        for value in threat_engine.analyse(position, CHOICE, "").moves[:BEST]:
            left = (
                cell
                for cell, reply in replies(position, value.cell)
                if reply.outcome is not None or not wins(reply)
            )
            if len(first := list(islice(left, OPEN + 1))) <= OPEN:
                found[value.cell] = first
    return found


def more_nodes(tried: int, near: float) -> int:
    """Return the nodes of a position's next search; 0: a win is not close, or it had all."""
    return next((nodes for nodes in BUDGETS if nodes > tried), 0) if near <= CLOSE else 0


def wins(position: Position) -> bool:
    """Return whether a win is found, with more nodes as long as it is close."""
    nodes, near = 0, 0.0
    while nodes := more_nodes(nodes, near):
        *_, tree, _, near = search((position, nodes))
        if tree is not None:
            return True
    return False


def named(moves: Moves | None, rules: Rules) -> Tree:
    """Return moves by name."""
    return {rules.name(cell): named(then, rules) for cell, then in moves.items()} if moves else 1


def work(start: Position, answers: Answers, run: Run) -> None:
    """Search until each position has an answer, or all nodes are used; `run` is a kind of map."""
    while due := dict(unanswered(start, answers)):
        for answer in run(search, sorted(due.items(), key=itemgetter(1))):  # the cheap ones first
            answers.add(*answer)


def winning_tree(least: Position, answers: Answers) -> Tree | None:
    """Return what wins in a position, the least of its images; None if that is not known."""
    if (won := answers.won.get(text(least))) is not None:
        return won
    rules, listed = least.rules, dict[str, Tree]()
    move, _ = answers.choice(least)
    if move < 0:
        return None
    for cell, reply in replies(least, move):
        then, symmetry = reply.canonical()
        if reply.outcome is None and (tree := winning_tree(then, answers)) is not None:
            names = {rules.name(to): rules.name(at) for at, to in enumerate(symmetry)}
            listed[rules.name(cell)] = renamed(tree, names)
        else:
            left = f"{least}: {rules.name(move)} {rules.name(cell)} is open"
            sys.stderr.write(f"{left}\n")
    return {rules.name(move): listed} if listed else None


def renamed(tree: Tree, names: dict[str, str]) -> Tree:
    """Return a tree with other names of cells."""
    if isinstance(tree, int):
        return tree
    return {names[cell]: renamed(then, names) for cell, then in tree.items()}


def main(game: str, file: str, jobs: str = "1") -> None:
    """Find a tree, and print it."""
    start, answers = Position(Rules.parse(game)), Answers(Path(file))
    with suppress(KeyboardInterrupt), Pool(int(jobs)) as pool:
        work(start, answers, pool.imap_unordered)
    sys.stdout.write(json.dumps(winning_tree(start, answers)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
