"""Seats: names of people, secrets of devices, tickets from one device to another.

A secret is 128 random bits, and so is the id that is made of it. What is stored of a secret is its
SHA-256: nothing slower is needed, since nobody can guess through 128 bits.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.engines import Level

LONGEST_NAME = 30  #: characters
TICKET_SECONDS = 3600.0  #: how long a seat may be on its way to another device
TOKEN = r"^[A-Za-z0-9_-]{22}$"  # noqa: S105  (what they look like)


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a table.

    Attributes:
        name: what whoever sits there wants to be called; may be empty.
        secret: the hash of what its device holds; empty: nobody's.
        level: at which the computer plays here; None: a person does.
        ticket: the hash of what another device may change for a new secret; empty: none.
        until: when the ticket expires, in seconds since 1970.
        hints: whether it agrees to hints during the game.
        seen: when it was last heard of, in seconds since 1970.
    """

    name: str = ""
    secret: str = ""
    level: Level | None = None
    ticket: str = ""
    until: float = 0.0
    hints: bool = False
    seen: float = 0.0

    @property
    def taken(self) -> bool:
        """Whether it is somebody's, or the computer's."""
        return self.level is not None or bool(self.secret)


def token() -> str:
    """Make an id, a secret or a ticket: 128 random bits in 22 characters.

    >>> len(token())
    22
    """
    return secrets.token_urlsafe(16)


def link(kind: str, secret: str) -> str:
    """Return the id of what whoever holds the secret makes; it does not tell the secret.

    Whoever makes it again, because no answer came, makes the same one.

    >>> link("game", "x" * 22), link("class", "x" * 22)
    ('jIPRoXcwFGoIo8HQ2kl5Ug', '_yW5Z5kI-txWNP9llG0sWg')
    """
    digest = hashlib.blake2b(secret.encode(), digest_size=16, person=kind.encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def hashed(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """Whether a secret is the one that this was stored of; says nothing by the time it takes.

    >>> fits("abc", hashed("abc")), fits("", ""), fits("abc", hashed("abd"))
    (True, False, False)
    """
    return compare_digest(hashed(secret), stored)


#: Unicode's Default_Ignorable_Code_Point, as far as its characters are not of category C, and the
#: two symbols that are blank.
_BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159),
            *(0x180B, 0x180C, 0x180D, 0x180F),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
_JOINER, _STYLES = "\u200d", "\ufe0e\ufe0f"  # within emoji; the styles are text and emoji


def _seen(text: str) -> bool:
    """Whether each character can be seen, or is at its place in an emoji or after a letter."""
    before = " "
    for each in text:
        kind = unicodedata.category(each)[0]
        if each == _JOINER or each in _STYLES or kind == "M":
            fits_there = before not in {" ", _JOINER}
        else:
            fits_there = kind != "C"
        if not fits_there or (each in _BLANK and each not in _STYLES):
            return False
        before = each
    return before != _JOINER


def name(text: str) -> str:
    """Return a name as it is shown: composed, in one line, without what cannot be seen.

    Raises:
        ValueError: it has more than 30 characters, or such as turn the writing round.

    >>> name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    shown = " ".join(unicodedata.normalize("NFC", text).split())
    if len(shown) > LONGEST_NAME:
        raise ValueError(f"a name has up to {LONGEST_NAME} characters, not {len(shown)}")
    if not _seen(shown):
        raise ValueError("a name consists of characters that can be seen")
    return shown
