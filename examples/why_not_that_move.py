"""Every move in a position, with its proved value and the reason in words."""

from noughts import Position
from noughts.engines import Perfect


def main() -> None:
    """Explain the position in which two opposite corners set a trap."""
    analysis = Perfect().analyse(Position.parse("X../.O./..X"))
    for move in analysis.moves:
        print(f"{move.move}  {move.score!s:<10} {move.reason}")


if __name__ == "__main__":
    main()
