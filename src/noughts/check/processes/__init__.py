"""Programs in processes of their own, with limits on time, memory, output and processes."""
