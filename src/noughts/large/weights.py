"""What the kinds of cells are worth in the guess: to the side to move, and to the other.

Row by row the best of the four directions, column by column the second best, both as numbered in
`patterns`. Fitted by `bench/weights.py` to 64,184 positions of 5,000 games of the search against
itself on 15x15, for which the weights had been set by hand.
"""

# fmt: off
OWN = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    5, 3, 0, 0, 0, 0, 0, 0, 0, 0,
    31, 22, 21, 0, 0, 0, 0, 0, 0, 0,
    23, 0, 23, 21, 0, 0, 0, 0, 0, 0,
    13, 25, 19, 26, 34, 0, 0, 0, 0, 0,
    33, -1, 31, 24, 49, 48, 0, 0, 0, 0,
    46, 28, 55, 47, 90, 80, 90, 0, 0, 0,
    68, 44, 80, 64, 154, 106, 196, 75, 0, 0,
    125, 116, 133, 142, 184, 169, 202, 125, 125, 0,
    0, -8, 8, 8, 47, 36, 77, 0, 0, 0,
)
OTHER = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    -7, 11, 0, 0, 0, 0, 0, 0, 0, 0,
    31, 20, 21, 0, 0, 0, 0, 0, 0, 0,
    22, 8, 21, 22, 0, 0, 0, 0, 0, 0,
    17, 15, 18, 22, 31, 0, 0, 0, 0, 0,
    29, 1, 26, 30, 45, 48, 0, 0, 0, 0,
    36, -5, 51, 42, 77, 76, 98, 0, 0, 0,
    34, 43, 77, 79, 139, 131, 205, 188, 0, 0,
    150, 110, 188, 188, 255, 212, 180, 275, 70, 0,
    0, -12, 15, 18, 55, 50, 73, 107, -64, 0,
)
# fmt: on
