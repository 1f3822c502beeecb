"""Write the theorems that certificates prove, for Rocq: `python tools/theorem.py FILE...`.

The certificate is quoted, and Rocq itself runs the checker on it (`vm_compute`). This is for small
certificates of the empty board; the extracted program is for all others.
"""

import gzip
import re
import sys
from pathlib import Path

RULES = re.compile("([0-9,]+)( torus)?( exact)?( misere)?(, O only blocks)?")
HEAD = """(** Written by theorem.py. *)

From Coq Require Import List String.
From Noughts Require Import Game Checker Main Text.
Import ListNotations.
Local Open Scope string_scope.
"""
SAID = {"wins": "Wins_", "does not win": "Does_not_win"}


def theorem(path: Path) -> str:
    """Return the theorem of one certificate, with its proof."""
    _version, rules, position, *lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    found = RULES.fullmatch(rules.removeprefix("rules "))
    if found is None or set(position.removeprefix("position ")) > {".", "/"}:
        raise SystemExit(
            f"{path}: only boards of rows, without stones, can be written as a theorem"
        )
    *sides, k = found[1].split(",")
    flags = " ".join(str(bool(flag)).lower() for flag in found.groups()[1:])
    name = "_" + re.sub("[^0-9a-z]+", "_", path.stem)
    items, said = [], []
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind in {"X", "O"}:
            does, _, root = rest.partition(": ")
            said.append((kind, does.removesuffix(" by strategy stealing")))
            verb = f"{kind.lower()}_{does.replace(' ', '_')}"
            items.append(f'{verb} "{root}"' if root else "stolen")
        else:
            items.append(f'{kind} "{rest}"')
    facts = "; ".join(f"{SAID[does]} {player}" for player, does in said)
    draw = said == [("X", "does not win"), ("O", "does not win")]
    shown = (
        f"draw game{name} no_stones"
        if draw
        else " /\\ ".join(
            f"{does.replace(' ', '_')} game{name} {player} no_stones" for player, does in said
        )
    )
    joined = ";\n  ".join(items)
    proofs = " | ".join(
        f"apply (check_sound _ _ _ _ _ checked{name} ({SAID[does]} {player})); simpl; auto"
        for player, does in said
    )
    return f"""
Definition game{name} : game := in_a_row [{"; ".join(sides)}] {k} {flags}.

Lemma checked{name} : check game{name} (nothing game{name}) [
  {joined}] = Ok (no_stones, [{facts}]).
Proof. vm_compute. reflexivity. Qed.

Theorem shown{name} : {shown}.
Proof. repeat split; [{proofs}]. Qed.
"""


if __name__ == "__main__":
    sys.stdout.write(HEAD + "".join(theorem(Path(name)) for name in sys.argv[1:]))
