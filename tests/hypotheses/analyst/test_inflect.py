"""The forms of a verb that carry a claim."""

from __future__ import annotations

import pytest

from hypotheses.analyst.inflect import english, portuguese


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("reduce", "reduce reduces reduced reducing"),
        ("carry", "carry carries carried carrying"),
        ("enjoy", "enjoy enjoys enjoyed enjoying"),
        ("reach", "reach reaches reached reaching"),
        ("stop", "stop stops stopped stopping"),
        ("visit", "visit visits visited visiting"),
        ("rise rose risen", "rise rises rose risen rising"),
        ("cut cut cut", "cut cuts cutting"),
    ],
)
def test_english_verbs_are_inflected(entry, forms):
    assert english(entry).finite == set(forms.split())


def test_an_english_participle_comes_from_the_irregular_forms():
    assert "risen" in english("rise rose risen").participles


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("melhorar", "melhora melhoram melhorou melhorava melhorará melhorar melhorando melhore"),
        ("reduzir", "reduz reduzem reduziu reduziam reduzirá reduzir reduzindo reduza"),
        ("diminuir", "diminui diminuem diminuiu diminuir diminuindo diminua"),
        ("bloquear", "bloqueia bloqueiam bloqueou bloquear"),
        ("intensificar", "intensifica intensificou intensifique"),
        ("crescer", "cresce crescem cresceu crescer crescendo cresça"),
        ("proteger", "protege protegem protegeu proteger protegendo proteja"),
        ("cair cai caem", "cai caem caiu cair caindo"),
    ],
)
def test_portuguese_verbs_are_inflected(entry, forms):
    wanted = {form.replace("á", "a").replace("ç", "c") for form in forms.split()}

    assert wanted <= portuguese(entry).finite


def test_portuguese_participles_agree_in_gender_and_number():
    assert portuguese("reduzir").participles == {"reduzido", "reduzida", "reduzidos", "reduzidas"}


def test_a_form_that_is_no_infinitive_stands_as_listed():
    assert portuguese("é").finite == {"é"}


@pytest.mark.parametrize(
    ("infinitive", "alien"), [("proteger", "protegue"), ("crescer", "cresque")]
)
def test_a_verb_in_er_keeps_its_consonant_before_e(infinitive, alien):
    assert alien not in portuguese(infinitive).finite
