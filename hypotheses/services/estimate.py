"""What a refinement will about cost, told before it is started."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.core.cache import cache
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.llm.forecast import priced
from config.runs import providers
from hypotheses.domain.types import DEFAULT_REFINEMENTS, Language
from hypotheses.model_analyst.analyst import calls

_TYPICAL = "x" * 200  # an idea that is still to be written
_FRESH = 60  # seconds for which a page need not ask again which models there are


@dataclass(frozen=True)
class IdeaEstimate:
    """About the most that one idea takes of the models, where each answers at once."""

    calls: int
    tokens: int
    cost_usd: Decimal

    def __str__(self) -> str:
        said = ngettext("%(count)s call", "%(count)s calls", self.calls) % {"count": self.calls}
        return _("up to about %(calls)s to the models, %(cost)s USD") % {
            "calls": said,
            "cost": number_format(self.cost_usd.quantize(Decimal("0.0001")), 4),
        }


def estimate_refinement(
    *, text: str, language: Language, max_refinements: int = DEFAULT_REFINEMENTS
) -> IdeaEstimate | None:
    """The calls, tokens and cost to come; None where no model is asked."""
    configured = providers.configured()
    if not configured:
        return None
    most = priced(calls(text, language, max_refinements), configured)
    return IdeaEstimate(*most) if most.calls else None


def estimate_typical(*, language: Language) -> IdeaEstimate | None:
    """Of an idea of common length; as the models were within the last minute."""
    key = f"refinement-estimate-{language}"
    known: list[IdeaEstimate | None] | None = cache.get(key)
    if known is None:
        known = [estimate_refinement(text=_TYPICAL, language=language)]
        cache.set(key, known, _FRESH)
    return known[0]
