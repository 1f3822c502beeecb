"""The catalogues of other languages: whole, with the same placeholders, and the right forms."""

import re

import pytest

from noughts import Position, engine
from noughts.core.catalogue import (
    FOLDER,
    closest,
    language,
    languages,
    messages,
    say,
    speak,
    speaking,
    texts,
    translations,
)
from noughts.explain import hint

OTHERS = languages()[1:]
#: The plural forms of a language for whole numbers (CLDR), by examples of each.
FORMS = {
    "de": [{1}, {0, 2, 11, 21}],
    "es": [{1}, {0, 2, 11, 21}],
    "fr": [{0, 1}, {2, 11, 21}],
    "ja": [{0, 1, 2, 11, 21}],
    "pt-BR": [{0, 1}, {2, 11, 21}],
    "vi": [{0, 1, 2, 11, 21}],
    "zh-Hans": [{0, 1, 2, 11, 21}],
}
#: The groups whose messages have no names.
UNNAMED = ("decimal", "help text", "click", "refusal")
#: English words that click fills in; a translation may do without them.
CLICKS_WORDS = {"{name}", "{number_type}"}
#: The text of each message that has a plural.
COUNTED = re.compile(r'^msgid ((?:".*"\n)+)msgid_plural', re.MULTILINE)


def english() -> dict[tuple[str, str], list[str]]:
    """Return the forms of every English message, by its context and its text."""
    return {(group, text): [text] for group in UNNAMED for text in texts(group)} | {
        (f"{group}: {name}", said if isinstance(said, str) else said["one"]): (
            [said] if isinstance(said, str) else [said["one"], said["other"]]
        )
        for group, found in messages().items()
        for name, said in found.items()
    }


def places(text: str) -> set[str]:
    """Return the placeholders of a text, and the tags that the page's sentences have."""
    return set(re.findall(r"\{\w+(?:!r)?\}|</?\w+/?>", text))


@pytest.mark.parametrize("tag", OTHERS)
def test_no_message_is_missing_or_unused(tag: str) -> None:
    # What the page alone says has no group; `web/e2e/languages.spec.ts` counts it.
    shared = {key for key in translations(tag).forms if ": " in key[0] or key[0] in UNNAMED}
    assert shared == english().keys()
    # Each also has a text: what has none is left out by the reader.
    text = FOLDER.joinpath(f"{tag}.po").read_text("utf-8")
    contexts = rf'^msgctxt "(?:[\w ]+: |(?:{"|".join(UNNAMED)})")'
    assert len(re.findall(contexts, text, re.MULTILINE)) == len(english())


@pytest.mark.parametrize("tag", OTHERS)
def test_placeholders_are_the_same(tag: str) -> None:
    shared = english()
    text = FOLDER.joinpath(f"{tag}.po").read_text("utf-8")
    # "Once" has no number, but its plural has one.
    counted = {"".join(re.findall(r'"(.*)"', found)) for found in COUNTED.findall(text)}
    for key, forms in translations(tag).forms.items():
        wanted = places(" ".join(shared.get(key, key)))
        wanted |= {"{count}"} if key[1] in counted else set()
        # "One move" needs no number.
        spare = {"{count}"} | (CLICKS_WORDS if key[0] == "click" else set())
        for form in forms:
            assert places(form) <= wanted, form
            assert wanted - places(form) <= spare, form


@pytest.mark.parametrize("tag", OTHERS)
def test_no_full_stop_reads_as_a_cell_of_a_board(tag: str) -> None:
    said = [form for forms in (english() | translations(tag).forms).values() for form in forms]
    assert [text for text in said if re.search(r"\{(?:position|rows)\}\.", text)] == []


@pytest.mark.parametrize("tag", OTHERS)
def test_each_number_has_its_form(tag: str) -> None:
    found = translations(tag)
    for at, numbers in enumerate(FORMS[tag]):
        assert {found.form(number) for number in numbers} == {at}
    for key, said in english().items():
        assert len(found.forms[key]) == (1 if len(said) == 1 else len(FORMS[tag])), key
    assert {len(forms) for forms in found.forms.values()} <= {1, len(FORMS[tag])}


def test_a_hint_speaks_the_chosen_language() -> None:
    found = engine("perfect").analyse(Position.parse("X.O/.X./..O"))
    texts = {}
    for tag in languages():
        with speaking(tag):
            texts[tag] = hint(found, 3).text
    assert texts == {
        "en": "Play c2: blocks O's line c1 c2 c3.",
        "de": "Spiel c2: blockt die Reihe c1 c2 c3 von O.",
        "es": "Juega c2: bloquea la línea c1 c2 c3 de O.",
        "fr": "Joue c2\N{NO-BREAK SPACE}: bloque la ligne c1 c2 c3 de O.",
        "ja": "c2に打ちましょう\N{FULLWIDTH COLON}Oのラインc1 c2 c3を止める。",
        "pt-BR": "Jogue c2: bloqueia a linha c1 c2 c3 de O.",
        "vi": "Đi c2: chặn đường c1 c2 c3 của O.",
        "zh-Hans": "下 c2\N{FULLWIDTH COLON}挡住 O 的连线 c1 c2 c3。",
    }
    assert language() == "en"


def test_a_number_chooses_the_form() -> None:
    with speaking("de"):
        assert say("verdict", "wins in moves", count=1) == "gewinnt in 1 Zug"
        assert say("verdict", "wins in moves", count=3) == "gewinnt in 3 Zügen"


def test_an_unknown_language_is_refused() -> None:
    assert closest("tlh", languages()) is None
    wanted = f"'tlh' is not one of the languages: {', '.join(languages())}"
    with pytest.raises(ValueError, match=wanted):
        speak("tlh")


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("pt", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-CN", "zh-Hans"),
        ("zh-TW", None),
        ("zh-Hant-HK", None),
        ("fr-CA", "fr"),
        ("ja-JP", "ja"),
    ],
)
def test_a_tag_finds_its_language(wish: str, found: str | None) -> None:
    assert closest(wish, languages()) == found
