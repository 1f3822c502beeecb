"""`ProgramInterface`: how a check calls a program, and what it has said of it so far.

Which function chooses a move, the form of the board and of the answer: found when the program is
loaded, and by trying.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from time import monotonic
from typing import Any, NoReturn, TypeVar

from noughts.check import probing
from noughts.check.answer_styles import style_words, styles
from noughts.check.arguments import Way
from noughts.check.board_forms import CS50, Form, expected_forms, refused, shown
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.cs50_rules import differing
from noughts.check.findings import Finding, FindingKind, Stage
from noughts.check.program import Program, StoppedError, UncheckableError, line_of, told_error
from noughts.core.catalogue import grouped, say
from noughts.core.errors import shorten

#: Is told the stage, and how many of its questions are answered.
Progress = Callable[[str, int, int], None]
_Question = TypeVar("_Question")

_PACE = 20  #: answers after which the check looks whether it can end in time


class FindingEnd(Exception):  # noqa: N818  (not an error: how a stage ends the check)
    """A finding that ends the check."""

    def __init__(self, finding: Finding, *, sure: bool = False) -> None:
        super().__init__(finding.text)
        self.finding: Finding = finding
        self.sure: bool = sure  #: it holds whatever the function is for


class ProgramInterface:
    """The interface of a program under check, and the stages that are done."""

    def __init__(
        self,
        program: Program,
        sides: Sequence[str],
        progress: Progress | None,
        heard: Callable[[Stage], None] | None,
        game: CheckedGame,
    ) -> None:
        if not sides or not {*sides} <= {*"XO"} or len({*sides}) < len(sides):
            raise ValueError(f"sides {sides!r}: there are X, O and XO")
        self.program = program
        self.game = game
        self.sides = sides
        self.progress = progress or (lambda *_: None)
        self.heard = heard or (lambda _: None)
        self.stages: list[Stage] = []
        self.interface = ""
        self.probed: probing.Probed | None = None
        self.style = ""
        self.remembered: tuple[str, ...] = ()
        self.lives = True  # not started for each move
        self.engine = False  # a noughts.Engine
        self.fixed = False  # a function that is not told who moves
        self.console = False  # a game in the terminal
        self.watched = True  # whether it would be noticed if it drew at random
        self.asks = False  # somebody, so it may be a game in the terminal

    def did(self, stage: Stage) -> None:
        """Note a stage that is done."""
        self.stages.append(stage)
        self.heard(stage)

    def load(self, name: str | None, *, rules: bool = True) -> None:
        """Load the program, find its interface, and compare its rules."""
        found = self._loaded(name)
        kind = found["kind"]
        if why := refused(self.game.rules, kind):
            raise self._uncheckable(why)
        self.remembered = tuple(found.get("remembered", ()))
        self.engine = kind == "engine"
        self.watched = kind not in {"command", "console"} and not found.get("drew")
        if kind == "cs50":
            self.interface, self.style = say("check", "cs50"), "(row, column) from 0"
            if rules:
                self._rules()
        elif kind == "engine":
            self.interface = say("check", "engine", name=found["name"])
            self.style = styles(self.game.rules, cells=True)[0]
            if found["randomised"]:
                text = say("check", "randomised")
                raise FindingEnd(Finding(FindingKind.TWO_ANSWERS, text))
        elif kind == "command":
            self.lives = found["lives"]
            lives = "lives" if self.lives else "started"
            self.interface = say("command", lives, line=_line(self.game))
            self._probe(shorten(self.program.target), (None,))
            style = style_words(self.style)
            self.interface = say("command", "answers", interface=self.interface, style=style)
        elif kind == "console":
            self._console(found)
        else:
            self._function(found)

    def _loaded(self, name: str | None) -> dict[str, Any]:
        """Return what the program says of itself when it is loaded."""
        try:
            found = self.program.load(name, str(self.game.rules))
        except StoppedError as error:
            text = say("check", "not loaded", error=error)
            if self.program.python:
                text = _main(text, late=error.late)
            asks = self.program.python and not error.late
            late = error.late and not self.program.python  # a game may think before it asks
            finding = Finding(FindingKind.NOT_LOADED, text, asks=asks, late=late)
            raise FindingEnd(finding) from None
        if "error" in found:
            text = say("check", "not loaded", error=told_error(found))
            if asks := found["error"].startswith("EOFError"):
                text = _main(text, late=False)
            if "typed" in found:
                text = say("check", "typed", text=text)
            code, line = found["code"], line_of(found)
            finding = Finding(FindingKind.NOT_LOADED, text, code=code, line=line, asks=asks)
            raise FindingEnd(finding)
        if "none" in found:
            self._refuse(found)
        return found

    def _function(self, found: dict[str, Any]) -> None:
        """Take a function that gets the board, or another of the program, if that plays better."""
        first: FindingEnd | None = None
        for name in found["name"], *found.get("others", ()):
            tried = found if first is None else self._loaded(name)
            self.asks = tried.get("asks", False)
            plain = next(at for at, way in enumerate(tried["ways"]) if not Way(*way).box)
            if probing.gets_moves(self.program, self.game, self.sides, plain):
                raise self._uncheckable(say("check", "gets moves", name=name))
            forms = expected_forms(tried, self.game.rules)
            try:
                form = self._probe(name, forms, whole=first is not None or tried["search"])
                break
            except FindingEnd as end:
                first = end if first is None or (end.sure and not first.sure) else first
        else:
            if first is None or (found["search"] and not first.sure):  # it may give values
                self._refuse(found)
            raise first
        found, ways = tried, [Way(*way) for way in tried["ways"]]
        swapped = self._swapped(form, ways)
        form = swapped or form
        way = ways[form.way]
        self.fixed = not (found["mark"] or way.mine)
        self.interface = say("check", "function", name=name)
        board = form.words(self.game.rules)
        self.interface = say(
            "check",
            "gets board and mark" if found["mark"] else "gets board",
            function=self.interface,
            board=say("board form", "held", box=way.box, board=board)
            if way.box[:1] not in {"", "."}
            else board,
            style=style_words(self.style),
        )
        if extra := found["calls"][form.way]:
            self.interface = say("check", "first call", interface=self.interface, arguments=extra)
        if way.mine:
            self.interface = say("check", "one mark", interface=self.interface, mark=way.mine)
        if swapped:
            first_mark = shown(form.x)
            self.interface = say("check", "other first", interface=self.interface, mark=first_mark)

    def _swapped(self, form: Form, ways: Sequence[Way]) -> Form | None:
        """Return a form with the marks swapped, for a function in whose games O moves first.

        It is not told who moves. It gives something away with X first, and nothing with O first; or
        it seems to play one side only, and is clearly better with O first.
        """
        way = ways[form.way]
        if self.probed is None or self.probed.keeps or not any(each.mine for each in ways):
            return None
        at = ways.index(way._replace(mine=""))
        swapped = form._replace(x=form.o, o=form.x, way=at)
        try:
            probed = probing.probe(self.program, self.game, self.sides, [swapped])
        except (probing.NotFoundError, StoppedError):
            self.program.restart()
            return None
        clearly = way.mine and probing.better(probed.found, self.probed.found)
        if not (probed.keeps or clearly):
            return None
        self.probed, self.style = probed, probed.style
        return swapped

    def _console(self, found: dict[str, Any]) -> None:
        """Take a game in the terminal."""
        if not self.game.exhaustive:
            raise UncheckableError(say("console", "all games"))
        self.console, self.lives = True, False
        self.interface = found["interface"]
        self.style = styles(self.game.rules, cells=True)[0]
        self.sides = [side for side in self.sides if side in found["sides"]]
        if not self.sides:
            name = shorten(self.program.target)
            text = say("console", "plays only", program=name, side=found["sides"])
            raise UncheckableError(text)

    def _refuse(self, found: dict[str, Any]) -> NoReturn:
        if found.get("none"):
            raise self._uncheckable(found["none"])
        known = ", ".join(found["functions"])
        text = say(
            "check",
            "functions unknown" if known else "no function",
            program=shorten(self.program.target),
            functions=known,
        )
        raise UncheckableError(text, found["functions"])

    def _uncheckable(self, why: str) -> UncheckableError:
        text = say("check", "uncheckable", program=shorten(self.program.target), why=why)
        return UncheckableError(text)

    def _rules(self) -> None:
        try:
            positions = self.game.positions
            finding = differing(self.program, self.game, self.told("rules", positions))
        except StoppedError as error:
            text = say("check", "rules stopped", error=error)
            finding = Finding(FindingKind.STOPPED, text, late=error.late)
        if finding is not None:
            self.did(Stage("rules", passed=False, said=finding.text))
            raise FindingEnd(finding)
        said = say("check", "rules agree", positions=grouped(len(positions)))
        self.did(Stage("rules", passed=True, said=said))

    def _probe(self, name: str, forms: Sequence[Form | None], *, whole: bool = False) -> Form:
        try:
            self.probed = probing.probe(self.program, self.game, self.sides, forms, whole=whole)
        except StoppedError as error:
            text = say("check", "no answer", name=name, error=error)
            finding = Finding(FindingKind.STOPPED, text, code=error.code, late=error.late)
            raise FindingEnd(finding) from None
        except probing.NotFoundError as error:
            text = say("check", "no legal move", name=name, error=error)
            if forms[0] is not None:
                board = forms[0].words(self.game.rules)
                tried = len({form._replace(way=0) for form in forms if form is not None})
                key = "tried object" if _needs_object(str(error)) else "tried"
                text = say("check", key, name=name, forms=tried, board=board, error=error)
            finding = Finding(FindingKind.NO_MOVE, text, line=error.line, asks=self.asks)
            raise FindingEnd(finding, sure=error.page) from None
        self.style = self.probed.style
        self.did(Stage("rules", None, say("check", "no rules"), applies=False))
        return self.probed.form or CS50

    def told(self, stage: str, questions: Sequence[_Question]) -> Iterator[_Question]:
        """Yield questions, and tell how many are done.

        Raises:
            FindingEnd: at this pace, the program would need more than twice the time that is left.
        """
        times: list[float] = []
        for number, question in enumerate(questions):
            if len(times) == _PACE:
                each, left = sorted(times)[_PACE // 2], len(questions) - number
                if each * left > 2 * (self.program.until - monotonic()):
                    raise self._too_slow(stage, each, left)
                times.clear()
            self.progress(stage, number, len(questions))
            asked = monotonic()
            yield question
            times.append(monotonic() - asked)

    def _too_slow(self, stage: str, each: float, left: int) -> FindingEnd:
        need, allowed = each * left, max(0.0, self.program.until - monotonic())
        text = say(
            "check",
            "too slow",
            each=grouped(each, 2),
            positions=grouped(left),
            need=grouped(ceil(need)),
            left=grouped(round(allowed)),
        )
        return self.found(stage, Finding(FindingKind.STOPPED, text, late=True))

    def found(self, stage: str, found: Finding) -> FindingEnd:
        """Return a finding that ends the check in a stage."""
        self.did(Stage(stage, passed=False, said=found.text))
        return FindingEnd(found)


def _needs_object(error: str) -> bool:
    """Whether an error says that a board has no such attribute, and no list or text has it.

    >>> _needs_object("AttributeError: 'list' object has no attribute 'is_full'")
    True
    >>> _needs_object("AttributeError: 'list' object has no attribute 'keys'")
    False
    """
    found = re.match(r"AttributeError: '(list|str)' object has no attribute '(\w+)'", error)
    return found is not None and not any(hasattr(kind, found[2]) for kind in (list, dict, str))


def _line(game: CheckedGame) -> str:
    """Return a position as a command gets it."""
    shown = "X.O.X...." if game.rules == TICTACTOE.rules else "XO" + game.empty[2:]
    if len(shown) <= 42:
        return shown
    return say("command", "signs", line=shown[:20], count=len(shown))


def _main(text: str, *, late: bool) -> str:
    """Add what a program has probably forgotten that plays when it is loaded."""
    return say("check", "plays while loading" if late else "asks while loading", text=text)
