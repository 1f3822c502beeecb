"""The perfect player against the random one, drawn as text after every move."""

from noughts import Position, Rules, engine


def main() -> None:
    """Play one game and print it."""
    position = Position(Rules.parse("3,3,3"))
    players = [engine("perfect"), engine("random", seed=4)]
    while position.outcome is None:
        player = players[position.ply % 2]
        choice = player.play(position)
        print(f"{position.turn} ({player.name}) plays {position.rules.name(choice.cell)}")
        position = position.play(choice.cell)
        print(str(position).replace("/", "\n"), end="\n\n")
    print(f"winner: {position.outcome.winner or 'nobody'}")


if __name__ == "__main__":
    main()
