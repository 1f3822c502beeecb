"""The engines' own source, for the page to show beside a search that runs offline.

``python -m noughts.web.searches FILE`` writes it as JSON: for each search that can be traced, what
`noughts.report.source` says.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from noughts import report
from noughts.tracing import SEARCHES
from noughts.tracing.source import source


def build() -> dict[str, report.Json]:
    """Report the source of every search.

    >>> build()["memoised"]["function"]
    'value'
    """
    return {search: report.source(source(search)) for search in SEARCHES}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(build(), separators=(",", ":")) + "\n")
