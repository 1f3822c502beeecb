"""Pages in the reader's language, and the links between their languages."""

import re

import pytest

from noughts.web.languages import versions
from tests.web.asking import Site

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/", "/de/"),
        ("/?rules=3,3,3&position=X../.O./...", "/de/?rules=3,3,3&position=X../.O./..."),
        ("/check", "/de/check"),
    ],
)
def test_an_english_address_leads_to_the_readers_language(
    site: Site, path: str, target: str
) -> None:
    answer = site.ask(path, headers=GERMAN)
    assert (answer.status, answer.headers["location"]) == (302, target)
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["vary"].split(", "))
    assert site.ask(target, headers=GERMAN).status == 200


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/", {"Accept-Language": "en, de;q=0.5"}),
        ("/", {"Accept-Language": "ja, tlh"}),  # not offered here
        ("/", GERMAN | {"Cookie": "language=en"}),
        ("/puzzles", GERMAN),  # only in English
        ("/de/", {"Accept-Language": "en", "Cookie": "language=en"}),
        ("/de/check", {}),
        ("/check.html", GERMAN),  # as the service worker asks
        ("/assets/index-DV1KDmEw.js", GERMAN),
    ],
)
def test_other_addresses_answer_as_they_are(site: Site, path: str, headers: dict[str, str]) -> None:
    assert site.ask(path, headers=headers).status == 200


def test_the_language_that_was_chosen_comes_before_the_browsers(site: Site) -> None:
    answer = site.ask("/", headers={"Accept-Language": "en", "Cookie": "a=b; language=de"})
    assert answer.headers["location"] == "/de/"
    # A cookie that names nothing does not count.
    assert site.ask("/", headers={"Cookie": "language=../x"}).status == 200


@pytest.mark.parametrize(
    ("path", "headers", "language", "heading"),
    [
        ("/nope", {}, "en", "This page does not exist"),
        ("/nope", GERMAN, "de", "Diese Seite gibt es nicht"),
        ("/nope", {"Cookie": "language=ja"}, "ja", "このページはありません"),
        ("/de/nope", {"Accept-Language": "en"}, "de", "Diese Seite gibt es nicht"),
    ],
)
def test_a_page_that_is_missing_is_missing_in_the_readers_language(
    site: Site, path: str, headers: dict[str, str], language: str, heading: str
) -> None:
    answer = site.ask(path, headers={"Accept": "text/html", **headers})
    text = answer.body.decode()
    assert answer.status == 404
    assert f'<html lang="{language}">' in text
    assert f"<h1>{heading}</h1>" in text
    assert path in text


def test_only_reading_a_page_leads_elsewhere(site: Site) -> None:
    assert site.ask("/", method="HEAD", headers=GERMAN).status == 302
    assert site.ask("/", method="POST", headers=GERMAN).status == 405


def links(page: bytes) -> dict[str, str]:
    pattern = r'<link rel="alternate" hreflang="(.*?)" href="(.*?)">'
    return dict(re.findall(pattern, page.decode()))


@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("/", "/", "/de/"),
        ("/de/", "/", "/de/"),
        ("/check", "/check", "/de/check"),
        ("/de/check?rules=3,3,3&moves=b2", "/check", "/de/check"),
    ],
)
def test_each_version_of_a_page_names_all_by_absolute_addresses(
    site: Site, path: str, english: str, german: str
) -> None:
    assert links(site.ask(path).body) == {
        "en": site.url + english,
        "de": site.url + german,
        "x-default": site.url + english,
    }


def test_a_page_in_one_language_and_an_unknown_host_get_no_links(site: Site) -> None:
    assert links(site.ask("/puzzles").body) == {}
    assert links(site.ask("/de/", headers={"Host": "127.0.0.1/?"}).body) == {}


def test_versions_are_those_of_the_same_page() -> None:
    assert versions("/design", ["/design", "/sign"]) == {"en": "/design"}
