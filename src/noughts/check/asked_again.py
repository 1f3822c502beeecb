"""`AskedAgain`: a program that is asked a second time, with what its games leave in its memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from noughts.check.asked_program import AskedProgram
from noughts.check.findings import Finding, FindingKind, Stage
from noughts.check.played_games import own_positions
from noughts.check.program import StoppedError
from noughts.check.program_interface import FindingEnd
from noughts.core.catalogue import grouped, say

if TYPE_CHECKING:
    from noughts.check.played_games import Reached

#: For each position and what the program remembers there: its moves, and what it may remember then.
_Played = dict[tuple[str, int], dict[int, set[int]]]
_MOST_GAMES = 20_000  # questions about what other games to a position have left
_FRESH_SECONDS = 20.0  # for all games from a fresh start; if they would take longer, none counts
_PACE = 10  # games after which the pace is known
_SMALL = 3  # free cells up to which a program is asked without a memory as well


class AskedAgain(AskedProgram):
    """A program with its answers, and the games that they allow."""

    def reached(self) -> Reached:
        """Return the positions of all its games."""
        return {board: moves for side in self.sides for board, moves in self.seen[side].items()}

    def ask_again(self) -> None:
        """Ask a fresh process once more in every position that its games reach, game by game.

        It then remembers what it does in such a game. In a sample, ask in all its positions. Where
        the answers of its functions are kept, ask near the end without that, too.
        """
        seen = {board: moves for board, moves in self.reached().items() if board in self.answers}
        where, games = "same twice", seen
        if not self.game.exhaustive:
            seen, where = dict.fromkeys(self.answers, ()) | seen, "same twice in all"
        again = sorted(seen, key=lambda each: (len(seen[each]) % 2, seen[each], each))
        small = [board for board in again if board.count(".") <= _SMALL] * bool(self.remembered)
        try:
            self.program.restart()
        except StoppedError as error:
            text = say("check", "loaded once", error=error)
            raise FindingEnd(Finding(FindingKind.NOT_LOADED, text)) from None
        self.once = 0
        calls, seconds = 0, 0.0
        left: _Played = {}
        remembers: dict[str, int] = {}
        for number, board in enumerate(self.told("again", again + small)):
            memory = number < len(again)
            after = None
            if memory and board in games:
                after = 0
                if games[board][1:]:
                    *before, own, _ = games[board]
                    start = self._placed(before)
                    after = min(left[start, remembers[start]].get(own, {0}))
                remembers[board] = after
            self._ask_same(board, seen[board], memory=memory, after=after)
            if after is not None:
                left[board, after] = self.left
            calls += self.spent[0] if memory and board.count(".") <= _SMALL else 0
            seconds += 0 if memory else self.spent[1]
        self._ask_in_other_games(left, games)
        known = self.recalls or not self.lives or self.others or self._loses()
        if self.game.exhaustive and not known:
            self.fresh = self._ask_in_fresh_games()
        self.call_seconds = seconds / calls if calls else None
        drawn = next((self.drawn[board] for board in again if board in self.drawn), "")
        said, why = self._said(where, again, len(small)), ""
        if drawn:
            why = say("check", "drawn", name=drawn)
            if drawn == "Math.random":
                why = say("check", "floor", text=why)
        elif self.lost and (self.game.exhaustive or self.played_out):
            why = say("check", "remembers" if self.lost == "*" else "keeps", name=self.lost)
        self.did(Stage("again", None if why else True, said))
        if why:
            raise FindingEnd(Finding(FindingKind.TWO_ANSWERS, why, remembers=not drawn))

    def _said(self, where: str, again: Sequence[str], small: int) -> str:
        said = say("check", where, positions=grouped(len(again)))
        if self.once:
            twice, positions = grouped(len(again) - self.once), grouped(len(again))
            said = say("console", "no time", twice=twice, positions=positions)
        if small:
            said = say("check", "without kept", twice=said, some=grouped(small))
        if self.others:
            every = self.game.exhaustive or set(self.played_out) >= set(self.sides)
            key, some = "at random" if every else "first choice", len({*again} & {*self.others})
            said = say("check", key, twice=said, some=grouped(some))
        return said

    def _ask_same(
        self, board: str, moves: tuple[int, ...], *, memory: bool = True, after: int | None
    ) -> None:
        """Ask again in a position of a game.

        Raises:
            FindingEnd: it answers something else.
        """
        others = self.others.pop(board, None)
        got = self.move(board, memory=memory, after=after)
        if got != self.answers[board] or self.others.get(board) != others:
            first = self.game.names([self.answers[board]])
            other = self.game.names([got]) if isinstance(got, int) else got.text
            shown = self.game.rows(board)
            text = say("check", "two answers", position=shown, first=first, other=other)
            drawn = self.drawn.get(board, "")
            if drawn == "Math.random":
                text = say("check", "floor", text=text)
            elif drawn:
                text = say("check", "drawn", name=drawn)
            remembers = self.watched and not drawn
            kind = FindingKind.TWO_ANSWERS
            found = Finding(kind, text, moves, board, remembers=remembers)
            raise self.found("again", found)

    def _ask_in_other_games(self, left: _Played, games: Reached) -> None:
        """Ask again where another game to a position has left something else.

        Raises:
            FindingEnd: it answers something else, or there is too much.
        """
        played = {place: games[place[0]] for place in left}
        most = len(played) + _MOST_GAMES
        while True:
            before = len(played)
            for (board, after), cells in left.items():
                if self.game.mover(board) in self.played_out:
                    self._go_on(board, played[board, after], cells, played)
            todo = list(played)[before:]
            if not todo:
                return
            if len(played) > most:
                text = say("check", "remembers")
                raise FindingEnd(Finding(FindingKind.TWO_ANSWERS, text, remembers=True))
            for board, after in self.told("again", todo):
                self._ask_same(board, played[board, after], after=after)
                left[board, after] = self.left

    def _go_on(
        self,
        board: str,
        moves: tuple[int, ...],
        cells: Mapping[int, set[int]],
        played: dict[tuple[str, int], tuple[int, ...]],
    ) -> None:
        """Add where its moves and the replies to them lead, with what it remembers there."""
        game = self.game
        for cell, states in cells.items():
            placed = game.place(board, cell)
            for reply in [] if game.over(placed) else game.free(placed):
                then = game.place(placed, reply)
                if not game.over(then):
                    for state in states:
                        played.setdefault((then, state), (*moves, cell, reply))

    def _placed(self, moves: Sequence[int]) -> str:
        board = self.game.empty
        for cell in moves:
            board = self.game.place(board, cell)
        return board

    def _loses(self) -> bool:
        return any(
            self.game.winner(board) not in {None, side}
            for side in self.sides
            for board in self.seen[side]
        )

    def _ask_in_fresh_games(self) -> bool:
        """Play every game from a fresh start, if there is time; return whether there was.

        Raises:
            FindingEnd: it answers something else.
        """
        games = [
            game
            for side in self.played_out
            for game in own_positions(self.game, self.answers, side)
        ]
        started = monotonic()
        for number, game in enumerate(self.told("again", games)):
            if number % _PACE == _PACE - 1:
                pace = (monotonic() - started) / number
                if pace * len(games) > _FRESH_SECONDS:
                    return False
            try:
                self.program.restart()
            except StoppedError:
                return False
            for board in game:
                self._ask_same(board, self.seen[self.game.mover(board)][board], after=None)
        return True
