"""A Python program, loaded into this process: its boards, what it remembers, what it may answer."""
