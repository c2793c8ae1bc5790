"""`manage.py demo`: three ideas through the loop."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from hypotheses.management.console import as_text, execute_here, one_line_errors
from hypotheses.models import Hypothesis
from hypotheses.services.report import hypothesis_report
from hypotheses.services.submit import submit_hypothesis

# One in Portuguese, one in English, one that ends in a forced decision.
IDEAS = (
    "Observei que os bugs aumentam perto do fim do sprint",
    "TDD reduces bugs in small teams",
    "Como X impacta Y em adultos de 18 a 40 anos?",
)


class Command(BaseCommand):
    help = _("Refine three ideas: one in Portuguese, one in English, one to a forced decision.")

    def handle(self, *args: Any, **options: Any) -> None:
        for idea in IDEAS:
            with one_line_errors():
                done = Hypothesis.objects.filter(text=idea, decisions__current=True)
                hypothesis = done.order_by("pk").first()
                if hypothesis is None:
                    submission = submit_hypothesis(text=idea, wake=False)
                    execute_here(submission.run, self.stderr)
                    hypothesis = submission.hypothesis
                report = hypothesis_report(hypothesis_id=hypothesis.pk)
            self.stdout.write(as_text(report) + "\n")
        self.stdout.write(
            _('Try your own: python manage.py refine "your idea" (--help says more).')
        )
