"""Games between two people, kept by a server.

`seats` decides who may do what, `shared_game` has the rules of the table (`Record` has those of the
board), and `store` keeps games in a database. Nothing here depends on HTTP.
"""
