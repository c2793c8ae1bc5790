"""`manage.py demo_model`: one idea refined with a real, very small language model."""

from __future__ import annotations

import time
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from config.llm import local
from config.llm.provider import Provider, Tokens, cost
from config.runs.console import execute_here, one_line_errors, table
from config.runs.models import LlmCall
from config.runs.rules import only
from hypotheses.management.console import as_text
from hypotheses.services.report import hypothesis_report
from hypotheses.services.submit import submit_hypothesis

IDEA = "TDD reduces bugs in small teams"
# Tokens enough for an answer: a model this small only repeats itself after that.
ANSWER_TOKENS = 96
PATIENCE_SECONDS = 300  # seconds of one call: an old machine reads a prompt slowly
PRICE_IN, PRICE_OUT = Decimal("0.15"), Decimal("0.60")


class Command(BaseCommand):
    help = _(
        "Refine one idea with a small language model on this machine, and show each call to it. "
        "Its answers are poor: what is shown is how they are held to account."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--idea", metavar="TEXT", default=IDEA, help=_("another idea"))

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        with one_line_errors(), local.serving() as url:
            self._tell(
                _("%(model)s is at %(url)s, ready after %(seconds)s s")
                % {"model": local.NAME, "url": url, "seconds": _seconds(time.monotonic() - began)}
            )
            provider = small(url)
            with only(provider):
                submission = submit_hypothesis(text=options["idea"], max_refinements=1, wake=False)
                execute_here(submission.run, self.stderr)
        calls = list(LlmCall.objects.filter(run=submission.run).order_by("pk"))
        report = hypothesis_report(hypothesis_id=submission.hypothesis.pk)
        self.stdout.write(as_text(report) + "\n\n" + _calls(calls) + "\n\n" + _totals(calls))

    def _tell(self, line: str) -> None:
        self.stderr.write(line, style_func=str)


def small(url: str) -> Provider:
    """The local model; it costs nothing."""
    return Provider(
        local.NAME,
        url,
        local.NAME,
        max_tokens=ANSWER_TOKENS,
        timeout_seconds=PATIENCE_SECONDS,
        parallel=local.AT_ONCE,
    )


def _calls(calls: list[LlmCall]) -> str:
    head = [
        _("node"), _("model"), _("outcome"), _("tokens in"), _("tokens out"), _("seconds"),
        _("cost (USD)"),
    ]  # fmt: skip
    rows = [
        [
            call.node, call.model, call.outcome, str(call.tokens_in), str(call.tokens_out),
            _seconds(call.seconds), str(call.cost_usd),
        ]
        for call in calls
    ]  # fmt: skip
    return table(head, rows)


def _totals(calls: list[LlmCall]) -> str:
    """The tokens used, and what they would have cost at a paid model."""
    sent, received = sum(c.tokens_in for c in calls), sum(c.tokens_out for c in calls)
    paid = Provider("", "", "", price_in=PRICE_IN, price_out=PRICE_OUT)
    return _(
        "%(calls)s calls, %(sent)s tokens in, %(received)s out, cost %(cost)s USD. At %(price_in)s "
        "and %(price_out)s USD per million tokens they would have cost %(price)s USD."
    ) % {
        "calls": len(calls),
        "sent": sent,
        "received": received,
        "cost": sum((c.cost_usd for c in calls), Decimal(0)),
        "price_in": PRICE_IN,
        "price_out": PRICE_OUT,
        "price": cost(paid, Tokens(sent, received)),
    }


def _seconds(seconds: float) -> str:
    return number_format(round(seconds, 1), 1)
