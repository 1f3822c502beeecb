"""The checkers' statements and refusals in the reader's language.

The checkers stand alone, so they speak English. The catalogue lists what they say as `statement`
and `refusal`.
"""

from noughts.core.catalogue import say, worded
from noughts.proofs.certificate.checker import RefusedError
from noughts.proofs.certificate.gravity_checker import NotHeldError
from noughts.proofs.certificate.threat_checker import NotShownError


def stated(*statements: str) -> str:
    """Say what a certificate states.

    >>> stated("X does not win", "O does not win by strategy stealing")
    'X does not win; O does not win by strategy stealing'
    """
    return "; ".join(worded(each, "statement") for each in statements)


def reason_of(error: Exception) -> str:
    """Say what a checker found wrong, and in which line; of other errors, that it cannot be read.

    >>> reason_of(RefusedError("it states nothing", 2))
    'it states nothing'
    >>> said = "line 4, 'h 01 2 - 34': the board is full"
    >>> reason_of(RefusedError(said, 1, "the board is full", 4, "h 01 2 - 34"))
    "line 4, 'h 01 2 - 34': the board is full"
    """
    known = isinstance(error, RefusedError | NotHeldError | NotShownError)
    said, _, *where = error.args if known else ("it cannot be read", 2)
    why, number, line = where or (said, 0, "")
    reason = worded(why, "refusal")
    shown = f"{line!a:.60}"
    return say("proof", "line", number=number, line=shown, reason=reason) if number else reason
