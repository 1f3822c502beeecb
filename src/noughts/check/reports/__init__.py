"""What a check has found, as text, as JSON, and as files of other tools."""
