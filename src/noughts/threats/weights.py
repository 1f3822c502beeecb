"""The values of the kinds of cells in the estimate: to the side to move, and to the other.

Each row is the best of the four directions, each column the second best, numbered as in `patterns`.
A kind is always worth more than one that makes less in a direction. `bench/weights.py` fitted the
values to 59,882 positions of 5,000 games of the search against itself on 15x15.
"""

# fmt: off
OWN = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    3, 5, 0, 0, 0, 0, 0, 0, 0, 0,
    5, 7, 9, 0, 0, 0, 0, 0, 0, 0,
    7, 9, 11, 13, 0, 0, 0, 0, 0, 0,
    9, 11, 13, 18, 29, 0, 0, 0, 0, 0,
    11, 13, 24, 26, 46, 48, 0, 0, 0, 0,
    13, 15, 60, 62, 100, 102, 104, 0, 0, 0,
    16, 18, 101, 103, 169, 171, 173, 175, 0, 0,
    96, 98, 118, 123, 171, 173, 175, 177, 179, 0,
    101, 103, 123, 127, 173, 175, 177, 179, 181, 183,
)
OTHER = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    2, 4, 0, 0, 0, 0, 0, 0, 0, 0,
    4, 6, 8, 0, 0, 0, 0, 0, 0, 0,
    6, 8, 10, 12, 0, 0, 0, 0, 0, 0,
    8, 10, 12, 14, 23, 0, 0, 0, 0, 0,
    10, 12, 18, 20, 33, 38, 0, 0, 0, 0,
    12, 14, 49, 51, 81, 83, 85, 0, 0, 0,
    34, 36, 88, 99, 157, 177, 290, 292, 0, 0,
    147, 149, 249, 276, 349, 351, 353, 355, 357, 0,
    237, 239, 263, 278, 351, 353, 362, 364, 366, 368,
)
# fmt: on
