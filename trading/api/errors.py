"""What services refuse of a request, as a 400 that names the field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework.exceptions import ErrorDetail, ValidationError

from config.desk.refusals import Missing
from config.error_texts import TranslatableError
from config.runs.refusals import explain
from trading.domain.limits import RequestError
from trading.domain.profiles import ProfileError
from trading.market.errors import MarketError
from trading.services.uploads import UnreadableFile
from trading.strategies.constraints import ConstraintError
from trading.strategies.errors import SpecError

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
