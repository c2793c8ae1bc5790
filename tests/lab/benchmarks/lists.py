"""Pages of many rows, against a plain query of one page of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import connection
from django.test import Client

from config.runs.models import Run
from hypotheses.models import Clarification, Decision, Element, Gap, Hypothesis, Review, Version
from hypotheses.services.submit import KIND
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.rows import fill

ROWS, SMALL = 100_000, 200
RATIO, PAGE_MS, SEARCH_MS, ADMIN_MS = 12.0, 30.0, 40.0, 100.0
ROUNDS = 5
PAGE = 50  # rows of the plain query
MINUTE = "datetime('2020-01-01', '+' || i || ' minutes')"
PAGES: Mapping[str, str] = {
    "first": "/hypotheses/",
    "deep": "/hypotheses/?page={last}",
    "status": "/hypotheses/?status=waiting",
    "words": "/hypotheses/?q=number+{rare}",
    "search": "/search/?q=number+{rare}",
    "inbox": "/",
    "admin": "/admin/hypotheses/hypothesis/",
    "admin_status": "/admin/hypotheses/hypothesis/?status=rejected",
    "admin_versions": "/admin/hypotheses/version/",
    "admin_gaps": "/admin/hypotheses/gap/",
    "admin_runs": "/admin/runs/run/",
}


def measure(*, small: bool = False) -> Sequence[Figure]:
    """Milliseconds of processor time of each page, the least of some rounds in turns."""
    rows = SMALL if small else ROWS
    call_command("collectstatic", interactive=False, verbosity=0)
    author = make(rows)
    browsers = {"inbox": browser(author)}
    admin = browser(User.objects.create_superuser("ada"))
    told = {"last": (rows - rows // 20) // 25, "rare": rows - 7}
    steps: dict[str, Callable[[], object]] = {"plain": plain}
    for name, url in PAGES.items():
        steps[name] = page(browsers.get(name, admin), url.format(**told))
    taken: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(1 if small else ROUNDS):
        for name, step in steps.items():
            begun = time.process_time()
            step()
            taken[name].append((time.process_time() - begun) * 1e3)
    plain_ms = min(taken["plain"])
    return [
        *(
            Figure(f"{name}_ratio", min(taken[name]) / plain_ms, "x", RATIO, at_most=True)
            for name in PAGES
            if not name.startswith("admin")
        ),
        *(
            Figure(name, min(each), "ms", _most(name), at_most=True, worst=max(each))
            for name, each in taken.items()
        ),
        Figure("rows", rows),
    ]


def _most(name: str) -> float | None:
    """The milliseconds that a page may take."""
    if name.startswith("admin"):
        return ADMIN_MS
    most = {"first": PAGE_MS, "deep": PAGE_MS, "inbox": PAGE_MS}
    return most.get(name, None if name == "plain" else SEARCH_MS)


def plain() -> object:
    """One page of hypotheses and how many there are, by Django, with nothing around."""
    return list(Hypothesis.objects.all()[:PAGE]), Hypothesis.objects.count()


def browser(user: User) -> Client:
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    return client


def page(client: Client, url: str) -> Callable[[], object]:
    def asked() -> object:
        answer = client.get(url)
        if answer.status_code != 200:
            raise BenchmarkError("failed", name=url, reason=str(answer.status_code))
        return answer

    return asked


def make(rows: int) -> User:
    """So many hypotheses of one author with two versions each: a third approved on a condition, a
    third rejected with a question open, a third approved; one run in a hundred failed."""
    author = User.objects.create_user("ana")
    User.objects.create_user("rita").groups.add(Group.objects.get(name="reviewer"))
    of = "(i + 1) / 2"
    own = {"hypothesis_id": "i", "version_id": "2 * i"}
    fill(Hypothesis, rows, text="'Incremental work is faster, number ' || i", language="'en'",
         owner_id=str(author.pk), created_at=MINUTE,
         archived_at=f"CASE WHEN i % 20 = 0 THEN {MINUTE} END")  # fmt: skip
    fill(Version, 2 * rows, hypothesis_id=of, number="2 - i % 2", origin="'user'",
         question=f"'Is incremental work faster, number ' || {of} || '?'",
         created_at=MINUTE)  # fmt: skip
    fill(Element, 2 * rows, version_id="i", aspect="'metrics'", kind="'measure'", text="'days'",
         origin="CASE WHEN i / 2 % 3 = 0 THEN 'suggested' ELSE 'user' END")  # fmt: skip
    fill(Review, 2 * rows, version_id="i", judge="'builtin'", justification="'so'",
         status="CASE i % 2 WHEN 0 THEN 'approved' ELSE 'needs_refinement' END",
         created_at=MINUTE)  # fmt: skip
    fill(Decision, rows, **own, created_at=MINUTE, reason="'so'",
         source="CASE i % 3 WHEN 1 THEN 'forced' ELSE 'agent' END",
         after="CASE i % 3 WHEN 1 THEN 'rejected' ELSE 'approved' END")  # fmt: skip
    fill(Clarification, rows, **own, slot="'measure'", aspect="'metrics'", question="'Which?'",
         answered_at=f"CASE i % 3 WHEN 1 THEN NULL ELSE {MINUTE} END")  # fmt: skip
    fill(Gap, 2 * rows, hypothesis_id=of, slot="CASE i % 2 WHEN 0 THEN 'measure' ELSE 'unit' END",
         aspect="'metrics'", code="'missing'", gap="'no measure'", suggestion="'name one'",
         state="CASE WHEN i % 3 = 0 THEN 'open' ELSE 'closed' END", opened_in="1")  # fmt: skip
    fill(Run, rows, kind=f"'{KIND}'", subject_id="i", created_at=MINUTE, finished_at=MINUTE,
         status="CASE i % 100 WHEN 0 THEN 'failed' ELSE 'done' END", params="'{}'")  # fmt: skip
    Hypothesis.objects.store_standing()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return author
