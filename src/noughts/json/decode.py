"""From JSON back to objects: decodes the JSON of `noughts.json.encode`.

The functions have the names of those in `noughts.json.encode`, and do the reverse. They take text,
or the result of `json.loads`, and trust nothing. If something is missing, has the wrong type or
contradicts the rest, a `ReportError` says where. Unknown keys are ignored, so that a later version
may add some.

    >>> from noughts import Position, engine
    >>> from noughts.json import decode, encode
    >>> found = engine("perfect").analyse(Position.parse("X.O/.X./..O"))
    >>> decode.analysis(encode.analysis(found)) == found
    True
    >>> decode.analysis('{"rules": "3,3,3"}')
    Traceback (most recent call last):
    noughts.core.errors.ReportError: analysis.value is missing
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from noughts.core.errors import NoughtsError, ReportError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value
from noughts.core.series import Starts
from noughts.engines import Analysis, Choice, MoveValue, Worth
from noughts.explain import Fact, FactKind
from noughts.json import encode, shapes
from noughts.json.schema import Schemas
from noughts.lab.counting import Calls, Count
from noughts.lab.grading import Grade, GradedMove, Review
from noughts.lab.matches import Match, PlayedGame

if TYPE_CHECKING:
    from noughts.solver import Solution

Read = TypeVar("Read")
Json = str | bytes | dict[str, Any]  #: the text, or the result of `json.loads`


def analysis(found: Json) -> Analysis:
    """Read an analysis, as printed by ``noughts analyse --json``.

    Raises:
        ReportError: The JSON is not an analysis.
    """

    def made(data: shapes.Analysis) -> Analysis:
        position = Position.parse(data["position"], Rules.parse(data["rules"]))
        moves = tuple(
            MoveValue(move["cell"], _worth(move), _cells(position, move["line"]))
            for move in data["moves"]
        )
        return Analysis(
            position, data["engine"], _worth(data), moves, data["nodes"], data["seconds"]
        )

    return read("analysis", found, shapes.Analysis, made, encode.analysis)


def choice(found: Json, position: Position) -> Choice:
    """Read a move for a position, as ``noughts move --json`` prints it.

    Raises:
        ReportError: The JSON is not a move, or the move is illegal in the position.
    """

    def made(data: shapes.Choice) -> Choice:
        position.play(data["cell"])
        return Choice(position, data["cell"], _worth(data))

    def told(read: Choice) -> dict[str, Any]:
        data = encode.move(position, read, "", None)
        return {key: data[key] for key in ("move", "value", "plies", "customary", "proven")}

    return read("choice", found, shapes.Choice, made, told)


def solution(found: Json) -> Solution:
    """Read a solution, as ``noughts solve --json`` prints it.

    Raises:
        ReportError: The JSON is not a solution.
    """
    from noughts.solver import Solution  # noqa: PLC0415  (slow to load)

    def made(data: shapes.Solution) -> Solution:
        position = Position.parse(data["position"], Rules.parse(data["rules"]))
        winning = data["winning"]
        return Solution(
            position,
            cast("Score | None", _worth(data)),
            data["method"] or "",
            data["nodes"],
            data["seconds"],
            frozenset(Mark[mark] for mark in data["cannot_win"]),
            data["unfinished"] or "",
            memory=data["memory"],
            winning=None if winning is None else _cells(position, winning),
            line=_cells(position, data["line"]),
            at_least=data["at_least"],
        )

    return read("solution", found, shapes.Solution, made, encode.solution)


def probed(found: Json) -> tuple[Position, Score]:
    """Read a table's answer for a position, as printed by ``noughts table probe --json``.

    Raises:
        ReportError: The JSON is not such an answer.
    """

    def made(data: shapes.Probed) -> tuple[Position, Score]:
        position = Position.parse(data["position"], Rules.parse(data["rules"]))
        return position, Score(Value(data["value"]), data["plies"])

    return read("value", found, shapes.Probed, made, lambda read: encode.probed(*read))


def count(found: Json) -> Count:
    """Read the size of a game, as ``noughts count --json`` prints it.

    Raises:
        ReportError: The JSON is not the size of a game.
    """

    def made(data: shapes.Count) -> Count:
        figures = {key: data[key] for key in Count._fields}  # type: ignore[literal-required]
        return Count(**figures | {"sequences_per_ply": tuple(data["sequences_per_ply"])})

    return read("count", found, shapes.Count, made)


def calls(found: Json) -> Calls:
    """Read the work of each search, as printed by ``noughts count --calls --json``.

    Raises:
        ReportError: The JSON is not such a count.
    """

    def made(data: shapes.Calls) -> Calls:
        figures = {key: data[key] for key in Calls._fields}  # type: ignore[literal-required]
        return Calls(**figures | {"along_a_game": tuple(data["along_a_game"])})

    return read("calls", found, shapes.Calls, made)


def match(found: Json) -> tuple[Match, tuple[PlayedGame, ...]]:
    """Read a match and its decisive games, as printed by ``noughts match --json``.

    The match determines its games: `Match.game` can replay each of them.

    Raises:
        ReportError: The JSON is not a match.
    """

    def made(data: shapes.Match) -> tuple[Match, tuple[PlayedGame, ...]]:
        played = Match(
            Rules.parse(data["rules"]),
            tuple(player["player"] for player in data["players"]),
            seed=data["seed"],
            starts=Starts(data["starts"]),
            opening=data["opening"],
            limit=Limit(**data["limit"]) if any(data["limit"].values()) else None,
        )
        return played, tuple(match_game(cast("Json", game), played) for game in data["lost_games"])

    return read("match", found, shapes.Match, made)


def match_game(found: Json, played: Match) -> PlayedGame:
    """Read a game of a match.

    Raises:
        ReportError: The JSON is not a game, or belongs to another match.
    """

    def made(data: shapes.MatchGame) -> PlayedGame:
        players = len(played.players)
        for number in (data["x"], data["o"]):
            if not 0 <= number < players:
                raise ReportError.said("report", "players", number=number, players=players)
        moves = Record.parse(data["record"]).moves
        return PlayedGame(
            data["number"], data["x"], data["o"], moves, data["opening"], data["winner"]
        )

    return read("game", found, shapes.MatchGame, made, lambda read: encode.match_game(played, read))


def review(found: Json) -> Review:
    """Read a graded game, as ``noughts review --json`` prints it.

    Raises:
        ReportError: The JSON is not a graded game.
    """

    def made(data: shapes.Review) -> Review:
        rules = Rules.parse(data["rules"])
        moves = tuple(
            GradedMove(
                move["number"],
                Mark[move["mark"]],
                rules.cell(move["move"]),
                None if move["grade"] is None else Grade(move["grade"]),
                _worth(move["before"]),
                _worth(move["after"]),
                tuple(map(rules.cell, move["best"])),
                _facts(rules, move["facts"]),
                None if move["better_facts"] is None else _facts(rules, move["better_facts"]),
                rules,
            )
            for move in data["moves"]
        )
        return Review(moves, data["decided"])

    return read("review", found, shapes.Review, made)


# -- the mechanism
# ------------------------------------------------------------------------------------------


def read(
    kind: str,
    found: Json,
    shape: Any,
    made: Callable[[Any], Read],
    told: Callable[[Read], Mapping[str, Any]] | None = None,
) -> Read:
    """Make an object from JSON of a shape; it must contain what `told` says about the object.

    Args:
        kind: what it is called in an error: "analysis".
        found: the JSON.
        shape: its type, of `noughts.json.shapes`.
        made: makes the object from the parsed JSON.
        told: what the JSON of the object has to say, to find contradictions.

    Raises:
        ReportError: The JSON has another shape, or contradicts itself.
    """
    data = _parsed(found)
    schemas = Schemas()
    _check(data, schemas.of(shape), schemas, kind)
    try:
        read = made(data)
        again = {} if told is None else told(read)
    except ReportError:
        raise
    except (NoughtsError, ValueError) as error:
        raise ReportError.said("report", "impossible", kind=kind, problem=error) from error
    _compare(data, again, kind)
    return read


def _parsed(found: Json) -> Any:
    if not isinstance(found, str | bytes):
        return found
    try:
        return json.loads(found)
    except (ValueError, RecursionError) as error:
        raise ReportError.said("move tree", "no JSON", problem=error) from None


_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


def _check(found: Any, wanted: dict[str, Any], schemas: Schemas, where: str) -> None:
    """Check JSON against its schema's types, keys and names."""
    if "$ref" in wanted:
        wanted = schemas.objects[wanted["$ref"].removeprefix(schemas.at)]
    if "anyOf" in wanted:  # something or null, or objects that differ by their kind
        if found is not None:
            _check(found, _chosen(found, wanted["anyOf"], schemas, where), schemas, where)
    elif "const" in wanted:
        _demand(
            (type(found), found) == (type(wanted["const"]), wanted["const"]),
            found,
            json.dumps(wanted["const"]),
            where,
        )
    else:
        kind = _TYPES[wanted["type"]]
        right = isinstance(found, kind) and isinstance(found, bool) == (kind is bool)
        _demand(right, found, wanted["type"], where)
    if "enum" in wanted:
        _demand(found in wanted["enum"], found, ", ".join(wanted["enum"]), where)
    for number, each in enumerate(found if "items" in wanted else ()):
        _check(each, wanted["items"], schemas, f"{where}[{number}]")
    for key, each in wanted.get("properties", {}).items():
        if key in found:
            _check(found[key], each, schemas, f"{where}.{key}")
        elif key in wanted["required"]:
            raise ReportError.said("report", "missing", where=f"{where}.{key}")


def _chosen(
    found: Any, choices: list[dict[str, Any]], schemas: Schemas, where: str
) -> dict[str, Any]:
    """Return the schema of the objects of this kind; of the first objects if it has no kind.

    Raises:
        ReportError: The kind is unknown.
    """
    kinds: dict[str, dict[str, Any]] = {}
    for each in choices if isinstance(found, dict) and "kind" in found else ():
        object_ = schemas.objects.get(each.get("$ref", "").removeprefix(schemas.at), {})
        kinds |= dict.fromkeys(object_.get("properties", {}).get("kind", {}).get("enum", ()), each)
    if not kinds:
        return choices[0]
    right = isinstance(found["kind"], str) and found["kind"] in kinds
    _demand(right, found["kind"], ", ".join(kinds), f"{where}.kind")
    return kinds[found["kind"]]


def _compare(found: Any, again: Any, where: str) -> None:
    """Check JSON against the expected content, except for reasons, whose words may change."""
    if isinstance(again, dict):
        for key in again:
            if key != "reason":
                _compare(found.get(key), again[key], f"{where}.{key}")
    elif isinstance(again, list) and again and isinstance(again[0], dict):
        if len(found) != len(again):
            raise ReportError.said(
                "report", "items", where=where, found=len(found), implied=len(again)
            )
        for number, each in enumerate(again):
            _compare(found[number], each, f"{where}[{number}]")
    elif found != again:
        shown, right = reprlib.repr(found), reprlib.repr(again)
        raise ReportError.said("report", "implied", where=where, found=shown, implied=right)


def _demand(right: bool, found: Any, allowed: str, where: str) -> None:  # noqa: FBT001
    if not right:
        raise ReportError.said(
            "report", "wrong", where=where, found=reprlib.repr(found), allowed=allowed
        )


def _facts(rules: Rules, data: list[shapes.Fact]) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            FactKind(fact["kind"]),
            tuple(map(rules.cell, fact.get("cells", ()))),
            tuple(tuple(map(rules.cell, line)) for line in fact.get("lines", ())),
            fact.get("plies"),
            fact.get("estimate"),
        )
        for fact in data
    )


def _worth(data: Mapping[str, Any]) -> Worth | None:
    if data["value"] is not None:
        return Score(Value(data["value"]), data["plies"])
    guess = data.get("estimate")
    return None if guess is None else Estimate(guess, data.get("bound"))


def _cells(position: Position, names: list[str]) -> tuple[int, ...]:
    return tuple(map(position.rules.cell, names))
