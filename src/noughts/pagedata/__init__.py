"""The data that Python computes for the page, kept in the repository.

``python -m noughts.pagedata FOLDER`` writes every missing or outdated file; see
`noughts.pagedata.data_files`.
"""
