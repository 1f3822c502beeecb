"""Experiments: matches, statistics, sizes of games, every game against an engine."""
