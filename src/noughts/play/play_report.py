"""The JSON of games between people, made from the games."""

from collections.abc import Sequence

from noughts.core.record import Record
from noughts.engines.swap2 import Opening
from noughts.json import encode
from noughts.play import play_shapes
from noughts.play.classrooms import Classroom
from noughts.play.options import End
from noughts.play.seats import ShownCheck
from noughts.play.shared_game import SharedGame


def game(shared: SharedGame, now: float) -> play_shapes.SharedGame:
    """Describe a game as anyone may see it."""
    position, moment = shared.record.position, shared.moment
    winners = shared.results
    return {
        "id": shared.id,
        "version": shared.version,
        "rules": str(position.rules),
        "round": moment.round,
        "takebacks": moment.takebacks,
        "ply": moment.ply,
        "moves": [position.rules.name(cell) for cell in shared.record.played],
        "position": str(position),
        "turn": None if shared.end else str(position.turn),
        "to_move": shared.to_move,
        "opening": _opening(shared, shared.opening) if shared.opening else None,
        "end": _end(shared, shared.end) if shared.end else None,
        "seats": [
            {
                "name": seat.name,
                "level": str(seat.level) if seat.level else None,
                "mark": str(shared.mark(number)),
                "taken": seat.taken,
                "hints": seat.hints,
            }
            for number, seat in enumerate(shared.seats)
        ],
        "offer": {"wish": str(shared.offer.wish), "seat": shared.offer.seat}
        if shared.offer
        else None,
        "in_class": shared.classroom is not None,
        "best_of": shared.terms.best_of,
        "score": [winners.count(0), winners.count(1)],
        "draws": winners.count(None),
        "decided": shared.decided,
        "seconds": shared.terms.seconds,
        "left": None if shared.deadline is None else max(0.0, round(shared.deadline - now, 3)),
    }


def _opening(shared: SharedGame, opening: Opening) -> play_shapes.SharedOpening:
    taken = str(opening.taken) if opening.taken else None
    return {
        "opener": shared.opener,
        "stones": opening.stones,
        "taken": taken,
        "choosing": shared.choosing,
    }


def _end(shared: SharedGame, end: End) -> play_shapes.SharedEnd:
    outcome = encode.outcome(shared.record.position)
    winner = None if end.winner is None else str(shared.mark(end.winner))
    return {"winner": winner, "line": outcome["line"] if outcome else None, "how": str(end.how)}


def classroom(
    found: Classroom, games: list[str], checks: Sequence[play_shapes.ClassCheck] = ()
) -> play_shapes.Classroom:
    """Describe a classroom: to its teacher with games and checks, to others without."""
    return {
        "id": found.id,
        "rules": found.rules,
        "best_of": found.best_of,
        "seconds": found.seconds,
        "swap2": found.swap2,
        "games": games,
        "checks": list(checks),
    }


def check_result(shown: ShownCheck) -> play_shapes.CheckResult:
    """Describe the result of a check."""
    return {
        "sides": shown.sides,
        "stage": shown.stage,
        "finding": None if shown.finding is None else shown.finding.value,
    }


def export(
    shared: SharedGame, seat: int, records: Sequence[Record], now: float
) -> play_shapes.Export:
    """Describe everything stored about a seat."""
    mine = shared.seats[seat]
    return {
        "seat": seat,
        "name": mine.name,
        "hints": mine.hints,
        "seen": mine.seen,
        "secret_hash": mine.secret,
        "ticket_hash": mine.ticket or None,
        "ticket_until": mine.until or None,
        "check": None if mine.shown is None else check_result(mine.shown),
        "game": game(shared, now),
        "records": [str(record) for record in records],
    }


def class_export(
    found: Classroom,
    games: list[str],
    checks: Sequence[play_shapes.ClassCheck],
    played: Sequence[tuple[SharedGame, Sequence[Record]]],
    now: float,
) -> play_shapes.ClassroomExport:
    """Describe everything stored about a class: each game, and a record of each round."""
    return {
        "classroom": classroom(found, games, checks),
        "games": [
            {"game": game(shared, now), "records": [str(record) for record in records]}
            for shared, records in played
        ],
    }
