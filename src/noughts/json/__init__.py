"""The JSON of Noughts: its shapes, encoding, decoding, and schema."""
