"""`FindingKind`: what may be wrong with a program."""

from __future__ import annotations

from enum import StrEnum


class FindingKind(StrEnum):
    """Something wrong with a program, or something to improve."""

    NOT_LOADED = "not loaded"  #: the program cannot be loaded
    OTHER_RULES = "other rules"  #: it disagrees with the game, in a function or in a result
    STOPPED = "stopped"  #: it had no answer in time, or ended its process
    ERROR = "error"  #: it raised an error
    NO_MOVE = "no move"  #: its answer is not a legal move
    TWO_ANSWERS = "two answers"  #: asked twice, it answers differently, or it may
    LOSES = "loses"  #: there is a game that it loses
    CHANGES_BOARD = "changes board"  #: it changes the board that it gets
    GIVES_AWAY = "gives away"  #: it turns a win into a draw or worse, or a draw into a loss
    MISSES = "misses"  #: it misses a win in one move, or allows one that it could prevent
    DAWDLES = "dawdles"  #: it wins later than it could, or loses sooner
