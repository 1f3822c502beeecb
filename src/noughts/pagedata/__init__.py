"""What the page carries of Python's knowledge, computed once and kept in the repository.

``python -m noughts.pagedata FOLDER`` writes every file that is missing or out of date; see
`noughts.pagedata.data_files`.
"""
