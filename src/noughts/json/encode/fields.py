"""Objects with the same fields in Python and in JSON."""

from types import NoneType
from typing import Any

# in JSON; this must be fast, because a trace has 70,000 events
_SAME = {int, float, bool, str, dict, NoneType}


def fields(of: Any) -> dict[str, Any]:
    """Return the fields of a named tuple as JSON: names as text, tuples as lists.

    >>> from noughts import Mark
    >>> from noughts.trace import Prune
    >>> fields(Prune(3, (7, 8), Mark.X, 1, 0))
    {'node': 3, 'cells': [7, 8], 'turn': 'X', 'elsewhere': 1, 'here': 0}
    """
    found: dict[str, Any] = of._asdict()
    for name, value in found.items():
        if type(value) not in _SAME:
            found[name] = list(value) if isinstance(value, tuple) else str(value)
    return found
