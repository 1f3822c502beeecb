"""Pages without scripts except the theme's: `/docs` and "not found"."""

import json
from functools import cache
from html import escape
from importlib.resources import files

from noughts.core.catalogue import ENGLISH, language, say, translations


@cache
def rooms() -> dict[str, str]:
    """Return the pages that every page's head names, by address.

    `rooms.json` lists all pages of the site; the build of `web/` reads it as well.

    >>> list(rooms().values())
    ['Play', 'Learn', 'Puzzles', 'Check', 'Search', 'Lab', 'Proofs', 'Atlas', 'API']
    """
    listed = json.loads(files(__package__).joinpath("rooms.json").read_bytes()).values()
    return {room["address"]: room["title"] for room in listed if {"head", "more"} & room.keys()}


def style() -> bytes:
    """Return the style sheet of these pages."""
    return files(__package__).joinpath("plain.css").read_bytes()


def page(title: str, *body: str, here: str | None = None) -> str:
    """Return a page with the site's head, in the current language; `here` is the open address."""
    links = (
        f'<a href="{address}"{" aria-current=page" if address == here else ""}>{room(name)}</a>'
        for address, name in rooms().items()
    )
    skip = say("no page", "skip")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)} · Noughts</title>",
            '<link rel="icon" href="data:,">',
            '<script src="/theme.js"></script>',
            '<link rel="stylesheet" href="/plain.css">',
            "</head>",
            "<body>",
            f'<header class="site"><a class="skip" href="#main">{skip}</a>',
            "<strong>Noughts</strong>",
            f'<nav aria-label="Noughts">{"".join(links)}</nav></header>',
            *body,
            "</body>",
            "</html>",
        ]
    )


def room(title: str) -> str:
    """Return what the page's own catalogue calls a room in the current language.

    >>> from noughts.core.catalogue import speaking
    >>> with speaking("de"):
    ...     room("Puzzles"), room("Nowhere")
    ('Rätsel', 'Nowhere')
    """
    if language() == ENGLISH:
        return title
    return translations(language()).forms.get(("room", title), [title])[0]


def missing(path: str) -> str:
    """Return the page for every unknown address, in the current language."""
    named = ("play", "puzzles", "learn", "check", "teach", "search", "lab", "proof", "docs")
    links = ("/" if name == "play" else f"/{name}" for name in named)
    where = escape(say("no page", "path", path="\0")).replace("\0", f"<code>{escape(path)}</code>")
    return page(
        say("no page", "title"),
        '<main id="main" tabindex="-1">',
        f"<h1>{escape(say('no page', 'missing'))}</h1>",
        f"<p>{where}</p>",
        "<ul>",
        *(
            f'<li><a href="{address}">{escape(say("no page", name))}</a></li>'
            for name, address in zip(named, links, strict=True)
        ),
        "</ul>",
        "</main>",
    )
