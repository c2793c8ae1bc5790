"""`manage.py develop`: from a ticker to a verdict, here and now."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, execute_here, one_line_errors, whole_number
from trading.domain.gates import DEFAULT_PROFILE
from trading.domain.limits import BOUNDS, Limits
from trading.domain.types import (
    DEFAULT_MAX_ITERATIONS,
    DEFAULT_MAX_RESEARCH_ITERATIONS,
    DEFAULT_MAX_STRATEGY_ITERATIONS,
    DEFAULT_VARIANTS,
)
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.management.console import (
    TERMS,
    add_terms,
    as_text,
    progress,
    read_document,
    text_language,
    typed_document,
)
from trading.models import Strategy
from trading.services.decide import extend_development, fork_development
from trading.services.estimate import estimate_strategy
from trading.services.report import strategy_report
from trading.services.submit import LANGUAGES, Development, start_development

_LIMITS = {
    "max_iterations": DEFAULT_MAX_ITERATIONS,
    "max_strategy_iterations": DEFAULT_MAX_STRATEGY_ITERATIONS,
    "max_research_iterations": DEFAULT_MAX_RESEARCH_ITERATIONS,
    "variants": DEFAULT_VARIANTS,
    "seed": 0,
}


class Command(BaseCommand):
    help = _(
        "Develop a trading strategy for a ticker: research, variants, backtests, quality gates, "
        "until one holds or there is none. A research tool, not investment advice."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ticker", metavar="TICKER", nargs="?", help=_("e.g. AAPL"))
        parser.add_argument("--objective", metavar="T", help=_("what it should achieve, in words"))
        _add_limits(parser)
        _add_terms_of_trading(parser)
        _add_origin(parser)
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            development = self._started(options)
            self._estimate(development.strategy)
            execute_here(development.run, self.stderr, progress(self.stderr))
            report = strategy_report(strategy_id=development.strategy.pk)
        self.stdout.write(as_json(report) if options["json"] else as_text(report))

    def _estimate(self, strategy: Strategy) -> None:
        """The expected use of models, where one is asked."""
        if estimate := estimate_strategy(strategy=strategy):
            for line in (str(estimate), *estimate.warnings):
                self.stderr.write(line, style_func=str)

    def _started(self, options: dict[str, Any]) -> Development:
        named = [options["ticker"], options["extend"], options["fork"]]
        if sum(value is not None for value in named) != 1:
            raise CommandError(_("name a TICKER, or --extend or --fork a STRATEGY"), returncode=2)
        given = {name: options[name] for name in _LIMITS if options[name] is not None}
        if options["extend"] is not None:
            self._check_extension(options)
            return extend_development(strategy_id=options["extend"], limits=given, wake=False)
        parameters = self._arguments(options)
        if options["fork"] is not None:
            return fork_development(
                strategy_id=options["fork"], limits=given, wake=False, **parameters
            )
        return start_development(
            ticker=options["ticker"],
            limits=Limits(**(_LIMITS | given)),
            wake=False,
            **({"objective": DEFAULT_OBJECTIVE, "language": text_language()} | parameters),
        )

    def _check_extension(self, options: dict[str, Any]) -> None:
        """Raises CommandError for an option that has no effect on an extension."""
        fixed = ("variants", "seed", "objective", "profile", "language", "constraints", "fractions",
                 *TERMS, "spec", "masked")  # fmt: skip
        for name in fixed:
            if options[name] is not None:
                raise CommandError(
                    _("--%(name)s cannot be changed by --extend; --fork can") % {"name": name},
                    returncode=2,
                )

    def _arguments(self, options: dict[str, Any]) -> dict[str, Any]:
        """The other options that the user gave; options not given are left out."""
        parameters = {
            name: options[name] for name in ("objective", "profile", "language", "masked")
        }
        parameters |= self._demanded(options)
        if options["spec"] is not None:
            parameters["starting_spec"] = read_document("--spec", options["spec"])
        return {k: v for k, v in parameters.items() if v is not None} | {
            "memory": options["memory"]
        }

    def _demanded(self, options: dict[str, Any]) -> dict[str, Any]:
        """The constraints that were given: all of them, or with --fork in addition to the first
        development's.

        Raises CommandError where an option and --constraints set the same thing.
        """
        named = {name: options[name] for name in ("fractions", *TERMS) if options[name] is not None}
        written = options["constraints"]
        whole = None if written is None else typed_document("--constraints", written)
        if not named:
            return {"constraints": whole}
        if whole is None and options["fork"] is not None:
            return {"demanded": named}
        for name in named:
            if name in (whole or {}):
                raise CommandError(
                    _("--%(name)s is also in --constraints: name it once") % {"name": name},
                    returncode=2,
                )
        return {"constraints": (whole or {}) | named}


def _add_limits(parser: CommandParser) -> None:
    for name, default in _LIMITS.items():
        low, high = BOUNDS[name]
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=whole_number(low, high),
            metavar="N",
            help=_("%(low)s to %(high)s (default: %(default)s)")
            % {"low": low, "high": high, "default": default},
        )


def _add_terms_of_trading(parser: CommandParser) -> None:
    """The options for gates, language, and what a variant may do."""
    parser.add_argument(
        "--profile",
        metavar="NAME",
        help=_("the quality gates (default: %(default)s)") % {"default": DEFAULT_PROFILE},
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help=_("of the texts (default: that of this command)")
    )
    parser.add_argument(
        "--constraints",
        metavar="JSON",
        help=_('e.g. \'{"long_only": true, "forbidden_indicators": ["rsi"]}\', or a file'),
    )
    parser.add_argument(
        "--fractions",
        action=BooleanOptionalAction,
        help=_("trade parts of a unit (default: for prices above a hundredth of the cash)"),
    )
    add_terms(parser)
    parser.add_argument("--spec", metavar="FILE", help=_("a spec to start from, as JSON"))


def _add_origin(parser: CommandParser) -> None:
    """The options for memory, and for the development to continue."""
    parser.add_argument(
        "--memory",
        metavar="WHAT",
        default="recall",
        help=_("recall (default), none, or the hash of a snapshot"),
    )
    parser.add_argument(
        "--masked",
        action="store_true",
        default=None,
        help=_("hide ticker, dates and price level from language models"),
    )
    parser.add_argument(
        "--extend",
        type=int,
        metavar="STRATEGY",
        help=_("let one that ended at a limit go on, under the limits given"),
    )
    parser.add_argument(
        "--fork",
        type=int,
        metavar="STRATEGY",
        help=_("start another like this one, changed by the options given"),
    )
