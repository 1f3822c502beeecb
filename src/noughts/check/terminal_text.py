"""What a program writes on a terminal, as plain lines."""

from __future__ import annotations

import re

# A cleared screen or a moved cursor begins a new line; colours and the rest are dropped.
_MOVES = re.compile(r"\x1b\[[\d;]*[HfJ]|\x1bc|\f")
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-Za-z]|\x1b[@-~]"
)
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("│┃║❘\uff5c¦", "|"),
        **dict.fromkeys("─━═—–", "-"),
        **dict.fromkeys("┼╋╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╭╮╰╯┏┓┗┛┣┫┳┻╪╫", "+"),
        **dict.fromkeys("❌✖✗✘✕×❎\uff38", "X"),
        **dict.fromkeys("⭕○◯\u3007⚪🔵🅾\uff2f", "O"),
        **dict.fromkeys("⬜◻□⬛▢🔲·•∙", "."),
        **dict.fromkeys("\u200b\ufe0e\ufe0f\u20e3\x07\x00"),
        "\u00a0": " ",
        "\t": "    ",
    }
)


def plain_lines(written: bytes) -> list[str]:
    r"""Return the lines of a program's output, without escapes, with X, O and | for their like.

    >>> plain_lines("\x1b[2J\x1b[31m❌\x1b[0m│⭕│ \r\nloading\rYour move: ".encode())
    ['', 'X|O| ', 'Your move: ']
    """
    text = _ESCAPES.sub("", _MOVES.sub("\n", written.decode(errors="replace")))
    while "\b" in text:
        text = re.sub("[^\b]\b|^\b", "", text)
    lines = text.replace("\r\n", "\n").translate(_ALIKE).split("\n")
    return [line.rstrip("\r").rpartition("\r")[2] for line in lines]
