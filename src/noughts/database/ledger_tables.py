"""The tables of a ledger as they are today; `database.migrations` brings older ones here.

Answers are only ever added, and nothing else has to be kept: the tree is made of them
(`noughts.proofs.ledger.proof_tree`). A position is written as its text, so that anyone can read a
ledger.
"""

from __future__ import annotations

import sqlalchemy as sa

from noughts.database.parts import Part, metadata

#: What the ledger is about: one row.
proofs: sa.Table = sa.Table(
    "proofs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
)

#: The answered jobs, in the order of their answers; `won` is null where the budget ran out.
jobs: sa.Table = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("mark", sa.String(1), nullable=False),
    sa.Column("budget", sa.BigInteger, nullable=False),
    sa.Column("won", sa.Boolean),
    sa.Column("nodes", sa.BigInteger, nullable=False),
    sa.Column("seconds", sa.Float(53), nullable=False),
    sa.Column("machine", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
)

#: What is being worked on: for people to see; nothing is decided by it.
working: sa.Table = sa.Table(
    "working",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("mark", sa.String(1), primary_key=True),
    sa.Column("budget", sa.BigInteger, nullable=False),
)

#: The parts of the certificate, where one was wanted: each a certificate of a job's answer.
parts: sa.Table = sa.Table(
    "parts",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("mark", sa.String(1), primary_key=True),
    sa.Column("part", sa.LargeBinary, nullable=False),
)

#: The answers that were asked for once more, and what came of it; they do not contradict.
opinions: sa.Table = sa.Table(
    "opinions",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("mark", sa.String(1), primary_key=True),
    sa.Column("won", sa.Boolean),
    sa.Column("nodes", sa.BigInteger, nullable=False),
    sa.Column("machine", sa.Text, nullable=False),
)

PART = Part("ledgers", (proofs, jobs, working, parts, opinions))
