"""The checker that is proved (`proofs/`), where `make verified` has built it."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

PROGRAM = Path(__file__).parents[3] / "proofs" / "build" / "verified"
MISSING = "the proved checker is not built: `make verified` needs coqc and ocamlopt"


def verdict_of_text(lines: Iterable[str]) -> int:
    """Return what the proved checker makes of a text: 0 it holds, 1 it does not, 2 it is none."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run([PROGRAM], input=text.encode(), capture_output=True, check=False)
    return done.returncode
