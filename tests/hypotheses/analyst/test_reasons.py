"""What an author gives as the reason for a claim is no part of what is tested."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version

WHOLE = [
    ("en", "Waiters get bigger tips on sunny days than on rainy ones because guests feel happy",
     "guests feel happy"),
    ("en", "Pupils write longer essays when they choose the topic because they feel proud",
     "they feel proud"),
    ("en", "Night porters eat worse than day porters because the kitchen is closed",
     "the kitchen is closed"),
    ("pt", "as padarias vendem mais no frio do que no calor pq o povo quer conforto",
     "o povo quer conforto"),
    ("pt", "Mulheres marcam mais consultas que homens porque o posto fecha cedo",
     "o posto fecha cedo"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "why"), WHOLE)
def test_a_claim_that_is_whole_without_its_reason_is_read_without_it(language, text, why):
    found = read(text, language)
    assert not found.vetoes
    assert found.claim.mechanism == why
    assert found.claim.exposure is not None
    assert found.claim.exposure.text not in why
    assert why not in first_version(text, language).question


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My goats give less milk because the trucks pass all day"),
        ("pt", "Meus alunos faltam porque o ônibus atrasa"),
    ],
)
def test_a_reason_without_which_nothing_varies_stays(language, text):
    found = read(text, language)
    assert not found.claim.mechanism
    assert found.claim.exposure is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bad luck follows some families because the ancestors are angry"),
        ("pt", "Algumas famílias sofrem mais porque o destino quis assim"),
    ],
)
def test_what_no_one_can_observe_is_still_rejected(language, text):
    assert read(text, language).vetoes
