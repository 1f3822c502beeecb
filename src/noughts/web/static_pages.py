"""Pages without scripts except the theme's: `/docs` and "not found"."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files


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
    """Return a page with the site's head; the head marks the address `here` as open."""
    links = (
        f'<a href="{address}"{" aria-current=page" if address == here else ""}>{name}</a>'
        for address, name in rooms().items()
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)} · Noughts</title>",
            '<link rel="icon" href="data:,">',
            '<script src="/theme.js"></script>',
            '<link rel="stylesheet" href="/plain.css">',
            "</head>",
            "<body>",
            '<header class="site"><a class="skip" href="#main">Skip to the content</a>',
            "<strong>Noughts</strong>",
            f'<nav aria-label="Noughts">{"".join(links)}</nav></header>',
            *body,
            "</body>",
            "</html>",
        ]
    )


def missing(path: str) -> str:
    """Return the page for every unknown address."""
    return page(
        "No such page",
        '<main id="main" tabindex="-1">',
        "<h1>This page does not exist</h1>",
        f"<p>Noughts has no page at <code>{escape(path)}</code>. The address may be misspelt, "
        "or the link may be old.</p>",
        "<ul>",
        '<li><a href="/">Play a game</a></li>',
        '<li><a href="/puzzles">Three puzzles</a> for today</li>',
        '<li><a href="/learn">All chapters</a>: how a program can be unbeatable</li>',
        '<li><a href="/check">Check your own program</a>: is it unbeatable?</li>',
        '<li><a href="/teach">A handout</a> for a class</li>',
        '<li><a href="/search">Watch a search</a></li>',
        '<li><a href="/lab">Let the engines play each other</a></li>',
        '<li><a href="/proof">Check a proof yourself</a></li>',
        '<li><a href="/docs">The API</a>, for programs</li>',
        "</ul>",
        "</main>",
    )
