"""`SampledGame`: a game with too many positions to ask in all of them.

A check asks in random positions, and in random games. The values come from the solver, within a
limit of nodes, so that the same seed gives the same report. Above 64 cells, only wins by threats
are proved. A move is judged only if the values before and after it are proved, or by what happens
within one ply: a win that is missed, or one of the opponent's that is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from random import Random

from noughts.check.checked_game import CheckedGame, FindingKind, MoveVerdict
from noughts.core.catalogue import say
from noughts.core.errors import whole_number
from noughts.core.forks import completions
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.engines.base import final_score
from noughts.solver.gravity import GravitySolver, refusal
from noughts.solver.portfolio import MOST_CELLS, Solver
from noughts.solver.solving import solve

MOST_ASKED = 100_000  #: positions in which a check asks, if the game has no more
SAMPLE = 500  #: random positions otherwise
_NODES = 30_000  # for the value of one position
_THREAT_NODES = 2_000
_THREAT_MEMORY = 1 << 20
_MEMORY = 1 << 26
_LATE = 30  # random games


def game_of(rules: Rules, sample: int | None = None, seed: int = 0) -> CheckedGame:
    """Return a game as a check sees it.

    Args:
        rules: of the game.
        sample: in how many random positions to ask. None: in all, if there are at most
            `MOST_ASKED`, otherwise in `SAMPLE`.
        seed: of the random positions and games.

    Raises:
        ValueError: The sample is empty.

    >>> from noughts import Rules
    >>> [game_of(Rules(name)).exhaustive for name in ("3,3,3 misere", "connect-four")]
    [True, False]
    """
    if sample is None and _is_small(rules):
        return CheckedGame(rules)
    if sample is not None and whole_number(sample, "sample") < 1:
        raise ValueError(f"a sample of {sample} positions: it must be at least 1")
    return SampledGame(rules, SAMPLE if sample is None else sample, seed)


def _is_small(rules: Rules) -> bool:
    """Whether at most `MOST_ASKED` positions have a move."""
    asked, layer = 0, {Position(rules)}
    while layer:
        after: set[Position] = set()
        for position in layer:
            after.update(child for _, child in position.children() if child.outcome is None)
            if asked + len(layer) + len(after) > MOST_ASKED:
                return False
        asked, layer = asked + len(layer), after
    return True


class SampledGame(CheckedGame):
    """A game in which a check asks in a sample of the positions.

    Args:
        rules: of the game.
        sample: how many random positions.
        seed: of all that is random.
    """

    exhaustive: bool = False

    def __init__(self, rules: Rules | str, sample: int = SAMPLE, seed: int = 0) -> None:
        super().__init__(rules)
        self.sample: int = sample
        self.seed: int = seed
        self.games: int = max(sample // 10, 5)
        self._proved: dict[str, Score | None] = {}
        small = self.rules.cells <= MOST_CELLS
        self._first: dict[str, list[int]] = {}  # moves that win by threats
        self._columns: GravitySolver | None = None
        self._solver: Solver | None = None
        if self.rules.gravity and not refusal(self.rules):
            self._columns = GravitySolver(self.rules, memory=_MEMORY)
        elif small and not self.rules.gravity:
            self._solver = Solver(self.rules, memory=_MEMORY)

    def fresh(self) -> SampledGame:
        """Return this game, without what the check of another program may have left."""
        return SampledGame(self.rules, self.sample, self.seed)

    @cached_property
    def positions(self) -> Sequence[str]:
        """Random positions, those with fewer stones first; the game is over in some.

        Each is drawn on its own: a random number of plies, then as many random moves.
        """
        random = Random(f"{self.seed} positions")
        return sorted((self._drawn(random) for _ in range(self.sample)), key=_stones)

    @cached_property
    def late(self) -> list[str]:
        """Positions in which one move wins at once or all others lose, with few free cells."""
        random = Random(f"{self.seed} late")
        found: set[str] = set()
        for _ in range(_LATE):
            position = Position(self.rules)
            while position.outcome is None:
                legal, ends = position.legal, _completing(position)
                longer = [cell for cell in legal if cell not in ends]
                if len(longer if self.rules.misere else ends) == 1 < len(legal):
                    found.add(self.board(position))
                position = position.play(random.choice(longer or legal))
        return sorted(found, key=lambda board: (board.count("."), board))

    def _drawn(self, random: Random) -> str:
        while True:
            plies = random.randrange(self.rules.cells)
            position = Position(self.rules)
            while position.ply < plies and position.outcome is None:
                position = position.play(random.choice(position.legal))
            if position.ply == plies:
                return self.board(position)

    def reply(self, board: str, random: Random, *, strong: bool) -> int:
        """Return a move of the program's opponent: any, or one that is not proved a mistake."""
        cells = random.sample(self.free(board), len(self.free(board)))
        judge = self.judge if self._has_values else self._glance
        good = (cell for cell in cells if judge(board, cell).kind is None)
        return next(good, cells[0]) if strong else cells[0]

    @property
    def _has_values(self) -> bool:
        """Whether the solver takes the game; otherwise it finds only wins by threats."""
        return self._columns is not None or self._solver is not None

    # -- values ----------------------------------------------------------------------------------

    def score(self, board: str) -> Score | None:
        """Return what a position is worth to the player who moves; None if it is not proved."""
        if board not in self._proved:
            position = self.position(board)
            if position.outcome is not None:
                found: Score | None = final_score(position)
            else:
                found = Score.win(1) if _wins(position) else self._prove(board, position)
            self._proved[board] = found
        return self._proved[board]

    def _prove(self, board: str, position: Position) -> Score | None:
        if self._columns is not None:
            self._columns.allow(Limit(nodes=_NODES))
            low, high = self._columns.sign(position)
            return (Score.loss(), Score.draw(), Score.win())[low + 1] if low == high else None
        if self._solver is not None:
            won = [self._solver.wins(position, mark, Limit(nodes=_NODES)) for mark in Mark]
            if True in won:
                return Score.win() if won[position.turn is Mark.O] else Score.loss()
            return None if None in won else Score.draw()
        if self.rules.misere or self.rules.gravity or not position.ply:
            return None
        found = solve(position, Limit(nodes=_THREAT_NODES), memory=_THREAT_MEMORY)
        self._first[board] = list(found.line[:1])
        return found.score

    def best(self, board: str) -> list[int]:
        """Return the moves that are proved to be best, or to win at once; none if none is."""
        wins = _wins(self.position(board))
        top = self.score(board)
        if wins or top is None:
            return wins
        if not self._has_values:
            return self._first.get(board, [])
        scores = {cell: self.move_score(board, cell) for cell in self.free(board)}
        return [c for c, got in scores.items() if got is not None and got.value is top.value]

    def judge(self, board: str, cell: int) -> MoveVerdict:
        """Judge a move by proved values, or else by what happens within one ply."""
        got = self.move_score(board, cell)
        top = got if got is None or got.sign > 0 else self.score(board)
        if got is None or top is None:
            return self._glance(board, cell)
        if got.sign != top.sign:
            return MoveVerdict(FindingKind.GIVES_AWAY)
        dawdles = got.sign > 0 and bool(wins := _wins(self.position(board))) and cell not in wins
        return MoveVerdict(FindingKind.DAWDLES if dawdles else None)

    def _glance(self, board: str, cell: int) -> MoveVerdict:
        """Judge a move by what happens within one ply."""
        if self.slip(board, cell):
            return MoveVerdict(FindingKind.MISSES)
        position = self.position(board)
        # It is right if it wins, or if all others lose at once.
        others = (other for other in position.legal if other != cell)
        judged = cell in _wins(position) or all(_falls(position, other) for other in others)
        return MoveVerdict(None, judged)

    def slip(self, board: str, cell: int) -> str:
        """Return what a move misses within one ply, in words; nothing if it misses nothing."""
        position = self.position(board)
        wins = _wins(position)
        if wins:
            missed = say("sample", "misses win", cell=self.names(wins[:1]))
            return "" if cell in wins else missed
        if not _falls(position, cell):
            return ""
        after = position.play(cell)
        threats = _wins(after)
        order = [*(c for c in threats if c in position.legal), *position.legal]
        better = next((each for each in order if not _falls(position, each)), None)
        if better is None:
            return ""
        best = self.names([better])
        if after.outcome is not None:
            return say("sample", "completes line", cell=best)
        win = self.names(threats[:1])
        return say("sample", "allows win", opponent=after.turn, win=win, cell=best)

    def _line(self, board: str, cell: int) -> tuple[int, ...]:
        """Return a move and the reply that wins at once, if there is one."""
        return cell, *_wins(self.position(board).play(cell))[:1]


def _wins(position: Position) -> list[int]:
    """Return the moves that win at once."""
    return [] if position.rules.misere else _completing(position)


@lru_cache(maxsize=1 << 12)
def _completing(position: Position) -> list[int]:
    """Return the moves that complete a line."""
    return [] if position.outcome else list(completions(position, position.turn))


def _falls(position: Position, cell: int) -> bool:
    """Whether a move loses at once, or to the opponent's next move."""
    after = position.play(cell)
    if after.outcome is not None:
        return after.outcome.winner is position.turn.other
    return bool(_wins(after))


def _stones(board: str) -> int:
    return len(board) - board.count(".")
