"""What Python reads, says and decides, for the page's twins to agree with."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from typing import Any

from deep import sized

from noughts.core.errors import NoughtsError
from noughts.core.position import Mark, Position
from noughts.core.record import Record, result
from noughts.core.rules import ALIASES, Rules
from noughts.core.series import Series
from noughts.engines.levels import Level
from noughts.engines.perfect import Perfect
from noughts.engines.person import DEPTHS, seen
from noughts.explain import hint
from noughts.json import encode
from noughts.lab.grading import review
from noughts.trace.words import why

#: Games as texts, right and wrong.
RECORDS = (
    "b2 a1 c1",
    "5 1 3",
    "5 1 3 *",
    "B2 A1",
    "b2, a1",
    "b2 b2",
    "0",
    "10",
    "b2 a1 c3 X wins",
    "a1 a2 b1 b2 c1 X wins",
    "a1 a2 b1 b2 c1 O wins",
    "a1 a2 b1 b2 c1 draw",
    "a1 a2 b1 b2 c1 *",
    "a1 a2 b1 b2 c1 a3",
    "*",
    "draw",
    "",
    "Rules: 3,3,3\n\nb2 a1 *\nb2 b1 *",
    "Rules: 3,3,3\nPlayed at: the office\nX: Ada\n\nb2 a1 *",
    "Time-Control: 5\nnote_1:none\n\nb2",
    "b2 a1\nX: Ada",
    "1st: Ada\n\nb2",
    "Où: là\n\nb2 a1 *",
    "At: 1\n\nb2 a1 c1 *",
    "At: 0\n\nb2 a1 c1 *\nb2 b1 *",
    "At: 3\n\nb2 a1 c1 *",
    "At: 4\n\nb2 a1 c1 *",
    "At: 1\n\n*\nb2",
    "At: 2\n\nb2\nb2 a1",
    "At: -1\n\nb2 a1 c1 *",
    "At: last\n\nb2 a1 c1 *",
    "At:\n\nb2 a1 c1 *",
    "  Rules:   3,3,3  \r\n\r\n  b2   a1 \r\n",
    "Start: X.O/.X./..O\n\nc2 a2",
    "Start: XXX/OOO/...\n\nc3",
    "Start: XXX/OO./...\n\nc3",
    "Rules: 4,4,3 torus\n\na1 a2 d1",
    "Rules: 3,3,3 misere\n\na1 a2 b1 b2 c1 O wins",
    "Rules: 3,3,3,3\n\nb2b 1 27",
    "Rules: connect-four\n\nd d e",
    "Rules: 7,6,4 gravity\n\nD6 d5 E",
    "Rules: 7,6,4 gravity\n\nd6 d4",
    "Rules: 7,6,4 gravity\n\nd d d d d d d",
    "Rules: 7,6,4 gravity\n\n39 32 h",
    "Rules: 4,4,3 gravity\nStart: ..../..../..O./.XX.\n\nc",
    "Rules: 4,4,3 gravity\nStart: ..../..O./..../.XX.\n\nc",
    "Rules: 3,3,3,3 gravity\n\nba ba bc b3b",
    "d d e",
    "Rules: 4,3,3\nStart: X.../.O../....\n\n12 *",
    "1. b2 a1 2. c1 a3 *",
    "1. b2 2. a1 3. c1",
    "1. b2 a1\n2. c1 a3\n\nb2 c3",
    "1.b2\n1...a1\n2.c1",
    "1. b2 a1 c1 3. c2",
    "2. b2",
    "1.5 2",
    "b2. a1",
    "rules: 4,3,3\n\nd3",
    "Rules: 4,3,3\nRULES: 3,3,3\n\nb2",
    "X: Ada\nX: Bo\n\nb2",
    "x: Ada\nX: Bo\n\nb2",
    "Rules: connect-four\n\n4453",
    "Rules: connect-four\n\n4 4 5 3 *\n45",
    "Rules: connect-four\n\n448",
    "Rules: connect-four\n\n44444444",
    "Rules: connect-four\n\n40",
    "Rules: 10,6,4 gravity\n\n12",
    "45",
    "Start: x e o / e x e / e e o\n\nc2",
    "Start: 102/010/002\n\nc2",
    "Start: b.w.b...w\n\nc2 *",
    "Start: X.O.X...0\n\nc2",
    "Start: 1x0/.../...\n\nc2",
    "Rules: connect-four\nStart: 4453\n\n4 *",
    "Rules: connect-four\nStart: 4458\n\n4",
    "Rules: 3x3\n\nb2 a1",
    "Rules: 15x15x5\n\nh8",
    "Rules: 3×3 misère\n\n1. b2 a1 2. c1",
    "Rules: 4,2,2 caro\nStart: ..../OXXO\n\na1",
    "Rules: 4,2,2 caro\nStart: X.../OXXO\n\nb1",
)
#: Rules as texts, right and wrong, beside those that are drawn at random.
GAMES_WRITTEN = (
    *ALIASES,
    *(
        "3x3",
        "15x15x5",
        "3×3 misère",
        "Tic Tac Toe",
        "noughts_and_crosses",
        " Connect  Four ",
        "CONNECT-FOUR",
        "3 × 3",
        "3X3",
    ),
    *("26,26,5", "26,26,5 gravity", "26,26,5 exact caro torus", "26,25,650 torus", "26,26,26"),
    *("8,8,8,4", "8,8,8,4 torus exact caro", "26,26,1,5", "1,1,1", "1,1,1 torus exact", "5,5,1"),
    *(
        "5,1,3 caro",
        "5,1,4 torus caro exact",
        "5,1,5 torus exact",
        "2,3,1,2 torus",
        "4,4,9 gravity",
    ),
    *("04,4,3 gravity", "3,3,3 misere misere", "4,4,3 gravity torus", "4, 4, 3", "4,4,999999999"),
    *("3,3,3 mise\u0300re", "4x4,3", "3x3,3", "3x3 torus"),
    *("3,1 lines a1-b1 b1-c1", "3,1 lines b1-a1 a1-b1 3-1", "3,3 lines", "2,2,2 lines a1a-b2b"),
    *("3,3 misere lines a1-a2-a3 gravity", "3,3 lines 1-5-9 a1-b2", "3,3 lines a1-b2 MISERE"),
    *("", "3", "3,3", "3,3,3,3,3", "0,3,3", "3,0,3", "3,3,0", "3,-3,3", "27,3,3", "99,99,5"),
    *("26,26,2,3", "4,4,1234567890", "3.5,3,3", "3,3,three", "renju", "chess", "constructor"),
    *("3,3,3 caro gravity", "3,3,3 tourus", "3,3,3 torus, exact", "3,3,3 renju", "X.O/.X./..O"),
    *("3,3 lines a1-a1", "3,3 lines a1-d1", "3,3 lines -", "3,3 lines a1-b2 torus"),
    *("3 lines a1", "3,3,3,3 lines a1a", "3,1 lines a1 exact", "lines a1", "3,3,3 lines a1"),
    *("3,3 holes b2 lines a1-b1", "000000000", "3x3x", "x3,3,3", "3,3,3,", "4,4,4_torus"),
)
#: Boards with holes are played neither on a server nor in the page.
HOLES = "holes"
#: What may be added to a game.
FLAGS = ("torus", "exact", "caro", "misere", "gravity")
#: How many games are drawn at random.
DRAWN = 200
#: Small games, of which Python tells every board that can arise.
SMALL = (
    "3,3,3",
    "4,2,2 caro",
    "4,2,2 exact",
    "4,2,2 exact caro",
    "4,2,2 caro torus",
    "6,1,3 caro misere",
    "3,3,2 exact",
    "4,2,2 gravity",
    "3,3,3 gravity",
    "2,2,2,2 exact",
    "4,2,3 exact gravity",
)
#: Positions that cannot have occurred, one for each way.
FLAWED = (
    ("3,3,3", "XX./.../..."),
    ("3,3,3 gravity", ".X./.../..."),
    ("3,3,3", "XXX/OOO/..."),
    ("4,2,2 caro", "..../OXXO"),
    ("3,3,3", "XXX/OO./O.."),
    ("3,3,3", "OOO/XX./XX."),
    ("3,3,3 gravity", "O../OXO/XXX"),
)
#: Games of which positions are written in many ways.
WRITTEN = (
    "3,3,3",
    "4,3,3",
    "9,1,3",
    "4,2,2 caro",
    "7,6,4 gravity",
    "9,1,3 gravity",
    "10,2,3 gravity",
    "2,2,2,2",
    "3,3,3,3 gravity",
)
#: X, O and empty in some alphabets, of which the last are wrong.
ALPHABETS = ("XO.", "xo_", "X0-", "xoe", "120", "12.", "bw.", "BWE", "b2.", "x20", "WB.")
#: Games that are played at random, each by these seeds.
GAMES = (
    "3,3,3",
    "3,3,3 misere",
    "4,4,4 torus",
    "6,5,4 exact",
    "7,6,4 caro",
    "6,5,3 exact caro",
    "5,4,3 caro torus",
    "3,3,3,3",
    "4,4,4,4",
    "15,15,5",
    "7,6,4 gravity",
    "3,3,3,3 gravity",
)
SEEDS = range(5)

#: How many positions of each game a person looks at.
PERSONS = {
    "3,3,3": 300,
    "3,3,3 misere": 40,
    "4,3,3": 40,
    "7,6,4 gravity": 40,
    "5,5,4 torus": 20,
    "7,7,5 exact": 20,
    "9,7,5 caro": 20,
    "3,3,3,3": 20,
    "15,15,5": sized(4, 10),
}


def games() -> list[dict[str, Any]]:
    """Read rules; null where a text is no game. Of the lines a digest is told, which is short."""
    chance, texts = random.Random(39), list(GAMES_WRITTEN)
    while len(texts) < len(GAMES_WRITTEN) + DRAWN:
        sides = [
            chance.randint(1, chance.choice((5, 9, 26))) for _ in range(chance.choice((2, 2, 3)))
        ]
        k = chance.randint(1, max(sides) + 1)
        flags = [flag for flag in FLAGS if chance.random() < 1 / 3]
        texts.append(" ".join([",".join(map(str, (*sides, k))), *flags]))
    return [{"text": text, "read": read_game(text)} for text in texts]


def read_game(text: str) -> dict[str, Any] | None:
    """Report a game, of its lines the number and a digest."""
    try:
        board = encode.board(Rules.parse(text))
    except NoughtsError:
        return None
    if HOLES in text:
        return None  # they are not played on a server
    said: dict[str, Any] = dict(board)
    lines = [said.pop(part) for part in ("lines", "guards", "ends")]
    written = json.dumps(lines, separators=(",", ":")).encode()
    return said | {"lines": len(lines[0]), "digest": hashlib.sha256(written).hexdigest()}


def records() -> list[dict[str, Any]]:
    """Read games; null where one cannot be read."""
    found = []
    for text in RECORDS:
        try:
            record = Record.parse(text)
        except NoughtsError:
            found.append({"text": text, "read": None})
            continue
        rules = record.start.rules
        lines = [record.moves, *record.branches]
        read = {"rules": str(rules), "start": str(record.start), "lines": lines, "at": record.at}
        found.append({"text": text, "board": encode.board(rules), "read": read})
    return found


def positions(name: str) -> list[str]:
    """List the boards of a small game that can arise."""
    found = []
    rules = Rules.parse(name)
    for stones in itertools.product("XO.", repeat=rules.cells):
        if stones.count("X") - stones.count("O") not in {0, 1}:
            continue  # only to save the time of most of them
        try:
            found.append(str(Position.parse("".join(stones), rules)))
        except NoughtsError:
            continue
    return found


def arising() -> list[dict[str, Any]]:
    """List the boards of small games that can arise."""
    return [
        {"board": encode.board(Rules.parse(name)), "positions": positions(name)} for name in SMALL
    ]


def written() -> list[dict[str, Any]]:
    """Read positions written in many ways, right and wrong; null where one cannot be read."""
    found = []
    for name in WRITTEN:
        rules, chance = Rules.parse(name), random.Random(name)
        texts = {"", "/", "0", "1", "".join("1" * rules.cells)}
        for alphabet in ALPHABETS:
            for _ in range(3):
                texts.update(spellings(rules, alphabet, chance))
        read = {text: understood(text, rules) for text in sorted(texts)}
        found.append({"board": encode.board(rules), "read": read})
    return found


def spellings(rules: Rules, alphabet: str, chance: random.Random) -> list[str]:
    """Write a position in many ways, each once more with a slip."""
    position, columns = Position(rules), ""
    for _ in range(chance.randrange(rules.cells)):
        if position.outcome is None:
            cell = chance.choice(list(position.legal))
            columns += str(cell % rules.shape[0] + 1)
            position = position.play(cell)
    rows = str(position).translate(str.maketrans("XO.", alphabet))
    drawn = position.board().translate(str.maketrans("XO.", alphabet))
    texts = [
        rows,
        rows.replace("/", ""),
        " ".join(rows),
        " ".join(rows.replace("/", "")),
        rows.replace("/", " / "),
        rows.replace("/", "\n"),
        f"  {rows}\r\n",
        drawn,
        drawn.replace("\n", "\r\n"),
        columns,
        f"{columns}9",
        f"{columns[:1]} {columns[1:]}",
    ]
    for text in texts.copy():
        at = chance.randrange(len(text) + 1)
        texts.append(text[:at] + chance.choice("XO.0/12 be?") + text[at + chance.randrange(2) :])
    return texts


def understood(text: str, rules: Rules) -> str | None:
    """Say which position Python reads."""
    try:
        return str(Position.parse(text, rules))
    except NoughtsError:
        return None


def hints() -> dict[str, list[Any]]:
    """Give the three hints in every position of 3×3 that is not over."""
    engine, found = Perfect(), {}
    for text in positions("3,3,3"):
        position = Position.parse(text)
        if position.outcome is None:
            analysis = engine.analyse(position)
            steps = [hint(analysis, step) for step in (1, 2, 3)]
            found[text] = [[step.text, step.cells] for step in steps]
    return found


def playouts() -> list[dict[str, Any]]:
    """Play games at random; tell the cells that could be played before each move."""
    found = []
    for name in GAMES:
        rules = Rules.parse(name)
        games = []
        for seed in SEEDS:
            chance, position, moves = random.Random(seed), Position(rules), []
            legal, easy = [], []
            while position.outcome is None:
                legal.append(list(position.legal))
                easy.append(sorted(Level.EASY.engine().weights(position)))
                moves.append(chance.choice(legal[-1]))
                position = position.play(moves[-1])
            games.append({"moves": moves, "legal": legal, "easy": easy, "result": result(position)})
        found.append({"board": encode.board(rules), "games": games})
    return found


def reviews() -> list[dict[str, Any]]:
    """Grade games of 3×3 played at random."""
    found = []
    for seed in range(60):
        chance, record = random.Random(seed), Record.of("3,3,3")
        while record.position.outcome is None:
            record = record.play(chance.choice(list(record.position.legal)))
        graded = review(record)
        grades = [str(move.grade) for move in graded.moves]
        found.append({"moves": record.moves, "grades": grades, "decided": graded.decided})
    return found


def series() -> list[dict[str, Any]]:
    """Tell how every series up to the best of five stands after each game."""
    found: list[dict[str, Any]] = []
    for best_of in (3, 5):
        waiting = [Series(best_of)]
        while waiting:
            now = waiting.pop()
            found.append(
                {
                    "best_of": best_of,
                    "results": now.results,
                    "score": now.score,
                    "draws": now.draws,
                    "over": now.over,
                    "winner": now.winner,
                }
            )
            if not now.over:
                waiting += [now.after(winner) for winner in (0, 1, None)]
    return found


def pruned() -> list[dict[str, Any]]:
    """Say why a branch is left, for all that may stand elsewhere and here, also by a guess."""
    values = (-7, -5, -0.25, 0, 0.5, 5, 7)
    return [
        {
            "mover": str(mover),
            "elsewhere": elsewhere,
            "here": here,
            "guesses": guesses,
            "words": why(mover, elsewhere, here, guesses=guesses),
        }
        for guesses in (False, True)
        for mover, sign in ((Mark.O, 1), (Mark.X, -1))
        for elsewhere in values
        for here in values
        if sign * elsewhere >= sign * here
    ]


def persons() -> list[dict[str, Any]]:
    """List the moves that a person who looks so deep chooses from, with their odds."""
    chance = random.Random(11)
    found = []
    for game, count in PERSONS.items():
        rules, views = Rules.parse(game), {}
        for number in range(count):
            position = Position(rules)
            for _ in range(number % min(rules.cells - 1, 14)):
                if position.outcome is None:
                    position = position.play(chance.choice(position.legal))
            if position.outcome is None:
                views[str(position)] = [list(seen(position, at).items()) for at in range(DEPTHS)]
        found.append({"board": encode.board(rules), "views": views})
    return found


def flaws() -> list[dict[str, Any]]:
    """Say of positions that cannot have occurred what is wrong."""
    told = []
    for game, text in FLAWED:
        try:
            Position.parse(text, game)
        except NoughtsError as error:
            told.append(
                {"board": encode.board(Rules.parse(game)), "text": text, "error": str(error)}
            )
    return told


def vectors() -> dict[str, Any]:
    """Return all of that, by what it is called."""
    parts = (
        games,
        flaws,
        records,
        arising,
        written,
        hints,
        playouts,
        pruned,
        reviews,
        series,
        persons,
    )
    return {part.__name__: part() for part in parts}
