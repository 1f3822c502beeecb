"""A hand-made game: any cells, any lines. Here the Fano plane, where no game can be drawn."""

from noughts import Position, Rules
from noughts.engines import Perfect
from noughts.testing import check_rules

FANO = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]


def main() -> None:
    """Check the game, and prove who wins it."""
    rules = Rules.custom((7, 1), FANO)
    check_rules(rules)
    analysis = Perfect().analyse(Position(rules))
    print(f"{rules}: {len(rules.symmetries)} symmetries")
    print(f"the first player: {analysis.score}, along {rules.names(analysis.principal_variation)}")


if __name__ == "__main__":
    main()
