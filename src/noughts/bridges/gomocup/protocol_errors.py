"""The errors that the protocol answers with ERROR."""

from __future__ import annotations

from noughts.core.errors import NoughtsError


class GomocupError(NoughtsError):
    """A command cannot be done."""
