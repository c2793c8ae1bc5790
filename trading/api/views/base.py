"""What views about strategies share: receipts, limits, and refusals that name the field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.throttling import UserRateThrottle

from config.desk.api.authentication import Shared
from config.desk.api.creation import Receipt
from config.desk.api.views import Strict
from config.desk.refusals import Missing
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.runs.models import Run
from trading.domain.limits import RequestError
from trading.domain.profiles import ProfileError
from trading.market.errors import MarketError
from trading.models import Dataset, SavedSpec, SpecBacktest, Strategy, StrategyDecision
from trading.services.subject import state_of
from trading.services.uploads import UnreadableFile
from trading.storage import Stored, StoredRows
from trading.strategies.constraints import ConstraintError
from trading.strategies.errors import SpecError


class AboutStrategy(Strict):
    """A view that finds its strategy among those its reader may see: 404 for any other."""

    subject_id: int | None = None

    def subject(self, pk: int) -> Strategy:
        """A strategy that the reader may see. Raises Http404."""
        found: Strategy = get_object_or_404(Strategy.objects.visible_to(self.person), pk=pk)
        self.subject_id = found.pk
        return found

    def current_state(self) -> dict[str, Any]:
        """How the strategy stands, for whoever came too late."""
        return state_of(strategy_id=self.subject_id) if self.subject_id else {}


def seen_by(person: Any) -> Any:
    """The strategies that a person may see, to find their parts by."""
    return Strategy.objects.visible_to(person)


# What a request about a strategy, a spec or data made.


def of_run(run: Run) -> Receipt:
    """A run was started: it is what to look at next."""
    return Receipt({"strategy": run.subject_id, "decision": None, "run": run.pk}, "run")


def of_decision(decision: StrategyDecision) -> Receipt:
    """A decision was taken."""
    made = {"strategy": decision.strategy_id, "decision": decision.pk, "run": None}
    return Receipt(made, "strategy-decision")


def of_backtest(row: SpecBacktest) -> Receipt:
    """A spec was played."""
    return Receipt({"backtest": row.pk}, "backtest")


def of_spec(row: SavedSpec) -> Receipt:
    """A spec was kept."""
    return Receipt({"spec": row.pk}, "spec")


def of_data(stored: Stored | StoredRows) -> Receipt:
    """A file was imported."""
    prices = isinstance(stored.dataset, Dataset)
    return Receipt({"dataset": stored.dataset.pk}, "dataset" if prices else "auxiliary-dataset")


# How often one may ask for what takes work.


class Backtests(Shared, UserRateThrottle):
    """Backtests of specs, which are played while one waits."""

    scope = "backtest"


class Uploads(Shared, UserRateThrottle):
    """Files of market data, which are checked while one waits."""

    scope = "upload"


# What services refuse of a request, as a 400 that names the field.

_LIMITS = ("max_iterations", "max_strategy_iterations", "max_research_iterations", "variants")
_TICKER = ("bad_ticker", "unknown_ticker", "too_few_bars")
_DATES = ("no_bars_in_range", "range_sealed")


@contextmanager
def field_errors(default: str = "non_field_errors", dates: str = "start") -> Iterator[None]:
    """What is wrong is said of the field it is about; of `default` where that cannot be told.

    `dates` is the field of the first day.
    """
    try:
        yield
    except UnreadableFile as error:
        details = [ErrorDetail(explain(each), code=each.code) for each in error.faults]
        raise ValidationError({"csv": details}) from error
    except TranslatableError as error:
        detail = ErrorDetail(explain(error), code=error.code)
        raise ValidationError({_field(error, default, dates): [detail]}) from error


@contextmanager
def missing_is_of(field: str) -> Iterator[None]:
    """What a field names and is not there is that field's error, not a missing page."""
    try:
        yield
    except Missing as error:
        raise ValidationError({field: [ErrorDetail(str(error), code="missing")]}) from error


def _field(error: TranslatableError, default: str, dates: str) -> str:
    if isinstance(error, RequestError):
        return _of_request(error)
    if isinstance(error, SpecError | ConstraintError):
        return f"{default}.{error.path}".rstrip(".")
    if isinstance(error, ProfileError) and error.code == "unknown":
        return "profile"
    if isinstance(error, MarketError) and error.code in _TICKER:
        return "ticker"
    if isinstance(error, MarketError) and error.code in _DATES:
        return dates
    if isinstance(error, MarketError) and error.code == "bad_zone":
        return "options.timezone"
    return default


def _of_request(error: RequestError) -> str:
    if error.code == "range":
        name = str(error.values["name"])
        return f"limits.{name}" if name in _LIMITS else name
    return error.code.partition("_")[0]  # objective_long, reason_control, language
