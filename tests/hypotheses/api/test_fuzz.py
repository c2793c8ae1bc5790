"""The API under requests that schemathesis makes up from the schema, fitting and unfitting."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, cast

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.wsgi import get_wsgi_application
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from knox.models import AuthToken
from schemathesis import GenerationMode, checks
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.api import paths
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined
from tests.people import person

CASES_AN_OPERATION = 15
WORDS = {"text", "question", "reason"}
TRADING = paths("trading")
CHECKS: list[Any] = [
    checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture
def admin(transactional_db: None, settings: Any) -> User:
    """Who may do everything, where there is something of each kind."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    settings.RUNS_PER_DAY = 100_000
    settings.ALLOWED_HOSTS = ["*"]
    eva = person("eva", "admin", "a password")
    refined(FORCED["en"], user=person("ana"))
    refined(REFINED["pt"], user=eva)
    submit_hypothesis(text=COMPLETE["en"], user=eva)
    return eva


def cases(operation: Any, hypothesis: int) -> st.SearchStrategy[Any]:
    """Fitting and unfitting requests, about what there is and what there is not."""
    known = {"id": hypothesis} if "{id}" in operation.path else None
    return st.one_of(
        operation.as_strategy(GenerationMode.POSITIVE, path_parameters=known).map(
            partial(sensible, hypothesis)
        ),
        operation.as_strategy(GenerationMode.POSITIVE, path_parameters=known),
        operation.as_strategy(GenerationMode.POSITIVE),
        operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=known),
    )


def sensible(hypothesis: int, case: Any) -> Any:
    """The request with words that the analyst understands, about the hypothesis that there is."""
    if isinstance(case.body, dict):
        case.body |= dict.fromkeys({"hypothesis"} & set(case.body), hypothesis)
        case.body |= dict.fromkeys(WORDS & set(case.body), COMPLETE["en"])
        case.body.pop("expected", None)
    return case


def rest(hypothesis: int) -> None:
    """The hypothesis as before the last request, so that the next is not always a conflict."""
    Run.objects.active().update(status="done", lease_until=None, finished_at=timezone.now())
    Hypothesis.objects.filter(pk=hypothesis).update(archived_at=None, erased_at=None)


@pytest.mark.slow
def test_no_request_is_a_server_error_and_each_answer_fits_the_schema(admin: User) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    first = Hypothesis.objects.earliest("pk").pk
    answered: Counter[int] = Counter()

    def ask(case: Any) -> None:
        rest(first)
        AuthToken.objects.all().delete()
        _row, secret = AuthToken.objects.create(user=admin)
        headers = {"Authorization": f"Token {secret}"}
        answer = case.call_and_validate(headers=headers, checks=CHECKS)
        answered[answer.status_code] += 1

    for found in schema.get_all_operations():
        operation: Any = cast("Ok[Any]", found).ok()
        if operation.path in TRADING:
            continue  # they have a test of their own
        tried = given(case=cases(operation, first))(ask)
        seed(3)(
            hypothesis_settings(
                max_examples=CASES_AN_OPERATION,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(tried)
        )()
    print(  # noqa: T201  # the figures, with pytest -s
        answered.total(), "requests:", sorted(answered.items())
    )
    assert answered.total() >= 300
    assert max(answered) < 500
    assert {200, 201, 202, 204, 400, 404, 409} <= set(answered)
