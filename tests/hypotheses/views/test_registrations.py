"""The pages of a pre-registration: frozen by a button, shown, verified, taken away."""

from __future__ import annotations

import json

from django.test import Client

from hypotheses.domain.claim import Slot
from hypotheses.models import Element, Preregistration
from hypotheses.services.review import override_decision
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import TESTERS, complete, conditional, waiting
from tests.hypotheses.registering import edited, frozen


def page_of(row: Preregistration, ending: str = "") -> str:
    return f"/hypotheses/{row.hypothesis_id}/preregistration/{row.number}/{ending}"


def test_it_is_frozen_from_the_page_and_amended_from_what_was_stated(ana: Client) -> None:
    pk = complete(ana.user).pk  # type: ignore[attr-defined]
    url = f"/hypotheses/{pk}/preregister/"
    assert f'href="{url}"' in ana.get(f"/hypotheses/{pk}/").text
    assert COMPLETE["en"] in ana.get(url).text
    made = ana.post(url, {"analysis": "a <b>mixed</b> model", "note": "x"})
    row = Preregistration.objects.get()
    assert made["Location"] == page_of(row)
    assert row.content["plan"] == {"analysis": "a <b>mixed</b> model"}
    page = ana.get(page_of(row)).text
    assert row.sha256 in page
    assert "a &lt;b&gt;mixed&lt;/b&gt; model" in page
    assert "a &lt;b&gt;mixed&lt;/b&gt; model" in ana.get(url).text


def test_what_is_refused_keeps_what_was_typed(ana: Client) -> None:
    row = frozen(ana.user)  # type: ignore[attr-defined]
    url = f"/hypotheses/{row.hypothesis_id}/preregister/"
    again = ana.post(url, {"design": ""})
    assert again.status_code == 422
    assert "nothing has changed since pre-registration 1" in again.text
    late = ana.post(url, {"design": "two wards", "expected": row.decision_id + 1})
    assert "somebody decided meanwhile" in late.text
    assert "two wards</textarea>" in late.text


def test_one_that_is_not_approved_is_not_offered(ana: Client) -> None:
    pk = waiting(ana.user).pk  # type: ignore[attr-defined]
    assert "/preregister/" not in ana.get(f"/hypotheses/{pk}/").text
    assert "Only an approved hypothesis" in ana.get(f"/hypotheses/{pk}/preregister/").text


def test_one_that_rests_on_proposals_says_what_to_confirm(ana: Client) -> None:
    pk = conditional(ana.user).pk  # type: ignore[attr-defined]
    page = ana.get(f"/hypotheses/{pk}/preregister/").text
    assert "Approved on 2 conditions" in page
    assert '<q lang="en">the same testers working in silence</q>' in page
    refused = ana.post(f"/hypotheses/{pk}/preregister/", {"note": "x"})
    assert refused.status_code == 422
    assert "share of seeded defects not found" in refused.text
    assert not Preregistration.objects.exists()


def test_one_that_is_open_says_what_to_fill_in(ana: Client) -> None:
    claim = TESTERS.with_slot("measure", Slot("defects missed")).with_slot("comparator", None)
    pk = waiting(ana.user, claim=claim).pk  # type: ignore[attr-defined]
    override_decision(hypothesis_id=pk, outcome="approved", reason="we know them")
    page = ana.get(f"/hypotheses/{pk}/preregister/").text
    assert "Approved by a person while parts of it are open" in page
    assert "Bound of the population" in page
    refused = ana.post(f"/hypotheses/{pk}/preregister/", {"note": "x"})
    assert refused.status_code == 422
    assert "leaves open: bound of the population; comparison" in refused.text
    assert not Preregistration.objects.exists()


def test_deviations_show_on_both_pages(ana: Client, rita: Client) -> None:
    row = frozen(ana.user)  # type: ignore[attr-defined]
    assert "Nothing deviates from the first." in ana.get(f"/hypotheses/{row.hypothesis_id}/").text
    edited(row.hypothesis)
    for page in (rita.get(f"/hypotheses/{row.hypothesis_id}/"), rita.get(page_of(row))):
        assert "<del>eight</del>" in page.text
        assert "<ins>twelve</ins>" in page.text
        assert "not declared" in page.text


def test_the_button_verifies(ana: Client) -> None:
    row = frozen(ana.user)  # type: ignore[attr-defined]
    assert "It holds" in ana.get(page_of(row), {"verify": "1"}).text
    Element.objects.filter(version=row.version, kind="population").update(text="cats")
    broken = ana.get(page_of(row), {"verify": "1"}).text
    assert "It does not hold" in broken
    assert "<q>cats</q>" in broken


def test_the_exports_are_files_in_the_hypothesis_s_language(ana: Client) -> None:
    row = frozen(ana.user, "pt")  # type: ignore[attr-defined]
    text = ana.get(page_of(row, "export.md"))
    name = f"crivo-preregistration-{row.hypothesis_id}-1"
    assert text["Content-Disposition"] == f'attachment; filename="{name}.md"'
    assert "## Plano de amostragem" in text.text
    told = json.loads(ana.get(page_of(row, "export.json")).content)
    assert told["content"] == row.content
    assert told["sections"][0]["title"] == "Informações do estudo"
