"""A game as an environment of text: observations and actions are words, rewards are exact.

The interface is `reset` and `step`, as the common frameworks for training language models have it,
and needs no library. The reward of a move is its regret, below 0: 0 keeps the value of the
position, -1 turns a win into a draw or a draw into a loss, and -2 turns a win into a loss. It comes
with the move, not at the end of the game, and it is proved.
"""

import re
from typing import Any, NamedTuple

from noughts import Mark, Position, Rules, engine
from noughts.core.errors import IllegalMoveError
from noughts.core.score import Score
from noughts.engines import Perfect


class Step(NamedTuple):
    """What follows from an action."""

    observation: str
    reward: int
    done: bool
    info: dict[str, Any]


class TextGame:
    """The player of text against an engine.

    Args:
        rules: a game that can be solved in moments.
        opponent: the name of the engine.
    """

    def __init__(self, rules: str = "3,3,3", opponent: str = "random") -> None:
        self.rules = Rules.parse(rules)
        self._opponent = opponent
        self._judge = Perfect()
        self.position = Position(self.rules)
        self.done = True

    def reset(self, *, seed: int = 0) -> str:
        """Begin a game, as X if the seed is even; return what the player reads."""
        self._engine = engine(self._opponent, seed=seed)
        self._player = Mark.X if seed % 2 == 0 else Mark.O
        self.position = Position(self.rules)
        self.done = False
        if self._player is Mark.O:
            self.position = self.position.play(self._engine.play(self.position))
        return self._observe()

    def step(self, action: str) -> Step:
        """Play the last cell in brackets, such as [b2], and the opponent's reply.

        An action without a legal move ends the game as a loss.
        """
        if self.done:
            raise RuntimeError("the game is over: reset begins another one")
        found = re.findall(r"\[([a-z]\d{1,2}[a-z]?)\]", action[-10_000:].lower())
        before = self._judge.analyse(self.position)
        try:
            cell = self.rules.cell(found[-1] if found else "")
            after = self.position.play(cell)
        except IllegalMoveError as error:
            self.done = True
            lost = -1 - _sign(before.score)
            return Step(f"You lose: {error}.", lost, done=True, info={"legal": False})
        move = next(move for move in before.moves if move.cell == cell)
        reward = _sign(move.score) - _sign(before.score)
        info = {"legal": True, "reason": move.reason, "best": self.rules.names(before.best)}
        self.position = after
        if after.outcome is None:
            self.position = after.play(self._engine.play(after))
        self.done = self.position.outcome is not None
        return Step(self._observe(), reward, self.done, info)

    def _observe(self) -> str:
        board = f"{self.position.board()}\n\n"
        if self.position.outcome is None:
            return f"{board}You play {self._player}. Write your move in brackets, such as [b2]."
        winner = self.position.outcome.winner
        if winner is None:
            return f"{board}A draw."
        return f"{board}You {'win' if winner is self._player else 'lose'}."


def _sign(score: object) -> int:
    """Return a proved value as a number."""
    if not isinstance(score, Score):
        raise TypeError("the game is too large to be solved in moments")
    return score.sign


def main() -> None:
    """Let a simple player, which takes the first free cell, play ten games."""
    game, rewards, texts = TextGame(), [], []
    for seed in range(10):
        texts.append(game.reset(seed=seed))
        while not game.done:
            free = game.rules.name(game.position.legal[0])
            step = game.step(f"I think the best cell is [{free}].")
            rewards.append(step.reward)
    print(texts[1])
    print(f"\n{len(rewards)} moves: {-sum(rewards)} points of value given away")


if __name__ == "__main__":
    main()
