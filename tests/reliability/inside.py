"""What is done within a world, in a process of its own: `python -m tests.reliability.inside ...`.

`submit REFINEMENTS DEVELOPMENTS` starts runs, the same in the same order each time; `tell` gives
their rows; `sign-in` makes a user and gives the cookie of a session; `hold RUN` takes a run and
keeps its row locked until it is killed.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def submit(refinements: str, developments: str) -> list[int]:
    """Both kinds evenly among each other, so that both are at work all the time."""
    from hypotheses.services.submit import submit_hypothesis
    from tests.lab.chaos.developments import LIMITS, TICKERS
    from tests.lab.chaos.refinements import IDEAS
    from trading.services.submit import start_development

    def develop(number: int) -> int:
        limits = LIMITS._replace(seed=number)
        ticker = TICKERS[number]  # no two on the same prices: openings of a holdout are counted
        return start_development(ticker=ticker, limits=limits, memory="none").run.pk

    def refine(number: int) -> int:
        return submit_hypothesis(text=IDEAS[number % len(IDEAS)]).run.pk

    counts = ((develop, int(developments)), (refine, int(refinements)))
    wanted = [(number / count, act, number) for act, count in counts for number in range(count)]
    return [act(number) for _place, act, number in sorted(wanted, key=lambda each: each[0])]


def tell() -> dict[int, Any]:
    from config.runs.models import Run
    from tests.lab.chaos import scenarios
    from tests.lab.chaos.rows import rows_of

    return {run.pk: rows_of(run, scenarios.get(run.kind)) for run in Run.objects.order_by("pk")}


def sign_in() -> str:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.create_superuser("ana"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def hold(run_id: str) -> None:
    from django.db import transaction

    from config.runs.lease import claim, worker_name

    lease = claim(int(run_id), worker_name())
    assert lease
    with transaction.atomic():
        lease.hold()
        sys.stderr.write("held\n")
        time.sleep(3_600)


def main(what: str, *arguments: str) -> None:
    import django

    django.setup()
    acts = {"submit": submit, "tell": tell, "sign-in": sign_in, "hold": hold}
    sys.stdout.write(json.dumps(acts[what](*arguments)))  # type: ignore[operator]


if __name__ == "__main__":
    main(*sys.argv[1:])
