"""What the page carries of Python's knowledge, computed before it is built.

``python -m noughts.pagedata FOLDER`` writes every file that is missing or out of date; see
`noughts.pagedata.files`.
"""
