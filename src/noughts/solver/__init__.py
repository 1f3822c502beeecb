"""The solver: proofs of whole games, compiled where it is hot.

>>> from noughts.solver import solve
>>> solve("5,4,4").value
<Value.DRAW: 'draw'>
"""

import importlib.util
import sys

if importlib.util.find_spec("cython") is None:  # not compiled, and no Cython to run it as it is
    from noughts.solver import _cython

    sys.modules["cython"] = _cython

from noughts.solver.conductor import COMPILED, Solver
from noughts.solver.solution import Progress, Solution
from noughts.solver.solving import solve

__all__ = ["COMPILED", "Progress", "Solution", "Solver", "solve"]
