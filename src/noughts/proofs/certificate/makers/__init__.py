"""Makers of certificates: they write a proof that was found as claims, and leave out some."""
