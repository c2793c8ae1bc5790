"""The addresses of strategies under requests that schemathesis makes up from the schema."""

from __future__ import annotations

from collections import Counter
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
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from config.runs.models import Run
from tests.api import paths
from tests.hypotheses.api.test_fuzz import CHECKS
from tests.people import person
from tests.trading.api.conftest import ended
from tests.trading.api.test_roles import CSV
from tests.trading.storage.stored import dataset
from trading.models import GateProfile, Lesson, StrategyDecision
from trading.services.spec_backtests import play_spec
from trading.services.specs import save_spec
from trading.strategies.templates import template

CASES_AN_OPERATION = 8
SPEC = template("rsi_reversion").make().document()
GATE = {"name": "sharpe_ratio", "segment": "validation", "operator": ">=", "threshold": 1,
        "soft": 0, "weight": 1, "required": True}  # fmt: skip
SENSIBLE = {
    "ticker": "WALK", "spec": SPEC, "starting_spec": SPEC, "csv": CSV, "objective": "buy dips",
    "constraints": {"long_only": True}, "profile": "classic", "memory": "none", "text": "So it is.",
    "reason": "we know better", "criteria": [GATE], "include_holdout": False,
}  # fmt: skip
OURS = paths("trading")


@pytest.fixture
def admin(transactional_db: None, settings: Any) -> User:
    """Who may do everything, where there is something of each kind."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "100000/min")
    settings.RUNS_PER_DAY = 100_000
    settings.ALLOWED_HOSTS = ["*"]
    eva = person("eva", "admin")
    ended(person("ana"))
    dataset()
    save_spec(name="mine", spec=SPEC, user=eva)
    play_spec(spec=SPEC, ticker="WALK", user=eva)
    return eva


def cases(operation: Any) -> st.SearchStrategy[Any]:
    """Fitting and unfitting requests, about what there is and what there is not."""
    known: dict[str, Any] = {}
    if "{id}" in operation.path:
        known["id"] = 1
    if "{name}" in operation.path:
        known["name"] = "classic"
    about = known or None
    return st.one_of(
        operation.as_strategy(GenerationMode.POSITIVE, path_parameters=about).map(sensible),
        operation.as_strategy(GenerationMode.POSITIVE, path_parameters=about),
        operation.as_strategy(GenerationMode.POSITIVE),
        operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=about),
    )


def sensible(case: Any) -> Any:
    """The request with words, specs and files that can be understood."""
    if isinstance(case.body, dict):
        case.body |= {name: SENSIBLE[name] for name in SENSIBLE if name in case.body}
        for name in ("expected", "hypothesis", "saved_spec", "fork_of", "options", "start", "end"):
            case.body.pop(name, None)
        if case.operation.path.endswith("/strategies/"):
            case.body |= {"ticker": "WALK"}
        if "csv" in case.body:
            case.body |= {"ticker": "FUZZ"}  # too few bars to develop on
        if "outcome" in case.body:
            case.body |= {"outcome": "abandon"}
            case.body.pop("variant", None)
            case.body.pop("limits", None)
    return case


def rest() -> None:
    """All as before the last request, so that the next is not always a conflict."""
    Run.objects.active().update(status="done", lease_until=None, finished_at=timezone.now())
    Lesson.objects.update(retired_at=None, pinned=False)
    GateProfile.objects.exclude(name="classic").delete()
    StrategyDecision.objects.all().delete()


@pytest.mark.slow
def test_no_request_is_a_server_error_and_each_answer_fits_the_schema(admin: User) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    answered: Counter[int] = Counter()
    seen = set()

    def ask(case: Any) -> None:
        rest()
        AuthToken.objects.all().delete()
        _row, secret = AuthToken.objects.create(user=admin)
        headers = {"Authorization": f"Token {secret}"}
        answer = case.call_and_validate(headers=headers, checks=CHECKS)
        answered[answer.status_code] += 1

    for found in schema.get_all_operations():
        operation: Any = cast("Ok[Any]", found).ok()
        if operation.path not in OURS:
            continue
        seen.add(operation.path)
        tried = given(case=cases(operation))(ask)
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
    assert seen == OURS
    assert answered.total() >= 200
    assert max(answered) < 500
    assert {200, 201, 202, 400, 404} <= set(answered)
