"""`manage.py decide`: a person's decision on a hypothesis or a strategy, on record."""

from __future__ import annotations

import argparse
import getpass
from typing import Any, NamedTuple

from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    DjangoHelpFormatter,
)
from django.utils.translation import gettext as _

from config.runs import decision_subjects
from config.runs.console import account_named, as_json, execute_here, one_line_errors
from config.runs.decision_subjects import Subject, TypedDecision


class Named(NamedTuple):
    """What is decided on."""

    subject: Subject
    number: int


class Formatter(argparse.RawDescriptionHelpFormatter, DjangoHelpFormatter):
    """Help whose list of outcomes keeps its lines."""


class Command(BaseCommand):
    help = _("Decide on a hypothesis or a strategy as a person; the reason goes on record.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = Formatter
        parser.epilog = _outcomes()
        names = [name for one in decision_subjects.subjects() for name in one.outcomes]
        parser.add_argument(
            "subject",
            type=_named,
            metavar="SUBJECT",
            help=_("the number of a hypothesis, or strategy:NUMBER"),
        )
        parser.add_argument(
            "outcome",
            choices=list(dict.fromkeys(names)),
            metavar="OUTCOME",
            help=_("the outcome: see below"),
        )
        parser.add_argument("--reason", required=True, metavar="TEXT", help=_("why"))
        for subject in decision_subjects.subjects():
            for option in subject.options:
                help_text = f"{', '.join(option.outcomes)}: {option.help}"
                parser.add_argument(
                    option.flag, type=option.type, metavar=option.metavar, help=help_text
                )
        parser.add_argument(
            "--user", metavar="NAME", help=_("the account that decides (default: your login name)")
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        subject, number = options["subject"]
        user = account_named(options["user"]) if options["user"] else None
        typed = TypedDecision(
            number=number,
            outcome=options["outcome"],
            reason=options["reason"],
            user=user,
            actor="" if user else getpass.getuser(),
            options=_options(subject, options),
        )
        with one_line_errors():
            run = subject.decide(typed)
            if run is not None:
                execute_here(run, self.stderr)
            report = subject.report(number)
        self.stdout.write(as_json(report) if options["json"] else subject.as_text(report))


def _named(text: str) -> Named:
    kind, colon, number = text.rpartition(":")
    subject = decision_subjects.get(kind)
    if subject is None or (colon and not kind) or not (number.isascii() and number.isdigit()):
        known = ", ".join(f"{one.kind}:NUMBER" for one in decision_subjects.subjects())
        raise argparse.ArgumentTypeError(
            _("%(text)r: takes the number of a hypothesis, or one of %(known)s")
            % {"text": text, "known": known}
        )
    return Named(subject, int(number))


def _options(subject: Subject, given: dict[str, Any]) -> dict[str, Any]:
    """The options of the outcome. Raises CommandError for what does not go together."""
    outcome = given["outcome"]
    if outcome not in subject.outcomes:
        raise CommandError(
            _("%(outcome)s is no decision on a %(kind)s; there are: %(known)s")
            % {"outcome": outcome, "kind": subject.title, "known": ", ".join(subject.outcomes)},
            returncode=2,
        )
    every = [option for one in decision_subjects.subjects() for option in one.options]
    fitting = [option for option in subject.options if outcome in option.outcomes]
    for option in every:
        if given.get(option.name) is not None and option not in fitting:
            raise CommandError(
                _("%(flag)s does not go with %(outcome)s on a %(kind)s")
                % {"flag": option.flag, "outcome": outcome, "kind": subject.title},
                returncode=2,
            )
    return {one.name: given[one.name] for one in fitting if given.get(one.name) is not None}


def _outcomes() -> str:
    lines = []
    for subject in decision_subjects.subjects():
        number = "" if subject.numbered else f"{subject.kind}:"
        lines.append(f"manage.py decide {number}NUMBER ...")
        lines += [f"  {name:<9} {meaning}" for name, meaning in subject.outcomes.items()]
    return "\n".join(lines)
