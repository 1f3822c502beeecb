"""Experiments: matches, their statistics, how large games are, every game against an engine."""
