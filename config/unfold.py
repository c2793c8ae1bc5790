"""How the admin looks and what its sidebar leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def _static(name: str) -> Callable[[Any], str]:
    """A static file's address, found when a page asks: the settings are read before any is."""
    return lambda request: static(name)


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
        "THEME": "config.desk.preferences.chosen",
        "STYLES": [_static("desk/admin.css")],
        "DASHBOARD_CALLBACK": "config.desk.dashboard.overview",
        "SIDEBAR": {"show_search": False, "navigation": _sidebar()},
    }


def _sidebar() -> list[dict[str, Any]]:
    return [
        {
            "items": [
                {"title": _("Overview"), "icon": "dashboard", "link": reverse_lazy("admin:index")}
            ]
        },
        _group(
            _("Work"),
            _item(_("Hypotheses"), "science", "hypotheses_hypothesis"),
            _item(_("Versions"), "history_edu", "hypotheses_version"),
            _item(_("Reviews"), "rate_review", "hypotheses_review"),
            _item(_("Decisions"), "gavel", "hypotheses_decision"),
            _item(_("Clarifications"), "contact_support", "hypotheses_clarification"),
            _item(_("Gaps"), "troubleshoot", "hypotheses_gap"),
            _item(_("Pre-registrations"), "lock", "hypotheses_preregistration"),
        ),
        _group(
            _("Details"),
            _item(_("Elements"), "category", "hypotheses_element"),
            _item(_("Proposals"), "lightbulb_circle", "hypotheses_proposal"),
            _item(_("Scores"), "score", "hypotheses_aspectscore"),
            _item(_("Improvements"), "lightbulb", "hypotheses_improvement"),
            _item(_("Vetoes"), "block", "hypotheses_veto"),
            _item(_("Notes"), "sticky_note_2", "hypotheses_note"),
            _item(_("Gap events"), "timeline", "hypotheses_gapevent"),
            collapsible=True,
        ),
        _group(
            _("Strategies"),
            _item(_("Strategies"), "candlestick_chart", "trading_strategy"),
            _item(_("Iterations"), "autorenew", "trading_iteration"),
            _item(_("Variants"), "account_tree", "trading_variant"),
            _item(_("Backtests"), "monitoring", "trading_backtest"),
            _item(_("Findings"), "search_insights", "trading_finding"),
            _item(_("Lessons"), "school", "trading_lesson"),
            _item(_("Decisions"), "gavel", "trading_decision"),
            _item(_("Saved specs"), "bookmarks", "trading_savedspec"),
            _item(_("Gate profiles"), "tune", "trading_gateprofile"),
        ),
        _group(
            _("Details of strategies"),
            _item(_("Fact sheets"), "fact_check", "trading_factsheet"),
            _item(_("Readings"), "menu_book", "trading_reading"),
            _item(_("Gates"), "checklist", "trading_gateoutcome"),
            _item(_("Verdicts on rounds"), "balance", "trading_roundverdict"),
            _item(_("Evidence"), "biotech", "trading_evidence"),
            _item(_("Trials"), "experiment", "trading_trial"),
            _item(_("Counts of trials"), "numbers", "trading_trialcount"),
            _item(_("Rules of trials"), "rule", "trading_trialrules"),
            _item(_("Error log"), "error", "trading_errorentry"),
            _item(_("Backtests of specs"), "query_stats", "trading_specbacktest"),
            _item(_("Rewordings of lessons"), "edit_note", "trading_lessonedit"),
            _item(_("Memory snapshots"), "memory", "trading_memorysnapshot"),
            _item(_("Cached research"), "cached", "trading_cachedresearch"),
            collapsible=True,
        ),
        _group(
            _("Runs"),
            _item(_("Runs"), "play_circle", "runs_run"),
            _item(_("Model calls"), "smart_toy", "runs_llmcall"),
            _item(_("Model providers"), "hub", "runs_modelprovider"),
            _item(_("Abilities of servers"), "rule_settings", "runs_serverabilities"),
            _item(_("Cached answers"), "cached", "runs_modelanswer"),
            _item(_("Steps"), "footprint", "runs_step"),
            _item(_("Events"), "list_alt", "runs_event"),
        ),
        _group(
            _("Data"),
            _item(_("Datasets"), "database", "trading_dataset"),
            _item(_("Auxiliary datasets"), "newspaper", "trading_auxiliarydataset"),
            _item(_("Uploads"), "upload_file", "trading_upload"),
            _item(_("Holdout openings"), "lock_open", "trading_holdoutopening"),
            _item(_("Second looks"), "preview", "trading_secondlook"),
            _item(_("Run quotas"), "speed", "runs_runquota"),
            _item(_("Worker hosts"), "dns", "runs_workerhost"),
        ),
        _group(
            _("People"),
            _item(_("Users"), "person", "auth_user"),
            _item(_("Roles"), "group", "auth_group"),
            _item(_("Failed sign-ins"), "lock", "axes_accessattempt"),
            _item(_("Audit log"), "policy", "desk_auditentry"),
        ),
    ]


def _group(title: Promise | str, *items: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"title": title, "items": list(items), "separator": True, **options}


def _item(title: Promise | str, icon: str, model: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{model}_changelist")}
