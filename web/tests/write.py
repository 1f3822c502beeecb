"""Write what Python says of games into a folder, for the tests of the page to agree with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from certificates import certificates
from facts import facts
from gravity import gravity
from traces import cases as traces
from vectors import vectors

ALL = {
    "facts": facts,
    "traces": traces,
    "vectors": vectors,
    "certificates": certificates,
    "gravity": gravity,
}

for name, made in ALL.items():
    Path(sys.argv[1], f"{name}.json").write_text(json.dumps(made()))
