"""Games between people over HTTP: changes by POST, news by server-sent events."""
