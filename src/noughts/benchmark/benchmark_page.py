"""The report of a benchmark as a page: one file, without scripts, readable on a phone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.json import shapes

GENERATOR = '<meta name="generator" content="noughts benchmark">'

_STYLE = """\
:root { color-scheme: light dark; --paper: #fdfcf8; --ink: #2b2b33; --line: #b9b6ab;
  --soft: #f2efe4 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #20262b; --ink: #e9e6dc; --line: #56606a; --soft: #2a3238 }
}
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin-top: 2rem }
.scroll { overflow-x: auto; margin-bottom: 1.5rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem }
th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right }
th:first-child { text-align: left; overflow-wrap: anywhere; min-width: 5.5rem; position: sticky;
  left: 0; background: var(--paper) }
@media (max-width: 30rem) {
  table { font-size: 0.8rem }
  th, td { padding: 0.3rem 0.25rem }
}
tbody tr.model > * { background: var(--soft); font-weight: 600 }
caption { text-align: left; padding-bottom: 0.5rem }
dt { font-weight: 600 }
dd { margin: 0 0 0.5rem }
"""

_COLUMNS = {
    "legal": "Legal",
    "keeps": "Keeps",
    "regret": "Regret",
    "finds": "Finds",
    "explains": "Facts",
}
_MEANINGS = {
    "Legal": "The move can be played. An answer that cannot be read has no legal move.",
    "Keeps": "The move keeps a win won, or a draw drawn.",
    "Regret": "The value that a move gives away on average: 1 from a win to a draw or from a draw "
    "to a loss, 2 from a win to a loss. Without a legal move, the position counts as lost. 0 is "
    "perfect.",
    "Finds": "In won positions, the move keeps the win.",
    "Facts": "What the model says of its move is true: the result with best play, whether "
    "it wins at once, whether it blocks, and what it threatens.",
}


def html_page(report: shapes.Benchmark) -> str:
    """Return the page."""
    model = report["model"]
    name = "Engines" if model is None else model["name"]
    asked = report["players"][0]["scores"][0]
    about = [
        (
            f"{sum(each['positions'] for each in report['sets']):,} positions in "
            f"{len(report['sets'])} sets, seed {report['seed']}. Every value is proved."
        )
    ]
    if model is not None:
        about.append(
            f"The model at {model['url']} answered {asked['answered']:,} of "
            f"{asked['questions']:,} questions, with the board written as "
            f"{', '.join(report['forms'])}."
        )
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        GENERATOR,
        f"<title>{escape(name)}: benchmark of Noughts</title>",
        f"<style>\n{_STYLE}</style>",
        "<main>",
        f"<h1>{escape(name)}, judged exactly</h1>",
        *[f"<p>{escape(text)}</p>" for text in about],
        _players(report, None, "All questions", "Engines are there for comparison."),
    ]
    if model is not None:
        own = report["players"][0]
        parts.append("<h2>Set by set</h2>")
        for form in (None, *report["forms"]):
            rows = [
                (each["set"], each)
                for each in own["scores"]
                if each["form"] == form and each["set"]
            ]
            title = "All ways of writing the board" if form is None else f"Written as {form}"
            parts.append(_table(title, "Set", rows, own["player"]))
        parts.append("<h2>Every set with the engines</h2>")
    else:
        parts.append("<h2>Every set</h2>")
    parts += [_players(report, each["set"], each["set"], each["rules"]) for each in report["sets"]]
    parts.append("<h2>What the columns mean</h2>\n<dl>")
    parts += [f"<dt>{title}</dt><dd>{escape(said)}</dd>" for title, said in _MEANINGS.items()]
    parts += ["</dl>", "</main>", "</html>", ""]
    return "\n".join(parts)


def _players(report: shapes.Benchmark, which: str | None, title: str, about: str) -> str:
    """Return the table of all players, in all questions or those of a set."""
    rows = [
        (player["player"], each)
        for player in report["players"]
        for each in player["scores"]
        if each["set"] == which and each["form"] is None
    ]
    model = report["model"]
    return _table(title, "Player", rows, about, None if model is None else model["name"])


def _table(
    title: str,
    first: str,
    rows: Iterable[tuple[str, shapes.BenchmarkScores]],
    about: str,
    model: str | None = None,
) -> str:
    heads = "".join(f'<th scope="col">{each}</th>' for each in (first, *_COLUMNS.values()))
    body = []
    for number, (name, scores) in enumerate(rows):
        cells = "".join(f"<td>{figure(scores, column)}</td>" for column in _COLUMNS)
        marked = ' class="model"' if model is not None and number == 0 else ""
        body.append(f'<tr{marked}><th scope="row">{escape(name)}</th>{cells}</tr>')
    caption = f"<strong>{escape(title)}</strong>. {escape(about)}"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}">\n'
        f"<table>\n<caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
        + "\n".join(body)
        + "\n</tbody>\n</table>\n</div>"
    )


def figure(scores: shapes.BenchmarkScores, column: str) -> str:
    """Return a score in words: a percentage, or the regret; a dash if there is none."""
    share = scores[column]  # type: ignore[literal-required]
    if share is None:
        return "–"
    return f"{share:.2f}" if column == "regret" else f"{share:.0%}"
