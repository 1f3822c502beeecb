"""Ledgers of large proofs, shown by the server, read-only."""
