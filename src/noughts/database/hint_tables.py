"""The tables of a proof with a hint: its start, the answers, and parts of a certificate."""

from __future__ import annotations

import sqlalchemy as sa

from noughts.database.parts import Part, metadata

#: The start of the proof: one row.
hinted: sa.Table = sa.Table(
    "hinted",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
)

#: The answers. `listed` names the replies that others answer; `won` is null if the nodes ran out.
hint_answers: sa.Table = sa.Table(
    "hint_answers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("listed", sa.Text, nullable=False),
    sa.Column("budget", sa.BigInteger, nullable=False),
    sa.Column("won", sa.Boolean),
    sa.Column("nodes", sa.BigInteger, nullable=False),
    sa.Column("seconds", sa.Float(53), nullable=False),
    sa.Column("machine", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
)

#: What a certificate says after a first reply; `position` is the one after it.
hint_parts: sa.Table = sa.Table(
    "hint_parts",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("part", sa.LargeBinary, nullable=False),
)

PART = Part("hints", (hinted, hint_answers, hint_parts))
