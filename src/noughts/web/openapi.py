"""The OpenAPI document without a server, for generating clients.

``python -m noughts.web.openapi FILE`` writes it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from noughts.web.app import Services, create_api, described
from noughts.web.settings import Settings


def document() -> dict[str, Any]:
    """Return the document.

    >>> sorted(document()["paths"])[0]
    '/api/v1/analysis'
    """
    return described(create_api(Services.of(Settings())))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(document(), indent=2) + "\n", encoding="utf-8")
