"""Reads PO files, the format of gettext: the sentences of one language.

`gettext` itself reads only their compiled form. Here a translator's file works as it is.
"""

import gettext
import re
from collections.abc import Callable
from typing import NamedTuple

#: A field of an entry, and its string, which may go on in the lines below.
_FIELD = re.compile(
    r'^(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d)\])? "(.*)"$((?:\n".*"$)*)', re.MULTILINE
)
_FUZZY = re.compile(r"^#, .*fuzzy", re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_PLURALS = re.compile(r"^Plural-Forms:.*plural=([^;]+);", re.MULTILINE)
_NAME = re.compile(r"^X-Name: (.+)$", re.MULTILINE)


class Translations(NamedTuple):
    """The sentences of one language.

    Attributes:
        name: what the language calls itself.
        forms: the plural forms of each sentence, by its context and its English text; one form
            if it has no number.
        form: which form a number takes.
    """

    name: str
    forms: dict[tuple[str, str], list[str]]
    form: Callable[[int], int]


def read(text: str) -> Translations:
    r"""Read a PO file. Sentences that are not translated, or marked as fuzzy, are left out.

    >>> found = read('''msgid ""
    ... msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\nX-Name: Deutsch\\n"
    ...
    ... msgctxt "verdict: wins"
    ... msgid "wins"
    ... msgstr "gewinnt"
    ... ''')
    >>> found.name, found.forms["verdict: wins", "wins"], found.form(1), found.form(2)
    ('Deutsch', ['gewinnt'], 0, 1)
    """
    forms: dict[tuple[str, str], list[str]] = {}
    for block in text.split("\n\n"):
        fields = _fields(block)
        said = [value for name, value in fields.items() if name.startswith("msgstr")]
        if all(said) and "msgid" in fields:
            forms[fields.get("msgctxt", ""), fields["msgid"]] = said
    [header] = forms.pop(("", ""), [""])
    rule, name = _PLURALS.search(header), _NAME.search(header)
    return Translations(name[1] if name else "", forms, gettext.c2py(rule[1] if rule else "n != 1"))


def _fields(block: str) -> dict[str, str]:
    """Return the strings of one entry: `msgid`, `msgstr0` and so on."""
    if "fuzzy" in block and _FUZZY.search(block):
        return {}
    fields: dict[str, str] = {}
    for name, index, string, more in _FIELD.findall(block):
        text = string + more.replace('"\n"', "")[2:-1]
        fields[name + index] = _ESCAPE.sub(_escaped, text) if "\\" in text else text
    return fields


def _escaped(match: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(match[1], match[1])
