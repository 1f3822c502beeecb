"""What may go wrong at a table; each is answered with a problem of its own."""

from __future__ import annotations

from noughts.core.errors import NoughtsError


class UnknownGameError(NoughtsError, LookupError):
    """There is no such game, or no longer."""


class NotKeptError(NoughtsError, LookupError):
    """No games are kept at all."""


class SecretError(NoughtsError):
    """Who asks holds neither seat, or a ticket that is none."""


class NoSecretError(NoughtsError):
    """Who asks shows no secret where one is needed."""


class SeatsTakenError(NoughtsError):
    """Both seats are somebody's."""


class MadeOtherwiseError(NoughtsError):
    """What is asked for once more is not what was made."""


class TurnError(NoughtsError):
    """It is the other seat's turn."""


class MomentError(NoughtsError):
    """The game is not where whoever asked believed it to be."""


class FinishedError(NoughtsError):
    """The game is over."""


class NotNowError(NoughtsError):
    """There is nothing to take back, to answer, or nobody to play with."""
