"""Who gets what: every address of the pages, for every role, read and written.

The addresses come from the URL configuration: a new one without a line here fails.
"""

from __future__ import annotations

from typing import cast

import pytest
from django.contrib.auth.models import User
from django.test import Client

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import last_run
from tests.hypotheses.recorded import waiting
from tests.hypotheses.registering import frozen
from tests.matrix import (
    NOBODY,
    OWNER,
    ROLES,
    Matrix,
    address,
    found_and_wanted,
    names_of,
    reader,
)

pytestmark = pytest.mark.django_db
REASON = {"outcome": "approved", "reason": "we know X"}
IDEA = {"text": "Naps improve learning in nurses", "language": "auto", "max_refinements": "2"}
TOKEN = {"name": "a script", "scopes": "read", "days": "7"}
EDITED = {"question": "In nurses, do naps improve recall?"}

MATRIX: Matrix = {
    # name: GET, POST, what is posted
    "inbox": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "login": ("ok done done done done", "ok done done done done", {}),
    "password_reset": ("404 404 404 404 404", "404 404 404 404 404", {}),  # no mail server
    "password_reset_done": ("404 404 404 404 404", "404 404 404 404 404", {}),
    "password_reset_link": ("404 404 404 404 404", NOBODY, {}),
    "password_reset_confirm": ("404 404 404 404 404", "404 404 404 404 404", {}),
    "change-address": ("in 405 405 405 405", "in 422 422 422 422", {}),  # the password is missing
    "logout": (NOBODY, "done done done done done", {}),
    "language": (NOBODY, "done done done done done", {"language": "pt-br"}),
    "theme": (NOBODY, "done done done done done", {"theme": "dark"}),
    "save-view": ("in 405 405 405 405", "in no no no no", {}),  # neither name nor filter
    "delete-view": ("in 405 405 405 405", "in 404 404 404 404", {}),
    "own-runs": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "health": ("in 403 403 403 ok", "in 405 405 405 405", {}),
    "search": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "account": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "change-password": ("in 405 405 405 405", "in 422 422 422 422", {}),  # the old one is missing
    "end-session": ("in 405 405 405 405", "in 404 404 404 404", {}),
    "end-other-sessions": ("in 405 405 405 405", "in done done done done", {}),
    "new-token": ("in 405 405 405 405", "in ok ok ok ok", TOKEN),
    "revoke-token": ("in 405 405 405 405", "in 404 404 404 404", {}),
    "revoke-all-tokens": ("in 405 405 405 405", "in done done done done", {}),
    "draft": ("in 404 404 404 404", "in 404 404 404 404", {}),  # of another's, or none
    "steps-seen": ("in 405 405 405 405", "in done done done done", {}),
    "hypotheses": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "bulk": ("in ok ok ok ok", "in done done 422 422", {}),  # who may decide gives a reason
    "many-ideas": ("in ok ok ok ok", "in 422 422 422 422", {}),  # the file is missing
    "new-hypothesis": ("in ok ok ok ok", "in done done done done", IDEA),
    "frame-idea": ("in 405 405 405 405", "in ok ok ok ok", IDEA),
    "hypothesis": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "progress": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "compare": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "hypothesis-export": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "edit-question": ("in ok 404 ok ok", "in done 404 done done", EDITED),
    "answer": ("in 405 405 405 405", "in done 404 done done", {"edit-measure": "a sleep diary"}),
    "override": ("in 405 405 405 405", "in no 404 done done", REASON),
    "withdraw": ("in 405 405 405 405", "in no 404 no no", {}),  # there is none of theirs
    "archive": ("in 405 405 405 405", "in done 404 no done", {}),
    "restore": ("in 405 405 405 405", "in no 404 no no", {}),  # it is not archived
    "erase": ("in no 404 no ok", "in no 404 no done", {}),
    "preregister": ("in ok 404 no ok", "in done 404 no done", {"design": "two wards"}),
    "preregistration": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "preregistration-markdown": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "preregistration-json": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "retry-run": ("in 405 405 405 405", "in no 404 no no", {}),  # its run is done
    "cancel-run": ("in 405 405 405 405", "in no 404 no no", {}),
    "security-txt": ("404 404 404 404 404", NOBODY, {}),  # nobody is named
    "healthz": ("ok ok ok ok ok", NOBODY, {}),
    "readyz": ("503 503 503 503 503", NOBODY, {}),  # no worker is there
    "metrics": ("404 404 404 404 404", NOBODY, {}),  # to who shows the token
}


def test_every_address_has_its_line() -> None:
    assert names_of("config", "hypotheses", "django") == MATRIX.keys()


@pytest.fixture
def hypothesis() -> Hypothesis:
    """Ana's: rejected by force, with questions to answer."""
    return waiting(User.objects.create_user(OWNER))


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_what_the_matrix_says(role: str, hypothesis: Hypothesis) -> None:
    known = {
        "pk": hypothesis.pk,
        "run": last_run(hypothesis).pk,
        "ending": "md",
        "prefix": "none",
        "decision": 0,
        "uidb64": "MQ",
        "token": "a-b",
    }
    nothing = {"pk": 0}
    registered = {"pk": frozen(hypothesis.owner).hypothesis_id, "number": 1}
    found, wanted = found_and_wanted(
        MATRIX,
        role,
        lambda name: (
            nothing if name == "end-session" else registered if "preregist" in name else known
        ),
    )
    assert found == wanted


@pytest.mark.parametrize("name", [n for n in MATRIX if "run" not in n])
def test_what_is_not_there_looks_like_what_one_may_not_see(
    name: str, hypothesis: Hypothesis
) -> None:
    client = Client()
    client.force_login(cast("User", reader("other")))
    seen, gone = (
        address(
            name,
            {
                "pk": pk,
                "run": 1,
                "number": 1,
                "ending": "md",
                "prefix": "none",
                "decision": 0,
                "uidb64": "MQ",
                "token": "a-b",
            },
        )
        for pk in (hypothesis.pk, 99_999)
    )
    for method in ("get", "post"):
        data = MATRIX[name][2] if method == "post" else {}
        if seen != gone:
            theirs, none = (getattr(client, method)(url, data) for url in (seen, gone))
            assert theirs.status_code == none.status_code
