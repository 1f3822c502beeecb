"""Who wins a small position, by plain minimax."""

from noughts import Rules
from noughts.core.bits import bits


class Truth:
    """Plain minimax; the side that is not to move may have a stone too many."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[int, int], bool] = {}

    def wins(self, mine: int, others: int) -> bool:
        """Whether the side to move wins."""
        if (mine, others) not in self.known:
            cells = bits(self.rules.full & ~(mine | others))
            self.known[mine, others] = any(
                self.rules.completed(mine | 1 << cell, others) for cell in cells
            ) or any(self.loses(others, mine | 1 << cell) for cell in cells)
        return self.known[mine, others]

    def loses(self, mine: int, others: int) -> bool:
        """Whether each move of the side to move leads to a win of the other side."""
        cells = bits(self.rules.full & ~(mine | others))
        return bool(cells) and all(
            not self.rules.completed(mine | 1 << cell, others)
            and self.wins(others, mine | 1 << cell)
            for cell in cells
        )
