"""`noughts benchmark`: judge a language model by exact values."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.benchmark.answer_file import AnswerFile
from noughts.benchmark.asking import BoardQuestion, Cost, ask_all, cost, digest, questions
from noughts.benchmark.benchmark_page import GENERATOR, figure, html_page
from noughts.benchmark.benchmark_report import AskedModel, BenchmarkPlan, document
from noughts.benchmark.board_texts import BoardForm
from noughts.benchmark.chat_client import ChatClient
from noughts.benchmark.position_sets import SETS, Labelled, find_set
from noughts.cli import files, parameters, printing, reading, refusing
from noughts.cli.command import LIMIT_EXIT, Command, filled
from noughts.cli.widths import table
from noughts.cli.working import clear, tell, working
from noughts.core.catalogue import grouped, say
from noughts.core.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.json import shapes

KEY = "OPENAI_API_KEY"
MOST_POSITIONS = 50
MOST_NAME = 24  # characters of a name in a table
_NAMES = [each.name for each in SETS]


@click.command(
    "benchmark",
    cls=Command,
    examples=[
        ("noughts benchmark", "what the engines score, without any model"),
        (
            "noughts benchmark --model http://localhost:8080/v1 --name m --answers m.ndjson",
            "a model on this machine",
        ),
        (
            "noughts benchmark --set 3,3,3 --positions 3 --html report.html",
            "a small report as a page",
        ),
    ],
    groups={
        "The model": ("model", "name", "key_variable", "no_key", "temperature", "tokens"),
        "The questions": ("sets", "forms", "positions", "seed"),
        "Asking": (
            *("answers", "only_report", "parallel", "timeout", "attempts"),
            *("price_in", "price_out", "yes"),
        ),
    },
    exits=LIMIT_EXIT,
)
@click.option(
    "--model", metavar="URL", help="The address of a chat-completions API, such as https://host/v1."
)
@click.option("--name", metavar="NAME", help="The name of the model at that address.")
@click.option(
    "--key-variable",
    metavar="VARIABLE",
    help=filled(
        "The environment variable with the API's key.  [default: {name}, if it is set]", name=KEY
    ),
)
@click.option("--no-key", is_flag=True, help="Send no key.")
@click.option(
    "--temperature",
    type=parameters.Above0(2, zero=True),
    help="The temperature.  [default: the server's]",
)
@click.option(
    "--tokens",
    type=parameters.Whole(1, 1_000_000),
    help="The most tokens of an answer.  [default: the server's limit]",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="SET",
    help=filled("Only these positions; may be repeated: {sets}.", sets="; ".join(_NAMES)),
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    type=click.Choice([str(form) for form in BoardForm]),
    help="Only this way of writing the board; may be repeated.",
)
@click.option(
    "--positions",
    type=parameters.Whole(1, MOST_POSITIONS),
    default=10,
    help="The positions of each set.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Chooses the positions.")
@click.option(
    "--answers",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the answers in this file; a rerun asks only what is missing in it.",
)
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write the report as a page."
)
@files.force_option
@click.option(
    "--parallel",
    type=parameters.Whole(1, 64),
    default=4,
    help="How many questions wait for their answers at a time.",
)
@click.option(
    "--timeout",
    type=parameters.SecondsType(),
    default=120.0,
    help="The longest time for an answer.",
)
@click.option(
    "--attempts",
    type=parameters.Whole(1, 100),
    default=6,
    help="How often to ask a server that is busy or fails.",
)
@click.option(
    "--price-in",
    type=parameters.Above0(1_000_000, zero=True),
    metavar="PRICE",
    help="The price of a million tokens in questions.",
)
@click.option(
    "--price-out",
    type=parameters.Above0(1_000_000, zero=True),
    metavar="PRICE",
    help="The price of a million tokens in answers.",
)
@click.option(
    "--only-report", is_flag=True, help="Ask nothing; report the answers that the file has."
)
@click.option("--yes", is_flag=True, help="Begin without asking for confirmation.")
@parameters.json_option
def command(
    model: str | None,
    name: str | None,
    key_variable: str | None,
    sets: tuple[str, ...],
    forms: tuple[str, ...],
    positions: int,
    seed: int,
    answers: Path | None,
    html: Path | None,
    parallel: int,
    timeout: float,
    attempts: int,
    temperature: float | None,
    tokens: int | None,
    price_in: float | None,
    price_out: float | None,
    *,
    no_key: bool,
    force: bool,
    only_report: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Ask a language model for moves in positions whose values are proved, and score it.

    The twelve sets of positions belong to twelve games, and each board is written in three ways. A
    score says how many moves are legal, keep the value and find the win, how much value they give
    away, and how much the model says of its moves is true. Engines are scored in the same
    positions. Without --model, only they are.

    The key comes from an environment variable, and is written nowhere. Before it starts, the
    command shows how many questions there are, and about what they cost. Ctrl-C stops it; the same
    command resumes.
    """
    plan = BenchmarkPlan(
        tuple(dict.fromkeys(find_set(each).name for each in sets)) or tuple(_NAMES),
        tuple(dict.fromkeys(map(BoardForm, forms))) or tuple(BoardForm),
        positions,
        seed,
    )
    if html is not None:
        files.check_target(html, force=force, own=lambda: _not_ours(html))
    elif force:
        refusing.refuse("--force", say("usage", "only for", option="--html"))
    _check_options(model, name, answers)
    asked_model = file = None
    if model is None or name is None or answers is None:
        chosen = _choose(plan)
    else:
        key = None if only_report else _key(key_variable, no_key=no_key)
        client = ChatClient(
            *(model, name),
            key=key,
            temperature=temperature,
            tokens=tokens,
            timeout=timeout,
            attempts=attempts,
        )
        asked_model = AskedModel(name, client.url, temperature, tokens)
        chosen = _choose(plan)
        every = questions(chosen, plan.forms)
        file = AnswerFile(answers, asked_model.settings(plan) | {"questions": digest(every)})
        missing = [each for each in every if each.name not in file.answers]
        if missing and not only_report:
            prices = None if price_in is price_out is None else (price_in or 0.0, price_out or 0.0)
            _confirm(cost(missing, tokens, prices), len(every), yes=yes)
            _ask(missing, client, file, parallel)
    report = document(plan, chosen, asked_model, None if file is None else file.answers)
    if html is not None:
        files.write(html, html_page(report).encode())
    if as_json:
        printing.print_json(report)
    else:
        _print(report)


def _choose(plan: BenchmarkPlan) -> list[Labelled]:
    with working(say("benchmark", "choosing")):
        return plan.labelled()


def _check_options(model: str | None, name: str | None, answers: Path | None) -> None:
    """Reject options of a model without a model, and a model without its options.

    Raises:
        click.UsageError: The options do not fit together.
    """
    if model is not None:
        if name is None:
            raise click.UsageError(say("benchmark", "needs name"))
        if answers is None:
            raise click.UsageError(say("benchmark", "needs answers"))
        files.check_target(answers, force=True)
        return
    for option in (
        *("name", "key_variable", "no_key", "temperature", "tokens", "forms", "answers"),
        *("only_report", "parallel", "timeout", "attempts", "price_in", "price_out", "yes"),
    ):
        if refusing.given(option):
            shown = {"forms": "form"}.get(option, option).replace("_", "-")
            refusing.refuse(f"--{shown}", say("benchmark", "no model"))


def _key(variable: str | None, *, no_key: bool) -> str | None:
    """Return the API's key, if there is one.

    Raises:
        click.UsageError: The variable that was named is not set.
    """
    if no_key:
        if variable is not None:
            refusing.refuse("--key-variable", say("benchmark", "no key"))
        return None
    key = os.environ.get(variable or KEY)
    if variable is not None and not key:
        # Its name is not repeated: it may be the key itself, given by mistake.
        raise click.UsageError(say("benchmark", "not set"))
    return key or None


def _not_ours(path: Path) -> str | None:
    """Return why a page must not be overwritten; None for an earlier report."""
    with path.open("rb") as stream:
        head = stream.read(1_000)
    return None if GENERATOR.encode() in head else say("benchmark", "foreign")


def _confirm(expected: Cost, every: int, *, yes: bool) -> None:
    """Show what the questions cost, and wait for a yes.

    Raises:
        click.UsageError: Nobody can say yes.
        click.Abort: The answer is no.
    """
    left = expected.questions
    if left < every:
        click.echo(_answered(every - left, every), err=True)
    counts = {
        "questions": left,
        "asked": expected.prompt_tokens,
        "answered": expected.answer_tokens,
    }
    numbers = {name: grouped(number) for name, number in counts.items()}
    click.echo(say("benchmark", "cost", count=left, **numbers), err=True)
    if expected.price is not None:
        click.echo(say("benchmark", "price", price=grouped(expected.price, 2)), err=True)
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError(say("benchmark", "not begun"))
    begin = say("benchmark", "begin")
    answer: str = click.prompt(begin, default="", show_default=False, err=True)
    if answer.strip().lower()[:1] not in {"y", say("benchmark", "yes")}:
        raise click.Abort


def _answered(answered: int, questions: int) -> str:
    values = {"answered": grouped(answered), "questions": grouped(questions)}
    return say("benchmark", "answered", **values)


def _ask(
    missing: Sequence[BoardQuestion], client: ChatClient, file: AnswerFile, parallel: int
) -> None:
    """Ask the questions, and keep each answer at once."""
    live = sys.stderr.isatty()
    total = len(missing)
    try:
        with closing(ask_all(missing, client, parallel)) as answers:
            for number, (question, reply) in enumerate(answers, start=1):
                file.add(question.name, reply)
                if live:
                    tell(_answered(number, total))
    except (KeyboardInterrupt, NoughtsError):
        left = sum(each.name not in file.answers for each in missing)
        if live:
            clear()
        reading.note(say("benchmark", "left", count=left, questions=grouped(left)))
        raise
    if live:
        clear()


def _print(report: shapes.Benchmark) -> None:
    """Print the players' scores, their regret in each set, and the model's scores by form."""
    players, sets = report["players"], report["sets"]
    positions, games = grouped(sum(each["positions"] for each in sets)), len(sets)
    click.echo(say("benchmark", "head", positions=positions, games=games, seed=report["seed"]))
    first = players[0]["scores"][0]
    if first["answered"] < first["questions"]:
        click.echo(_answered(first["answered"], first["questions"]))
    click.echo()
    columns = ("legal", "keeps", "regret", "finds", "explains")
    titles = [say("benchmark", name) for name in columns]

    def print_scores(title: str, rows: Iterable[tuple[str, shapes.BenchmarkScores]]) -> None:
        lines = [(name, [figure(scores, column) for column in columns]) for name, scores in rows]
        _print_table(title, titles, lines)

    print_scores("", [(each["player"], each["scores"][0]) for each in players])
    if report["model"] is not None:
        click.echo()
        print_scores(
            say("benchmark", "by form"),
            [
                (each["form"], each)
                for each in players[0]["scores"]
                if each["set"] is None and each["form"] is not None
            ],
        )
    click.echo()
    regrets = {
        (each["player"], scores["set"]): figure(scores, "regret")
        for each in players
        for scores in each["scores"]
        if scores["form"] is None
    }
    names = [each["player"] for each in players]
    rows = [(each["set"], [regrets[name, each["set"]] for name in names]) for each in sets]
    _print_table(say("benchmark", "regret"), names, rows)


def _print_table(
    title: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]
) -> None:
    """Print a table; long names are cut."""
    lines = [[_cut(name), *map(_cut, cells)] for name, cells in ((title, heads), *rows)]
    click.echo("\n".join(table(lines, (16, *[11] * len(heads)))))


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"
