"""The admin of hypotheses: status, related rows, and the acts of an admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
    DropdownFilter,
)
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextareaWidget

from config.desk import site
from config.desk.admin import Act, ActsAdmin, AdminRequest, ExportAdmin, by_number
from config.desk.admin.columns import coloured, count, display, links_to, list_url, text, when
from config.lazy_import import LazyImport, LazyModule
from config.runs.models import Run
from hypotheses.admin.versions import CREATED, SOURCES, STATUSES, VERDICTS
from hypotheses.models import (
    Clarification,
    Decision,
    Gap,
    Hypothesis,
    Preregistration,
    Version,
)

if TYPE_CHECKING:
    from hypotheses.services import submit
    from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
    from hypotheses.services.review import one_more_round, override_decision
else:  # called with a request: to import them takes longer than all of the admin
    archive_hypothesis = LazyImport("hypotheses.services.archive.archive_hypothesis")
    erase_hypothesis = LazyImport("hypotheses.services.archive.erase_hypothesis")
    one_more_round = LazyImport("hypotheses.services.review.one_more_round")
    override_decision = LazyImport("hypotheses.services.review.override_decision")
    submit = LazyModule("hypotheses.services.submit")
    restore_hypothesis = LazyImport("hypotheses.services.archive.restore_hypothesis")


def hypotheses_panel(user: Any) -> site.DashboardPanel:
    """The number of hypotheses by status, without archived ones; one query."""
    rows: QuerySet[Any] = Hypothesis.objects.visible_to(user).not_archived().with_status()
    tally = list(rows.values_list("status", "source").annotate(number=Count("pk")).order_by())
    figures = [
        site.DashboardFigure(name, _sum(tally, 0, code), _list(status=code), VERDICTS[code])
        for code, name in STATUSES.items()
    ]
    forced = _sum(tally, 1, "forced")
    figures.append(
        site.DashboardFigure(_("forced"), forced, _list(source="forced"), SOURCES["forced"])
    )
    return site.DashboardPanel(_("Hypotheses"), figures)


def _sum(tally: list[tuple[Any, ...]], place: int, code: str) -> int:
    return sum(row[-1] for row in tally if row[place] == code)


def _list(**lookups: str) -> str:
    return list_url(Hypothesis, kept="shown", **lookups)


site.register(hypotheses_panel)


AGAIN = Decision.Outcome.AGAIN
OUTCOMES = [("approved", _("Approve")), ("rejected", _("Reject")), (AGAIN, _("One more round"))]


class DecisionForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=OUTCOMES,
        widget=UnfoldAdminRadioSelectWidget(choices=OUTCOMES),
    )
    reason = forms.CharField(
        label=_("Reason"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text=_("Goes on record. For one more round it guides the structurer."),
    )


def _decide(admin_request: AdminRequest) -> None:
    outcome, reason = admin_request.values["outcome"], admin_request.values["reason"]
    values: dict[str, Any] = {
        "hypothesis_id": admin_request.pk,
        "user": admin_request.user,
        "expected": int(admin_request.seen) if admin_request.seen.isdecimal() else None,
    }
    if outcome == AGAIN:
        one_more_round(guidance=reason, **values)
    else:
        override_decision(outcome=outcome, reason=reason, **values)


ACTS = [
    Act(
        "decide",
        _("Decide"),
        _("decided"),
        _decide,
        form=DecisionForm,
        seen=lambda hypothesis: hypothesis.decision_id,
        fits=lambda hypothesis: not hypothesis.archived_at,
        icon="gavel",
        variant=ActionVariant.PRIMARY,
    ),
    Act(
        "archive",
        _("Archive"),
        _("archived"),
        by_number(archive_hypothesis, "hypothesis_id"),
        icon="archive",
        fits=lambda hypothesis: not hypothesis.archived_at,
    ),
    Act(
        "restore",
        _("Restore"),
        _("restored"),
        by_number(restore_hypothesis, "hypothesis_id"),
        icon="unarchive",
        fits=lambda hypothesis: hypothesis.archived_at and not hypothesis.erased_at,
    ),
    Act(
        "erase",
        _("Erase"),
        _("erased"),
        by_number(erase_hypothesis, "hypothesis_id"),
        warning=_(
            "Their words and persons are removed for good; the numbers of their versions and the "
            "decisions stay, without who and why. This cannot be undone."
        ),
        icon="delete_forever",
        fits=lambda hypothesis: not hypothesis.erased_at,
        variant=ActionVariant.DANGER,
    ),
]


class StatusFilter(DropdownFilter):
    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(STATUSES.items())

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.in_status(self.value()) if self.value() else queryset


class SourceFilter(DropdownFilter):
    title = _("decided by")
    parameter_name = "source"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Decision.Source.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(source=self.value()) if self.value() else queryset


class KeptFilter(DropdownFilter):
    title = _("kept")
    parameter_name = "kept"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("shown", _("in lists")), ("archived", _("archived")), ("erased", _("erased"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "shown":
            return queryset.filter(archived_at=None)
        if self.value() == "archived":
            return queryset.filter(archived_at__isnull=False, erased_at=None)
        return queryset.filter(erased_at__isnull=False) if self.value() else queryset


_PARTS = (Version, Gap, Clarification, Decision, Preregistration)


@admin.register(Hypothesis)
class HypothesisAdmin(ActsAdmin, ExportAdmin):
    root = Hypothesis
    list_display = ["id", text(Hypothesis, "text", 90), "language",
                    coloured("status", _("status"), STATUSES, VERDICTS),
                    coloured("source", _("decided by"), dict(Decision.Source.choices), SOURCES),
                    count("version_count", _("versions"),
                          lambda row: list_url(Version, hypothesis__id__exact=row.pk)),
                    count("open_gaps", _("open gaps"),
                          lambda row: list_url(Gap, hypothesis__id__exact=row.pk)),
                    count("run_count", _("runs"), lambda row: _runs(row.pk)),
                    "owner", when(Hypothesis, "created_at")]  # fmt: skip
    list_filter = [StatusFilter, SourceFilter, KeptFilter, ("language", ChoicesCheckboxFilter),
                   ("kind", ChoicesCheckboxFilter), ("field", ChoicesCheckboxFilter),
                   ("owner", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["owner"]
    search_fields = ["=id", "text"]
    readonly_fields = ["status_text", "related"]
    fieldsets = [
        (None, {"fields": ["text", "status_text", "related", "language", "kind", "field",
                           "owner"]}),
        (_("Intake"), {"fields": ["max_refinements", "split_from", "near_duplicate_of",
                                  "key_terms", "created_at"]}),
        (_("Keeping"), {"fields": ["archived_at", "erased_at"]}),
    ]  # fmt: skip
    exported = ("id", "text", "language", "kind", "field", "status", "source", "owner",
                "max_refinements", "near_duplicate_of", "split_from", "version_count",
                "open_gaps", "disputes", "run_count", "call_count", "cost_usd", "created_at",
                "archived_at", "erased_at")  # fmt: skip
    acts = ACTS

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_status().with_counts()  # type: ignore[attr-defined,no-any-return]

    @display(description=_("status"))
    def status_text(self, row: Any) -> str:
        """The translated status, and who set it."""
        source = dict(Decision.Source.choices).get(row.source, "")
        return " · ".join(str(part) for part in (STATUSES[row.status], source) if part)

    @display(description=_("related"))
    def related(self, row: Any) -> str:
        """Links to its versions, gaps, decisions, questions, pre-registrations and runs."""
        own = {"hypothesis__id__exact": row.pk}
        parts = [(model, own) for model in _PARTS]
        return links_to([*parts, (Run, {"kind": submit.KIND, "subject_id": row.pk})])


def _runs(pk: int) -> str:
    return list_url(Run, kind=submit.KIND, subject_id=pk)
