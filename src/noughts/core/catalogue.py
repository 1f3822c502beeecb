"""The sentences of a language: patterns with named placeholders, in files that the page reads.

`en.json` has the English patterns, by group and name; in some groups they have no names. Each other
language has one PO file in `languages/`, with the page's own words in it as well
(`web/languages.ts`). A message is one pattern, or one for each plural form. `count` then chooses
the form.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from noughts.core.po_file import Translations

    Message = str | dict[str, str]

FILE = Path(__file__).with_name("en.json")
FOLDER = Path(__file__).with_name("languages")
ENGLISH = "en"

#: Chinese in other characters than those of `zh-Hans`.
_TRADITIONAL = {"zh-tw", "zh-hk", "zh-mo"}

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def _english() -> dict[str, dict[str, Message] | list[str]]:
    return cast("dict[str, dict[str, Message] | list[str]]", json.loads(FILE.read_text("utf-8")))


@cache
def messages() -> dict[str, dict[str, Message]]:
    """Return every English message that has a name, by its group and its name."""
    return {group: found for group, found in _english().items() if isinstance(found, dict)}


def texts(group: str) -> frozenset[str]:
    """Return the English messages of a group without names, which `worded` says.

    >>> "Examples" in texts("help text")
    True
    """
    return frozenset(_english()[group])


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that sentences can be in, by their tags; English is the first.

    >>> languages()[:2]
    ('en', 'de')
    """
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


def closest(tag: str, offered: Collection[str]) -> str | None:
    """Return the offered language that a tag means; None if there is none.

    >>> closest("de-AT", languages()), closest("tlh", languages())
    ('de', None)
    >>> closest("pt", ["en", "pt-BR"]), closest("zh-CN", ["zh-Hans"]), closest("zh-TW", ["zh-Hans"])
    ('pt-BR', 'zh-Hans', None)
    """
    low = tag.lower()
    if low in _TRADITIONAL or low.startswith("zh-hant"):
        return None
    known = {each.lower(): each for each in offered}
    same = [each for each in offered if each.lower().split("-")[0] == low.split("-")[0]]
    return known.get(low) or (same[0] if same else None)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment of a program asks for, as `gettext` reads it.

    `LANGUAGE` lists languages, unless the locale (`LC_ALL`, `LC_MESSAGES` or `LANG`) is C.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANG": "de_AT.UTF-8", "LC_ALL": "C"})
    ('de', 'en')
    >>> language_of({"LANG": "en_GB.UTF-8", "LANGUAGE": "gsw:fr"}), language_of({"LANG": "zh_TW"})
    ('fr', 'en')
    """
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, locales), "C")
    if _plain(locale) in {"C", "POSIX"}:
        return ENGLISH
    wishes = (environment.get("LANGUAGE") or locale).split(":")
    found = (closest(_plain(wish), languages()) for wish in wishes)
    return next(filter(None, found), ENGLISH)


def _plain(locale: str) -> str:
    """Return the tag of a locale, without its encoding and variant."""
    return locale.partition(".")[0].partition("@")[0].replace("_", "-")


@cache
def translations(language: str) -> Translations:
    """Return the sentences of a language other than English."""
    from noughts.core import po_file  # noqa: PLC0415  (loads when it is used)

    return po_file.read(FOLDER.joinpath(f"{language}.po").read_text(encoding="utf-8"))


def language() -> str:
    """Return the language that `say` speaks here: English, unless something else was chosen."""
    return _language.get()


def speak(language: str) -> None:
    """Choose the language of this thread or task from now on.

    Raises:
        ValueError: The language is unknown.
    """
    if language not in languages():
        raise ValueError(f"{language!r} is not one of the languages: {', '.join(languages())}")
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Choose the language within a block.

    Raises:
        ValueError: The language is unknown.

    >>> with speaking("de"):
    ...     say("verdict", "wins in moves", count=3)
    'gewinnt in 3 Zügen'
    """
    before = _language.get()
    speak(language)
    try:
        yield
    finally:
        _language.set(before)


def say(group: str, name: str, /, **values: object) -> str:
    """Fill a message with values.

    >>> say("deed", "forks", cells="b1 and b3")
    'makes a fork at b1 and b3'
    """
    return _pattern(group, name, values.get("count")).format_map(values)


def _pattern(group: str, name: str, count: object) -> str:
    """Return the pattern of a message, in the form that a number takes."""
    message = messages()[group][name]
    english = message if isinstance(message, str) else message["one"]
    if (spoken := _language.get()) != ENGLISH:
        found = translations(spoken)
        if forms := found.forms.get((f"{group}: {name}", english)):
            return forms[found.form(cast("int", count)) if len(forms) > 1 else 0]
    return english if isinstance(message, str) or count == 1 else message["other"]


def grouped(number: float, places: int = 0) -> str:
    """Write a number as the language does, with this many decimals and its thousands apart.

    >>> grouped(4520), grouped(4520.25, 1)
    ('4,520', '4,520.2')
    >>> with speaking("de"):
    ...     grouped(4520.25, 1)
    '4.520,2'
    """
    whole, _, part = (f"{number:,.{places}f}" if places else f"{number:,}").partition(".")
    said = whole.replace(",", worded(",", "thousands"))
    return said + worded(".", "decimal") + part if part else said


def percent(share: float) -> str:
    """Write a share of 1 as a percentage.

    >>> percent(0.125)
    '12.5%'
    """
    return say("count", "percent", number=grouped(100 * share, 1))


def signed(number: float) -> str:
    """Write a number with its sign, rounded to a whole one.

    >>> signed(1234.4), signed(-7), signed(0)
    ('+1,234', '-7', '+0')
    """
    return f"{'-' if round(number) < 0 else '+'}{grouped(abs(round(number)))}"


def counted(what: str, count: int) -> str:
    """Count things.

    >>> counted("node", 1), counted("game", 1200)
    ('1 node', '1,200 games')
    """
    return say("count", what, count=count, number=grouped(count))


def worded(text: str, context: str = "") -> str:
    """Return a text that is a message itself, such as one of the page, in the language.

    >>> with speaking("de"):
    ...     worded("Play by rules")
    'Nach Regeln spielen'
    """
    if (spoken := _language.get()) == ENGLISH:
        return text
    return translations(spoken).forms.get((context, text), [text])[0]


def listed(words: Iterable[str]) -> str:
    """List words as they appear in a sentence.

    >>> listed(["b1"]), listed(["b1", "b3"]), listed(["b1", "b3", "c3"])
    ('b1', 'b1 and b3', 'b1, b3 and c3')
    """
    said, *others = [*words] or [""]
    for number, word in enumerate(others, start=1):
        said = say("list", "last" if number == len(others) else "more", before=said, next=word)
    return said


def joined(sentences: Iterable[str]) -> str:
    """Join whole sentences, with a space between them if the language has one.

    >>> joined(["A draw.", "Known."])
    'A draw. Known.'
    >>> with speaking("ja"):
    ...     joined(["引き分け。", "既知。"])
    '引き分け。既知。'
    """
    said, *others = sentences
    for each in others:
        said = say("sentence", "next", before=said, next=each)
    return said
