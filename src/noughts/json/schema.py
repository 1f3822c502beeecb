"""The JSON Schema of the commands' output, derived from `noughts.json.shapes`.

``python -m noughts.json.schema > src/noughts/schemas/commands.json`` writes the file.
"""

import json
import sys
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from noughts.json import shapes

#: What each command prints with ``--json``, by its name.
COMMANDS: dict[str, Any] = {
    "analyse": shapes.Analysis,
    "unanswered": shapes.Unanswered,
    "move": shapes.Choice,
    "solve": shapes.Solution,
    "status": shapes.LedgerStatus,
    "hint": shapes.HintReport,
    "count": shapes.Count,
    "calls": shapes.Calls,
    "plies": shapes.Plies,
    "prove": shapes.Proof,
    "atlas": shapes.Atlas,
    "check": shapes.Checked | shapes.CheckedFolder,
    "match": shapes.Match,
    "benchmark": shapes.Benchmark,
    "review": shapes.Review,
    "table probe": shapes.Probed,
    "dataset": shapes.DatasetRow,
    "puzzles": shapes.PuzzlePack,
    "puzzle": shapes.SetPuzzle,
    "certify": shapes.Certified,
    "verify": shapes.Verified,
    "trace": shapes.Search | shapes.Event,
}

_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class Schemas:
    """JSON Schemas of the types in `noughts.json.shapes`, from their annotations.

    Args:
        at: where the schema's definitions are.
    """

    def __init__(self, at: str = "#/$defs/") -> None:
        self.at: str = at
        self.objects: dict[str, dict[str, Any]] = {}  #: the objects referred to, by name

    def of(self, hint: Any) -> dict[str, Any]:  # noqa: PLR0911  (a case each)
        """Return the schema of a type; the objects in it are added to `objects`.

        >>> Schemas().of(list[shapes.Rate])
        {'type': 'array', 'items': {'$ref': '#/$defs/Rate'}}
        """
        inner = get_args(hint)
        match get_origin(hint):
            case origin if origin is Annotated:
                found = self.of(inner[0])
                for said in inner[1:]:
                    found |= _said(said)
                return found
            case origin if origin is NotRequired:
                return self.of(inner[0])
            case origin if origin in {Union, UnionType}:
                return {"anyOf": [self.of(each) for each in inner]}
            case origin if origin is Literal:
                return {"const": inner[0]}
            case origin if origin is list:
                return {"type": "array", "items": self.of(inner[0])}
            case origin if origin is dict:
                return {"type": "object", "additionalProperties": self.of(inner[1])}
        if hint in _SIMPLE:
            return {"type": _SIMPLE[hint]}
        name = hint.__name__
        if name not in self.objects:
            self.objects[name] = {
                "description": hint.__doc__,
                "type": "object",
                "properties": {
                    key: self.of(field)
                    for key, field in get_type_hints(hint, include_extras=True).items()
                },
                "required": sorted(hint.__required_keys__),
                "additionalProperties": False,
            }
        return {"$ref": f"{self.at}{name}"}


def document() -> dict[str, Any]:
    """Return the schema; every command and every object has its definition.

    >>> document()["$defs"]["Rates"]["required"]
    ['draws', 'losses', 'wins']
    """
    schemas = Schemas()
    commands = {name: schemas.of(hint) for name, hint in COMMANDS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the commands of Noughts print with --json",
        "description": "Each command has its definition under $defs, by its name.",
        "$defs": commands | dict(sorted(schemas.objects.items())),
    }


def alone(hint: Any) -> dict[str, Any]:
    """Return the schema of one object, with its definitions.

    >>> alone(shapes.Choice)["required"][:3], sorted(alone(shapes.Analysis)["$defs"])
    (['cell', 'customary', 'engine'], ['Fact', 'Move', 'Outcome'])
    """
    schemas = Schemas()
    schemas.of(hint)
    own = schemas.objects.pop(hint.__name__)
    return {**own, "$defs": schemas.objects} if schemas.objects else own


def _said(said: Any) -> dict[str, Any]:
    """Return an annotation in words of JSON Schema."""
    if isinstance(said, str):
        return {"description": said}
    if isinstance(said, shapes.Also):
        return said.words
    return {"enum": [str(name) for name in said]}


def text() -> str:
    """Return the text of ``schemas/commands.json``."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
