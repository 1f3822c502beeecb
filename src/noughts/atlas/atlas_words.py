"""What the atlas says in words; the page reads `words.json` as well (`web/src/atlas/atlas.ts`)."""

import json
from pathlib import Path
from typing import NamedTuple

from noughts.atlas.atlas_file import AtlasEntry
from noughts.atlas.charts import Chart
from noughts.core.catalogue import grouped, joined, worded


class Theorem(NamedTuple):
    """A theorem about games."""

    says: str  #: its statement
    why: str  #: its proof


_WORDS = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
THEOREMS = {name: Theorem(**each) for name, each in _WORDS["theorems"].items()}


def title(chart: Chart) -> str:
    """Return the title of a chart.

    >>> from noughts.atlas import Chart
    >>> title(Chart.BOX)
    'Boxes'
    """
    return worded(_WORDS["charts"][chart.value])


def reason(entry: AtlasEntry) -> str:
    """Say why a value is right, or what was tried.

    >>> from noughts import Rules
    >>> from noughts.atlas import known
    >>> reason(known(Rules.parse("7,7,5"))[0])
    'Proved: the certificate 7,7,5.cert can be checked.'

    A certificate says who wins, not how soon:

    >>> reason(known(Rules.parse("4,3,3"))[0])
    'Proved: the certificate 4,3,3.cert can be checked. The solver proved how soon: 52 nodes.'
    """
    theorem, _, premise = entry.detail.partition(" ")
    reasons, kind = _WORDS["reasons"], entry.state
    parts = [] if kind == "theorem" else [reasons[kind]]
    if entry.source == "theorem":  # of a bound, too
        parts = [THEOREMS[theorem].says, *([reasons["premise"]] if premise else []), *parts]
    if entry.certificate and entry.plies:
        parts.append(reasons["plies"])
    if kind in _WORDS["searched"] and entry.nodes:
        parts.append(reasons["searched"])
    facts = {"detail": entry.detail, "premise": premise, "nodes": grouped(entry.nodes)}
    return joined(map(worded, parts)).format_map(facts)
