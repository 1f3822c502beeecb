"""The tables of the games; `database.connecting` changes older ones."""

import sqlalchemy as sa

from noughts.database.parts import Part, metadata

games: sa.Table = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("touched", sa.Float(53), nullable=False, index=True),
    sa.Column("deadline", sa.Float(53), index=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("first", sa.SmallInteger, nullable=False),
    sa.Column("best_of", sa.Integer),
    sa.Column("seconds", sa.Integer),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("results", sa.Text, nullable=False),
    sa.Column("offer", sa.String(10)),
    sa.Column("offered_by", sa.SmallInteger),
    # Whether the computer is to move: derived from seats and rounds, for queries.
    sa.Column("thinking", sa.Boolean, nullable=False, index=True, server_default=sa.false()),
    sa.Column("listed", sa.Boolean, nullable=False, index=True, server_default=sa.false()),
    sa.Column("classroom", sa.String(22), index=True),
    sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false()),
    # When it was first found to be old; it is removed some time later.
    sa.Column("marked", sa.Float(53)),
)


def _game() -> sa.Column[str]:
    whole = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("game", sa.String(22), whole, primary_key=True)


seats: sa.Table = sa.Table(
    "seats",
    metadata,
    _game(),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(30), nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("ticket", sa.String(64), nullable=False),
    sa.Column("until", sa.Float(53), nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float(53), nullable=False),
    sa.Column("level", sa.String(10)),
    # What a student shows the teacher about a program: sides/stage/finding.
    sa.Column("shown", sa.String(40)),
)

#: The round with the highest number is the current one.
rounds: sa.Table = sa.Table(
    "rounds",
    metadata,
    _game(),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("takebacks", sa.Integer, nullable=False),
    sa.Column("how", sa.String(10)),
    sa.Column("winner", sa.SmallInteger),
    # In a swap2 opening: the stones before the choice of sides, and the side taken.
    sa.Column("stones", sa.SmallInteger),
    sa.Column("taken", sa.String(1)),
)

classrooms: sa.Table = sa.Table(
    "classrooms",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("best_of", sa.Integer),
    sa.Column("seconds", sa.Integer),
    sa.Column("touched", sa.Float(53), nullable=False),
    sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("marked", sa.Float(53)),
)

#: When a server last ran: one row, after the first run.
clocks: sa.Table = sa.Table(
    "clocks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seen", sa.Float(53), nullable=False),
)

PART = Part("games", (games, seats, rounds, classrooms, clocks))
