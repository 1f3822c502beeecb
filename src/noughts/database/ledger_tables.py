"""The tables of a ledger, and of one with a hint; `database.connecting` changes older ones.

Answers are only ever added, and nothing else is needed: the tree follows from them
(`noughts.proofs.ledger.proof_tree`). Positions are stored as text, so that anyone can read a
ledger.
"""

from typing import Any

import sqlalchemy as sa

from noughts.database.parts import Part, metadata


def _subject(name: str) -> sa.Table:
    """Return a table of one row: where a proof starts."""
    return sa.Table(
        name,
        metadata,
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
    )


def _answered(name: str, asked: sa.Column[Any]) -> sa.Table:
    """Return a table of answers; `won` is null if the nodes ran out."""
    return sa.Table(
        name,
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("position", sa.Text, nullable=False),
        asked,
        sa.Column("budget", sa.BigInteger, nullable=False),
        sa.Column("won", sa.Boolean),
        sa.Column("nodes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
    )


proofs: sa.Table = _subject("proofs")

#: The answered jobs, in the order of their answers.
jobs: sa.Table = _answered("jobs", sa.Column("mark", sa.String(1), nullable=False))

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

hinted: sa.Table = _subject("hinted")

#: The answers about a hint. `listed` names the replies that others answer.
hint_answers: sa.Table = _answered("hint_answers", sa.Column("listed", sa.Text, nullable=False))

#: What a certificate says after a first reply; `position` is the one after it.
hint_parts: sa.Table = sa.Table(
    "hint_parts",
    metadata,
    sa.Column("position", sa.Text, primary_key=True),
    sa.Column("part", sa.LargeBinary, nullable=False),
)

HINT_PART = Part("hints", (hinted, hint_answers, hint_parts))
