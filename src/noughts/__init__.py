from noughts.rules import Rules
from noughts.position import Position, Mark, Outcome
from noughts.score import Score, Estimate
