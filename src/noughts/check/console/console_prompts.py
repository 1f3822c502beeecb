"""What a game in the terminal asks a person: a move, X or O, who begins, another game?"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class QuestionKind(StrEnum):
    """What a program asks."""

    MOVE = "move"
    MARK = "mark"  #: X or O
    FIRST = "first"  #: who begins
    AGAIN = "again"  #: another game
    LEVEL = "level"  #: how well it shall play
    MENU = "menu"  #: one of several things
    PLAYERS = "players"  #: how many people play
    NAME = "name"
    ENTER = "enter"  #: only the Enter key
    COMMAND = "command"  #: a line such as "start user hard", as a course of JetBrains has it


#: Questions whose answer decides which side the program plays.
DECIDING = {QuestionKind.MARK, QuestionKind.FIRST, QuestionKind.MENU, QuestionKind.COMMAND}
#: Questions after a game.
ENDING = {QuestionKind.AGAIN, QuestionKind.ENTER, QuestionKind.COMMAND}

_ENTER = re.compile(r"\b(press|hit)\b.*\b(enter|return|key)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"(?<!try )\bagain\b(?!.*\b(number|move|cell|square)\b)|another (game|round|match)|rematch"
    r"|new game|one more|play more",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"(?<![a-z])(x)\W*?(?:or|/|,|\|)\W*([o0])(?![a-z])"
    r"|(?<![a-z])([o0])\W*?(?:or|/|,|\|)\W*(x)(?![a-z])",
    re.IGNORECASE,
)
_ONE_MARK = re.compile(r"\b(?:be|as|play|want)\W+[xo](?![a-z]).*\?", re.IGNORECASE)
_FIRST = re.compile(
    r"\bfirst\b|\b1\W?st\b|\bwho\b.*\b(starts?|begins?|goes)\b|\b(you|i|me|computer)\b.*\b(start|begin)\b",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"\bdiffic|\blevel\b", re.IGNORECASE)
_PLAYERS = re.compile(r"\b(how many|number of)\b.*\b(players|people|humans)\b", re.IGNORECASE)
_COMMAND = re.compile(r"\binput command\b", re.IGNORECASE)
_NAME = re.compile(r"\bname\b|what should i call you", re.IGNORECASE)
_MENU = re.compile(r"\b(choice|option|menu|mode|select|opponent)\b", re.IGNORECASE)
_RANGE = re.compile(r"(?<!\d)[01]\s*(?:-|to|\.\.+)\s*[2389](?!\d)", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(row|col|column|position|cell|square|spot|slot|coordinates?|tile|field|box|move|turn"
    r"|where|place)\b",
    re.IGNORECASE,
)
_KINDS = (
    (QuestionKind.COMMAND, _COMMAND),
    (QuestionKind.ENTER, _ENTER),
    (QuestionKind.LEVEL, _LEVEL),
    (QuestionKind.AGAIN, _AGAIN),
    (QuestionKind.PLAYERS, _PLAYERS),
    (QuestionKind.MARK, _MARK),
    (QuestionKind.MARK, _ONE_MARK),
    (QuestionKind.FIRST, _FIRST),
    (QuestionKind.NAME, _NAME),
)

_BRACKETS = re.compile(r"[(\[<{]([^()\[\]<>{}]{1,60})[)\]>}]")
_OR = re.compile(r"\s*(?:/|,|\||\bor\b|\band\b)\s*", re.IGNORECASE)
_YES_NO = re.compile(r"\b(y)\s*/\s*(n)\b|\b(yes)\s*(?:/|or)\s*(no)\b", re.IGNORECASE)
_KEYED = re.compile(
    r"(?<![\w'])[(\[]?(\w)(?:[)\].:=]+|-(?=[A-Za-z]{2}|\()| - | for | to )"
    r"\s*\(?([A-Za-z][A-Za-z' ]*)"
)
#: An option of a menu on its own line, and one whose key stands behind it.
_OPTION = re.compile(r"\s*[(\[]?[0-9][)\].:=-]+\s*[A-Za-z(]")
_KEY_LAST = re.compile(r"([A-Za-z][A-Za-z' ]*?)\s*[(\[]([0-9])[)\]]")
_LETTERS = re.compile(r"[(\[](\w)[)\]](?=[a-z])")
_HARD = re.compile(
    r"hard|impossible|unbeatable|expert|perfect|master|minimax|asy\b.*", re.IGNORECASE
)
_NOT_THE_COMPUTER = re.compile(
    r"two|\b2\b|2 ?players|friend|quit|exit|rule|help|instruct|stat|score"
    r"|(human|player).*(human|player)"
    r"|\b(computer|ai|bot)\b.*\b(computer|ai|bot)\b",
    re.IGNORECASE,
)
_EASY = re.compile(r"random|easy|dumb", re.IGNORECASE)
_THE_COMPUTER = re.compile(
    r"computer|\bai\b|\bbot\b|\bcpu\b|single|\bone\b|\b1\b|machine", re.IGNORECASE
)


class Prompt(NamedTuple):
    """A question."""

    kind: QuestionKind  #: what the program asks
    #: how it may be answered, the likeliest first; more than one if that decides
    options: tuple[str, ...]
    text: str  #: the question


def read_prompt(lines: Sequence[str]) -> Prompt:
    """Return the question at the end of some lines.

    Args:
        lines: what the program wrote after its last board.

    >>> read_prompt(["Enter your move (1-9): "])
    Prompt(kind=<QuestionKind.MOVE: 'move'>, options=(), text='Enter your move (1-9):')
    >>> read_prompt(["1-(X)  2-(O)", "Select Player: "])[:2]
    (<QuestionKind.MENU: 'menu'>, ('1', '2'))
    >>> read_prompt(["Enter your choice: "]).kind
    <QuestionKind.MOVE: 'move'>
    >>> read_prompt(["Play? (Y/N)"])[:2]
    (<QuestionKind.MENU: 'menu'>, ('Y', 'N'))
    >>> read_prompt(["Enter 1 to play 1(st) or 2 to play 2(nd): "])[:2]
    (<QuestionKind.FIRST: 'first'>, ('1', '2'))
    >>> read_prompt(["Do you want to be X or O?", "> "])[:2]
    (<QuestionKind.MARK: 'mark'>, ('X', 'O'))
    >>> read_prompt(["1. Two players", "2. Against the computer", "Your choice: "])[:2]
    (<QuestionKind.MENU: 'menu'>, ('2',))
    >>> read_prompt(["1. You vs You", "2. You vs Random AI", "3. You vs Smart AI", "Mode: "])[1][0]
    '3'
    """
    written = [line.strip() for line in lines if line.strip()][-9:]
    if not written:
        return Prompt(QuestionKind.MOVE, (), "")
    asked = " ".join(written[-2:] if len(written[-1]) < 4 else written[-1:])
    kind = _kind(asked)
    if kind is None and is_menu(written):
        kind = QuestionKind.MENU
    if kind is None:
        kind = next((k for k in map(_kind, written[-2:-7:-1]) if k), QuestionKind.MOVE)
        if kind in {QuestionKind.AGAIN, QuestionKind.ENTER, QuestionKind.NAME}:
            kind = QuestionKind.MOVE
    options = _options(kind, asked, written)
    if kind is QuestionKind.MENU and not options:  # "Enter your choice:" of a cell
        kind = QuestionKind.MOVE
    return Prompt(kind, options, asked)


def is_option(line: str) -> bool:
    """Whether a line is one option of a menu, such as "1. Play the computer"."""
    return _OPTION.match(line) is not None


def is_menu(lines: Sequence[str]) -> bool:
    """Whether some lines are the options of a menu.

    >>> is_menu(["1. Play the computer", "2. Quit", ":"]), is_menu(["Friend (1), computer (2)?"])
    (True, True)
    """
    keys = {line.strip(" ([")[0] for line in lines if is_option(line)}
    return len(keys) > 1 or len(_KEY_LAST.findall(lines[-1])) > 1


def _kind(text: str) -> QuestionKind | None:
    """Return what a text asks; None if it does not say."""
    asks_cell, menu = _RANGE.search(text), _MENU.search(text)
    if asks_cell and not menu and not _LEVEL.search(text):
        return QuestionKind.MOVE
    for kind, pattern in _KINDS:
        if pattern.search(text) and not (asks_cell and kind is QuestionKind.ENTER):
            return kind
    if _PLACE.search(text) and not _YES_NO.search(text):
        return QuestionKind.MOVE
    return QuestionKind.MENU if menu or _YES_NO.search(text) else None


_FIXED: dict[QuestionKind, tuple[str, ...]] = {
    QuestionKind.MOVE: (),
    QuestionKind.ENTER: ("",),
    QuestionKind.NAME: ("Anna",),
    QuestionKind.PLAYERS: ("1",),
    QuestionKind.COMMAND: ("start user hard", "start hard user"),
}


def _options(kind: QuestionKind, asked: str, written: Sequence[str]) -> tuple[str, ...]:
    """Return how a question may be answered."""
    if kind in _FIXED:
        return _FIXED[kind]
    keyed = [pair for line in written for pair in _KEYED.findall(line)]
    keyed = keyed or [pair[::-1] for pair in _KEY_LAST.findall(asked)]
    if kind is QuestionKind.LEVEL:
        return (_hardest(asked, keyed),)
    if kind is QuestionKind.MENU:
        keyed.sort(key=lambda pair: not _THE_COMPUTER.search(pair[1]))
        for unwanted in _NOT_THE_COMPUTER, _EASY:
            keyed = [pair for pair in keyed if not unwanted.search(pair[1])] or keyed
        named = sorted(_bracketed(asked), key=lambda option: not _HARD.match(option))
        named = [option for option in named if not _NOT_THE_COMPUTER.search(option)] or named
        return tuple(key for key, _ in keyed) or tuple(named)
    found = _bracketed(asked) or tuple(dict.fromkeys(key for key, _ in keyed))
    if len(found) >= 2:
        return found[:4]
    if kind is QuestionKind.MARK and (match_ := _MARK.search(" ".join(written[-3:]))):
        return tuple(filter(None, match_.groups()))
    return ("y", "n")


def _bracketed(asked: str) -> tuple[str, ...]:
    """Return the options that a question names."""
    for inside in _BRACKETS.findall(asked):
        parts = [part.strip("'\" ") for part in _OR.split(inside)]
        keys = tuple(re.split(r"\s*[=:]\s*|\s+for\s+", part)[0] for part in parts)
        if len(keys) > 1 and all(0 < len(key) < 13 and " " not in key for key in keys):
            return keys
    letters = tuple(_LETTERS.findall(asked))
    if len(letters) > 1:
        return letters
    plain = _YES_NO.search(asked)
    return tuple(filter(None, plain.groups())) if plain else ()


def _hardest(asked: str, keyed: Sequence[tuple[str, str]]) -> str:
    hard = [key for key, text in keyed if _HARD.match(text)]
    named = [option for option in _bracketed(asked) if _HARD.match(option)]
    if hard or named:
        return (named or hard)[-1]
    return keyed[-1][0] if keyed else (_bracketed(asked) or ("hard",))[-1]


_DRAW = re.compile(
    r"\b(draw|drawn|tie|tied|cat'?s|stalemate|no winner|no one wins|nobody wins)\b", re.IGNORECASE
)
_LETTER_WINS = re.compile(
    r"(?<![a-z])([XO])\W{0,2}(?:\s+(?:is|has|the|player))*\s*\b(?:wins?|won|winner)\b"
    r"|\bwinner(?:\s+is|:)?\s*(?:player)?\W*([XO])(?![a-z])",
    re.IGNORECASE,
)
_YOU_WIN = re.compile(
    r"\byou(?:'ve| have)?\s+(?:win|won|beat)\b|congrat|\b(human|player) (wins|won)\b", re.IGNORECASE
)
_IT_WINS = re.compile(
    r"\b(?:computer|ai|cpu|bot|machine|program|opponent|robot|i)\W+(?:\(?[xo]\)?\s+)?"
    r"(?:has |have |player )?(?:wins?|won|beats?)\b"
    r"|\byou(?:'ve| have)?\s+(?:lose|lost)\b|\bi beat you",
    re.IGNORECASE,
)


def announced(lines: Sequence[str], person: str, program: str) -> dict[str, str]:
    """Return the results that a program announces, each with the line that says so.

    Args:
        lines: what it wrote.
        person: the mark of the person who plays against it.
        program: its own mark.

    Returns:
        "draw", "person" and "program"; a program that is understood announces one.

    >>> announced(["X | O | X", "Player O wins!"], "X", "O")
    {'program': 'Player O wins!'}
    """
    found: dict[str, str] = {}
    for line in lines:
        text = line.strip()
        if _DRAW.search(text):
            found.setdefault("draw", text)
        elif letter := _LETTER_WINS.search(text):
            mark = (letter[1] or letter[2]).upper()
            if mark in {person.upper(), program.upper()}:
                found.setdefault("person" if mark == person.upper() else "program", text)
        elif _IT_WINS.search(text):
            found.setdefault("program", text)
        elif _YOU_WIN.search(text):
            found.setdefault("person", text)
    return found
