"""Why: what moves do, how games are graded, and the sentences that say so."""
