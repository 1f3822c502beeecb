"""The searches: each answers whether one side wins."""
