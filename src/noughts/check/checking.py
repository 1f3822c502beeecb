"""`check`: ask a program in every position, play every possible game, and say what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from noughts.check import advising
from noughts.check.asked_again import AskedAgain
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.fault_mistakes import explain
from noughts.check.findings import CheckedSample, Finding, FindingKind, Report, Stage, about_move
from noughts.check.known_mistakes import alike
from noughts.check.played_games import play_on, random_games, reached, tally
from noughts.check.program import Program
from noughts.check.program_interface import FindingEnd, Progress
from noughts.core.catalogue import grouped, say
from noughts.lab.statistics import Tally

#: Findings that a known mistake may explain.
_PLAY = {FindingKind.LOSES, FindingKind.GIVES_AWAY, FindingKind.DAWDLES}
_STAGES = ("rules", "moves", "again", "as X", "as O")
_MANY_FAULTS = 20  # after which its games are asked first


def check(
    program: Program,
    name: str | None = None,
    sides: Sequence[str] = "XO",
    progress: Progress | None = None,
    heard: Callable[[Stage], None] | None = None,
    game: CheckedGame = TICTACTOE,
) -> Report:
    """Check a program for tic-tac-toe or another game.

    Args:
        program: the program.
        name: a function or an engine in it; found unless given.
        sides: as whom it plays.
        progress: called after every question with the stage, what is done, and of how many.
        heard: called with every stage that is done.
        game: what it plays. If it is not `exhaustive`, the check asks in a sample.

    Raises:
        UncheckableError: The program has no way to choose a move.
        ValueError: No sides, or others than X and O.
    """
    return _Check(program, sides, progress, heard, game).run(name)


def ask(
    program: Program, board: str, name: str | None = None, game: CheckedGame = TICTACTOE
) -> Asked:
    """Ask a program for its move in one position.

    Args:
        program: the program.
        board: one sign for each cell; the game is not over.
        name: a function or an engine in it; found unless given.
        game: what it plays.

    Raises:
        UncheckableError: The program has no way to choose a move.
    """
    return _Check(program, game.mover(board), None, None, game).ask(board, name)


class Asked(NamedTuple):
    """What a program plays in one position.

    Attributes:
        interface: how the check calls it.
        cell: its move; None if it has none.
        finding: why it has none.
        game: what is played.
    """

    interface: str
    cell: int | None
    finding: Finding | None
    game: CheckedGame = TICTACTOE


class _Check(AskedAgain):
    asked_all = False  # in all positions, without an error
    sample: CheckedSample | None = None
    worse: list[str]  # of a sample: where it errs
    slower: list[str]

    def ask(self, board: str, name: str | None) -> Asked:
        """Ask for one move."""
        try:
            self.load(name, rules=False)
            got = self.move(board)
            if isinstance(got, int):
                return Asked(self.interface, got, None, self.game)
            self.faults[board] = got
            raise self.failed("moves", board, ())
        except FindingEnd as found:
            return Asked(self.interface, None, found.finding, self.game)

    def run(self, name: str | None) -> Report:
        """Do all stages, until one has a finding."""
        finding = advice = None
        try:
            self.load(name)
            self._ask()
            self.ask_again()
            self._estimate()
            self._play()
            advice = self._advice()
        except FindingEnd as found:
            finding = found.finding
            spoils = self._changes(self.spoiled)
            if finding.kind is FindingKind.LOSES and spoils is not None:  # probably that is why
                text = say("sentence", "next", before=finding.text, next=spoils.text)
                finding = finding._replace(text=text, changes=True)
        done = {stage.name for stage in self.stages}
        for left in _STAGES:
            if left not in done and (left[3:] in self.sides or left[:2] != "as"):
                self.did(Stage(left, None, say("check", "not done")))
        loses = finding is not None and finding.kind is FindingKind.LOSES
        lost = loses or any(games.losses for games in self.games.values())
        proved = finding is None and set(self.played_out) >= set(self.sides)
        unbeatable = False if lost else True if proved else None
        order = (*_STAGES, "value", "quickest", "calls")
        stages = sorted(self.stages, key=lambda stage: order.index(stage.name))
        mistakes: tuple[str, ...] = ()
        shown = finding or advice
        known = shown if self.game.exhaustive and self.game.rules == TICTACTOE.rules else None
        draws = not self.others.keys() <= {self.game.empty}  # its answers are then its worst ones
        if known is not None and known.kind in _PLAY and not (self.faults or draws):
            mistakes = alike(self.answers)
        if known is not None and known.kind is FindingKind.NO_MOVE and self.asked_all:
            faults = {board: fault.answer for board, fault in self.faults.items()}
            mistakes = explain(self.answers, faults)
        return Report(
            self.interface,
            unbeatable,
            tuple(stages),
            {side: self.games[side] for side in "XO" if side in self.games},
            finding,
            advice,
            mistakes,
            self.answers,
            self.game,
            self.sample,
            self.console or (self.lives and not self.recalls and not self.fresh),
            self.watched,
        )

    # -- the stages ------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask in every position, the last first: those are quick. Or in its games and a sample."""
        game = self.game
        if self.engine:
            self.did(Stage("rules", None, say("check", "rules of Noughts"), applies=False))
        everywhere = game.exhaustive and self.lives
        for side in self.sides if not everywhere else "":
            self._ask_games(side)
        if game.exhaustive and not self.lives:
            asked = list(self.answers)
        else:
            asked = [b for b in dict.fromkeys(reversed(game.positions)) if not game.over(b)]
            asked = [board for board in asked if game.mover(board) in self.sides]
        for board in self.told("moves", asked):
            self._keep(board)
            if len(self.faults) == _MANY_FAULTS and everywhere and self._only_errors():
                for side in self.sides:
                    self._ask_games(side)
        self.asked_all = everywhere and not any(
            fault.kind is FindingKind.ERROR for fault in self.faults.values()
        )
        for side in self.sides if everywhere else "":
            self.seen[side] = reached(game, self.answers, side, others=self.others) or {}
            self.played_out += side
        failed = self._first_fault()
        if failed is not None:
            raise failed
        for side in self.sides:
            self._punish(side)
        faulty = len(self.faults)
        count = len(asked) if game.exhaustive else len(self.answers) + faulty
        said = say("check", "legal", positions=grouped(count))
        if faulty:
            said = say("check", "not legal", positions=grouped(count), faulty=grouped(faulty))
        self.did(Stage("moves", not faulty, said))
        if self.console:
            self._ends()

    def _ends(self) -> None:
        """Compare the end of every game in the terminal with what the program announces."""
        ends = [board for board in self.reached() if self.game.over(board)]
        announced = 0
        for board in self.told("rules", ends):
            said = self.program.rules(board)
            self.end_if_found(said)
            announced += said.get("announced", False)
        text = say("console", "ends", ends=grouped(len(ends)), announced=grouped(announced))
        self.did(Stage("rules", passed=True, said=text))

    def _only_errors(self) -> bool:
        return all(fault.kind is FindingKind.ERROR for fault in self.faults.values())

    def _ask_games(self, side: str) -> None:
        """Ask in all its games, from the start; if they are too many, in random ones.

        Raises:
            FindingEnd: in one of them, it has no legal move.
        """
        most = None if self.game.exhaustive else self.game.sample
        found = reached(self.game, self.answers, side, self._answer, most, self.others)
        if found is not None:
            self.seen[side] = found
            self.played_out += side
            return
        games = []
        for board, moves in random_games(self.game, side, self._answer):
            self.seen[side].setdefault(board, moves)
            games.append(Tally.one(self.game.winner(board), side))
        self.games[side] = Tally.total(games)

    def _answer(self, board: str, moves: tuple[int, ...]) -> int:
        """Return its move in one of its games.

        Raises:
            FindingEnd: it has no legal move.
        """
        self._keep(board)
        if board in self.faults:
            raise self.failed("moves", board, moves)
        self.seen.setdefault(self.game.mover(board), {}).setdefault(board, moves)
        return self.answers[board]

    def _keep(self, board: str) -> None:
        if board not in self.answers and board not in self.faults:
            if not (self.lives and self.game.exhaustive):
                self.progress("moves", len(self.answers), 0)
            got = self.move(board)
            if isinstance(got, int):
                self.answers[board] = got
            else:
                self.faults[board] = got

    def _first_fault(self) -> FindingEnd | None:
        """Return the fault of its shortest game to one, or one outside the games that are known."""
        seen = self.reached()
        failed = [board for board in seen if board in self.faults]
        if failed:
            board = min(failed, key=lambda each: len(seen[each]))
            return self.failed("moves", board, seen[board])
        unsure = [each for each in self.faults if self.game.mover(each) not in self.played_out]
        if unsure:
            return self.failed("moves", max(unsure, key=lambda each: (each.count("."), each)), ())
        return None

    def _punish(self, side: str) -> None:
        """Play on where it gives a draw away, unless a game that it loses is sure to be known."""
        game, seen = self.game, self.seen[side]
        if side in self.played_out and not self._is_lost(side):
            return
        wrong = [b for b in seen if b in self.answers and self._loses_by(b, self.answers[b])]
        if not wrong:
            return
        board = min(wrong, key=lambda each: (len(seen[each]), each))

        def choose(board: str, moves: tuple[int, ...]) -> int:
            if game.mover(board) == side:
                return self._answer(board, moves)
            return (game.best(board) or game.free(board))[0]

        end, moves = play_on(game, (*seen[board], self.answers[board]), choose)
        seen[end] = moves

    def _is_lost(self, side: str) -> bool:
        """Whether a side is proved to lose from the start, however well it plays."""
        score = self.game.score(self.game.empty)
        return score is not None and score.sign == (-1 if side == "X" else 1)

    def _loses_by(self, board: str, cell: int) -> bool:
        """Whether a move turns a win or a draw into a loss, both proved."""
        got = self.game.move_score(board, cell)
        if got is None or got.sign >= 0:
            return False
        top = self.game.score(board)
        return top is not None and top.sign >= 0

    def _play(self) -> None:
        lost: list[Finding] = []
        for side in self.played_out:
            self.games[side] = tally(self.game, self.answers, side, self.others)
        for side in self.sides:
            found = self.games[side]
            said = say(
                "check",
                "games" if side in self.played_out else "random games",
                games=grouped(found.games),
                won=grouped(found.wins),
                drawn=grouped(found.draws),
                lost=grouped(found.losses),
            )
            loss = self._lost(side)
            if found.losses and loss is None:
                said = say("check", "lost from start", games=said)
            self.did(Stage(f"as {side}", loss is None, said))
            lost += [] if loss is None else [loss]
        if lost:
            raise FindingEnd(min(lost, key=lambda each: len(each.moves)))

    def _lost(self, side: str) -> Finding | None:
        """Return the shortest game that it loses by a mistake; without a mistake, if it might."""
        seen = self.seen[side]
        lost = [
            moves for board, moves in seen.items() if self.game.winner(board) not in {None, side}
        ]
        alone = self._is_lost(side)  # then only a game with a mistake counts
        for moves in sorted(lost, key=len):
            own = self._own_moves(side, moves)
            wrong = [each for each in own if self._loses_by(*each)]
            if wrong or not alone:
                slips = [e for e in own if self.game.judge(*e).kind is FindingKind.MISSES]
                return self._loss(side, moves, *(*wrong, *slips)[:1])
        return None

    def _own_moves(self, side: str, moves: tuple[int, ...]) -> list[tuple[str, int]]:
        """Return where it moved in a game, and how."""
        found, board = [], self.game.empty
        for cell in moves:
            found.append((board, cell))
            board = self.game.place(board, cell)
        return [each for each in found if self.game.mover(each[0]) == side]

    def _loss(
        self, side: str, moves: tuple[int, ...], mistake: tuple[str, int] | None = None
    ) -> Finding:
        """Return a lost game with the first move that loses it, if that is proved."""
        game = {"side": side, "moves": self.game.names(moves)}
        if mistake is None:
            text = say("check", "loses", **game)
        elif self._loses_by(*mistake):
            text = say("check", "loses by", **game, cell=self.game.names([mistake[1]]))
        else:
            cell, slip = self.game.names([mistake[1]]), self.game.slip(*mistake)
            text = say("check", "loses by slip", **game, cell=cell, slip=slip)
        other = [each for each in self.sides if each != side]
        if self.fixed and other and other[0] in self.games and not self.games[other[0]].losses:
            text = say("check", "one side", text=text, side=other[0])
        if mistake is None:
            return Finding(FindingKind.LOSES, text, moves)
        return about_move(self.game, FindingKind.LOSES, text, moves, *mistake)

    def _estimate(self) -> None:
        """Judge the moves of a sample."""
        if self.game.exhaustive:
            return
        seen = self.reached()
        found = advising.estimate(self.game, self.answers, seen, self.played_out)
        stages, self.sample, self.worse, self.slower = found
        for stage in stages:
            self.did(stage)

    def _advice(self) -> Finding | None:
        """Return what could be better in a program that never loses."""
        seen = self.reached()
        if self.game.exhaustive:
            stages, first, second = advising.advise(self.game, self.answers, seen)
            for stage in stages:
                self.did(stage)
        else:
            wrong = [b for b in self.worse if self.game.mover(b) not in self.played_out]
            for board in wrong[:1]:
                raise FindingEnd(advising.error(self.game, board, self.answers[board], seen))
            better = [*self.worse, *self.slower][:1]
            shown = [advising.error(self.game, b, self.answers[b], seen) for b in better]
            first, second = (*shown, None)[0], None
        if self.first_calls:
            stage = advising.calls(self.game, self.remembered, self.first_calls, self.call_seconds)
            self.did(stage)
        if spoils := self._changes([board for board in self.spoiled if board in seen]):
            return spoils
        if first is not None:
            return first
        if self.faults:
            board = min(self.faults, key=lambda each: (-each.count("."), each))
            fault = self.faults[board]
            shown_board = self.game.rows(board)
            text = say("check", "no move elsewhere", position=shown_board, error=fault.text)
            return Finding(fault.kind, text, (), board, code=fault.code, line=fault.line)
        return self._changes(self.changed + self.spoiled) or second

    def _changes(self, boards: Sequence[str]) -> Finding | None:
        """Say that it changes such boards; None if there are none."""
        if not boards:
            return None
        board = max(boards, key=lambda each: each.count("."))
        text = say("check", "changes board", position=self.game.rows(board))
        return Finding(FindingKind.CHANGES_BOARD, text, (), board)
