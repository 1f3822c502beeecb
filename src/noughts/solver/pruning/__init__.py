"""Pruning: one idea a module."""
