"""`Session`: a series of games between two players, without any screen.

It knows the players' seats, the level, the game's `Record`, the `Series`, and what can be undone.
The line mode and the terminal app use it: they draw its state and pass on what the person does.
Nothing here reads, writes or waits.

Players are 0 and 1, as in `Series`; against the computer 0 is the person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from noughts.cli import phrases
from noughts.cli.chosen_engine import is_certificate, opponent
from noughts.core.catalogue import say
from noughts.core.errors import IllegalMoveError
from noughts.core.limit import Limit, StoppableLimit
from noughts.core.position import Mark, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.core.series import Series, Starts
from noughts.engines import Analysis, Choice, Level
from noughts.engines.perfect import Perfect
from noughts.explain import Hint, hint
from noughts.formats import results
from noughts.lab.grading import Review, review

DEFAULT_SECONDS = 2.0
_COMPUTER = 1
_REVIEW_SECONDS = 8.0  # for a whole game of any length


class Setup(NamedTuple):
    """The settings before the first game."""

    rules: Rules = Rules.parse("3,3,3")
    #: how well the computer plays, or the file of a certificate; None for two players
    level: str | None = Level.HARD
    starts: Starts = Starts.FIRST  #: who is X: the first player is the person, or player 1
    best_of: int = 1  #: the most games of a series; 1 for single games
    seed: int | None = None  #: makes the computer's random choices repeatable
    seconds: float | None = None  #: the longest time for a computer's move; None for the default
    start: Position | None = None  #: where each game begins; None for the empty board

    @property
    def level_name(self) -> str:
        """The name of the computer's level, or of its certificate; empty for two players."""
        level = self.level or ""
        return say("level", level) if level in set(Level) else Path(level).name


class Session:
    """Consecutive games between the same two players. Mutable; its records and positions are not.

    Raises:
        ValueError: The number of games in the series is even, or below 1.

    >>> session = Session(Setup(level=Level.HARD))
    >>> session.play(0)
    >>> session.answer(session.think())
    >>> session.news, session.proven
    ('The computer plays b2, the centre.', True)
    """

    record: Record
    news: str  #: what happened last, in words
    #: whether the computer's last move was proved to be best; None before it has moved, and below
    #: the hard level, which claims nothing
    proven: bool | None
    keep: Callable[[Session], None]  #: called with the session after every move, to save the game
    _hints: int

    def __init__(self, setup: Setup | None = None) -> None:
        self.setup: Setup = setup or Setup()
        self._results: tuple[int | None, ...] = ()  # of every finished game, over all series
        self._engine = opponent(self.setup.level or Level.HARD, seed=self.setup.seed)
        self._analysed: Analysis | None = None
        self._limit = StoppableLimit()
        self.keep = lambda _: None
        #: the series before the current game; `standing` also counts that game once it is over
        self.series: Series = self._new_series()
        self._begin()

    # -- asking ------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.setup.rules

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self.position.outcome is not None

    @property
    def standing(self) -> Series:
        """The series, including the current game if it has ended."""
        outcome = self.position.outcome
        return self.series if outcome is None else self.series.finished(outcome)

    @property
    def tally(self) -> tuple[int, int, int]:
        """Games won by player 0, by player 1, and drawn; in this series, or in all single games."""
        games = self.standing.results
        if self.setup.best_of == 1:
            games = (*self._results, *games)
        return games.count(0), games.count(1), games.count(None)

    @property
    def game_number(self) -> int:
        """The number of the current game, in its series or among the single games, from 1."""
        return 1 + len(self.earlier)

    @property
    def computers_turn(self) -> bool:
        """Whether it is the computer's turn."""
        return not self.over and self._is_computers(self.position)

    @property
    def seconds(self) -> float:
        """The longest time for a computer's move."""
        return self.setup.seconds or DEFAULT_SECONDS

    @property
    def earlier(self) -> tuple[int | None, ...]:
        """The winners of the games before this one, in its series or of all single games."""
        return self._results if self.setup.best_of == 1 else self.series.results

    def is_person(self, mark: Mark) -> bool:
        """Whether a person has this mark in the current game."""
        return self.setup.level is None or self.series.seat(mark) != _COMPUTER

    def name(self, player: int) -> str:
        """Name a player: You and Computer, or Player 1 and Player 2."""
        if self.setup.level is None:
            return say("player", "number", number=player + 1)
        return say("player", "computer" if player == _COMPUTER else "you")

    def name_of(self, mark: Mark) -> str:
        """Name the player with this mark in the current game."""
        return self.name(self.series.seat(mark))

    def analyse(self) -> Analysis:
        """Value every move of the current position; may take seconds, and is cached."""
        position, known = self.position, self._analysed
        if known is None or known.position != position:
            self._analysed = known = Perfect().analyse(position)
        return known

    def review(self) -> Review:
        """Grade the moves made so far; may take seconds."""
        played = Record(self.record.start, self.record.played)
        return review(played, limit=Limit(seconds=_REVIEW_SECONDS / max(1, played.at)))

    # -- playing -----------------------------------------------------------------------------

    def play(self, cell: int) -> None:
        """Make a person's move.

        Raises:
            IllegalMoveError: It is against the rules, or it is the computer's turn.
        """
        if self.computers_turn:
            raise IllegalMoveError.said("illegal", "computer's turn")
        self._move(cell)

    def think(self) -> Choice:
        """Return the computer's move for the current position; may take seconds."""
        self._limit = StoppableLimit(seconds=self.seconds)
        return self._engine.play(self.position, self._limit)

    def hurry(self) -> None:
        """Let the computer move now, with the best move found."""
        self._limit.stop()

    def change_level(self, level: Level) -> None:
        """Let the computer play at another level from now on; not for two players."""
        if self.setup.level is None:
            self.news = say("news", "no level")
            return
        self.setup = self.setup._replace(level=level)
        self._engine = level.engine(seed=self.setup.seed)
        self.proven = None
        self.news = say("news", "level", level=say("level", level))

    def answer(self, choice: Choice) -> None:
        """Make the computer's move."""
        level = self.setup.level or ""
        if level == Level.HARD or is_certificate(level):
            self.proven = choice.proven or choice.reason is not None
        self._move(choice.cell)

    def hint(self) -> Hint:
        """Return the next of three hints for the current position; may take seconds."""
        self._hints = min(3, self._hints + 1)
        return hint(self.analyse(), self._hints)

    def undo(self) -> bool:
        """Go back to the person's last decision; return False if there is none."""
        positions = self.record.positions()
        earlier = range(self.record.at - 1, -1, -1)
        return self._go_to_first(at for at in earlier if not self._is_computers(positions[at]))

    def redo(self) -> bool:
        """Go forward to the person's next decision or to the end; return False at the end."""
        positions, end = self.record.positions(), len(self.record.moves)
        later = range(self.record.at + 1, end + 1)
        return self._go_to_first(
            at for at in later if at == end or not self._is_computers(positions[at])
        )

    def try_again(self, number: int) -> None:
        """Go back to before a move of this game, to try another one.

        Raises:
            RecordError: The move does not exist.
        """
        self._arrive(self.record.go_to(number - 1))
        self.news = say("news", "back", number=number)

    def go_on(self, record: Record, earlier: tuple[int | None, ...]) -> None:
        """Resume a game, after earlier games.

        Raises:
            ValueError: The series of these games is already over.
        """
        if self.setup.best_of > 1:
            self.series = Series(self.setup.best_of, self.setup.starts, earlier)
            if self.series.over:
                raise ValueError("the series is over before this game")
        else:
            self._results = earlier
            self.series = self._new_series()
        self._arrive(record)
        self.news = phrases.opened(record)

    def next_game(self) -> None:
        """Begin the next game, of this series or of a new one; an unfinished one does not count."""
        if self.over:
            self.series = self.standing
            self._results += self.series.results[-1:]
        if self.series.over:
            self.series = self._new_series()
        self._begin()

    # -- words -------------------------------------------------------------------------------

    @property
    def result(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        outcome = self.position.outcome
        if outcome is None:
            return ""
        if outcome.winner is None or outcome.line is None:
            return say("result", "draw")
        line, winner = self.rules.names(outcome.line), outcome.winner
        mover = winner.other if self.rules.misere else winner
        name = f"{self._who(mover)} {'lose' if self.rules.misere else 'win'}"
        return say(
            "result",
            name if name.startswith("you") else f"{name}s",
            line=line,
            winner=self._marked(winner),
            loser=self._marked(winner.other),
        )

    @property
    def whose_move(self) -> str:
        """Whose move it is, in words."""
        turn = self.position.turn
        if self.setup.level is not None:
            return say("line mode", "your move", turn=turn)
        return say("line mode", "to move", player=self.name_of(turn), turn=turn)

    @property
    def score(self) -> str:
        """The running score in words.

        >>> Session(Setup(best_of=3)).score
        'You 0, Computer 0, drawn 0; game 1 of at most 3'
        """
        first, second, drawn = self.tally
        who = "players" if self.setup.level is None else "computer"
        text = say("score", who, first=first, second=second, drawn=drawn)
        if self.setup.best_of == 1:
            return text
        if self.standing.over:
            return say("score", "ended", score=text, end=self.series_end)
        number, most = self.game_number, self.setup.best_of
        return say("score", "series", score=text, number=number, most=most)

    @property
    def series_end(self) -> str:
        """The winner of the series, in words; empty until the series is over."""
        winner = self.standing.winner
        if not self.standing.over:
            return ""
        if winner is None:
            return say("score", "level")
        if self.setup.level is None:
            return say("score", "player", number=winner + 1)
        return say("score", "computer wins" if winner == _COMPUTER else "you")

    @property
    def strength(self) -> str:
        """The claim about the computer's play; empty below the hard level."""
        if self.proven is None:
            return ""
        return say("claim", "perfect" if self.proven else "strong")

    # -- the rest ----------------------------------------------------------------------------

    def _is_computers(self, position: Position) -> bool:
        return self.setup.level is not None and self.series.seat(position.turn) == _COMPUTER

    def _who(self, mark: Mark) -> str:
        """Return which messages are about a player."""
        if self.setup.level is None:
            return "player"
        return "you" if self.is_person(mark) else "computer"

    def _marked(self, mark: Mark) -> str:
        """Name one of two players, with the mark."""
        return say("player", "marked", number=self.series.seat(mark) + 1, mark=mark)

    def _move(self, cell: int) -> None:
        before = self.position
        record = self.record.play(cell)
        if record.moves != self.record.moves:
            record = results.without(record)
        self._arrive(record)
        self.news = phrases.played(before, cell, self._who(before.turn), self._marked(before.turn))

    def _go_to_first(self, moments: Iterable[int]) -> bool:
        for at in moments:
            moved = at - self.record.at
            self._arrive(self.record.go_to(at))
            self.news = say("news", "taken back" if moved < 0 else "played again", count=abs(moved))
            return True
        return False

    def _arrive(self, record: Record) -> None:
        self.record = record
        self._hints = 0
        self.keep(self)

    def _new_series(self) -> Series:
        """Return a new series; alternating single games begin in turn as first and second."""
        starts = self.setup.starts
        if self.setup.best_of == 1 and starts is Starts.ALTERNATE and len(self._results) % 2:
            starts = Starts.SECOND
        return Series(self.setup.best_of, starts)

    def _begin(self) -> None:
        players = {
            str(mark): "person" if self.is_person(mark) else str(self.setup.level) for mark in Mark
        }
        start = self.setup.start or Position(self.rules)
        self._arrive(Record(start, headers=tuple(players.items())))
        self.news = ""
        self.proven = None
