"""The game itself: rules, positions, records, scores; nothing is searched here."""
