"""Complete tables: the value of every position of a game, in a file.

>>> from noughts import Rules
>>> plan(Rules.parse("3,3,3")).positions
1180
"""

from noughts.solver.tablebase.building import build, other_than
from noughts.solver.tablebase.planning import Plan, plan
from noughts.solver.tablebase.tables import Table

__all__ = ["Plan", "Table", "build", "other_than", "plan"]
