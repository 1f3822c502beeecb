"""The atlas: who wins each small game, who says so, and what is open.

>>> from noughts import Rules
>>> from noughts.atlas import known
>>> [(entry.chart.value, entry.value) for entry in known(Rules.parse("3,3,3"))]
[('ordinary', 'draw'), ('maker-breaker', 'X wins')]
"""

from noughts.atlas.atlas_file import AtlasEntry, Source, alike, entries, known
from noughts.atlas.atlas_words import THEOREMS, reason, title
from noughts.atlas.charts import Chart, games

__all__ = [
    "THEOREMS",
    "AtlasEntry",
    "Chart",
    "Source",
    "alike",
    "entries",
    "games",
    "known",
    "reason",
    "title",
]
