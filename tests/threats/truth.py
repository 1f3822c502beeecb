"""Who wins a small position, by plain minimax."""

from noughts import Rules
from noughts.core.bits import bits


class Truth:
    """Plain minimax; the side that is not to move may have a stone too many."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[int, int], bool] = {}
        self.lost: dict[tuple[int, int], bool] = {}

    def completing(self, mine: int, others: int) -> int:
        """Return the cells where the side to move has a line afterwards, as a bitboard."""
        found, free, rest = 0, self.rules.full & ~(mine | others), self.rules.full ^ mine
        for index, line in enumerate(self.rules.lines):
            missing = line & rest
            if not missing & (missing - 1 | others) and self.rules.counts(index, mine, others):
                found |= missing or free
        return found

    def wins(self, mine: int, others: int) -> bool:
        """Whether the side to move wins."""
        if (mine, others) not in self.known:
            self.known[mine, others] = bool(self.completing(mine, others)) or any(
                self.loses(others, mine | 1 << cell)
                for cell in bits(self.rules.full & ~(mine | others))
            )
        return self.known[mine, others]

    def loses(self, mine: int, others: int) -> bool:
        """Whether each move of the side to move leads to a win of the other side."""
        if (mine, others) not in self.lost:
            cells = bits(self.rules.full & ~(mine | others))
            self.lost[mine, others] = (
                bool(cells)
                and not self.completing(mine, others)
                and all(self.wins(others, mine | 1 << cell) for cell in cells)
            )
        return self.lost[mine, others]
