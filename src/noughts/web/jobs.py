"""The jobs that compute answers.

These functions run in the server or in a process of its pool, so arguments and results must be
picklable. A client's question arrives as text and leaves as the JSON of `noughts.json.encode`; the
server's own questions use objects.
"""

import base64
import gzip
from datetime import date
from itertools import islice
from time import perf_counter
from typing import NamedTuple

import orjson

from noughts import formats, puzzles
from noughts.core.catalogue import grouped
from noughts.core.errors import LimitReachedError, RecordError, RulesError
from noughts.core.limit import Limit
from noughts.core.notation import MAX_CELLS, Cutout, cell_count, parse_rules
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.series import Starts
from noughts.engines import Choice, Level, Perfect
from noughts.engines import swap2 as openings
from noughts.json import encode, shapes
from noughts.lab.counting import count as count_game
from noughts.lab.matches import Match, Standing
from noughts.puzzles import Difficulty, PuzzleKind
from noughts.puzzles.shipped import set_as_json
from noughts.trace import MOST_CALLS, Trace
from noughts.trace.source_lines import source

#: The most that cells times k may be, enough for the lines of a 26×26 board or a box. Larger games
#: are tori whose lines wind around many times, which take seconds to build.
MOST_LINES = 50_000
#: For a game's file, including branches: the page can open a text of this size.
MOST_MOVES = 20_000
#: Of one game, more mistakes teach nothing.
MOST_THROWN = 2


def load() -> None:
    """Do nothing: a new process has now loaded everything that jobs need."""


def board(rules: str) -> bytes:
    """Describe a game: its shape, its lines, its flags."""
    return orjson.dumps(encode.board(read(rules)))


def count(rules: str, limit: Limit) -> bytes:
    """Count a game.

    Raises:
        LimitReachedError: It is too large to count here.
    """
    game = read(rules)
    try:
        return orjson.dumps(encode.count(game, count_game(game, limit)))
    except LimitReachedError as error:
        raise LimitReachedError.said("server", "count", rules=game, problem=error) from None


def opened(name: str, data: str) -> bytes:
    r"""Read a game's file of another program, given in base64.

    >>> orjson.loads(opened("game.pos", "aDhpOQ=="))
    {'record': 'Rules: 15,15,5\n\nh8 i9 *', 'notes': []}
    """
    try:
        file = base64.b64decode(data, validate=True)
    except ValueError as error:
        raise RecordError.said("server", "base64", problem=error) from None
    notes: list[str] = []
    record = formats.read(file, formats.named(name), notes=notes)
    read(str(record.start.rules))
    moves = len(record.moves) + sum(map(len, record.branches))
    if moves > MOST_MOVES:
        raise RecordError.said("file format", "moves", most=grouped(MOST_MOVES))
    game: shapes.OpenedGame = {"record": str(record), "notes": notes}
    return orjson.dumps(game)


def analysis(rules: str, position: str, limit: Limit) -> bytes:
    """Value a position and every move in it.

    >>> orjson.loads(analysis("3,3,3", "X.O/.X./..O", Limit(seconds=1)))["best"]
    ['c2']
    """
    stones = Position.parse(position, read(rules))
    return orjson.dumps(encode.analysis(Perfect().analyse(stones, limit)))


def move(rules: str, position: str, level: str, seed: int | None, limit: Limit) -> bytes:
    """Choose a move."""
    stones = Position.parse(position, read(rules))
    chosen = choose(stones, Level.parse(level), seed, limit)
    return orjson.dumps(encode.move(stones, chosen, level, level))


def choose(position: Position, level: Level, seed: int | None, limit: Limit) -> Choice:
    """Choose a move."""
    return level.engine(seed=seed).play(position, limit)


def swap2(rules: str, position: str, level: str, seed: int | None, limit: Limit) -> bytes:
    """Place the three stones of a swap2 opening, or choose a side after three or five.

    >>> board = "/".join(["." * 15] * 15)
    >>> opening = orjson.loads(swap2("15,15,5", board, "hard", 1, Limit(nodes=1200)))
    >>> len(opening["place"]), opening["take"], opening["proven"]
    (3, None, False)
    """
    stones = Position.parse(position, read(rules))
    done = begin(stones, Level.parse(level), seed, limit)
    if isinstance(done, openings.Taken):
        return orjson.dumps(encode.side(done, level))
    return orjson.dumps(encode.swap2(stones.rules, done, level))


def begin(
    position: Position, level: Level, seed: int | None, limit: Limit
) -> openings.Taken | tuple[int, ...]:
    """Return the three stones of a swap2 opening, or the side to take after three or five."""
    player = level.engine(seed=seed)
    if position.ply:
        return openings.take_side(position, lambda at: player.play(at, limit), seed)
    draws = openings.DRAWS
    seconds = limit.seconds and limit.seconds / draws
    part = limit.part(seconds, limit.nodes and max(1, limit.nodes // draws))
    return openings.three_stones(position.rules, lambda at: player.play(at, part), seed)


def puzzles_of(day: str) -> bytes:
    """Set the puzzles of a day.

    >>> len(orjson.loads(puzzles_of("2026-12-01")))
    3
    """
    return orjson.dumps([set_as_json(*each) for each in puzzles.daily(date.fromisoformat(day))])


def chosen_puzzles(
    kind: str | None, difficulty: str | None, rules: str | None, number: int, seed: int | None
) -> bytes:
    """Set random puzzles."""
    found = puzzles.choose(
        number,
        kind=PuzzleKind(kind) if kind else None,
        difficulty=Difficulty(difficulty) if difficulty else None,
        rules=read(rules) if rules else None,
        seed=seed,
    )
    return orjson.dumps([set_as_json(*each) for each in found])


def judged(id_: str, answer: str, limit: Limit) -> bytes:
    """Judge an answer to a puzzle.

    >>> orjson.loads(judged("3x3/6", "z9", Limit(seconds=1)))
    Traceback (most recent call last):
    noughts.core.errors.IllegalMoveError: z9 is off the board; cells are a1 to c3
    """
    puzzle = puzzles.by_id(id_).puzzle
    return orjson.dumps(puzzles.judge(puzzle, puzzle.read(answer), limit).as_json())


def thrown(rules: str, moves: str, mark: str, limit: Limit) -> bytes:
    """Find the wins by fours that a player of a game threw away, at most `MOST_THROWN`.

    >>> orjson.loads(thrown("6,6,4", "a1 a2 b1 b2 c1 c2 f6 d2", "X", Limit(seconds=1)))
    [{'number': 7, 'answers': ['d1'], 'line': ['d1']}]
    """
    start = Position(read(rules))
    played, position = [], start
    for text in moves.split():
        played.append(position.cell(text))
        position = position.play(played[-1])
    found = puzzles.thrown_wins(start, played, Mark[mark], limit)
    return orjson.dumps([each.as_json(start) for each in islice(found, MOST_THROWN)])


def trace(
    rules: str, position: str, search: str, depth: int | None, limit: Limit, *, depth_aware: bool
) -> bytes:
    """Trace a search, as compressed lines of JSON: uncompressed, they are twenty times as long.

    >>> packed = trace("3,3,3", "XX./OO./X.O", "minimax", None, Limit(nodes=100), depth_aware=True)
    >>> orjson.loads(gzip.decompress(packed).splitlines()[-1])["calls"]
    11
    """
    stones = Position.parse(position, read(rules))
    allowed = min(limit.nodes or MOST_CALLS, MOST_CALLS)
    limit = Limit(limit.seconds, allowed, depth)
    traced = Trace(stones, search, limit, depth_aware=depth_aware)
    lines = [orjson.dumps(encode.search(traced, source(search)))]
    traced.run(
        lambda event: lines.append(orjson.dumps(encode.event(event, guesses=traced.guesses)))
    )
    return gzip.compress(b"\n".join([*lines, b""]), compresslevel=3, mtime=0)


class MatchTerms(NamedTuple):
    """A requested match; see `noughts.lab.matches.Match`. `games` is for each pair."""

    rules: str
    players: tuple[str, ...]
    games: int
    seed: int
    starts: str
    opening: int


class MatchPart(NamedTuple):
    """Some games of a match: their line of JSON, the state of the match, whether it is over."""

    line: shapes.MatchLine
    standing: Standing
    over: bool


_SLICE = 0.3  # seconds after which a worker reports what it has


def match(terms: MatchTerms, standing: Standing) -> MatchPart:
    """Continue a match by at least one game.

    The limit of a move is in positions, not in seconds, so the same question has the same games.

    >>> part = match(MatchTerms("3,3,3", ("hard", "easy"), 2, 7, "alternate", 0), Standing())
    >>> part.over, part.line["standing"]["games"]
    (True, 2)
    """
    rules = read(terms.rules)
    played = Match(
        rules,
        terms.players,
        seed=terms.seed,
        starts=Starts(terms.starts),
        opening=terms.opening,
        limit=Limit(nodes=nodes_a_move(rules.cells)),
    )
    games = terms.games * len(played.pairs)
    found: list[shapes.MatchGame] = []
    until = perf_counter() + _SLICE
    while not found or (standing.games < games and perf_counter() < until):
        game = played.game(standing.games + 1)
        standing.add(game)
        found.append(encode.match_game(played, game))
    stands = encode.standings(played, standing)
    line: shapes.MatchLine = {"games": found, "standing": stands, "end": None, "problem": None}
    return MatchPart(line, standing, over=standing.games >= games)


def nodes_a_move(cells: int) -> int:
    """Return how many positions a player may look at for a move of a match.

    Enough for minimax on 3×3, which looks at 549,946; on larger boards so few that a game ends
    within seconds.
    """
    return 550_000 if cells <= 9 else min(1_000, 81_000 // cells)


def read(rules: str) -> Rules:
    """Read rules, if their lines can be built quickly.

    Raises:
        RulesError: They cannot, or the text is not rules.

    >>> read("26,26,5").cells
    676
    >>> read("26,25,650 torus")
    Traceback (most recent call last):
    noughts.core.errors.RulesError: 650 in a row on 650 cells: this server takes k × cells up to ...
    """
    try:
        text = parse_rules(rules)
    except RulesError:
        return Rules.parse(rules)  # a game's name, or text whose error explains it
    if isinstance(text.shape, Cutout):
        raise RulesError.said("server", "holes")
    cells, k = cell_count(text.shape), text.k or 0
    if cells <= MAX_CELLS and cells * k > MOST_LINES:
        raise RulesError.said(
            "server", "lines", k=grouped(k), cells=cells, most=grouped(MOST_LINES)
        )
    return Rules.parse(rules)
