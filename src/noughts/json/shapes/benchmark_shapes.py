"""What `noughts benchmark` says of a language model."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import Also, Natural, Rules, Share


class BenchmarkSet(TypedDict):
    """The positions of one game."""

    set: Annotated[str, "The name of the set."]
    rules: Rules
    positions: Annotated[Natural, "How many positions were chosen."]
    won: Annotated[Natural, "In how many of them the side to move wins."]


class BenchmarkScores(TypedDict):
    """The scores of a player, in all its questions or in some of them."""

    set: Annotated[str | None, "The questions of this set; null: of all."]
    form: Annotated[
        str | None,
        "The questions with the board written like this: grid, moves or coordinates; null: all.",
    ]
    questions: Annotated[Natural, "How many questions there are."]
    answered: Annotated[Natural, "How many of them have an answer; the scores are of these."]
    legal: Annotated[Share, "The share of legal moves; null without answers, as below."]
    keeps: Annotated[Share, "The share of moves that keep the position's value."]
    regret: Annotated[
        float | None,
        "The value that a move gives away on average: 1 from a win to a draw or from a draw to a "
        "loss, 2 from a win to a loss. Without a legal move, the position is lost.",
        Also(minimum=0, maximum=2),
    ]
    finds: Annotated[Share, "The share of won positions in which the move keeps the win."]
    explains: Annotated[
        Share, "The share of the facts about its moves that are true; null for an engine."
    ]


class BenchmarkPlayer(TypedDict):
    """A language model, or an engine in the same positions."""

    player: Annotated[str, "Its name."]
    kind: Annotated[
        str, "An engine's scores are expectations, from the odds of its moves.", ("model", "engine")
    ]
    scores: Annotated[list[BenchmarkScores], "Of all questions first, then of parts of them."]


class BenchmarkModel(TypedDict):
    """The language model, and how the benchmark asked it."""

    name: Annotated[str, "Its name at the server."]
    url: Annotated[str, "The server's address, without its query."]
    temperature: Annotated[float | None, "Null: the server's own."]
    tokens: Annotated[int | None, "The most tokens of an answer; null: the server's own limit."]
    prompt_tokens: Annotated[int | None, "Of all answered questions; null if not all are known."]
    answer_tokens: Annotated[int | None, "The same for the answers."]


class Benchmark(TypedDict):
    """A language model judged exactly, and engines for comparison."""

    seed: Annotated[int, "The seed of the positions."]
    positions: Annotated[Natural, "The positions of each set."]
    forms: Annotated[list[str], "How the boards were written."]
    sets: list[BenchmarkSet]
    model: Annotated[BenchmarkModel | None, "Null: only the engines were compared."]
    players: Annotated[list[BenchmarkPlayer], "The model first."]
