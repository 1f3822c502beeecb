"""What need not be searched, one idea a module."""
