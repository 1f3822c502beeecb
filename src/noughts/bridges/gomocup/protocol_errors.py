"""What the protocol answers with ERROR."""

from __future__ import annotations

from noughts.core.errors import NoughtsError


class GomocupError(NoughtsError):
    """What a line asks for cannot be done."""
