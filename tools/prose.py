"""Check the prose of the documents: ``python tools/prose.py [FILE ...]``, by default all of them.

It refuses sentences of more than 40 words, and turns of phrase that a reader stumbles on. Each
line that it prints names the file and line, and what to write instead.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = ("*.md", "docs/**/*.md", "certificates/*.md", "proofs/*.md", "web/README.md")
LONGEST = 40  #: words of a sentence
#: What not to write, and what to write instead.
PHRASES = {
    r"\bwhom?ever\b": "name the reader, the player or the thing",
    r"(?<!there )\b(?:is|are|was|were) no (?!(?:longer|more|less|better)\b)": "'is not a'",
    r"\b(?:is|are|was|were) (?:told|asked)\b": "name the actor, in the active voice",
    r"\b(?:go|goes|went|gone) on with\b": "'continue' or 'resume'",
    r"\b(?:can|cannot|is|are) (?:to )?be had\b": "'is available'",
    r"\bby lot\b": "'at random'",
    r"\b(?:anew|aslant|thereby|whereby|lest)\b": "a plain word: 'again', 'so'",
    r"\bcomes? (?:alive|to an end)\b": "'start' or 'end'",
    r"\bso (?:many|much) as\b": "'as many as'",
    r"\bof one's own\b": "'your own'",
}


def blocks(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield each paragraph, item, heading and cell of a table with the number of its first line.

    >>> list(blocks("# A\n\nOne\ntwo `x y`.\n\n```\ncode\n```\n- [a b](c)\n| d | e |"))
    [(1, 'A'), (3, 'One two `code`.'), (9, 'a b'), (10, 'd'), (10, 'e')]
    """

    def blank(found: re.Match[str]) -> str:
        return "\n" * found[0].count("\n")

    text = re.sub(r"^( *```).*?^\1$|<!--.*?-->", blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]+`", lambda found: "`code`" + blank(found), text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|<[a-z/][^>]*>", lambda found: found[1] or "", text)
    start, words = 0, ""
    for number, line in enumerate([*text.split("\n"), ""], 1):
        begins = re.match(r"\s*(?:#+|[-*>]|\d+\.|\|)(?: +|$)|\s*$", line)
        if begins and words:
            yield start, words
            words = ""
        if line.startswith("|"):
            yield from ((number, cell.strip()) for cell in line.split("|") if cell.strip(" -:"))
        elif line.strip():
            start = start if words else number
            words = f"{words} {line[begins.end() if begins else 0 :].strip()}".strip()


def faults(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield what is wrong with a text, with the line on which its paragraph begins.

    >>> list(faults("Whoever moves\n\nis no fool."))
    [(1, "'Whoever': name the reader, the player or the thing"), (3, "'is no ': 'is not a'")]
    >>> list(faults("One fact. " * 50))
    []
    >>> list(faults("and so on " * 14))
    [(1, 'a sentence of 42 words: and so on and so on ...')]
    """
    for number, block in blocks(text):
        for sentence in re.split(r"(?<=[.!?])[)\"'*]*\s+", block):
            words = sentence.split()
            if len(words) > LONGEST:
                yield number, f"a sentence of {len(words)} words: {' '.join(words[:6])} ..."
        for phrase, better in PHRASES.items():
            for found in re.finditer(phrase, block, re.IGNORECASE):
                yield number, f"{found[0]!r}: {better}"


def main() -> int:
    """Print the faults of the files that were named, or of all documents."""
    paths = [Path(name) for name in sys.argv[1:]]
    paths = paths or sorted(path for pattern in FILES for path in ROOT.glob(pattern))
    found = [
        f"{path}:{number}: {fault}"
        for path in paths
        for number, fault in faults(path.read_text(encoding="utf-8"))
    ]
    sys.stdout.writelines(f"{line}\n" for line in found)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
