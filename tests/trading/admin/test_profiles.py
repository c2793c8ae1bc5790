"""Gate profiles are edited in the admin; what could judge nothing is refused with a message."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from trading.models import GateProfile

pytestmark = pytest.mark.django_db
SHARPE = {"name": "sharpe_ratio", "segment": "validation", "operator": ">=", "threshold": "1.5",
          "soft": "0.5", "weight": "2", "required": "on"}  # fmt: skip


def form(*criteria: dict[str, Any], name: str = "strict", **fields: Any) -> dict[str, Any]:
    posted: dict[str, Any] = {
        "name": name,
        "pass_score": "0.8",
        "final_error": "0",
        "criteria-TOTAL_FORMS": len(criteria),
        "criteria-INITIAL_FORMS": 0,
        **fields,
    }
    for number, criterion in enumerate(criteria):
        posted |= {f"criteria-{number}-{key}": value for key, value in criterion.items()}
    return posted


def test_the_figures_of_gates_are_in_the_readers_words(admin_client: Client):
    profile = GateProfile.objects.get(name="calibrated")
    page = admin_client.get(
        address("change", profile.pk), headers={"accept-language": "pt-BR"}
    ).text
    assert ">índice de Sharpe</option>" in page.replace("\n", "").replace(" selected", "")
    assert "sharpe_ratio &gt;" not in page  # the heading of an inline


def test_a_profile_that_ships_is_named_as_on_pages(admin_client: Client) -> None:
    profile = GateProfile.objects.get(name="calibrated")
    for page in (address("changelist"), address("change", profile.pk)):
        text = admin_client.get(page, headers={"accept-language": "pt-BR"}).text
        assert "calibrado (calibrated)" in text


def address(action: str, *arguments: Any) -> str:
    return reverse(f"admin:trading_gateprofile_{action}", args=arguments)


def told(page: Any) -> str:
    """What the page says is wrong."""
    formsets = page.context["inline_admin_formsets"]
    parts = [formset.formset for formset in formsets]
    errors = [*page.context["adminform"].form.errors.values()]
    for part in parts:
        errors += [part.non_form_errors(), *(e for row in part.errors for e in row.values())]
    return " ".join(str(message) for error in errors for message in error)


def test_a_profile_is_added_with_its_criteria(admin_client: Client) -> None:
    admin_client.post(address("add"), form(SHARPE))
    frozen = GateProfile.objects.get(name="strict").frozen()
    assert (frozen.pass_score, len(frozen.criteria)) == (0.8, 1)
    assert frozen.criteria[0].threshold == 1.5
    assert frozen.criteria[0].required


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "sharp"}, "there is no figure sharp; there are: annual_return"),
        ({"segment": "holdout"}, "gates judge no segment holdout; they judge: train, validation"),
        ({"soft": "2"}, "the soft threshold is not above it"),
        ({"operator": "<=", "soft": "1"}, "the soft threshold is not below it"),
        ({"threshold": "nan"}, "Enter a number"),
        ({"threshold": "inf"}, "Enter a number"),
        ({"weight": "-1"}, "the weight -1.0 is below 0"),
        ({"operator": "=="}, "is not one of the available choices"),
        ({"segment": "trials"}, "trials has no figure sharpe_ratio; it has: pbo"),
        ({"name": "psr", "threshold": "1.1"}, "no value of psr can be >= 1.1"),
        ({"required": ""}, "is required: all could be missed"),
        ({"weight": "0"}, "has a weight above 0"),
        ({"threshold": ""}, "This field is required"),
    ],
)
def test_a_criterion_that_cannot_judge_is_refused(
    admin_client: Client, changes: dict[str, str], message: str
) -> None:
    page = admin_client.post(address("add"), form({**SHARPE, **changes}))
    assert message in told(page)
    assert not GateProfile.objects.filter(name="strict").exists()


def test_a_profile_without_criteria_is_refused(admin_client: Client) -> None:
    page = admin_client.post(address("add"), form())
    assert page.status_code == 200
    assert not GateProfile.objects.filter(name="strict").exists()


def test_a_figure_is_judged_once_a_segment(admin_client: Client) -> None:
    page = admin_client.post(address("add"), form(SHARPE, SHARPE))
    assert "duplicate" in told(page)


@pytest.mark.parametrize("score", ["1.2", "-0.1", "nan"])
def test_a_score_to_pass_lies_between_0_and_1(admin_client: Client, score: str) -> None:
    page = admin_client.post(address("add"), form(SHARPE, pass_score=score))
    assert told(page)


def test_the_profile_that_ships_is_changed_but_not_deleted(admin_client: Client) -> None:
    classic = GateProfile.objects.get(name="classic")
    page = admin_client.get(address("change", classic.pk))
    assert page.status_code == 200
    assert admin_client.post(address("delete", classic.pk), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [classic.pk], "post": "yes"}
    admin_client.post(address("changelist"), chosen)
    assert GateProfile.objects.filter(name="classic").exists()
    rows = list(classic.criteria.values())
    rows[0]["threshold"] = 1.2
    posted = form(*({**row, "required": "on" if row["required"] else ""} for row in rows))
    posted |= {"criteria-INITIAL_FORMS": len(rows), "pass_score": "0.75"}
    posted |= {f"criteria-{n}-profile": classic.pk for n in range(len(rows))}
    admin_client.post(address("change", classic.pk), posted)
    classic.refresh_from_db()
    assert (classic.name, classic.pass_score) == ("classic", 0.75)
    assert classic.frozen().criteria[0].threshold == 1.2


def test_a_profile_of_ones_own_is_deleted(admin_client: Client) -> None:
    admin_client.post(address("add"), form(SHARPE))
    own = GateProfile.objects.get(name="strict")
    admin_client.post(address("delete", own.pk), {"post": "yes"})
    assert not GateProfile.objects.filter(name="strict").exists()


def test_a_gate_may_be_strict(admin_client: Client) -> None:
    strict = {"name": "permutation_p", "segment": "walk_forward", "operator": "<",
              "threshold": "0.05", "soft": "0.5", "weight": "1", "required": "on"}  # fmt: skip
    admin_client.post(address("add"), form(SHARPE, strict))
    frozen = GateProfile.objects.get(name="strict").frozen()
    assert [gate.passes(0.05) for gate in frozen.criteria[1:]] == [False]


def test_deleting_the_last_required_gate_is_refused(admin_client: Client) -> None:
    optional = {**SHARPE, "name": "win_rate", "threshold": "0.6", "required": ""}
    admin_client.post(address("add"), form(SHARPE, optional))
    own = GateProfile.objects.get(name="strict")
    rows = [{**row, "required": "on" if row["required"] else ""} for row in own.criteria.values()]
    posted = form({**rows[0], "DELETE": "on"}, rows[1]) | {"criteria-INITIAL_FORMS": 2}
    page = admin_client.post(address("change", own.pk), posted)
    assert "is required: all could be missed" in told(page)
    assert own.criteria.count() == 2
