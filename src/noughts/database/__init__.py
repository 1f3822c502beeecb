"""The database, SQLite or PostgreSQL, that games and ledgers are kept in."""
