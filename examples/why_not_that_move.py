"""Every move in a position, with its proved value and the reason in words."""

from noughts import Position
from noughts.analysis import reason
from noughts.engines import Perfect


def main() -> None:
    """Explain the position in which two opposite corners set a trap."""
    analysis = Perfect().analyse(Position.parse("X../.O./..X"))
    for move in analysis.moves:
        name = analysis.position.rules.name(move.cell)
        print(f"{name}  {move.score!s:<10} {reason(analysis, move)}")


if __name__ == "__main__":
    main()
