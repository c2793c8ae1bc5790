"""What the tests of hypotheses share: ideas, refinements, and what is stored."""

from __future__ import annotations

from io import StringIO
from typing import Any

from django.apps import apps
from django.core.management import call_command

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis

LANGUAGES = ["en", "pt"]
# Refined once and approved; rejected by force; approved as it is; vetoed.
REFINED = {
    "en": "TDD reduces bugs in small teams",
    "pt": "TDD reduz bugs em equipes pequenas",
}
FORCED = {
    "en": "How does X impact Y in adults aged 18-40?",
    "pt": "Como X impacta Y em adultos 18-40 anos?",
}
COMPLETE = {
    "en": (
        "In adults aged 18-40 with insomnia, eight weeks of cognitive behavioural therapy reduces "
        "the Insomnia Severity Index score compared with sleep hygiene education"
    ),
    "pt": (
        "Em adultos de 18 a 40 anos com insônia, oito semanas de terapia cognitivo-comportamental "
        "reduzem o escore do Índice de Gravidade de Insônia em comparação com educação em higiene "
        "do sono"
    ),
}
VETOED = {
    "en": "Coffee is good because everybody knows that it works",
    "pt": "Café é bom porque todo mundo sabe que funciona",
}


def refined(text: str, **options: Any) -> Hypothesis:
    """The idea, taken in and put through the loop in this process."""
    submission = submit_hypothesis(text=text, wake=False, **options)
    execute(submission.run.pk)
    return Hypothesis.objects.get(pk=submission.hypothesis.pk)


def last_run(hypothesis: Hypothesis) -> Run:
    return Run.objects.filter(kind="refinement", subject_id=hypothesis.pk).latest("pk")


def command(*arguments: Any) -> tuple[str, str]:
    """What a command writes to its standard output and standard error."""
    out, log = StringIO(), StringIO()
    call_command(*(str(each) for each in arguments), stdout=out, stderr=log)
    return out.getvalue(), log.getvalue()


def stored() -> dict[str, int]:
    """How many rows there are of each model a request may write."""
    models: list[Any] = [*apps.get_app_config("hypotheses").get_models(), Run]
    return {model.__name__: model._default_manager.count() for model in models}
