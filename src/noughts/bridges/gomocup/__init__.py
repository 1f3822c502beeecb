"""The Gomocup protocol: five in a row against other programs, under a tournament manager.

A manager (Piskvork, c-gomoku-cli and others) starts each engine, a *brain*, as a process and talks
to it in lines of text. `Brain` answers a line; `lines` reads them; `TimeControl` divides the time.

Source: Petr Laštovička, "Gomoku AI protocol", version of 2023-03-20; the commands that begin with
YX, and INFO max_node and max_depth, are from Kai Sun's extension for Yixin.
"""

from noughts.bridges.gomocup.brain import Brain
from noughts.bridges.gomocup.stream import lines
from noughts.bridges.gomocup.time_control import TimeControl

__all__ = ["Brain", "TimeControl", "lines"]
