"""The report of a benchmark as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, cast

from noughts.benchmark.asking import questions
from noughts.benchmark.board_texts import BoardForm
from noughts.benchmark.chat_client import Reply
from noughts.benchmark.position_sets import Labelled, find_set, labelled
from noughts.benchmark.scoring import BASELINES, MoveMark, answer_mark, average, engine_mark
from noughts.core.score import Value

if TYPE_CHECKING:
    from noughts.json import shapes


class BenchmarkPlan(NamedTuple):
    """What is asked."""

    sets: tuple[str, ...]  #: the names of the sets
    forms: tuple[BoardForm, ...]  #: how boards are written
    positions: int  #: how many of each set
    seed: int  #: chooses the positions

    def labelled(self) -> list[Labelled]:
        """Return all positions, which takes a few seconds.

        Raises:
            UnknownNameError: A set does not exist.
            LimitReachedError: A set has fewer positions.
        """
        return [
            each
            for name in self.sets
            for each in labelled(find_set(name), self.positions, self.seed)
        ]


class AskedModel(NamedTuple):
    """A model, and how the benchmark asks it."""

    name: str  #: its name at the server
    url: str  #: the server's address, without its query
    temperature: float | None = None  #: None: the server's own
    tokens: int | None = None  #: the most tokens of an answer; None: the server's own limit

    def settings(self, plan: BenchmarkPlan) -> dict[str, object]:
        """Return what its answers depend on, for the file that keeps them."""
        return {
            "model": self.name,
            "url": self.url,
            "temperature": self.temperature,
            "tokens": self.tokens,
            "sets": list(plan.sets),
            "forms": [str(form) for form in plan.forms],
            "positions": plan.positions,
            "seed": plan.seed,
        }


def document(
    plan: BenchmarkPlan,
    positions: Sequence[Labelled],
    model: AskedModel | None = None,
    answers: Mapping[str, Reply] | None = None,
) -> shapes.Benchmark:
    """Return the report: the model's scores if there is one, and the engines'."""
    asked = questions(positions, plan.forms)
    players: list[shapes.BenchmarkPlayer] = []
    shown: shapes.BenchmarkModel | None = None
    if model is not None:
        kept = answers or {}
        known = [question for question in asked if question.name in kept]
        marks = [answer_mark(question, kept[question.name]) for question in known]
        shown = {
            "name": model.name,
            "url": model.url,
            "temperature": model.temperature,
            "tokens": model.tokens,
            "prompt_tokens": _sum(kept[question.name].prompt_tokens for question in known),
            "answer_tokens": _sum(kept[question.name].answer_tokens for question in known),
        }
        places = [(question.asked.set, str(question.form)) for question in asked]
        players.append(
            {"player": model.name, "kind": "model", "scores": _parts(plan, places, marks)}
        )
    for name, made in BASELINES.items():
        player = made()
        marks = [engine_mark(each, player) for each in positions]
        scores = _parts(plan, [(each.set, None) for each in positions], marks)
        players.append({"player": name, "kind": "engine", "scores": scores})
    return {
        "seed": plan.seed,
        "positions": plan.positions,
        "forms": [str(form) for form in plan.forms],
        "sets": [_set(name, positions) for name in plan.sets],
        "model": shown,
        "players": players,
    }


def _sum(tokens: Iterable[int | None]) -> int | None:
    counts = list(tokens)
    known = [count for count in counts if count is not None]
    return sum(known) if known and len(known) == len(counts) else None


def _set(name: str, positions: Sequence[Labelled]) -> shapes.BenchmarkSet:
    own = [each for each in positions if each.set == name]
    return {
        "set": name,
        "rules": str(find_set(name).rules),
        "positions": len(own),
        "won": sum(each.value is Value.WIN for each in own),
    }


def _parts(
    plan: BenchmarkPlan, places: Sequence[tuple[str, str | None]], marks: Sequence[MoveMark]
) -> list[shapes.BenchmarkScores]:
    """Return the scores of everything, of each set, of each form, and of each set in each form.

    `places` are the set and the form of each question.
    """
    forms = [str(form) for form in plan.forms if (plan.sets[0], str(form)) in places]
    found: list[shapes.BenchmarkScores] = []
    for form, name in product((None, *forms), (None, *plan.sets)):
        asked = sum(_within(place, name, form) for place in places)
        part = average(mark for mark in marks if _within((mark.set, mark.form), name, form))
        scores = {"set": name, "form": form, "questions": asked, **part._asdict()}
        found.append(cast("shapes.BenchmarkScores", scores))
    return found


def _within(place: tuple[str, str | None], name: str | None, form: str | None) -> bool:
    return (name is None or place[0] == name) and (form is None or place[1] == form)
