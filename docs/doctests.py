"""Put fences around the doctests in docstrings, so that the API reference shows them as code."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Rewrite each docstring before the parser reads it."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put a fence around each example of an object."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"\1```pycon\n\g<0>\n\1```", obj.docstring.value)
