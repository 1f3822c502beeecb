"""An engine of one's own: it passes the conformance suite in one line, and is then measured."""

from noughts import Choice, Engine, Limit, Mark, Position, Rules
from noughts.lab.every_game import Proof
from noughts.testing import check_engine


class Greedy(Engine):
    """Takes the free cell that lies on most lines, and thinks no further."""

    name = "greedy"

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the first free cell in the order of the lines through it."""
        del limit
        return Choice(
            position, next(c for c in position.rules.cells_by_lines if c in position.legal)
        )


def main() -> None:
    """Check the engine against the laws, then play every possible game against it."""
    rules = Rules.parse("3,3,3")
    check_engine(Greedy, rules)
    for mark in Mark:
        tally = Proof(Greedy(), rules, mark).tally()
        print(f"greedy as {mark}: {tally.games} games, {tally.losses} lost")


if __name__ == "__main__":
    main()
