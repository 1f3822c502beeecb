"""The web game: the server, and the data that the built page carries."""
