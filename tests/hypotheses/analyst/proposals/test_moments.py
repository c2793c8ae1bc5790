"""What varies within days is not measured by what asks of weeks."""

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.proposals.measures import asks_of_weeks, is_momentary
from hypotheses.domain.claim import is_choice
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("language", "exposure", "momentary"),
    [
        ("en", "days he naps", True),
        ("en", "when it rains", True),
        ("en", "listen to podcasts at night", True),
        ("pt", "nas noites em que chove", True),
        ("pt", "quando toca música", True),
        ("en", "who work night shifts", False),
        ("pt", "que moram longe", False),
    ],
)
def test_an_exposure_may_come_and_go_within_days(language, exposure, momentary):
    assert is_momentary(claim(exposure=exposure), language) == momentary


@pytest.mark.parametrize(
    ("measure", "slow"),
    [
        ("the score on the Epworth Sleepiness Scale", True),
        ("o escore no Inventário de Burnout de Maslach", True),
        ("the score on the state scale of the STAI", False),
        ("the hours of sleep per day by actigraphy", False),
    ],
)
def test_a_scale_asks_of_weeks_unless_it_is_of_a_state(measure, slow):
    assert asks_of_weeks(measure) == slow


def test_what_changes_from_day_to_day_gets_no_scale_of_weeks():
    words = {"unit": "drivers", "outcome": "sleepiness"}
    steady = propose(claim(exposure="who work nights", **words), "en")["measure"]
    passing = propose(claim(exposure="on days they skip lunch", **words), "en").get("measure", ())
    assert any(asks_of_weeks(each.text) for each in steady)
    assert not any(asks_of_weeks(each.text) for each in passing if not is_choice(each.text))


def test_patients_of_days_get_no_scale_of_weeks():
    idea = claim(unit="pacientes na UTI", exposure="protetor auricular", outcome="sono")
    assert is_momentary(idea, "pt")
