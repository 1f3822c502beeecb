"""The words of click: it asks gettext for them, and here the catalogue answers.

What click looks up is the English text, with placeholders that it fills itself.
"""

from __future__ import annotations

import click.core
import click.exceptions
import click.parser
import click.types

from noughts.core import catalogue

#: The messages that click may say, by their English text.
CLICK = "click"


def _said(text: str) -> str:
    return catalogue.worded(text, CLICK)


def _counted(one: str, other: str, count: int) -> str:
    return catalogue.worded(one if count == 1 else other, CLICK)


def translate() -> None:
    """Let click speak the language of the catalogue from now on."""
    for module in (click.core, click.exceptions, click.parser, click.types):
        vars(module).update(_=_said, ngettext=_counted)
