"""The refinements of `manage.py soak`."""

from __future__ import annotations

from config.runs.models import Run
from hypotheses.services.submit import submit_hypothesis
from tests.lab.soak.making import Source

FORMS = (
    "{cause} affects {effect} in teams of {n}",
    "Does {cause} improve {effect} of adults within {n} days?",
    "{effect} gets worse without {cause} because {n} people said so",
    "I noticed that {cause} changes {effect} after {n} hours",
    "{cause} is related to {effect} in some way in group {n}",
    "Compared with nothing, {cause} lowers {effect} by {n} percent",
    "Será que {cause} muda {effect} em equipes de {n} pessoas?",
)
CAUSES = ("sleep", "coffee", "TDD", "pair programming", "exercise", "music", "code review", "tea")
EFFECTS = ("memory", "turnover", "the number of bugs", "blood pressure", "attention", "sales")


def idea(number: int) -> str:
    """Each number has its own."""
    form, cause, effect = (some[number % len(some)] for some in (FORMS, CAUSES, EFFECTS))
    return form.format(cause=cause, effect=effect, n=number)


def start(number: int) -> Run:
    return submit_hypothesis(text=idea(number)).run


SOURCE = Source(start)
