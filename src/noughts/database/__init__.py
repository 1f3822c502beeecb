"""The database of games and ledgers: SQLite or PostgreSQL."""
