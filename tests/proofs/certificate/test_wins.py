"""Wins are read out of a search whose table has no room for what the reading needs."""

from pathlib import Path

from noughts import Mark, Position, Rules
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.proofs.certificate import verify
from noughts.proofs.certificate.makers.claim_table import ClaimTable
from noughts.proofs.certificate.makers.claims import Statement, write
from noughts.proofs.certificate.makers.extract_wins import WinClaims
from noughts.solver.search.proof_number import ProofNumberSearch

POSITIONS = (
    "..../..../..../....//..../X.../..../....//..../X.../...O/.O..//..X./..O./..../....",
    "..../..../.X../....//..../OX../..../....//..../..../..../....//..O./..../..../X..O",
    "X.../..../O.../....//X.../..../..../....//..../O..O/..../....//..../.X../..../....",
)


def search_of(
    position: Position, table: TranspositionTable, symmetries: SymmetryTables
) -> tuple[SearchState, ProofNumberSearch]:
    lines = position.rules.lines
    state = SearchState(position.rules.cells, lines)
    state.start(position.x, position.o, lines, lines)
    return state, ProofNumberSearch(state, table, symmetries)


def test_a_move_is_found_that_a_full_table_does_not_take(tmp_path: Path) -> None:
    rules = Rules.parse("qubic")
    symmetries = SymmetryTables(rules.cells, rules.symmetries)
    table = TranspositionTable(1)  # the least there is
    _, search = search_of(Position(rules), table, symmetries)
    search.run(True, 1 << 13)  # what it keeps took more than anything below
    for text in POSITIONS:
        position = Position.parse(text, rules)
        assert position.turn is Mark.X
        state, search = search_of(position, table, symmetries)
        assert search.run(True, 1 << 12) is True
        step = WinClaims(state, search, ClaimTable(symmetries, rules.symmetries)).root(
            1 << 18, attacker_moves=True
        )
        path = tmp_path / "win.cert"
        write(path, position, [Statement("X wins", wins=True, step=step)])
        found = verify(path)
        assert (found.holds, found.value) == (True, "X wins"), found.why
