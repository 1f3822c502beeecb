"""Facts in words."""

from collections.abc import Iterable
from typing import Literal

from noughts.core.catalogue import listed, messages, say
from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.core.zugzwang import row_from_below
from noughts.explain.facts import Fact, FactKind

Unit = Literal["plies", "moves"]  # how plies are called: players say moves

_LOSSES = {FactKind.LOSES, FactKind.LOSES_AS_ALL_DO}


def sentence(facts: Iterable[Fact], rules: Rules, mover: Mark, unit: Unit = "plies") -> str:
    """Turn the facts of one move into a sentence.

    >>> from noughts import Mark, Rules
    >>> from noughts.explain import Fact, FactKind
    >>> facts = Fact(FactKind.LOSES, plies=2), Fact(FactKind.ALLOWS_LINE, (5,), ((3, 4, 5),))
    >>> sentence(facts, Rules.parse("3,3,3"), Mark.X, "moves")
    'loses in 2 moves because O completes a2 b2 c2'
    """
    deeds, verdict, join = [], "", "and"
    for fact in facts:
        if fact.kind in messages()["deed"]:
            deeds.append(_clause("deed", fact, rules, mover))
        elif fact.kind in messages()["verdict"]:
            verdict = _verdict(fact, rules, mover, unit)
            join = "but" if fact.kind in _LOSSES else "and"
        else:
            reply = _clause("reply", fact, rules, mover)
            verdict = say("reason", "because", verdict=verdict, reply=reply)
    done = listed(deeds)
    return say("reason", join, deeds=done, verdict=verdict) if done and verdict else done or verdict


def _verdict(fact: Fact, rules: Rules, mover: Mark, unit: Unit) -> str:
    counted = f"{fact.kind} in {unit}"
    known = fact.plies is not None and counted in messages()["verdict"]
    verdict = _clause("verdict", fact, rules, mover, counted if known else fact.kind)
    if not fact.lines:
        return verdict
    return say("reason", "line", verdict=verdict, line=rules.names(fact.lines[0]))


def _clause(group: str, fact: Fact, rules: Rules, mover: Mark, name: str | None = None) -> str:
    """Turn one fact into words."""
    cell = fact.cells[0] if fact.cells else 0
    return say(
        group,
        name or fact.kind,
        mover=mover,
        opponent=mover.other,
        cell=rules.name(cell),
        cells=listed(map(rules.name, fact.cells)),
        row=row_from_below(rules, cell),
        line=rules.names(fact.lines[0]) if fact.lines else "",
        lines=listed(map(rules.names, fact.lines)),
        count=fact.plies,
        estimate="" if fact.estimate is None else f"{fact.estimate:+d}",
    )
