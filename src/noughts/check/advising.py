"""What a program's moves are worth: errors, and what it could do better."""

from collections.abc import Mapping

from noughts.check.checked_game import TICTACTOE, CheckedGame, FindingKind, MoveVerdict
from noughts.check.findings import CheckedSample, Finding, Stage, about_move
from noughts.core.catalogue import grouped, listed, say
from noughts.core.score import Score

#: Positions with the first game to each.
Reached = Mapping[str, tuple[int, ...]]

_PRUNED = 18_297  # nodes of the textbook alpha-beta from the empty board
_MANY = 100_000  # calls for one move after which pruning is worth a word
_VALUES = {1: "a win", 0: "a draw", -1: "a loss"}  # messages
_ERRORS = {FindingKind.GIVES_AWAY, FindingKind.MISSES}


def advise(
    game: CheckedGame, answers: Mapping[str, int], reached: Reached
) -> tuple[list[Stage], Finding | None, Finding | None]:
    """Return the stages value and quickest, the advice of its games, and that of other positions.

    Args:
        game: what is played.
        answers: the program's move in every position.
        reached: those that its games reach.
    """
    _, worse, slower = _judged(game, answers, reached)
    total = len(answers)
    stages = []
    for name, boards, good in (
        ("value", worse, "gives nothing away"),
        ("quickest", slower, "in good time"),
    ):
        said = say("check", good, positions=grouped(total))
        if boards:
            where = "not always" if boards[0] in reached else "not always outside"
            said = say("check", where, some=grouped(len(boards)), positions=grouped(total))
        stages.append(Stage(name, not boards, said))
    first = second = None
    if worse:
        first = error(game, worse[0], answers[worse[0]], reached)
        if worse[0] not in reached:
            first, second = None, first
    if slower and first is None:
        first = error(game, slower[0], answers[slower[0]], reached)
    return stages, first, second


def estimate(
    game: CheckedGame, answers: Mapping[str, int], reached: Reached, played_out: str
) -> tuple[list[Stage], CheckedSample, list[str], list[str]]:
    """Return the stages of a sample, its figures, and the errors and the slow wins.

    Args:
        game: what is played.
        answers: the program's moves.
        reached: the positions of its games.
        played_out: the sides as which every game was played.
    """
    drawn = [board for board in game.positions if board in answers]
    verdicts, worse, slower = _judged(game, answers, reached)
    judged = sum(verdicts[board].judged for board in drawn)
    errors = sum(verdicts[board].kind in _ERRORS for board in drawn)
    sample = CheckedSample(game.seed, len(drawn), judged, errors, played_out)
    known = "all judged" if judged == len(drawn) else "some judged"
    said = say(
        "sample",
        "value",
        positions=grouped(len(drawn)),
        seed=game.seed,
        judged=say("sample", known, judged=grouped(judged)),
        wrong=say("sample", "some wrong" if errors else "none wrong", errors=grouped(errors)),
    )
    stages = [Stage("value", not worse, said)]
    if slower:
        said = say("sample", "slow", count=len(slower), positions=grouped(len(slower)))
        stages.append(Stage("quickest", passed=False, said=said))
    return stages, sample, worse, slower


def _judged(
    game: CheckedGame, answers: Mapping[str, int], reached: Reached
) -> tuple[dict[str, MoveVerdict], list[str], list[str]]:
    """Return the verdicts, those of its games first, and where it errs, and where it is slow."""
    order = sorted(answers, key=lambda each: (each not in reached, -each.count("."), each))
    verdicts = {board: game.judge(board, answers[board]) for board in order}
    worse = [board for board in order if verdicts[board].kind in _ERRORS]
    slower = [board for board in order if verdicts[board].kind is FindingKind.DAWDLES]
    return verdicts, worse, slower


def error(game: CheckedGame, board: str, cell: int, reached: Reached) -> Finding:
    """Return what is wrong with a move."""
    kind = game.judge(board, cell).kind or FindingKind.GIVES_AWAY
    played = {"position": game.rows(board), "cell": game.names([cell])}
    got, top = game.move_score(board, cell), game.score(board)
    if kind is FindingKind.MISSES or got is None or top is None:
        text = say("sample", "slip", **played, slip=game.slip(board, cell))
        if got is None or top is None:
            text = say("sample", "proved", text=text, before=_known(top), after=_known(got))
    elif kind is FindingKind.GIVES_AWAY:
        text = say("check", f"{top.value.value} to {got.value.value}", **played)
    else:
        text = say("check", "wins later" if got.sign > 0 else "loses sooner", **played)
    if board not in reached and game.exhaustive:
        text = say("check", "never there", text=text)
    return about_move(game, kind, text, reached.get(board, ()), board, cell)


def _known(score: Score | None) -> str:
    return say("sample", "nothing" if score is None else _VALUES[score.sign])


def calls(game: CheckedGame, names: tuple[str, ...], count: int, each: float | None) -> Stage:
    """Return the stage that says how often a program's functions call one another.

    Args:
        game: what is played.
        names: the functions.
        count: their calls for the first move, were none of their answers kept.
        each: seconds of one call, if it was measured.
    """
    said = say("check", "calls", calls=grouped(count), functions=listed(names))
    if each is not None and count * each >= 1:
        said = say("check", "calls take", calls=said, seconds=round(count * each))
    said = say("check", "calls counted", calls=said)
    if count > _MANY and game.rules == TICTACTOE.rules:
        said = say("check", "pruned calls", calls=said, pruned=grouped(_PRUNED))
    return Stage("calls", count <= _MANY, said)
