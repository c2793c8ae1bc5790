"""What there is to choose from when a development is asked for."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from trading.domain.gates import PROFILES
from trading.models import Dataset, GateProfile, SavedSpec
from trading.presenting.code_names import PROFILES as PROFILE_WORDS
from trading.storage import known_tickers
from trading.strategies.indicators import KINDS

Choices = list[tuple[Any, Any]]


def ticker_choices() -> Choices:
    """Each ticker with what there is of it; a bundled one is stored when it is first used."""
    stored = {row.ticker: row for row in Dataset.objects.newest()}
    return [
        ("", _("choose one")),
        *((ticker, _ticker(ticker, stored.get(ticker))) for ticker in known_tickers()),
    ]


def _ticker(ticker: str, dataset: Dataset | None) -> str:
    if dataset is None:
        return _("%(ticker)s: bundled daily prices, 2000 to 2013") % {"ticker": ticker}
    return _("%(ticker)s v%(version)s: %(bars)s bars, %(start)s to %(end)s") % {
        "ticker": ticker,
        "version": dataset.version,
        "bars": number_format(dataset.bars, use_l10n=True, force_grouping=True),
        "start": date_format(dataset.first_at, "SHORT_DATE_FORMAT"),
        "end": date_format(dataset.last_at, "SHORT_DATE_FORMAT"),
    }


def profile_choices() -> Choices:
    """The gate profiles, those that ship among them."""
    names = {*GateProfile.objects.values_list("name", flat=True), *PROFILES}
    return [(name, PROFILE_WORDS.get(name, name)) for name in sorted(names)]


def spec_choices(user: Any, asked: int | None = None) -> Choices:
    """A person's own saved specs, the newest of each name, and the one that was `asked` for."""
    kept = SavedSpec.objects.visible_to(user).filter(Q(owner=user, archived_at=None) | Q(pk=asked))
    newest: dict[Any, SavedSpec] = {}
    for row in kept.defer("spec").order_by("name", "-version"):
        key = row.pk if row.pk == asked else row.name
        newest.setdefault(key, row)
    return [("", _("none")), *((str(row.pk), str(row)) for row in newest.values())]


def indicator_choices() -> Choices:
    """Every kind of indicator a spec may use."""
    return [(name, name) for name in sorted(KINDS)]
