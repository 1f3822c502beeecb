"""Games in the terminal, which are played as a person plays them."""
