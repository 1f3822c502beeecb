"""The engines' own source, for the page to show beside a search that runs offline.

For each search that can be traced, the result of `noughts.json.encode.source`.
"""

import json

from noughts.json import encode, shapes
from noughts.trace import SEARCHES
from noughts.trace.source_lines import source


def build() -> dict[str, shapes.Source]:
    """Report the source of every search.

    >>> build()["memoised"]["function"]
    'value'
    """
    return {search: encode.source(source(search)) for search in SEARCHES}


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"
