"""What every search stands on: bitboards, the search state, the transposition table, symmetry."""
