"""How certificates are made: claims from proofs that were found, and fewer of them."""
