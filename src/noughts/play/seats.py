"""Seats: names of people, secrets of devices, tickets from one device to another.

A secret is 128 random bits, and so is the id made from it. The server stores only its SHA-256; a
slower hash is not needed, because nobody can guess 128 bits.
"""

import hashlib
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from enum import StrEnum
from hmac import compare_digest
from typing import NamedTuple

from noughts.check.checked_game import FindingKind
from noughts.core.catalogue import say
from noughts.engines import Level

LONGEST_NAME = 30  #: characters
TICKET_SECONDS = 3600.0  #: how long a ticket for another device is valid
TOKEN = r"^[A-Za-z0-9_-]{22}$"  # noqa: S105  (what they look like)


class CheckedSides(StrEnum):
    """As whom a program under check plays."""

    BOTH = "XO"
    X = "X"
    O = "O"  # noqa: E741  (the mark)


class PassedStage(StrEnum):
    """The last stage of a check that a program passed."""

    NONE = ""
    LOADS = "loads"
    RULES = "rules"
    MOVES = "moves"
    AGAIN = "again"
    AS_X = "as X"
    AS_O = "as O"


class ShownCheck(NamedTuple):
    """The result of a check of somebody's program: words of a known list, and nothing else."""

    sides: CheckedSides  #: as whom the program plays
    stage: PassedStage  #: the last stage that it passed
    finding: FindingKind | None  #: what is wrong with it; None if nothing is


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a table."""

    name: str = ""  #: the player's name; may be empty
    secret: str = ""  #: the hash of the device's secret; empty if the seat is free
    level: Level | None = None  #: the computer's level; None for a person
    #: the hash of the ticket that another device can exchange for a new secret; may be empty
    ticket: str = ""
    until: float = 0.0  #: when the ticket expires, in seconds since 1970
    hints: bool = False  #: whether the seat agrees to hints during the game
    seen: float = 0.0  #: when the seat was last active, in seconds since 1970
    shown: ShownCheck | None = None  #: what the player shows the teacher about a program of theirs

    @property
    def taken(self) -> bool:
        """Whether a person or the computer has the seat."""
        return self.level is not None or bool(self.secret)


def token() -> str:
    """Generate an id, a secret or a ticket: 128 random bits in 22 characters.

    >>> len(token())
    22
    """
    return secrets.token_urlsafe(16)


def link(kind: str, secret: str) -> str:
    """Return the id of what is created with a secret; it does not reveal the secret.

    So a client that repeats a request without an answer creates the same thing.

    >>> link("game", "x" * 22), link("class", "x" * 22)
    ('jIPRoXcwFGoIo8HQ2kl5Ug', '_yW5Z5kI-txWNP9llG0sWg')
    """
    digest = hashlib.blake2b(secret.encode(), digest_size=16, person=kind.encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def hashed(secret: str) -> str:
    """Return the stored form of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """Whether a secret has this stored form; compares in constant time.

    >>> fits("abc", hashed("abc")), fits("", ""), fits("abc", hashed("abd"))
    (True, False, False)
    """
    return compare_digest(hashed(secret), stored)


#: Unicode's Default_Ignorable_Code_Point, except characters of category C, and the two symbols that
#: are blank.
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
_JOINER, _STYLES = "\u200d", "\ufe0e\ufe0f"  # within emoji: the styles text and emoji


def _seen(text: str) -> bool:
    """Whether each character is visible, or belongs to an emoji or a letter before it."""
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
    """Return a name as shown: composed, on one line, without invisible characters.

    Raises:
        ValueError: It has more than 30 characters, or characters that reverse the direction of
        text.

    >>> name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    shown = " ".join(unicodedata.normalize("NFC", text).split())
    if len(shown) > LONGEST_NAME:
        raise ValueError(say("problem", "long name", most=LONGEST_NAME, length=len(shown)))
    if not _seen(shown):
        raise ValueError(say("problem", "visible name"))
    return shown
