"""The solver."""
