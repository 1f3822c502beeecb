"""Search on boards too large to solve: lines, fours, principal variation.

`line_board` tracks how many stones each line lacks; `vcf` proves wins by threats that leave no
choice; `pvs` looks ahead and guesses what is not proved. Like the solver, these files run compiled
and uncompiled. They work with numbers, which `noughts.engines.threat_engine` turns into scores.
"""
