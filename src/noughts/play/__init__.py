"""Games between two people, kept by a server.

`seats` knows who may do what, `game` the rules of the table (the rules of the board are
`Record`'s), `store` keeps games in a database. Nothing here knows of HTTP.
"""
