"""Who gets what on the pages of trading, for every role, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.runs.models import Run
from tests.matrix import (
    OWNER,
    ROLES,
    Matrix,
    address,
    found_and_wanted,
    names_of,
    reader,
)
from tests.trading.desk import developed
from tests.trading.market.files import file, rows
from tests.trading.views.test_specs import SPEC, TEXT
from tests.trading.views.test_strategy_new import ASKED
from trading.models import Dataset, Lesson
from trading.services.specs import save_spec
from trading.services.uploads import stage_upload

pytestmark = pytest.mark.django_db
OPEN, READ = "in ok ok ok ok", "in ok 404 ok ok"  # to everybody; to whom may see the work
NO_POST, NO_GET = "in 405 405 405 405", "in 405 405 405 405"
OUTCOME = {"outcome": "ABANDONED", "reason": "no edge to be seen"}
EDITED = {"text": "It was luck.", "expected": "0"}

MATRIX: Matrix = {
    # name: GET, POST, what is posted
    "strategies": (OPEN, NO_POST, {}),
    "new-strategy": (OPEN, "in done done done done", ASKED),
    "estimate-strategy": (OPEN, NO_POST, {}),
    "strategy": (READ, NO_POST, {}),
    "strategy-live": (READ, NO_POST, {}),
    "strategy-report": (READ, NO_POST, {}),
    "strategy-experiments": (READ, NO_POST, {}),
    "strategy-certificate": (READ, NO_POST, {}),
    "strategy-certificate-json": (READ, NO_POST, {}),
    "strategy-variants": (READ, NO_POST, {}),
    "decide-strategy": (NO_GET, "in no 404 done done", OUTCOME),
    "strategy-retry": (NO_GET, "in no 404 no no", {}),  # its run is done
    "strategy-cancel": (NO_GET, "in no 404 no no", {}),
    "compare-strategies": ("in 400 400 400 400", NO_POST, {}),  # of none
    "compare-variants": ("in 400 400 400 400", NO_POST, {}),
    "variant": (READ, NO_POST, {}),
    "strategy-export": ("in 404 404 404 404", NO_POST, {}),  # there is no such kind of file
    "withdraw-strategy": (NO_GET, "in no 404 no no", {}),  # there is none of theirs
    "variant-look": ("in no 404 ok ok", "in no 404 422 422", {"reason": " "}),
    "variant-series": (READ, NO_POST, {}),
    "variant-script": (READ, NO_POST, {}),
    "variant-spec": (READ, NO_POST, {}),
    "variant-csv": (READ, NO_POST, {}),
    "variant-sheet": ("in 404 404 404 404", NO_POST, {}),  # there is no such kind of file
    "datasets": (OPEN, NO_POST, {}),
    "dataset": (OPEN, NO_POST, {}),
    "dataset-prices": (OPEN, NO_POST, {}),
    "dataset-csv": (OPEN, NO_POST, {}),
    "dataset-bundled": (NO_GET, "in done done done done", {"ticker": "IBM"}),
    "auxiliary-dataset": ("in 404 404 404 404", NO_POST, {}),  # there is none
    "upload": (OPEN, "in 422 422 422 422", {"ticker": "A", "kind": "prices"}),  # no file
    "upload-preview": ("in ok 404 404 404", "in done 404 404 404", {"act": "drop"}),
    "memory": (OPEN, NO_POST, {}),
    "trust": (OPEN, NO_POST, {}),
    "lesson": (READ, NO_POST, {}),
    "lesson-edit": (NO_GET, "in no 404 done done", EDITED),
    "lesson-act": (NO_GET, "in no 404 done done", {}),
    "specs": (OPEN, NO_POST, {}),
    "new-spec": (OPEN, "in done done done done", {"text": TEXT, "act": "save", "name": "mine"}),
    "check-spec": (NO_GET, "in ok ok ok ok", {"text": "{}"}),
    "spec": (READ, "in ok 404 ok ok", {"text": TEXT, "act": "check"}),
    "archive-spec": (NO_GET, "in done 404 no done", {}),
    "restore-spec": (NO_GET, "in no 404 no no", {}),  # it is not archived
}


def test_every_address_has_its_line() -> None:
    assert names_of("trading") == MATRIX.keys()


@pytest.fixture
def known() -> dict[str, Mapping[str, Any]]:
    """The parts of addresses by what their names begin with; all work is Ana's."""
    ana = User.objects.create_user(OWNER)
    strategy = developed(ana)
    return {
        "variant": {"pk": strategy.variants.latest("pk").pk, "kind": "equity", "ending": "gif"},
        "dataset": {"pk": Dataset.objects.get(ticker="WALK").pk},
        "auxiliary": {"pk": 99_999},
        "upload": {
            "pk": stage_upload(data=file(rows()), ticker="MINE", kind="prices", user=ana).pk
        },
        "lesson": {"pk": Lesson.objects.filter(strategy=strategy)[0].pk, "name": "pin"},
        "spec": {"pk": save_spec(name="mine too", spec=SPEC, user=ana).pk},
        "": {
            "pk": strategy.pk,
            "run": Run.objects.get(subject_id=strategy.pk).pk,
            "decision": 0,
            "ending": "gif",
        },
    }


def parts(known: Mapping[str, Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    """Of the longest key that the name holds as a word's beginning."""
    words = name.split("-")
    return next((known[word] for word in words if word in known), known[""])


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_what_the_matrix_says(role: str, known: dict[str, Mapping[str, Any]]) -> None:
    found, wanted = found_and_wanted(MATRIX, role, lambda name: parts(known, name))
    assert found == wanted


@pytest.mark.parametrize(
    "name", ["strategy", "strategy-live", "variant", "variant-series", "lesson", "spec",
             "upload-preview", "decide-strategy", "strategy-report", "variant-csv"],
)  # fmt: skip
def test_what_is_not_there_looks_like_what_one_may_not_see(
    name: str, known: dict[str, Mapping[str, Any]]
) -> None:
    client = Client()
    client.force_login(cast("User", reader("other")))
    there = dict(parts(known, name))
    for method in ("get", "post"):
        data = MATRIX[name][2] if method == "post" else {}
        theirs, none = (
            getattr(client, method)(address(name, {**there, "pk": pk}), data)
            for pk in (there["pk"], 99_999)
        )
        assert theirs.status_code == none.status_code
