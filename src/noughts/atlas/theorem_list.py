"""The theorems of the atlas and its sentences, from the file that the page reads as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Theorem(NamedTuple):
    """A theorem about games."""

    says: str  #: its statement
    why: str  #: its proof


_WORDS = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
THEOREMS = {name: Theorem(**each) for name, each in _WORDS["theorems"].items()}
REASONS: dict[str, str] = _WORDS["reasons"]
