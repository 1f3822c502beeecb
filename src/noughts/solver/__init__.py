"""The solver: proofs of whole games, with compiled inner loops.

>>> from noughts.solver import solve
>>> solve("5,4,4").value
<Value.DRAW: 'draw'>
"""

from noughts.solver.portfolio import COMPILED, MOST_CELLS, Solver
from noughts.solver.solution import Progress, Solution
from noughts.solver.solving import solve

__all__ = ["COMPILED", "MOST_CELLS", "Progress", "Solution", "Solver", "solve"]
