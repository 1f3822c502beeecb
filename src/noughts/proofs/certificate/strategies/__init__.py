"""What certificates play: a move for each reply, and what follows from that."""
