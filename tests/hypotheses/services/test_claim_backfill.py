"""Claims for versions of earlier releases."""

from __future__ import annotations

import pytest

from hypotheses.models import LexiconTerm, Version
from hypotheses.services.archive import erase_hypothesis
from hypotheses.services.search import read_claims, unused_terms
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import complete, recorded
from tests.people import person

pytestmark = pytest.mark.django_db


def unread(text: str, language: str = "en") -> Version:
    """A version as an earlier release left it."""
    version = recorded(text, language=language).versions.get()
    Version.objects.filter(pk=version.pk).update(
        design="", direction="unspecified", counted=False, relation=""
    )
    version.refresh_from_db()
    return version


def test_a_version_of_an_earlier_release_is_read_and_its_rows_stay() -> None:
    version = unread(COMPLETE["en"])
    assert version.claim.design == "unknown"
    elements = list(version.elements.values())
    assert list(read_claims()) == [1]
    version.refresh_from_db()
    assert (version.design, version.direction) == ("causal", "decrease")
    assert list(version.elements.values()) == elements


def test_each_version_is_read_once_though_its_design_is_unknown() -> None:
    version = unread("Pineapple")
    assert list(read_claims()) == [1]
    version.refresh_from_db()
    assert version.design == "unknown"
    assert list(read_claims()) == []


def test_what_has_a_claim_or_was_erased_is_not_read() -> None:
    kept, gone = complete(), unread(COMPLETE["pt"], "pt")
    Version.objects.filter(hypothesis=kept).update(relation="as it was")
    erase_hypothesis(hypothesis_id=gone.hypothesis_id, user=person("root", "admin"))
    assert list(read_claims()) == []
    assert kept.versions.get().relation == "as it was"


def test_the_terms_of_a_site_are_listed() -> None:
    LexiconTerm.objects.create(language="en", field="software", section="units", term="squad")
    assert unused_terms() == ["en software units: squad"]
