"""How large games are."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import Also, Natural, Rules


class Count(TypedDict):
    """The size of a game. A game ends at its first line; another order of moves is another game."""

    rules: Rules
    positions: Annotated[Natural, "Reachable positions.", Also(examples=[5478])]
    terminal: Annotated[Natural, "The positions in which the game is over.", Also(examples=[958])]
    distinct: Annotated[Natural, "Positions up to symmetry.", Also(examples=[765])]
    games: Annotated[Natural, "Whole games.", Also(examples=[255168])]
    distinct_games: Annotated[
        Natural,
        "Games when symmetric positions are merged at every ply.",
        Also(examples=[26830]),
    ]
    distinct_move_sequences: Annotated[
        Natural, "Games that no symmetry maps onto each other.", Also(examples=[31896])
    ]
    nodes: Annotated[Natural, "Nodes of the game tree.", Also(examples=[549946])]
    x_wins: Annotated[Natural, "Games that X wins.", Also(examples=[131184])]
    o_wins: Annotated[Natural, "Games that O wins.", Also(examples=[77904])]
    draws: Annotated[Natural, "Drawn games.", Also(examples=[46080])]
    sequences_per_ply: Annotated[
        list[Natural],
        "The number of sequences of 0, 1, 2, ... moves.",
        Also(examples=[[1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]]),
    ]


class Plies(TypedDict):
    """The number of positions with each number of stones."""

    rules: Rules
    positions_per_ply: Annotated[
        list[Natural], "With 0, 1, 2, ... stones.", Also(examples=[[1, 7, 49, 238]])
    ]


class Calls(TypedDict):
    """How many positions each search works out."""

    rules: Rules
    minimax: Natural
    alphabeta: Natural
    alphabeta_ordered: Natural
    memoised: Natural
    symmetric: Natural
    along_a_game: list[Natural]
