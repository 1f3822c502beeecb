"""The OpenAPI document, held to by Schemathesis: nothing undocumented, no fault of the server's."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

QUESTIONS = Path(__file__).with_name("openapi.py")


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    from noughts.web.openapi import document

    return document()


def test_the_server_keeps_to_its_document(
    described: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    options = ("-q", "-p", "schemathesis", "-p", "no:cacheprovider")
    program = [sys.executable, "-m", "pytest", *options, "-m", request.config.option.markexpr]
    ran = subprocess.run([*program, QUESTIONS], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    # All but the stream of the lobby; once more those of a game and a class that are there.
    there = [
        (path, method)
        for path, methods in described["paths"].items()
        if re.search(r"\{(game|classroom)\}", path) and not path.endswith("/events")
        for method in methods.keys() - {"delete"}
    ]
    count = sum(map(len, described["paths"].values())) - 1 + len(there)
    assert f"{count} passed" in ran.stdout


@pytest.mark.parametrize("part", ["description", "operationId", "tags", "summary"])
def test_every_operation_is_described(described: dict[str, Any], part: str) -> None:
    for path in described["paths"].values():
        for operation in path.values():
            assert operation[part]


def test_every_refusal_is_a_problem(described: dict[str, Any]) -> None:
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                kinds = set(answer["content"])
                assert answer["description"]
                if status == "200" and path.endswith("/events"):
                    assert kinds == {"text/event-stream"}
                elif status == "200" and path in {"/api/v1/match", "/api/v1/trace"}:
                    assert kinds == {"application/x-ndjson"}
                elif status in {"200", "201"} or (path == "/readyz" and status == "503"):
                    assert kinds == {"application/json"}
                else:
                    assert kinds == {"application/problem+json"}


def test_the_document_is_written_without_a_server(
    described: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "openapi.json"
    subprocess.run([sys.executable, "-m", "noughts.web.openapi", file], check=True)
    assert json.loads(file.read_text()) == described
