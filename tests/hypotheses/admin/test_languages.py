"""Lists in Portuguese: nothing of them stays in English or in code."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.test import Client
from django.utils import translation

from tests.hypotheses.admin.test_rows import MODELS, address

pytestmark = pytest.mark.django_db
ENGLISH = re.compile(
    r"\b(approved|rejected|needs_refinement|needs refinement|forced"
    r"|agent|open|closed|waived|missing"
    r"|construct_only|population|metrics|variables|testability|Filters|Type to search|results?"
    r"|Select|Status|Created|Hypothesis|Version|Review|Apply|Reset|Export|Add)\b"
)


def visible(page: str) -> str:
    """What is read: without tags, texts in English that a run wrote, and icons' names."""
    page = re.sub(r'<(span|a) class="crivo-.*?</\1>', "", page, flags=re.DOTALL)
    page = re.sub(r'<span class="[^"]*material-symbols.*?</span>', "", page, flags=re.DOTALL)
    return re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("model", MODELS)
def test_a_list_is_in_portuguese(as_ana: Client, rows: None, model: str) -> None:
    page = as_ana.get(address(model, "changelist"), headers={"accept-language": "pt-br"})
    assert page.context["cl"].result_count > 0
    assert ENGLISH.findall(visible(page.text)) == []


def test_no_two_models_share_a_name(as_ana: Client) -> None:
    with translation.override("pt-br"):
        models = [*apps.get_app_config("hypotheses").get_models(),
                  *apps.get_app_config("runs").get_models()]  # fmt: skip
        names = [str(model._meta.verbose_name_plural) for model in models]
    assert len(set(names)) == len(names)
