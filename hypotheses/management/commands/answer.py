"""`manage.py answer`: the author's answers start a further round."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, execute_here, one_line_errors
from hypotheses.management.console import as_text
from hypotheses.services.answers import ANSWERS, answer_clarifications
from hypotheses.services.report import hypothesis_report


class Command(BaseCommand):
    help = _(
        "Answer what a hypothesis leaves open, or confirm what was assumed. Starts a further round."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "hypothesis", type=int, metavar="HYPOTHESIS", help=_("the number of the hypothesis")
        )
        parser.add_argument(
            "answers",
            nargs="*",
            metavar="ASPECT=WORDS",
            help=_("what fills a gap, for example population='nurses in Recife'; aspects: %s")
            % ", ".join(ANSWERS),
        )
        parser.add_argument(
            "--confirm",
            action="append",
            default=[],
            choices=sorted(ANSWERS),
            metavar="ASPECT",
            help=_("confirm what was suggested for an aspect (may be repeated)"),
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        answers = dict.fromkeys(options["confirm"], "")
        for pair in options["answers"]:
            aspect, sign, answer = pair.partition("=")
            if not sign or not answer.strip():
                raise CommandError(_("%(pair)r: expected ASPECT=WORDS") % {"pair": pair})
            answers[aspect.strip()] = answer.strip()
        with one_line_errors():
            run = answer_clarifications(
                hypothesis_id=options["hypothesis"], answers=answers, wake=False
            )
            execute_here(run, self.stderr)
            report = hypothesis_report(hypothesis_id=options["hypothesis"])
        self.stdout.write(as_json(report) if options["json"] else as_text(report))
