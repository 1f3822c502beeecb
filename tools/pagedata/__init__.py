"""The data that Python computes for the page, kept in the repository.

``make data`` writes every missing or outdated file; see `pagedata.data_files`.
"""
