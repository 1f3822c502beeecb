"""Proofs in files and databases: certificates, and ledgers of long searches."""
