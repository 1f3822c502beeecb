"""Which problems may come instead of an answer, as the OpenAPI document says it."""

from typing import Any

from noughts.web import models
from noughts.web.problems import KINDS

JSON = "application/json"


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the problems that may come instead of an answer."""
    return {
        status: {
            "model": models.Problem,
            "description": " / ".join(kind.title for kind in KINDS if kind.status == status),
            **({"headers": _RETRY_AFTER} if status in {429, 503} else {}),
        }
        for status in sorted(statuses)
    }


_RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds after which to ask again.",
        "schema": {"type": "integer", "minimum": 1},
        "required": True,
    }
}
#: What may come instead of any answer.
ANY = (403, 408, 413, 421, 429, 431, 503)
