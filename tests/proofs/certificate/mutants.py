"""The provers with a mistake, run uncompiled, and what the checker makes of their work."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from noughts import Mark, Position, Rules
from noughts.proofs.certificate.makers import claims
from noughts.proofs.certificate.makers.claims import Statement, write
from noughts.proofs.certificate.strategies import equivalent_cells
from tests.proofs.certificate.files import verdict
from tests.solver.uncompiled import Edit, uncompiled

HOME = Path(claims.__file__).parent


def _source(name: str, modules: SimpleNamespace, zones: Any, **others: Any) -> Any:
    """Run a module of the prover as plain Python, on the solver as plain Python."""
    namespace: dict[str, Any] = {"__name__": name}
    exec(compile((HOME / f"{name}.py").read_text(), name, "exec"), namespace)  # noqa: S102
    namespace.update(
        ThreatSearch=modules.forcing.ThreatSearch,
        RelevanceZones=zones,
        PairingSearch=modules.pairing.PairingSearch,
        **others,
    )
    return SimpleNamespace(**namespace)


def refused(position: Position, path: Path, *mistakes: Edit) -> list[str]:
    """Return what the checker refuses of the certificates that a prover with mistakes makes.

    The search that it reads them out of makes none.
    """
    modules = uncompiled()
    zones = uncompiled(*mistakes).zones.RelevanceZones
    known = _source("claim_table", modules, zones)
    wins = _source("extract_wins", modules, zones)
    tables = modules.canonical.SymmetryTables(position.rules.cells, position.rules.symmetries)
    return _refused(modules, known, wins, tables, position, path)


def blocked(game: str, path: Path, old: str, new: str) -> str:
    """Say what the checker makes of X not winning where O only blocks, with other twins."""
    modules, rules = uncompiled(), Rules.parse(game)
    source = Path(equivalent_cells.__file__).with_name("equivalent_cells.py").read_text("utf-8")
    assert source.count(old) == 1
    twins: dict[str, Any] = {"__name__": "twins"}
    exec(compile(source.replace(old, new), "twins", "exec"), twins)  # noqa: S102
    holds = _source("extract_holds", modules, None, EquivalentCells=twins["EquivalentCells"])
    state = modules.state.SearchState(rules.cells, rules.lines)
    state.start(0, 0, rules.lines, ())
    tables = modules.canonical.SymmetryTables(rules.cells, rules.symmetries)
    table = modules.transposition_table.TranspositionTable(1 << 20)
    search = modules.maker_breaker.MakerBreakerSearch(state, table, tables)
    assert not search.run(True)
    found = _source("claim_table", modules, None).ClaimTable(tables, rules.symmetries)
    step = holds.HoldClaims(state, search, found, only_blocks=True).root(attacker_moves=True)
    statements = [Statement("X does not win", wins=False, step=step)]
    write(path, Position(rules), statements, only_blocks=True)
    return verdict(path)


def _refused(
    modules: SimpleNamespace, known: Any, wins: Any, tables: Any, position: Position, path: Path
) -> list[str]:
    rules = position.rules
    for mark in Mark:
        attacker, defender = position.sides(mark)
        state = modules.state.SearchState(rules.cells, rules.lines)
        state.start(attacker, defender, rules.lines, rules.lines)
        # Without threat sequences wins take quiet moves, and passes count.
        used = modules.prune.ALL_PRUNING - {"sequences", "relevance"}
        search = modules.and_or.AndOrSearch(
            state, modules.transposition_table.TranspositionTable(1 << 20), tables, used
        )
        if not search.run(position.turn is mark):
            continue
        found = known.ClaimTable(tables, rules.symmetries)
        prover = wins.WinClaims(state, search, found)
        prover.threats.budget = 0
        step = prover.root(attacker_moves=position.turn is mark)
        write(path, position, [Statement(f"{mark} wins", wins=True, step=step)])
        said = verdict(path)
        if said != f"{mark} wins":
            return [said]
    return []
