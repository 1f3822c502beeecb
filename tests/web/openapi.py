"""Questions that Schemathesis makes of the OpenAPI document; tests/web/test_openapi.py runs them.

Schemathesis makes them when tests are collected, which takes seconds: only one process should.
"""

from collections import Counter
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import ignored_auth

from noughts.web.openapi import document
from tests.sampling import sample
from tests.waiting import PATIENCE
from tests.web.asking import Site

CONFIG = {
    "checks": {
        # A text may be of the right type and still be no position: "right" data may be refused.
        "positive_data_acceptance": {"enabled": False},
        # What is too long may be too long to be looked at.
        "negative_data_rejection": {
            "expected-statuses": [400, 401, 403, 404, 405, 413, 415, 422, 431]
        },
    }
}
DOCUMENT = document()
schema = schemathesis.openapi.from_dict(DOCUMENT, config=schemathesis.Config.from_dict(CONFIG))
# With the game and the secret put in by the test, it is not known what was wrong with a question.
CONFIG_THERE = {"checks": {**CONFIG["checks"], "negative_data_rejection": {"enabled": False}}}
there = schemathesis.openapi.from_dict(DOCUMENT, config=schemathesis.Config.from_dict(CONFIG_THERE))


#: Of the questions that a rule makes about an operation, one in this many is asked.
EVERY = sample(12, 1)
seen: Counter[tuple[str, str]] = Counter()
#: One connection for all.
session = requests.Session()


def is_asked(case: schemathesis.Case[Any]) -> bool:
    """Return whether this question is asked: the first of its kind is, and those at random are."""
    scenario = getattr(case.meta and case.meta.phase.data, "scenario", None)
    kind = case.operation.label, str(scenario)
    seen[kind] += 1
    return scenario is None or seen[kind] % EVERY == 1 % EVERY


@schema.exclude(path_regex="^/api/v1/lobby/events$").parametrize()  # it would not end
@settings(max_examples=sample(2, 40), suppress_health_check=list(HealthCheck))
def test_the_server_keeps_to_its_document(case: schemathesis.Case[Any], site: Site) -> None:
    if is_asked(case):
        # Two games of a match show its lines as well as a hundred.
        if isinstance(case.body, dict) and case.body.get("games") == 100:
            case.body["games"] = 2
        # A match takes as long as its first games do, however busy the machine is.
        case.call_and_validate(base_url=site.url, session=session, timeout=PATIENCE)


@pytest.fixture(scope="module")
def held(site: Site) -> dict[str, tuple[str, str]]:
    """A game and a class that are there, each with a secret."""
    made = site.ask("/api/v1/games", {"rules": "4,4,3"}).json
    site.ask(f"/api/v1/games/{made['game']['id']}/seat", {})
    taught = site.ask("/api/v1/classrooms", {}).json
    return {
        "game": (made["game"]["id"], made["secret"]),
        "classroom": (taught["classroom"]["id"], taught["secret"]),
    }


@(
    there.include(path_regex=r"/games/\{game\}|/classrooms/\{classroom\}")
    .exclude(path_regex="/events$")  # it would not end
    .exclude(method="DELETE")  # nothing would be left to ask
    .parametrize()
)
@settings(max_examples=sample(2, 40), suppress_health_check=list(HealthCheck))
def test_the_server_keeps_to_its_document_in_a_game_that_is_there(
    case: schemathesis.Case[Any], site: Site, held: dict[str, tuple[str, str]]
) -> None:
    if not is_asked(case):
        return
    (name,) = case.path_parameters
    found, secret = held[name]
    case.path_parameters = {name: found}
    case.headers["Authorization"] = f"Bearer {secret}"
    response = case.call(base_url=site.url, session=session)
    # The secret is right, even where one that is not was generated.
    case.validate_response(response, excluded_checks=[ignored_auth])
