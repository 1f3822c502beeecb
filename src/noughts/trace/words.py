"""A search in words: why a branch is skipped, and each event as a line of text."""

from math import inf

from noughts.core.catalogue import grouped, say
from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.trace.events import Best, Done, Enter, Event, Leave, Narrow, Prune, Stopped, Try


def why(turn: Mark, elsewhere: float, here: float, *, guesses: bool = False) -> str:
    """Explain why the side not to move never comes here.

    Args:
        turn: the side to move.
        elsewhere: what the other side already has, as a value for X.
        here: what the mover can hold the other side to here, as a value for X.
        guesses: whether the search estimates beyond a depth, so that 0 need not be a draw.

    >>> why(Mark.O, 0, -5)
    'X already has a draw elsewhere; here O can force a win, so X never comes here'
    >>> why(Mark.O, 0, 0)
    'X already has a draw elsewhere, and here O allows no more than that, so X need not come here'
    >>> why(Mark.X, 5, 5)
    'O loses elsewhere, and does no better here, so O need not come here'
    >>> why(Mark.O, 5, 0, guesses=True)
    'X already has a win elsewhere; here O can get about 0.00, so X never comes here, by a guess'
    """
    waits = turn.other
    sign = 1 if waits is Mark.X else -1
    have, get = sign * elsewhere, sign * here
    if get == have:
        name = "loses anyway" if have <= -1 else "no better"
    elif get >= 1:
        name = "slower win"
    else:
        name = "sooner loss" if have <= -1 else "worse"
    even = guesses and 0 in {have, get}
    has = _worth("has", have, even=even) if name in {"no better", "worse"} else ""
    can = _worth("can", -get, even=even) if name == "worse" else ""
    text = say("pruned", name, waits=waits, mover=turn, has=has, can=can)
    return say("pruned", "guess", why=text) if even or is_guess(have) or is_guess(get) else text


def is_guess(value: float) -> bool:
    """Return whether a value can only be an estimate; 0 may be either."""
    return 0 < abs(value) < 1


def _worth(verb: str, value: float, *, even: bool) -> str:
    guess = is_guess(value) or (even and value == 0)
    kind = "about" if guess else "win" if value > 0 else "draw"
    return say("pruned", f"{verb} {kind}", value=f"{value:+.2f}" if value else "0.00")


class Outline:
    """Writes a trace as indented lines, one step for each ply; None for events without a line.

    >>> from noughts import Rules
    >>> outline = Outline(Rules.parse("3,3,3"))
    >>> outline.line(Enter(0, None, None, 0, None))
    'looks at the position'
    >>> outline.line(Enter(1, 0, 4, 1, None))
    '  X b2'
    """

    def __init__(self, rules: Rules, turn: Mark = Mark.X, *, guesses: bool = False) -> None:
        """Receive the rules, the side to move at the start, and whether 0 may be an estimate."""
        self._rules = rules
        self._turn = turn
        self._guesses = guesses
        self._depth = -1

    def line(self, event: Event) -> str | None:
        """Return the text of an event."""
        match event:
            case Enter():
                self._depth += 1
                text = self._entered(event)
            case Best(_, value, cell):
                text = "  " + say("trace", "best", value=number(value), cell=self._rules.name(cell))
            case Narrow(_, (alpha, beta)):
                text = f"  {_window(alpha, beta)}"
            case Prune():
                reason = why(event.turn, event.elsewhere, event.here, guesses=self._guesses)
                cells = self._rules.names(event.cells)
                text = "  " + say("trace", "not tried", cells=cells, why=reason)
            case Leave():
                sign = {"lower": "≥", "upper": "≤"}.get(event.bound, "=")
                text = f"{sign} {number(event.value)}{_notes(event)}"
            case Try():
                return None
            case _:
                return self._ending(event)
        indented = "  " * self._depth + text
        if isinstance(event, Leave):
            self._depth -= 1
        return indented

    def _entered(self, event: Enter) -> str:
        if event.cell is None:
            move = say("trace", "start")
        else:
            mover = self._turn if event.depth % 2 else self._turn.other
            move = f"{mover} {self._rules.name(event.cell)}"
        return move if event.window is None else f"{move}  {_window(*event.window)}"

    def _ending(self, event: Done | Stopped) -> str:
        if isinstance(event, Stopped):
            return event.why
        value, cell = number(event.value), self._rules.name(event.best)
        counts = {
            "calls": event.calls,
            "new": event.remembered,
            "known": event.calls - event.remembered,
            "ends": event.ends,
            "pruned": event.pruned,
        }
        said = say("trace", "value" if event.proven else "value guess", value=value, cell=cell)
        cost = say(
            "trace",
            "cost with memory" if event.remembered else "cost",
            **{name: grouped(count) for name, count in counts.items()},
        )
        return f"{said}\n{cost}"


def number(value: float) -> str:
    """Write a value for X; an estimate is marked as one.

    >>> number(7), number(-1), number(0), number(0.29)
    ('+7', '-1', '0', 'about +0.29')
    """
    if is_guess(value):
        return say("value", "about", points=f"{value:+.2f}")
    return f"{value:+.0f}" if value else "0"


def _window(alpha: float, beta: float) -> str:
    ends = (f"{end}" if abs(end) == inf else number(end) for end in (alpha, beta))
    return say("trace", "window", **dict(zip(("low", "high"), ends, strict=True)))


def _notes(event: Leave) -> str:
    names = [event.how] if event.how in {"end", "recalled", "guess"} else []
    if not event.proven and event.how != "guess":
        names.append("not proved")
    return f" ({', '.join(say('trace', name) for name in names)})" if names else ""
