"""Search on boards that are too large to be solved: lines, fours, principal variation.

`board` knows at every moment how full each line is; `fours` proves wins by threats that leave no
choice; `search` looks ahead and guesses where nothing is proved. Like the solver, these files run
compiled and as they are. They speak in numbers; `noughts.engines.threat_engine` turns these into
scores.
"""
