"""What every search uses: bitboards, the search state, the transposition table, symmetry."""
