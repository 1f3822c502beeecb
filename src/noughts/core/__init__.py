"""The game itself: rules, positions, records and scores. Nothing here searches."""
