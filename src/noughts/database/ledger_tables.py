"""The tables of a ledger; `database.connecting` changes older ones.

Answers are only ever added, and nothing else is needed: the tree follows from them
(`noughts.proofs.ledger.proof_tree`). Positions are stored as text, so that anyone can read a
ledger.
"""

from __future__ import annotations

import sqlalchemy as sa

from noughts.database.parts import Part, metadata

#: The subject of the ledger: one row.
proofs: sa.Table = sa.Table(
    "proofs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
)

#: The answered jobs, in the order of their answers; `won` is null if the budget ran out.
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

#: The jobs in progress, only for display; nothing depends on them.
working: sa.Table = sa.Table(
    "working",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("mark", sa.String(1), primary_key=True),
    sa.Column("budget", sa.BigInteger, nullable=False),
)

#: The parts of the certificate, if one was requested: one for each job's answer.
parts: sa.Table = sa.Table(
    "parts",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("mark", sa.String(1), primary_key=True),
    sa.Column("part", sa.LargeBinary, nullable=False),
)

#: The answers that were checked again, with the results; they do not contradict.
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
