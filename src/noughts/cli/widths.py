"""How many columns of a terminal a text takes: a Japanese or Chinese character takes two."""

import re
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

#: Texts between which a line may break: words, and single wide characters. A full stop, a bracket
#: and such stay where they belong.
_PIECES = re.compile(
    r"\s*(?:[\uff08\u300c]?[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]|[^\s\u2e80-\uffef]+)"
    r"[\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d]*"
)


def columns(text: str) -> int:
    """Count the columns of a text.

    >>> columns("a1"), columns("三目"), columns("cờ")
    (2, 4, 2)
    """
    if text.isascii():
        return len(text)
    return sum(
        2 if east_asian_width(char) in "WF" else 0 if combining(char) else 1 for char in text
    )


def padded(text: str, width: int) -> str:
    """Add spaces at the right, up to a number of columns.

    >>> padded("a1", 4), padded("三", 4)
    ('a1  ', '三  ')
    """
    return text + " " * (width - columns(text))


def flush(text: str, width: int) -> str:
    """Add spaces at the left, up to a number of columns.

    >>> flush("a1", 4), flush("三", 4)
    ('  a1', '  三')
    """
    return " " * (width - columns(text)) + text


def centred(text: str, width: int) -> str:
    """Add spaces at both sides, up to a number of columns.

    >>> centred("a1", 6), centred("三", 6)
    ('  a1  ', '  三  ')
    """
    return padded(" " * ((width - columns(text)) // 2) + text, width)


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most this many columns, if its words are not longer.

    >>> wrapped("blocks a1 b1 c1", 10), wrapped("ラインを止める。", 8)
    (['blocks a1', 'b1 c1'], ['ラインを', '止める。'])
    """
    lines = [""]
    for piece in _PIECES.findall(text):
        if columns(lines[-1] + piece) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return lines


def table(rows: Sequence[Sequence[str]], least: Sequence[int]) -> list[str]:
    r"""Return a table's lines: the first column on the left, the others on the right.

    Args:
        rows: the cells; a row may have fewer than the first one, which has the headings.
        least: the width of each column, if its heading is not wider.

    >>> print("\n".join(table([["", "won"], ["hard", "7"]], (6, 5))))
            won
    hard      7
    """
    widths = [max(least[0], *(columns(row[0]) + 1 for row in rows))]
    for head, width in zip(rows[0][1:], least[1:], strict=False):
        widths.append(max(width, columns(head) + 2))
    return [
        padded(first, widths[0])
        + "".join(flush(cell, width) for cell, width in zip(rest, widths[1:], strict=False))
        for first, *rest in rows
    ]
