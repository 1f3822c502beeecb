"""What can go wrong at a table; each error has its own problem document."""

from noughts.core.errors import NoughtsError


class UnknownGameError(NoughtsError, LookupError):
    """The game does not exist, or no longer exists."""


class NotKeptError(NoughtsError, LookupError):
    """This server keeps no games."""


class SecretError(NoughtsError):
    """The secret fits neither seat, or the ticket is invalid."""


class NoSecretError(NoughtsError):
    """The request has no secret, but needs one."""


class SeatsTakenError(NoughtsError):
    """Both seats are taken."""


class MadeOtherwiseError(NoughtsError):
    """A repeated request differs from the first one."""


class TurnError(NoughtsError):
    """It is the other seat's turn."""


class MomentError(NoughtsError):
    """The game has moved on since the client last saw it."""


class FinishedError(NoughtsError):
    """The game is over."""


class NotNowError(NoughtsError):
    """There is nothing to take back or to answer, or nobody to play with."""
