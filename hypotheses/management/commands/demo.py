"""`manage.py demo`: three ideas through the loop."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import account_named, execute_here, one_line_errors
from hypotheses.management.console import as_text
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

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help=_("do not print what was found"))
        parser.add_argument(
            "--queue-for", metavar="NAME", help=_("leave them to a worker, as that account's")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["queue_for"] is not None:
            self._queue(options["queue_for"])
            return
        for idea in IDEAS:
            with one_line_errors():
                hypothesis = self._refined(idea)
                report = hypothesis_report(hypothesis_id=hypothesis.pk)
            if not options["quiet"]:
                self.stdout.write(as_text(report) + "\n")
        if not options["quiet"]:
            self.stdout.write(
                _('Try your own: python manage.py refine "your idea" (--help says more).')
            )

    def _refined(self, idea: str) -> Hypothesis:
        """The idea's earlier refinement, or a new one."""
        done = Hypothesis.objects.filter(text=idea, owner=None, decisions__current=True)
        if hypothesis := done.order_by("pk").first():
            return hypothesis
        submission = submit_hypothesis(text=idea, wake=False)
        execute_here(submission.run, self.stderr)
        return submission.hypothesis

    def _queue(self, name: str) -> None:
        """Submit each once; a worker refines them."""
        owner = account_named(name)
        for idea in IDEAS:
            if not Hypothesis.objects.filter(text=idea, owner=owner).exists():
                with one_line_errors():
                    submit_hypothesis(text=idea, user=owner)
