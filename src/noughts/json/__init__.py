"""The JSON of Noughts: its shapes, making it, reading it, its schema."""
