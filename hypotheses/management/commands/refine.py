"""`manage.py refine`: put an idea through the loop, here and now."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, execute_here, one_line_errors, whole_number
from hypotheses.domain.types import DEFAULT_REFINEMENTS, MAX_REFINEMENTS
from hypotheses.management.console import as_text
from hypotheses.services.report import hypothesis_report
from hypotheses.services.submit import (
    Submission,
    estimate_refinement,
    submit_hypothesis,
    submit_split,
)


class Command(BaseCommand):
    help = _(
        "Refine an idea into a testable question. Prints each version with its gaps and what "
        "closed them; every step is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", metavar="TEXT", help=_("the idea, or - to read it from stdin"))
        parser.add_argument(
            "--language",
            choices=["auto", "en", "pt"],
            default="auto",
            help=_("the idea's language (default: detect it)"),
        )
        parser.add_argument(
            "--max-refinements",
            type=whole_number(0, MAX_REFINEMENTS),
            default=DEFAULT_REFINEMENTS,
            metavar="N",
            help=_("how often it may be refined before a decision is forced, 0 to 5 (default: 2)"),
        )
        parser.add_argument(
            "--claim",
            metavar="FILE",
            help=_(
                "a JSON file with the frame as you set it: an object of `assess`, its claim, "
                "or parts of it; what it sets counts as your own words"
            ),
        )
        parser.add_argument(
            "--split",
            action="store_true",
            help=_("make a record of each independent hypothesis in the text"),
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            submissions = self._submit(options)
            reports = []
            for submission in submissions:
                self._propose(submission)
                self._estimate(submission)
                execute_here(submission.run, self.stderr)
                reports.append(hypothesis_report(hypothesis_id=submission.hypothesis.pk))
        if options["json"]:
            self.stdout.write(as_json(reports if options["split"] else reports[0]))
        else:
            self.stdout.write("\n\n".join(as_text(report) for report in reports))

    def _submit(self, options: dict[str, Any]) -> list[Submission]:
        text = options["text"]
        if text == "-":
            text = sys.stdin.buffer.read().decode("utf-8", errors="surrogateescape")
        values = {
            "text": text,
            "language": options["language"],
            "max_refinements": options["max_refinements"],
            "wake": False,
        }
        if options["split"] and options["claim"]:
            raise CommandError(_("--claim is the frame of one idea: leave out --split"))
        if options["split"]:
            return submit_split(**values)
        return [submit_hypothesis(**values, claim=_claim(options["claim"]))]

    def _estimate(self, submission: Submission) -> None:
        """The expected cost, where a model is asked."""
        hypothesis = submission.hypothesis
        estimate = estimate_refinement(
            text=hypothesis.text,
            language=hypothesis.language,  # type: ignore[arg-type]
            max_refinements=hypothesis.max_refinements,
        )
        if estimate:
            self.stderr.write(str(estimate), style_func=str)

    def _propose(self, submission: Submission) -> None:
        if submission.ideas:
            self.stderr.write(
                _("this text holds %(count)s hypotheses; --split makes a record of each:")
                % {"count": len(submission.ideas)},
                style_func=str,
            )
            for idea in submission.ideas:
                self.stderr.write(f"  - {idea}", style_func=str)
        if duplicate := submission.hypothesis.near_duplicate_of:
            self.stderr.write(
                _("nearly the same as hypothesis %(id)s: %(text)s")
                % {"id": duplicate.pk, "text": duplicate.text},
                style_func=str,
            )


def _claim(name: str | None) -> Any:
    """The claim in a file; None without one."""
    if name is None:
        return None
    try:
        claim = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(
            _("cannot read %(name)s: %(reason)s") % {"name": name, "reason": error.strerror}
        ) from error
    except (ValueError, RecursionError) as error:
        raise CommandError(_("%(name)s holds no JSON object") % {"name": name}) from error
    if not isinstance(claim, dict):
        raise CommandError(_("%(name)s holds no JSON object") % {"name": name})
    return claim.get("claim", claim)
