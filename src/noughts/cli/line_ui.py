"""The game line by line, for pipes, dumb terminals and screen readers.

One line in, a few lines out. Everything is in words; the board is text, with the winning line in
brackets. Bad input gets one line of help and the game continues; the end of the input ends it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from noughts.cli import phrases, saving
from noughts.cli.session import Session
from noughts.core.catalogue import say as sentence
from noughts.core.errors import NoughtsError
from noughts.core.notation import parse_column
from noughts.core.position import Mark
from noughts.engines import Level

_LONGEST = 200  # the most characters of a line; no command is half as long


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
            "score": self._score,
            "review": self._review,
            "new": self._new,
            "help": lambda: self._tell("help"),
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
        rules = self.session.rules
        self._name_game()
        column = "b" if len(rules.shape) == 2 else "ba"
        self._tell("column" if rules.gravity else "move", column=column)
        self._start()
        while True:
            line = read_line(source)
            if line is None:
                self._tell("end of input")
                return
            asked = line.strip()
            if asked.lower() in {"q", "quit", "exit"}:
                self._tell("goodbye")
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
            self._tell("over" if self.session.over else "wrong", error=error)
            return
        self._moved()

    def _tell(self, name: str, /, **values: object) -> None:
        """Say a message of this mode."""
        self.say(sentence("line mode", name, **values))

    def _end(self, text: object) -> None:
        """Say a text that has no full stop yet."""
        self.say(sentence("sentence", "end", text=text))

    def _name_game(self) -> None:
        rules = self.session.rules
        self._tell("start", title=phrases.title(rules), goal=phrases.goal(rules))

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
            seat = Mark.X if session.is_person(Mark.X) else Mark.O
            self._tell(f"you are {seat}", level=session.setup.level_name)
        if session.setup.best_of > 1:
            self._score()
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
            news, claim = session.news, session.strength
            self.say(sentence("news", "claimed", news=news, claim=claim) if claim else news)
        self._show()
        if session.over:
            self.say(session.result)
            self._score()
            self._tell("ended")
        else:
            self.say(session.whose_move)

    def _score(self) -> None:
        self._end(self.session.score)

    def _show(self) -> None:
        self.say(self.session.position.board())

    # -- commands ----------------------------------------------------------------------------

    def _values(self) -> None:
        if self.session.over:
            self._tell("no values")
        for line in phrases.values(self.session.analyse()):
            self.say(line)

    def _undo(self) -> None:
        self._stepped(self.session.undo(), "no undo")

    def _redo(self) -> None:
        self._stepped(self.session.redo(), "no redo")

    def _stepped(self, done: bool, otherwise: str) -> None:  # noqa: FBT001  (private, two callers)
        if done:
            self._moved()
        else:
            self._tell(otherwise)

    def _review(self) -> None:
        if not self.session.record.at:
            self._tell("no moves")
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
                self._tell("not decided")
                return
        number = int(word) if word.isdecimal() and len(word) < 4 else self._decided or 0
        if (word and not word.isdecimal()) or not 1 <= number <= self.session.record.at:
            self._tell("numbers", last=self.session.record.at)
            return
        self.session.try_again(number)
        self._decided = None
        self._moved()

    def _level(self, word: str) -> None:
        try:
            self.session.change_level(Level.parse(word))
        except NoughtsError as error:
            self._end(error)
        else:
            self.say(self.session.news)

    def _save(self, word: str) -> None:
        if not word:
            self._tell("save what")
            return
        file, again = Path(word), self._asked_of
        self._asked_of = None
        try:
            self.say(saving.write(self.session, file, force=file == again))
        except saving.OverwriteError as error:
            self._asked_of = file
            self._tell("overwrite", error=error, file=word)
        except NoughtsError as error:
            self._end(error)

    def _load(self, word: str) -> None:
        if not word:
            self._tell("load what")
            return
        try:
            notes: list[str] = []
            loaded = saving.load(Path(word), self.session.setup.seconds, notes)
        except NoughtsError as error:
            self._end(error)
            return
        for note in notes:
            self._tell("note", note=note)
        loaded.keep = self.session.keep
        self.session = loaded
        self._name_game()
        self._start()

    def _new(self) -> None:
        if not self.session.over:
            self._tell("unfinished")
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
