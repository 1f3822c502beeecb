"""The rules of a game in SGF: the board (SZ), the game (GM) and the rules (RU).

RU has one of these forms:

- Noughts' own text (``15,15,5 exact``),
- a Gomocup number as c-gomoku-cli writes it (src/game.cpp, export_sgf),
- a usual name,
- the text of KataGomo (cpp/game/rules.cpp of its branch Gom2024):
  ``basicruleSTANDARDvcnruleNOVCfirstpasswin0maxmoves0``.
"""

import re

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, RecordError
from noughts.core.rules import Rules
from noughts.formats.lines import check_board, five_in_a_row
from noughts.formats.notes import Notes
from noughts.formats.sgf_tree import Node

GAME = "4"  #: of GM: gomoku and similar games
_BOARD = 15, 15  # the default
_SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
_KATAGOMO = re.compile(
    r"basicrule(freestyle|standard|renju)(?:vcnrule(novc|vc[1-4tf][bw]))?((?:[a-z]+[-0-9.]+)*)"
)
_PLAIN = re.compile(r"(?:firstpasswin0|maxmoves0|komi[-0-9.]+)*")
#: Names and numbers of rules, in lower case, without blanks and punctuation.
_NAMED = {
    **dict.fromkeys(("0", "free", "freestyle", "freestylegomoku", "gomokufreestyle"), ""),
    **dict.fromkeys(
        ("1", "standard", "standardgomoku", "gomokustandard", "exact", "exactfive", "exactlyfive"),
        " exact",
    ),
    **dict.fromkeys(("8", "caro"), " caro"),
    "9": " exact caro",
}


def rules_of(root: Node, asked: Rules | None, notes: Notes) -> tuple[Rules, bool]:
    """Return the rules from the caller or the file, and whether they are assumed.

    Raises:
        RecordError: The file has another game or another board, or is renju.
    """
    for name in ("SZ", "GM", "RU"):
        if len(root.get(name, [])) > 1:
            first, second, *_ = root[name]
            raise RecordError.said(
                "file format", "repeated", name=name, first=first, second=second[:20]
            )
    said = root.get("RU", [""])[0].strip()
    game = root.get("GM", [""])[0].strip()
    katagomo = _KATAGOMO.fullmatch(said.lower())
    if game not in {"", GAME} and asked is None and katagomo is None:
        raise RecordError.said("file format", "GM", text=f"GM[{game[:20]}]")
    shape = _shape(root)
    rules = asked or _said(said, shape or _BOARD, katagomo, notes)
    if shape is not None:
        check_board(shape, rules)
    if shape is None and asked is None and "," not in said:
        notes.append(say("file note", "missing", property="SZ", value="15x15"))
    if not game and asked is None and "," not in said:
        notes.append(say("file note", "missing", property="GM", value=rules))
    if asked is not None and game not in {"", GAME}:
        notes.append(say("file note", "as you said", text=f"GM[{game[:20]}]", rules=rules))
    if asked is not None and said and said != str(asked):
        notes.append(say("file note", "as you said", text=f"RU[{said[:60]}]", rules=rules))
    return rules, asked is None and not said


def _shape(root: Node) -> tuple[int, int] | None:
    """Return the columns and rows of SZ; None if it is missing."""
    size = root.get("SZ", [""])[0].strip()
    sides = _SIZE.fullmatch(size)
    if sides is None and "SZ" in root:
        raise RecordError.said("file format", "SZ", text=f"SZ[{size[:20]}]")
    return None if sides is None else (int(sides[1]), int(sides[2] or sides[1]))


def _said(said: str, shape: tuple[int, int], katagomo: re.Match[str] | None, notes: Notes) -> Rules:
    """Return the rules of RU; five or more in a row if they are unknown."""
    if "," in said:
        try:
            return Rules.parse(said)
        except NoughtsError as error:
            raise RecordError.said("sentence", "about", name="RU", problem=error) from None
    rules = five_in_a_row(*shape)
    word = re.sub(r"[\W_]", "", said.lower())
    if katagomo is not None:
        word = katagomo[1]
        if katagomo[2] not in {None, "novc"} or not _PLAIN.fullmatch(katagomo[3] or ""):
            notes.append(say("file note", "unsupported", text=f"RU[{said[:80]}]", word=word))
    if word == "4" or "renju" in word:
        raise RecordError.said("file format", "renju")
    if word not in _NAMED and said:
        notes.append(say("file note", "unknown rule", text=f"RU[{said[:40]}]", rules=rules))
    return Rules.parse(f"{rules}{_NAMED.get(word, '')}")
