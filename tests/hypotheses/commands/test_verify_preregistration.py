"""`manage.py verify_preregistration`."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError

from hypotheses.models import Element
from tests.hypotheses.helpers import command
from tests.hypotheses.registering import frozen

pytestmark = pytest.mark.django_db


def test_it_recomputes_the_hash_and_says_what_differs() -> None:
    row = frozen()
    out, _log = command("verify_preregistration", row.pk)
    assert out == f"SHA-256 {row.sha256}\npre-registration {row.pk} holds\n"
    out, _log = command("verify_preregistration", row.pk, "--json")
    assert json.loads(out)["sha256"] == {"recorded": row.sha256, "recomputed": row.sha256}
    Element.objects.filter(version=row.version, kind="population").update(text="cats")
    with pytest.raises(CommandError, match="does not hold"):
        command("verify_preregistration", row.pk)


def test_one_that_is_not_there_is_one_line() -> None:
    with pytest.raises(CommandError, match="there is no pre-registration 404"):
        command("verify_preregistration", 404)
