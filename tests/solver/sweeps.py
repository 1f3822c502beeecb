"""Whole games by sweeps alone, without a file: to compare one build of the solver with another."""

from math import comb
from types import SimpleNamespace

from noughts import Rules
from noughts.solver.tablebase.values import LOST, WON


def layers_of(modules: SimpleNamespace, game: str) -> list[bytes]:
    """Return the values of every layer, a byte each, then packed; in the end the empty board's."""
    return [*_layers(modules, game, packed=False), *_layers(modules, game, packed=True)]


def _layers(modules: SimpleNamespace, game: str, *, packed: bool) -> list[bytes]:
    rules = Rules.parse(game)
    lines = list(zip(rules.lines, rules.guards, strict=True))
    line_value = WON if rules.misere else LOST
    ranks = modules.layers.Ranks(rules.cells)
    orbits = [
        modules.layers.Orbits(ranks, stones, rules.symmetries)
        for stones in range(rules.cells // 2 + 2)
    ]
    layers = [b""]
    for stones in range(rules.cells, -1, -1):
        x, o = (stones + 1) // 2, stones // 2
        own, after = orbits[x], orbits[(stones + 2) // 2]
        row = comb(rules.cells - x, o)
        layer = bytearray(own.n * ((row + 3) // 4 if packed else row))
        sweep = modules.sweep.LayerSweep(own, after, o, lines, line_value, packed)
        sweep.run(0, own.n, memoryview(bytearray(layers[-1])), memoryview(layer))
        layers.append(bytes(layer))
    return layers
