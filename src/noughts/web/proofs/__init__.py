"""Ledgers of large proofs, shown by the server: looked at, and never written to."""
