"""The game line by line, for pipes, dumb terminals and screen readers.

One line in, a few lines out. Everything is in words; the board is text, with the winning line in
brackets. Bad input gets one line of help and the game continues; the end of the input ends it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from noughts.cli import common, phrases, saving
from noughts.core.errors import NoughtsError
from noughts.core.notation import parse_column
from noughts.core.position import Mark
from noughts.engines import Level

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.cli.session import Session

_LONGEST = 200  # the most characters of a line; no command is half as long

HELP = """\
A move is a cell's name or number: b2, or 5 (cells are counted from 1, row by row). With gravity,
a column's letter is enough.
hint    one of three: there is something to find; where to look; the move and why
values  the value of each move
undo    back to your last decision
redo    the opposite of undo
board   show the board again
score   the running score
review  the moves so far, graded
again   back to before the move that decided the game; again 5: to before move 5
level   how well the computer plays from now on: level easy
record  the game as text
save    save the game in a file: save game.txt
load    resume the game in a file: load game.txt
new     the next game
quit    stop playing"""


class LineMode:
    """One session, line by line. `say` prints a line."""

    def __init__(self, session: Session, say: Callable[[str], None]) -> None:
        self.session: Session = session
        self.say = say
        self._decided: int | None = None
        self._asked_of: Path | None = None  # the file to overwrite if the user repeats the command
        self._commands: dict[str, Callable[[], None]] = {
            "hint": lambda: say(session.hint().text),
            "values": self._values,
            "undo": self._undo,
            "redo": self._redo,
            "board": self._show,
            "score": lambda: say(f"{session.score}."),
            "review": self._review,
            "new": self._new,
            "help": lambda: say(HELP),
            "record": lambda: say(saving.as_text(self.session)),
        }
        self._with_word: dict[str, Callable[[str], None]] = {
            "level": self._level,
            "again": self._again,
            "save": self._save,
            "load": self._load,
        }

    def run(self, source: BinaryIO) -> None:
        """Read and execute lines until `quit` or the end."""
        self.say(f"{phrases.title(self.session.rules)}: {phrases.goal(self.session.rules)}")
        rules = self.session.rules
        column = "b" if len(rules.shape) == 2 else "ba"
        move = f"a column such as {column}" if rules.gravity else "a move such as b2 or 5"
        self.say(f"Type {move}, or: hint, values, undo, new, quit, help.")
        self._start()
        while True:
            line = read_line(source)
            if line is None:
                self.say("End of input: goodbye.")
                return
            asked = line.strip()
            if asked.lower() in {"q", "quit", "exit"}:
                self.say("Goodbye.")
                return
            if asked:
                self.obey(asked)

    def obey(self, asked: str) -> None:
        """Execute one line; explain an unknown one."""
        name, _, word = asked.partition(" ")
        if name.lower() != "save":
            self._asked_of = None
        if name.lower() in self._with_word:
            self._with_word[name.lower()](word.strip())
            return
        command = self._command(asked.lower())
        if command is not None:
            command()
            return
        try:
            cell = self.session.position.cell(asked)
            self.session.play(cell)
        except NoughtsError as error:
            helping = " Type new for another game." if self.session.over else " Type help for help."
            self.say(f"{error}.{helping}")
            return
        self._moved()

    def _command(self, word: str) -> Callable[[], None] | None:
        """Find a command by its name or the start of it; ? is help."""
        if word == "?":
            return self._commands["help"]
        if not word.isalpha() or self._is_column(word):
            return None
        for name, command in self._commands.items():
            if name.startswith(word):
                return command
        return None

    def _is_column(self, word: str) -> bool:
        """Whether a stone may fall there: the column `b` takes precedence over `board`."""
        rules = self.session.rules
        falls = rules.gravity and not self.session.over
        return falls and parse_column(word, rules.shape) is not None

    # -- the course of a game ----------------------------------------------------------------

    def _start(self) -> None:
        session = self.session
        if session.setup.level is not None:
            first = session.name_of(Mark.X) == "You"
            seat = "X and move first" if first else "O, the computer moves first"
            self.say(f"You are {seat}. Level: {session.setup.level}.")
        if session.setup.best_of > 1:
            self.say(f"{session.score}.")
        if session.news:
            self.say(session.news)
        self._go_on()

    def _moved(self) -> None:
        """Announce the person's move, and continue."""
        self.say(self.session.news)
        self._go_on()

    def _go_on(self) -> None:
        """Let the computer move if it is its turn; then show the board and whose turn it is."""
        session = self.session
        if session.computers_turn:
            session.answer(session.think())
            strength = f" ({session.strength})" if session.strength else ""
            self.say(f"{session.news}{strength}")
        self._show()
        if session.over:
            self.say(session.result)
            self.say(f"{session.score}.")
            self.say("Type review, undo, new or quit.")
        else:
            turn = session.position.turn
            whose = "Your move" if session.setup.level else f"{session.name_of(turn)} to move"
            self.say(f"{whose} ({turn}).")

    def _show(self) -> None:
        self.say(common.board(self.session.position))

    # -- commands ----------------------------------------------------------------------------

    def _values(self) -> None:
        if self.session.over:
            self.say("The game is over, so no moves have values.")
        for line in phrases.values(self.session.analyse()):
            self.say(line)

    def _undo(self) -> None:
        self._stepped(self.session.undo(), "You have no move to take back.")

    def _redo(self) -> None:
        self._stepped(self.session.redo(), "You have no move to redo.")

    def _stepped(self, done: bool, otherwise: str) -> None:  # noqa: FBT001  (private, two callers)
        if done:
            self._moved()
        else:
            self.say(otherwise)

    def _review(self) -> None:
        if not self.session.record.at:
            self.say("No move has been made yet.")
            return
        review = self.session.review()
        self._decided = review.decided
        for move in review.moves:
            decisive = move.number == review.decided
            self.say(phrases.graded(move, self.session.rules, decisive=decisive))
        self.say(phrases.moment(review))

    def _again(self, word: str) -> None:
        """Go back to before a move: a numbered one, or the one that decided the game."""
        if not word:
            self._decided = self._decided or self.session.review().decided
            if self._decided is None:
                self.say("No move decided the game. Type again 5 to go back to before move 5.")
                return
        number = int(word) if word.isdecimal() and len(word) < 4 else self._decided or 0
        if (word and not word.isdecimal()) or not 1 <= number <= self.session.record.at:
            self.say(f"The moves are numbered from 1 to {self.session.record.at}.")
            return
        self.session.try_again(number)
        self._decided = None
        self._moved()

    def _level(self, word: str) -> None:
        try:
            self.session.change_level(Level.parse(word))
        except NoughtsError as error:
            self.say(f"{error}.")
        else:
            self.say(self.session.news)

    def _save(self, word: str) -> None:
        if not word:
            self.say("save needs a file.")
            return
        file, again = Path(word), self._asked_of
        self._asked_of = None
        try:
            self.say(saving.write(self.session, file, force=file == again))
        except saving.OverwriteError as error:
            self._asked_of = file
            self.say(f"{error}. Type save {word} once more to overwrite it.")
        except NoughtsError as error:
            self.say(f"{error}.")

    def _load(self, word: str) -> None:
        if not word:
            self.say("load needs a file.")
            return
        try:
            notes: list[str] = []
            loaded = saving.load(Path(word), self.session.setup.seconds, notes)
        except NoughtsError as error:
            self.say(f"{error}.")
            return
        for note in notes:
            self.say(f"Note: {note}.")
        loaded.keep = self.session.keep
        self.session = loaded
        self.say(f"{phrases.title(loaded.rules)}: {phrases.goal(loaded.rules)}")
        self._start()

    def _new(self) -> None:
        if not self.session.over:
            self.say("This game was not finished and does not count.")
        self.session.next_game()
        self._start()


def read_line(source: BinaryIO) -> str | None:
    r"""Read a line, up to a limit; None at the end. Invalid UTF-8 becomes replacement characters.

    >>> import io
    >>> stream = io.BytesIO(b"b2" + b"!" * 100_000 + b"\n5")
    >>> len(read_line(stream)), read_line(stream), read_line(stream)
    (201, '5', None)
    """
    line = source.readline(_LONGEST + 1)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = source.readline(_LONGEST)
    return line.decode(errors="replace") if line else None
