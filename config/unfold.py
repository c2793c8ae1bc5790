"""The look of the admin and the items of its sidebar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def _static(name: str) -> Callable[[Any], str]:
    """The URL of a static file, found when a page asks: the settings are loaded before that is
    possible."""
    return lambda request: static(name)


_GROUPS: tuple[tuple[Promise | str, tuple[tuple[Promise | str, str, str], ...]], ...] = (
    (
        _("Work"),
        (
            (_("Hypotheses"), "science", "hypotheses_hypothesis"),
            (_("Versions"), "history_edu", "hypotheses_version"),
            (_("Reviews"), "rate_review", "hypotheses_review"),
            (_("Decisions"), "gavel", "hypotheses_decision"),
            (_("Clarifications"), "contact_support", "hypotheses_clarification"),
            (_("Gaps"), "troubleshoot", "hypotheses_gap"),
            (_("Pre-registrations"), "lock", "hypotheses_preregistration"),
        ),
    ),
    (
        _("Details"),
        (
            (_("Elements"), "category", "hypotheses_element"),
            (_("Proposals"), "lightbulb_circle", "hypotheses_proposal"),
            (_("Scores"), "score", "hypotheses_aspectscore"),
            (_("Improvements"), "lightbulb", "hypotheses_improvement"),
            (_("Vetoes"), "block", "hypotheses_veto"),
            (_("Notes"), "sticky_note_2", "hypotheses_note"),
            (_("Gap events"), "timeline", "hypotheses_gapevent"),
        ),
    ),
    (
        _("Strategies"),
        (
            (_("Strategies"), "candlestick_chart", "trading_strategy"),
            (_("Iterations"), "autorenew", "trading_iteration"),
            (_("Variants"), "account_tree", "trading_variant"),
            (_("Backtests"), "monitoring", "trading_backtest"),
            (_("Findings"), "search_insights", "trading_finding"),
            (_("Lessons"), "school", "trading_lesson"),
            (_("Decisions"), "gavel", "trading_strategydecision"),
            (_("Saved specs"), "bookmarks", "trading_savedspec"),
            (_("Gate profiles"), "tune", "trading_gateprofile"),
        ),
    ),
    (
        _("Details of strategies"),
        (
            (_("Fact sheets"), "fact_check", "trading_factsheet"),
            (_("Readings"), "menu_book", "trading_reading"),
            (_("Gates"), "checklist", "trading_gateoutcome"),
            (_("Verdicts on rounds"), "balance", "trading_roundverdict"),
            (_("Evidence"), "biotech", "trading_evidence"),
            (_("Trials"), "experiment", "trading_trial"),
            (_("Counts of trials"), "numbers", "trading_trialcount"),
            (_("Rules of trials"), "rule", "trading_trialrules"),
            (_("Error log"), "error", "trading_errorentry"),
            (_("Backtests of specs"), "query_stats", "trading_specbacktest"),
            (_("Rewordings of lessons"), "edit_note", "trading_lessonedit"),
            (_("Memory snapshots"), "memory", "trading_memorysnapshot"),
            (_("Cached research"), "cached", "trading_cachedresearch"),
        ),
    ),
    (
        _("Runs"),
        (
            (_("Runs"), "play_circle", "runs_run"),
            (_("Model calls"), "smart_toy", "runs_llmcall"),
            (_("Model providers"), "hub", "runs_modelprovider"),
            (_("Abilities of servers"), "rule_settings", "runs_serverabilities"),
            (_("Cached answers"), "cached", "runs_modelanswer"),
            (_("Steps"), "footprint", "runs_step"),
            (_("Events"), "list_alt", "runs_event"),
        ),
    ),
    (
        _("Data"),
        (
            (_("Datasets"), "database", "trading_dataset"),
            (_("Auxiliary datasets"), "newspaper", "trading_auxiliarydataset"),
            (_("Uploads"), "upload_file", "trading_upload"),
            (_("Holdout openings"), "lock_open", "trading_holdoutopening"),
            (_("Second looks"), "preview", "trading_secondlook"),
            (_("Run quotas"), "speed", "runs_runquota"),
            (_("Worker hosts"), "dns", "runs_workerhost"),
        ),
    ),
    (
        _("People"),
        (
            (_("Users"), "person", "auth_user"),
            (_("Roles"), "group", "auth_group"),
            (_("Failed sign-ins"), "lock", "axes_accessattempt"),
            (_("Audit log"), "policy", "desk_auditentry"),
        ),
    ),
)
"""The sidebar's groups: their titles, and of each item the title, the icon and the model."""
_COLLAPSED = {1, 3}
"""Groups of details."""


def look_of_the_admin() -> dict[str, Any]:
    """The setting UNFOLD."""
    return {
        "SITE_TITLE": "Crivo",
        "SITE_HEADER": "Crivo",
        "SITE_SUBHEADER": _("Administration"),
        "SITE_ICON": _static("crivo.svg"),
        "SITE_FAVICONS": [{"rel": "icon", "href": _static("crivo.svg"), "type": "image/svg+xml"}],
        "SITE_URL": "/",
        "SHOW_VIEW_ON_SITE": False,
        "SHOW_LANGUAGES": True,
        "LANGUAGES": {"action": reverse_lazy("language")},
        "THEME": "config.desk.account.chosen",
        "STYLES": [_static("desk/admin.css")],
        "DASHBOARD_CALLBACK": "config.desk.site.overview",
        "SIDEBAR": {"show_search": False, "navigation": _sidebar()},
    }


def _sidebar() -> list[dict[str, Any]]:
    overview = {"title": _("Overview"), "icon": "dashboard", "link": reverse_lazy("admin:index")}
    return [{"items": [{**overview, **_PLAIN}]}, *map(_group, range(len(_GROUPS)))]


_PLAIN = {"badge": None, "link_callback": None}
"""What an item does not have is said: a template searches all that an item is for what it lacks."""


def _group(number: int) -> dict[str, Any]:
    title, items = _GROUPS[number]
    shown = [
        {"title": name, "icon": icon, "link": reverse_lazy(f"admin:{model}_changelist"), **_PLAIN}
        for name, icon, model in items
    ]
    collapsible = number in _COLLAPSED
    return {"title": title, "items": shown, "separator": True, "collapsible": collapsible, **_PLAIN}
