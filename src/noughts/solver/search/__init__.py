"""The searches. Each answers whether one side wins."""
