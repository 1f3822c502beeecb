"""The solver: proofs of whole games, compiled where it is hot.

>>> from noughts.solver import solve
>>> solve("5,4,4").value
<Value.DRAW: 'draw'>
"""

from noughts.solver.conductor import Solver, solve
from noughts.solver.solution import Progress, Solution

__all__ = ["Progress", "Solution", "Solver", "solve"]
