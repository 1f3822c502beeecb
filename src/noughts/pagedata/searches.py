"""The engines' own source, for the page to show beside a search that runs offline.

For each search that can be traced, what `noughts.report.source` says.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from noughts import report
from noughts.tracing import SEARCHES
from noughts.tracing.source import source

if TYPE_CHECKING:
    from noughts import schema


def build() -> dict[str, schema.Source]:
    """Report the source of every search.

    >>> build()["memoised"]["function"]
    'value'
    """
    return {search: report.source(source(search)) for search in SEARCHES}


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"
