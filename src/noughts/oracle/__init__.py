"""Exact answers for machines: values by the million, and data sets; needs ``noughts[numpy]``.

>>> from noughts.oracle import Oracle
>>> Oracle("connect-four").values([[0] * 35 + [0, 0, 0, 1, 0, 0, 0]], plies=False).value.tolist()
[-1]
"""

from noughts.oracle.oracle import ExactValues, Labels, Oracle

__all__ = ["ExactValues", "Labels", "Oracle"]
