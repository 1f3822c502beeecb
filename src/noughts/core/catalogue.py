"""The sentences of a language: patterns with named placeholders, in a file that the page reads.

A message is one pattern, or one pattern for each plural form. `count` then chooses the form.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    Message = str | dict[str, str]

FILE = Path(__file__).with_name("en.json")


@cache
def messages() -> dict[str, dict[str, Message]]:
    """Return every message, by its group and its name."""
    return cast("dict[str, dict[str, Message]]", json.loads(FILE.read_text(encoding="utf-8")))


def say(group: str, name: str, /, **values: object) -> str:
    """Fill a message with values.

    >>> say("deed", "forks", cells="b1 and b3")
    'makes a fork at b1 and b3'
    """
    message = messages()[group][name]
    if not isinstance(message, str):
        message = message["one" if values["count"] == 1 else "other"]
    return message.format_map(values)


def listed(words: Iterable[str]) -> str:
    """List words as they appear in a sentence.

    >>> listed(["b1"]), listed(["b1", "b3"]), listed(["b1", "b3", "c3"])
    ('b1', 'b1 and b3', 'b1, b3 and c3')
    """
    said, *others = [*words] or [""]
    for number, word in enumerate(others, start=1):
        said = say("list", "last" if number == len(others) else "more", before=said, next=word)
    return said
