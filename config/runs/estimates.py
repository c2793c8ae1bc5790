"""What a run will take of models, told before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.llm.provider import Provider
from config.llm.usage import Spent

from . import providers

_FRESH = 60  # seconds for which a page need not ask again which models there are


@dataclass(frozen=True)
class RunEstimate:
    """What is expected, and the most that the limits allow; each question answered at once."""

    about: Spent
    most: Spent

    def __str__(self) -> str:
        return _(
            "about %(calls)s to the models, %(cost)s USD; at most %(most)s, %(most_cost)s USD"
        ) % {
            "calls": _calls(self.about),
            "cost": number_format(self.about.cost, 4),
            "most": _calls(self.most),
            "most_cost": number_format(self.most.cost, 4),
        }

    @property
    def warnings(self) -> list[str]:
        """A sentence for each budget of a run that the most would go over."""
        budget = providers.budget()
        limits = (
            ("CRIVO_LLM_MAX_CALLS", budget.max_calls, self.about.calls, self.most.calls),
            ("CRIVO_LLM_MAX_TOKENS", budget.max_tokens, self.about.tokens, self.most.tokens),
            ("CRIVO_LLM_MAX_COST_USD", budget.max_cost_usd, self.about.cost, self.most.cost),
        )
        return [
            _warning(name, limit, about > limit)
            for name, limit, about, most in limits
            if most > limit
        ]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "about": _plain(self.about),
            "at_most": _plain(self.most),
            "warnings": self.warnings,
        }


NOTHING = RunEstimate(Spent(), Spent())
"""That of a run that asks no model."""


def recently_configured() -> Sequence[Provider]:
    """The models that may be asked, as they were within the last minute: for pages."""
    known: Sequence[Provider] | None = cache.get("models-configured")
    if known is None:
        known = providers.configured()
        cache.set("models-configured", known, _FRESH)
    return known


def _calls(spent: Spent) -> str:
    said = ngettext("%(count)s call", "%(count)s calls", spent.calls)
    return said % {"count": number_format(spent.calls, force_grouping=True)}


def _warning(setting: str, limit: Any, expected: bool) -> str:
    values = {"setting": setting, "limit": number_format(limit, force_grouping=True)}
    if expected:
        return (
            _(
                "a run may take no more than %(limit)s (%(setting)s): it will probably stop early; "
                "it can be tried again when that is raised, and finished steps are kept"
            )
            % values
        )
    return (
        _(
            "a run may take no more than %(limit)s (%(setting)s): if it goes to its limits "
            "it stops early; it can be tried again when that is raised, and finished steps are kept"
        )
        % values
    )


def _plain(spent: Spent) -> dict[str, Any]:
    return {"llm_calls": spent.calls, "tokens": spent.tokens, "cost_usd": float(spent.cost)}
