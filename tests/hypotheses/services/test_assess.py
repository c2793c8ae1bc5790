"""Texts that are read and not kept."""

from __future__ import annotations

import pytest

from hypotheses.services.assess import assess_text, assess_texts
from tests.hypotheses.helpers import COMPLETE, REFINED, stored

pytestmark = pytest.mark.django_db


def test_every_text_has_its_answer_in_order_and_nothing_is_kept(settings) -> None:
    settings.MAX_IDEA_CHARACTERS = 500
    before = stored()
    texts = [COMPLETE["en"], " ", REFINED["pt"], "a" * 501]
    found = assess_texts(texts=texts)
    assert [found[0], found[2]] == [assess_text(text=texts[at]) for at in (0, 2)]
    assert [each["language"] for each in (found[0], found[2])] == ["en", "pt"]
    assert [(set(found[at]), found[at]["index"]) for at in (1, 3)] == [
        ({"index", "error"}, 1), ({"index", "error"}, 3),
    ]  # fmt: skip
    assert "500 characters" in found[3]["error"]
    assert stored() == before
