"""Games between people over HTTP: changes by POST, what happens by server-sent events."""
