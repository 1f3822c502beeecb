"""Why a certificate is wrong: every checker gives reasons of one list, which is translated."""

import ast
import re
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.core.catalogue import languages, say, speaking, texts, worded
from noughts.proofs.certificate import checker
from noughts.proofs.certificate.makers.claims import save
from tests.proofs.certificate.test_not_right import NOT_RIGHT

HOME = Path(__file__).parents[3]
PYTHON = Path(checker.__file__).parent
#: Calls that take a reason.
CALLS = {"require", "RefusedError", "NotHeldError", "NotShownError", "RefutedError"}
#: What gives a reason in each of the other languages.
OTHERS = {
    "tests/proofs/certificate/*.[ch]": r'(?:fails|no_certificate)\)?\("([^"]*)"',
    "proofs/reader.ml": r'(?:No_certificate|\| [A-Z][a-z_]+ ->) "([^"]*)"',
    "web/src/proof/*.ts": r'(?:holds\([^;]*?,|NoCertificate\(|why =)\s*"([^"]*)",?\s*\)',
}


def reasons(source: str) -> set[str]:
    """Return the reasons in a Python module: arguments, and texts that are called `why`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            values = node.args if name in CALLS else []
        elif isinstance(node, ast.Assign) and "why" in ast.unparse(node.targets[0]):
            values = [*ast.walk(node.value)]  # type: ignore[list-item]
        for value in values:
            assert not isinstance(value, ast.JoinedStr), ast.unparse(node)
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.add(value.value)
    return found - {""}


def test_each_reason_of_each_checker_is_in_the_catalogue() -> None:
    listed = texts("refusal")
    ours = {path.name: reasons(path.read_text("utf-8")) for path in PYTHON.glob("*.py")}
    assert {name: found - listed for name, found in ours.items() if found - listed} == {}
    assert len(ours["checker.py"]) > 20
    assert len(ours["gravity_checker.py"]) > 20
    assert len(ours["threat_checker.py"]) > 10
    assert set().union(*ours.values()) == listed
    for files, pattern in OTHERS.items():
        sources = "".join(path.read_text("utf-8") for path in sorted(HOME.glob(files)))
        found = set(re.findall(pattern, sources)) - {""}
        assert found - listed == set(), files
        assert len(found) > 20, files


@pytest.mark.parametrize("tag", languages())
def test_the_command_says_it_in_the_language(
    tag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.cert"
    lines, _ = NOT_RIGHT["one cell for a pair"]
    save(path, lines)
    assert run(["verify", str(path), "--language", tag]) == 1
    told = capsys.readouterr().err
    with speaking(tag):
        reason = worded("a pair does not have two cells", "refusal")
        why = say("proof", "line", number=4, line=f"{lines[3]!a:.60}", reason=reason)
        assert told == f"noughts: {say('proof', 'wrong', file=path, why=why)}\n"
    path.write_bytes(b"junk")
    assert run(["verify", str(path), "--language", tag]) == 2
    told = capsys.readouterr().err
    with speaking(tag):
        assert worded("it does not begin like a certificate", "refusal") in told
