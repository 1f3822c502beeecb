"""Certificates, written and checked."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import Natural, Position, Rules, Seconds


class Certified(TypedDict):
    """A written certificate."""

    rules: Rules
    position: Position
    maker_breaker: Annotated[bool, "Whether O could only block."]
    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    bytes: Natural
    seconds: Seconds


class ShownCertificate(TypedDict):
    """A certificate, as shown to an assistant."""

    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    bytes: Natural
    base64: Annotated[str, "The file that `noughts verify` checks."]


class Verified(TypedDict):
    """A checked certificate."""

    rules: Rules | None
    position: Position | None
    maker_breaker: Annotated[bool, "Whether O could only block."]
    value: str | None
    statements: Annotated[list[str], "What it proves."]
    claims: Natural
    reasons: Natural
    answers: Natural
    bytes: Natural
    seconds: Seconds
    holds: Annotated[bool, "Whether every step is right."]
    why: Annotated[str | None, "The error; null if it is right."]
