"""The check on the page, where judge and program are in one interpreter."""
