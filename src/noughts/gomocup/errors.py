"""What the protocol answers with ERROR."""

from __future__ import annotations

from noughts.errors import NoughtsError


class GomocupError(NoughtsError):
    """What a line asks for cannot be done."""
