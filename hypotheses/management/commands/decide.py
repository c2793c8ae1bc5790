"""`manage.py decide`: a person's decision, on record."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, execute_here, one_line_errors
from hypotheses.management.console import as_text
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import one_more_round, override_decision

OUTCOMES = {"approve": "approved", "reject": "rejected"}


class Command(BaseCommand):
    help = _(
        "Approve or reject a hypothesis, or ask for one more round; the reason goes on record."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "hypothesis", type=int, metavar="HYPOTHESIS", help=_("the number of the hypothesis")
        )
        parser.add_argument(
            "outcome",
            choices=[*OUTCOMES, "again"],
            help=_("approve, reject, or again: one more round, with the reason as guidance"),
        )
        parser.add_argument("--reason", required=True, help=_("why"))
        parser.add_argument(
            "--user", metavar="NAME", help=_("the account that decides (default: your login name)")
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        user = self._user(options["user"])
        number, reason = options["hypothesis"], options["reason"]
        actor = "" if user else getpass.getuser()
        with one_line_errors():
            if options["outcome"] == "again":
                run = one_more_round(
                    hypothesis_id=number, guidance=reason, user=user, actor=actor, wake=False
                )
                execute_here(run, self.stderr)
            else:
                override_decision(
                    hypothesis_id=number,
                    outcome=OUTCOMES[options["outcome"]],
                    reason=reason,
                    user=user,
                    actor=actor,
                )
            report = hypothesis_report(hypothesis_id=number)
        self.stdout.write(as_json(report) if options["json"] else as_text(report))

    def _user(self, name: str | None) -> Any:
        if not name:
            return None
        users = get_user_model().objects
        user = users.filter(username=name).first()
        if user is None:
            raise CommandError(_("there is no user %(name)r") % {"name": name})
        return user
