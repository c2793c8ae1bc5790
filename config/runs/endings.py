"""Why a run ended early, in words for those who started it."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.llm.errors import BudgetExceeded

from .models import Run

_SETTING = re.compile(r"\bCRIVO_(LLM_MAX_(?:CALLS|TOKENS|COST_USD))\b")


def ended(run: Run) -> str:
    """How a run ended, and why where that is known."""
    told = {"run": run.pk, "status": run.get_status_display(), "error": run.error}
    return (
        _("run %(run)s %(status)s: %(error)s") % told
        if run.error
        else _("run %(run)s %(status)s") % told
    )


def used_up(error: str) -> str:
    """The setting behind the budget that a run's error says is used up; empty for other errors.

    The error is in the language of whoever started the run; its type and the setting's name are
    the same in all.
    """
    if not error.endswith(f"({BudgetExceeded.__name__})"):
        return ""
    found = _SETTING.search(error)
    return found[1] if found else ""


def in_words(error: str) -> str:
    """A run's error, in the reader's words where it is a budget that was used up."""
    setting = used_up(error)
    return budget_in_words(setting) if setting else error


def budget_in_words(setting: str) -> str:
    """Which budget held no further call, at what it is now."""
    limit = getattr(settings, setting)
    if setting == "LLM_MAX_COST_USD":
        return _("its budget for language models, %(limit)s USD a run, is used up") % {
            "limit": number_format(limit)
        }
    number = {"limit": number_format(limit, force_grouping=True)}
    if setting == "LLM_MAX_TOKENS":
        return _("its budget for language models, %(limit)s tokens a run, is used up") % number
    return ngettext(
        "its budget for language models, %(limit)s call a run, is used up",
        "its budget for language models, %(limit)s calls a run, is used up",
        limit,
    ) % number  # fmt: skip
