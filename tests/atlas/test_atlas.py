"""The atlas: no blank cell, no contradiction, and values that other ways find as well."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from noughts.atlas import THEOREMS, AtlasEntry, Chart, Source, entries, games, known, reason
from noughts.atlas.atlas_file import (
    BLOCKS,
    DRAW,
    FILE,
    NOT_X,
    O_OR_DRAW,
    OPEN,
    UNDECIDED,
    VALUES,
    X_OR_DRAW,
    O,
    X,
    read,
    written,
)
from noughts.atlas.charts import chart_of
from noughts.atlas.making import Making
from noughts.atlas.theorems import conclude
from noughts.cli import run
from noughts.core.bits import bits
from noughts.core.errors import RecordError
from noughts.core.notation import cell_count, parse_rules
from noughts.core.position import Position
from noughts.core.rules import Rules
from tests.naive_solver import LONG, distance
from tests.sampling import sample
from tests.sources import module_of

ROOT = Path(__file__).parent.parent.parent
BY_GAME = {(entry.chart, entry.game): entry for entry in entries()}
CHARTS = [entry for entry in entries() if entry.chart is not Chart.OTHER]
#: The values that each value leaves possible.
LEFT = {
    OPEN: {X, O, DRAW, NOT_X},
    X_OR_DRAW: {X, DRAW},
    O_OR_DRAW: {O, DRAW},
    **{value: {value} for value in (X, O, DRAW, NOT_X)},
}


def rules(entry: AtlasEntry) -> Rules:
    return Rules.parse(entry.game.removesuffix(BLOCKS))


def cells(entry: AtlasEntry) -> int:
    """Return how many cells a game has, without looking for its lines."""
    return cell_count(parse_rules(entry.game.removesuffix(BLOCKS)).shape)


def lookup(chart: Chart, game: str) -> tuple[str, int | None] | None:
    entry = BY_GAME.get((chart, game))
    return (entry.value, entry.plies) if entry is not None and entry.decided else None


def chosen(among: list[AtlasEntry], usual: int) -> list[AtlasEntry]:
    """Return a seeded sample of entries; all of them in the deep tests."""
    return Random(1).sample(among, min(len(among), sample(usual, len(among))))


def test_no_cell_is_blank_and_none_is_extra() -> None:
    for chart in set(Chart) - {Chart.OTHER}:
        assert [entry.game for entry in CHARTS if entry.chart is chart] == list(games(chart))
    assert len(BY_GAME) == len(entries()) > 9_000
    for entry in entries():
        assert entry.value in VALUES
        assert reason(entry)
        assert "{" not in reason(entry)
        assert (entry.source is Source.NOBODY) == (entry.value == OPEN)
        assert (entry.source is Source.THEOREM) <= (entry.detail.split(" ")[0] in THEOREMS)
        assert entry.decided or entry.nodes or cells(entry) > 64, "it says what was tried"
        assert entry.plies is None or entry.value in {X, O}
        assert entry.source is not Source.PUBLICATION or entry.published


def test_the_readme_counts_them() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    assert f"each of {len(entries()):,} small games" in readme


def test_every_certificate_stands_in_it_with_its_value() -> None:
    tool = module_of(ROOT / "tools/atlas_records.py")
    recorded = (ROOT / "src/noughts/atlas/recorded.json").read_text(encoding="utf-8")
    assert tool.written() == recorded
    for row in json.loads(recorded)["games"]:
        entry = BY_GAME[Chart(row["chart"]), row["game"]]
        assert entry.value == row["value"]
        assert entry.published == row.get("published", "")
        file = row.get("certificate")
        assert entry.certificate == file
        large = file is None or file.startswith("large/")
        assert large or (ROOT / "certificates" / file).is_file()


def test_no_theorem_contradicts_what_a_search_or_a_proof_found() -> None:
    for entry in chosen(CHARTS, 2_000):
        for said in conclude(entry.chart, rules(entry), lookup):
            assert said.theorem in THEOREMS
            assert LEFT[said.value] & LEFT[entry.value], (entry, said)
            if entry.decided and said.value not in UNDECIDED:
                assert said.value == entry.value, (entry, said)


def test_what_is_said_to_follow_follows() -> None:
    for entry in chosen([each for each in CHARTS if each.source is Source.THEOREM], 300):
        said = [
            (each.value, f"{each.theorem} {each.premise}".strip())
            for each in conclude(entry.chart, rules(entry), lookup)
        ]
        assert (entry.value, entry.detail) in said


def test_the_solver_agrees_with_theorems() -> None:
    small = [entry for entry in CHARTS if entry.source is Source.THEOREM and cells(entry) <= 12]
    for entry in chosen(small, 12):
        searched = Making()._searched(entry.chart, entry.game, None)
        assert LEFT[searched.value] & LEFT[entry.value], (entry, searched)


def test_the_solver_says_the_same_again() -> None:
    few = [entry for entry in CHARTS if entry.source is Source.SOLVER and not entry.detail]
    few = [entry for entry in few if entry.nodes < 500 and cells(entry) <= 30]
    for entry in chosen(few, 12):
        assert Making()._searched(entry.chart, entry.game, None) == entry


@pytest.mark.parametrize("chart", [chart for chart in Chart if chart is not Chart.OTHER])
def test_plain_minimax_finds_the_same(chart: Chart) -> None:
    most = sample(8, 12)
    small = [each for each in CHARTS if each.chart is chart and cells(each) <= most]
    for entry in small if most > 8 else Random(2).sample(small, min(12, len(small))):
        if chart is Chart.MAKER_BREAKER:
            assert entry.value == (X if makes(rules(entry)) else NOT_X)
            continue
        found = distance(Position(rules(entry)), {})
        value = X if found > 0 else O if found < 0 else DRAW
        assert value in LEFT[entry.value], entry
        if entry.plies is not None:
            assert entry.plies == LONG - abs(found), entry


def makes(game: Rules) -> bool:
    """Whether X, who begins, gets a line; by looking at every game."""
    memory: dict[tuple[int, int], bool] = {}

    def wins(own: int, other: int, *, x_moves: bool) -> bool:
        if any(own & line == line for line in game.lines):
            return True
        if (own, other) not in memory:
            empty = bits(game.full & ~own & ~other)
            after: Callable[[int], bool] = (
                (lambda cell: wins(own | 1 << cell, other, x_moves=False))
                if x_moves
                else (lambda cell: wins(own, other | 1 << cell, x_moves=True))
            )
            replies = map(after, empty)
            memory[own, other] = bool(empty) and (any(replies) if x_moves else all(replies))
        return memory[own, other]

    return wins(0, 0, x_moves=True)


def test_a_pairing_of_three_in_a_row_is_not_taken_for_one_of_two() -> None:
    """Theorems end where they end: the smallest games on the other side of each bound."""

    def nothing(chart: Chart, game: str) -> None:
        del chart, game

    def said(chart: Chart, game: str) -> set[str]:
        return {each.theorem for each in conclude(chart, Rules.parse(game), nothing)}

    assert "rows" in said(Chart.MAKER_BREAKER, "9,2,3")
    assert "rows" not in said(Chart.MAKER_BREAKER, "9,1,2") | said(Chart.MAKER_BREAKER, "9,3,3")
    assert "columns" in said(Chart.GRAVITY, "2,9,3 gravity")
    assert "columns" not in said(Chart.GRAVITY, "3,9,3 gravity")
    assert "stones" in said(Chart.TORUS, "9,1,6 torus")
    assert "stones" not in said(Chart.TORUS, "9,1,5 torus")
    assert "mirror" not in said(Chart.MISERE, "5,5,3 misere")  # a line may end in the middle
    assert "mirror" in said(Chart.MISERE, "5,5,4 misere") & said(Chart.MISERE, "5,4,3 misere")
    assert "square" in said(Chart.MISERE, "3,2,2 misere")
    assert "square" not in said(Chart.MISERE, "4,1,2 misere") | said(Chart.MISERE, "3,3,2 misere")
    assert "square" not in said(Chart.MISERE, "4,2,3 misere")
    assert "stealing" not in said(Chart.MISERE, "4,4,3 misere") | said(Chart.EXACT, "5,4,3 exact")


def test_a_begun_atlas_is_continued_with_the_same_entries() -> None:
    begun = list(entries())[:50]
    made = Making(begun).make()
    again = [next(made) for _ in range(20)]
    for entry, before in zip(again, entries()[50:], strict=False):
        assert entry.value == before.value


def test_a_last_line_that_is_torn_is_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, file = FILE.read_bytes(), tmp_path / "atlas.csv"
    file.write_bytes(whole[:-20])  # as a full disk leaves it
    assert run(["atlas", "--make", str(file)]) == 0
    assert file.read_bytes() == whole
    assert "9,303 games" in capsys.readouterr().out


def test_a_file_that_is_not_an_atlas_is_refused() -> None:
    assert written(read(FILE.read_text(encoding="utf-8").splitlines())) == FILE.read_text(
        encoding="utf-8"
    )
    with pytest.raises(RecordError, match="the first line must be chart,game"):
        read(["a,b"])
    with pytest.raises(RecordError, match="line 2: 'X' is not a value"):
        read([",".join(AtlasEntry._fields), "ordinary,3,X,,solver,,0,"])


def test_a_game_is_found_however_it_is_turned() -> None:
    assert known(Rules.parse("4,5,4 torus")) == known(Rules.parse("5,4,4 torus")) != []
    assert known(Rules.parse("4,4,3,3")) == known(Rules.parse("3,4,4,3")) != []
    assert known(Rules.parse("2,9,2 gravity")) != known(Rules.parse("9,2,2 gravity"))
    assert chart_of(Rules.parse("17,4,4")) is Chart.ORDINARY
    assert chart_of(Rules.parse("9,9,5")) is Chart.OTHER


def test_a_game_that_is_not_in_it_is_left_to_the_solver_only_if_that_takes_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["atlas", "4,4,4 caro"]) == run(["atlas", "9,9,9"]) == 0
    assert capsys.readouterr().out == (
        "4,4,4 caro is not in the atlas; noughts solve may prove it\n9,9,9 is not in the atlas\n"
    )


def test_the_schema_describes_the_file() -> None:
    package = json.loads(FILE.with_name("datapackage.json").read_text(encoding="utf-8"))
    (resource,) = package["resources"]
    fields = {each["name"]: each for each in resource["schema"]["fields"]}
    assert resource["path"] == FILE.name
    assert tuple(fields) == AtlasEntry._fields
    for name, values in (("chart", Chart), ("value", VALUES), ("source", Source)):
        assert fields[name]["constraints"]["enum"] == list(values)


def test_a_reason_is_the_same_sentence_as_on_the_page() -> None:
    """`web/tests/atlas.test.ts` has the same sentences."""
    games = ("7,7,5", "7,7,4 gravity", "7,6,6", "4,3,3")
    reasons = [reason(known(Rules.parse(game))[0]) for game in games]
    assert reasons[0] == "Proved: the certificate 7,7,5.cert can be checked."
    assert reasons[1] == "Proved by the solver: 1,286,239,408 nodes."
    assert reasons[2].startswith("If X does not win against an O who only blocks")
    assert reasons[2].endswith("Known: 7,6,6.")
    # Who wins has a certificate; how soon does not.
    assert reasons[3] == (
        "Proved: the certificate 4,3,3.cert can be checked. The solver proved how soon: 52 nodes."
    )
    tried, untried = (known(Rules.parse(game))[0] for game in ("8,8,4 gravity", "5,13,4 gravity"))
    assert reason(tried) == "Published, not proved here. 600,000 nodes were searched."
    assert reason(untried) == "Published, not proved here."
