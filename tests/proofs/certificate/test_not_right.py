"""Files that no prover wrote, and that a checker once let pass."""

from pathlib import Path

import pytest

from tests.proofs.certificate.files import code_of
from tests.proofs.certificate.second import exit_code, second


def false(rules: str, statement: str) -> list[str]:
    """Return a file about an empty board of four cells."""
    return ["noughts certificate 2", f"rules {rules}", "position ../..", statement]


#: No prover wrote these. All but the last two passed one of the checkers until it was compared with
#: the proof: the entry that is not needed the one in C, the others that in Python.
NOT_RIGHT = {
    "one cell for a pair, X wins at once": (false("2,2 lines 0", "X does not win: -=0-1"), 1),
    "one cell for a pair": (false("2,2 lines 01 02 03", "X does not win: -=0-1"), 1),
    "a dash for no pairs": (false("2,2 lines", "X does not win: -=-"), 1),
    "a root that is not a move": (
        ["noughts certificate 2", "rules 2,2 lines 123", "position X./..", "X does not win: =12"],
        2,
    ),
    "an entry that is not needed, and wrong": (
        [
            "noughts certificate 2",
            "rules 3,1 lines 01 misere",
            "position ...",
            "h - - - 01 10 20 00",
            "X does not win: -",
        ],
        1,
    ),
    "lines by another name": (false("2,2 linesX 01", "X does not win: -"), 2),
    "two moves in a row": (false("2,2 lines 012 013", "X wins: 01"), 1),
    # X needs two moves that threaten nothing. In that time O completes FGH.
    "a line of three beside two quiet moves": (
        [
            "noughts certificate 2",
            "rules 5,4 lines 0123 0124 0156 0157 089A 089B 08CD 08CE FGH",
            "position X..../...../...../.....",
            "w 08 - 1234567IJ -9 9C",
            "w 01 - 89ABCDEIJ -2 25",
            "w 0 - IJ 18 81",
            "X wins: -",
        ],
        1,
    ),
}


@pytest.mark.parametrize("name", NOT_RIGHT)
def test_what_is_not_right_is_refused(name: str, tmp_path: Path) -> None:
    lines, code = NOT_RIGHT[name]
    path = tmp_path / "false.cert"
    assert code_of(path, lines) == code
    if second() is not None:
        assert exit_code(path) == code
