"""Template tags about runs, for both apps."""

from __future__ import annotations

from typing import Any

from django import template

from config.runs.live_state import budget_in_words, used_up
from config.runs.models import Run

register = template.Library()


@register.inclusion_tag("desk/_run_error.html")
def run_error(run: Run) -> dict[str, Any]:
    """Why a run ended early, and what to do where it is a budget that was used up."""
    budget = used_up(run.error)
    return {
        "error": run.error,
        "setting": f"CRIVO_LLM_BUDGET ({budget})" if budget else "",
        "said": budget_in_words(budget) if budget else "",
    }
