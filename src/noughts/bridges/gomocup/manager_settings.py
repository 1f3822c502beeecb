"""The manager's INFO settings: time, memory, the rule."""

import re
from collections.abc import Callable

from noughts.bridges.gomocup.time_control import TimeControl
from noughts.core.errors import NoughtsError, shorten

SMALL = 64  #: cells of a board on which the solver helps, with its own tables
MEMORY_SMALL = 160 << 20  #: the most bytes of the process there; measured: up to 114 MiB
MEMORY = 72 << 20  #: bytes on larger boards; measured: up to 60 MiB
MIB = 1 << 20
UNLIMITED = 2_147_483_647  #: milliseconds: time_left if a match has no limit
EXACT, CARO = 1, 8  #: rule: exactly five, five not blocked at both ends: the supported bits
RULES = {2: "a continuous game (in Yixin: renju)", 4: "renju"}
MILLISECONDS = 1_000
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class GomocupError(NoughtsError):
    """A command cannot be done: the answer is ERROR."""


class ManagerSettings:
    """The manager's settings so far.

    >>> settings = ManagerSettings()
    >>> settings.info("timeout_turn 5000")
    >>> settings.clock.turn, settings.exact
    (5.0, False)
    >>> settings.info("rule 4")
    >>> settings.check()
    Traceback (most recent call last):
    noughts.bridges.gomocup.manager_settings.GomocupError: INFO rule 4: renju is not supported; ...
    """

    def __init__(self) -> None:
        self.clock: TimeControl = TimeControl()  #: the engine's time, nodes and depth
        #: settings that could not be understood or obeyed, not reported yet
        self.notes: list[str] = []
        self._rule = 0
        self._memory = 0
        self._told = False
        self._keys: dict[str, Callable[[int], None]] = {
            "max_depth": self._max_depth,
            "max_memory": self._max_memory,
            "max_node": self._max_node,
            "rule": self._set_rule,
            "time_left": self._time_left,
            "timeout_match": self._timeout_match,
            "timeout_turn": self._timeout_turn,
        }

    @property
    def exact(self) -> bool:
        """Whether a row of more than five does not count."""
        return bool(self._rule & EXACT)

    @property
    def caro(self) -> bool:
        """Whether five with the opponent at both ends does not count."""
        return bool(self._rule & CARO)

    def info(self, text: str) -> None:
        """Read the text after the word INFO; unknown keys are ignored."""
        key, value = [*text.split(maxsplit=1), "", ""][:2]
        take = self._keys.get(key.lower())
        if take is None:
            if not key:
                self.notes.append("INFO without a key was ignored")
        elif _NUMBER.fullmatch(value.strip()):
            take(int(value))
        else:
            self.notes.append(f"INFO {key.lower()} {shorten(value)} was ignored: not a number")

    def check(self) -> None:
        """Reject settings that cannot be obeyed.

        Raises:
            GomocupError: The rule is not supported.
        """
        if self._rule & ~(EXACT | CARO):
            names = " and ".join(name for bit, name in RULES.items() if self._rule & bit)
            raise GomocupError(
                f"INFO rule {self._rule}: {names or 'that'} is not supported; "
                "0 (freestyle), 1 (exactly five), 8 (caro) and 9 (exactly five, caro) are"
            )

    def check_memory(self, cells: int) -> None:
        """Note once that a board of this size may need more memory than allowed."""
        needed = MEMORY_SMALL if cells <= SMALL else MEMORY
        if 0 < self._memory < needed and not self._told:
            self._told = True
            self.notes.append(
                f"INFO max_memory {self._memory} is too low: "
                f"this board may take up to {needed // MIB} MiB"
            )

    def _set_rule(self, value: int) -> None:
        self._rule = value

    def _max_memory(self, value: int) -> None:
        self._memory = value
        self._told = False

    def _max_node(self, value: int) -> None:
        self.clock.nodes = value if value > 0 else None

    def _max_depth(self, value: int) -> None:
        self.clock.depth = value if value > 0 else None

    def _timeout_turn(self, value: int) -> None:
        self.clock.turn = max(0, value) / MILLISECONDS

    def _timeout_match(self, value: int) -> None:
        self.clock.match = max(0, value) / MILLISECONDS
        self.clock.restart()

    def _time_left(self, value: int) -> None:
        self.clock.left = None if value >= UNLIMITED else value / MILLISECONDS
