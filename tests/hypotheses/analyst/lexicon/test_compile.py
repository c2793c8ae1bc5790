"""A language's lexicon with a site's additions."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess
from hypotheses.analyst.lexicon.compile import SECTIONS, Addition, fingerprint, load
from hypotheses.analyst.lexicon.schema import LexiconError

PHRASE = "Training raises the zorbometer"


def added(section="measures", field="sports", language="en", term="zorbometer"):
    return frozenset({Addition(language, field, section, term)})


def test_an_added_measure_is_known_at_once():
    assert assess(PHRASE, "en", added()).score("metrics").score == 2


def test_an_addition_leaves_the_built_in_lexicon_alone():
    assess(PHRASE, "en", added())

    assert assess(PHRASE, "en").score("metrics").score == 1


def test_an_added_population_is_known_at_once():
    text = "Training raises strength in zorblings"

    assert assess(text, "en").score("population").score == 0
    assert assess(text, "en", added("units", term="zorbling")).score("population").score == 1


def test_an_addition_serves_its_own_language_only():
    assert "zorbometer" not in load("pt", added()).matcher.vocabulary


def test_every_open_section_takes_a_term():
    """One load for all: a lexicon takes a second to compile."""
    terms = {section: f"zorb{section}" for section in SECTIONS}
    additions = [Addition("en", "sports", section, term) for section, term in terms.items()]

    lexicon = load("en", frozenset(additions)).fields["sports"]

    assert all(term in getattr(lexicon, section) for section, term in terms.items())


@pytest.mark.parametrize(("field", "section"), [("alchemy", "units"), ("sports", "constructs")])
def test_an_addition_to_nowhere_is_refused(field, section):
    with pytest.raises(LexiconError, match=field):
        load("en", added(section, field))


def test_the_fingerprint_is_stable():
    assert fingerprint() == fingerprint()
    assert len(fingerprint()) == 16


@pytest.mark.parametrize(
    ("language", "text"),
    [("pt", "o metodo incremental e mais rapido"), ("pt", "O método incremental é mais rápido")],
)
def test_a_lost_accent_does_not_turn_is_into_and(language, text):
    assert assess(text, language).score("variables").score == 2
