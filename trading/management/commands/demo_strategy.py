"""`manage.py demo_strategy`: one development on bundled prices, and what came of it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import account_named, execute_here, one_line_errors
from trading.domain.limits import Limits
from trading.management.console import as_text, progress, text_language
from trading.models import Strategy
from trading.services.report import strategy_report
from trading.services.submit import Development, start_development

TICKER = "AAPL"
SEED = 7


class Command(BaseCommand):
    help = _("Develop a strategy for AAPL on the bundled prices, once, and print the result.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help=_("do not print what was found"))
        parser.add_argument(
            "--queue-for", metavar="NAME", help=_("leave it to a worker, as that account's")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["queue_for"] is not None:
            self._queue(options["queue_for"])
            return
        with one_line_errors():
            strategy = self._developed()
            report = strategy_report(strategy_id=strategy.pk)
        if not options["quiet"]:
            self.stdout.write(as_text(report) + "\n")
            self.stdout.write(
                _("Try your own: python manage.py develop TICKER (--help says more).")
            )

    def _developed(self) -> Strategy:
        """The strategy's earlier development, or a new one."""
        ended = Strategy.objects.filter(ticker=TICKER, seed=SEED, owner=None, memory=None)
        done = ended.exclude(final_status="").order_by("pk").first()
        if done is not None:
            return done
        started = self._start(wake=False)
        execute_here(started.run, self.stderr, progress(self.stderr))
        return started.strategy

    def _queue(self, name: str) -> None:
        """Start it once; a worker develops it."""
        owner = account_named(name)
        if not Strategy.objects.filter(ticker=TICKER, seed=SEED, owner=owner).exists():
            with one_line_errors():
                self._start(user=owner)

    def _start(self, **options: Any) -> Development:
        return start_development(
            ticker=TICKER,
            limits=Limits(seed=SEED),
            language=text_language(),
            memory="none",
            **options,
        )
