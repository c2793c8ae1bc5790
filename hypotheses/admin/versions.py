"""The admin of versions with their elements, gaps, questions to the author, and
pre-registrations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    PLAIN,
    WARN,
    DayFilter,
    YesNoFilter,
    display,
    flag,
    in_words,
    link,
    links_to,
    state,
    text,
    when,
)
from hypotheses.models import (
    ELEMENT_NAMES,
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    GapEvent,
    Hypothesis,
    Improvement,
    Note,
    Preregistration,
    Proposal,
    Review,
    Version,
    Veto,
)
from hypotheses.slot_names import SLOT_NAMES

VERDICTS = {"approved": GOOD, "rejected": BAD, "needs_refinement": WARN, "again": CALM,
            "working": CALM, "failed": BAD, "cancelled": WARN}  # fmt: skip
SOURCES = {"agent": CALM, "forced": WARN, "human": GOOD}
GAP_STATES = {"open": WARN, "reopened": BAD, "closed": GOOD, "waived": PLAIN}
ORIGINS = {
    "user": GOOD,
    "confirmed": GOOD,
    "suggested": WARN,
    "guidance": GOOD,
    "model": WARN,
    "structurer": CALM,
}
CREATED = ("created_at", DayFilter)


def of(path: str) -> tuple[str, type]:
    """A filter by the related row; lists link to each other through it."""
    return path, AutocompleteSelectFilter


class VersionPartAdmin(LedgerAdmin):
    """Rows that belong to a version of a hypothesis."""

    root, path = Hypothesis, "version__hypothesis"


class ReviewPartAdmin(LedgerAdmin):
    """Rows that belong to a review."""

    root, path = Hypothesis, "review__version__hypothesis"
    list_select_related = ("review__version",)


class ExportedPartAdmin(VersionPartAdmin, ExportAdmin):
    pass


# Links from a row's page to the lists of related rows.


def related_of(*lists: tuple[str, str]) -> Callable[[Any, Any], str]:
    """A method for an admin class: links to lists, each given by a model's name and the lookup
    that filters it."""

    def related(admin: Any, row: Any) -> str:
        models = [(apps.get_model("hypotheses", name), lookup) for name, lookup in lists]
        return links_to((model, {lookup: row.pk}) for model, lookup in models)

    shown: Callable[[Any, Any], str] = display(description=_("related"))(related)
    return shown


# Stored codes, translated.

GAPS: dict[str, str | Promise] = {
    "missing": _("missing"),
    "unread": _("not understood"),
    "relation": _("what varies and what is observed not certain"),
    "no_bound": _("unit without bound"),
    "construct_only": _("construct without measure"),
    "negated": _("measure denied"),
    "one_side": _("only one variable"),
    "placeholder": _("letters for variables"),
    "vague_iv": _("independent variable too general"),
    "vague_dv": _("dependent variable too general"),
    "no_comparator": _("no comparison or time window"),
    "no_direction": _("no direction"),
    "hedged": _("hedged"),
    "no_margin": _("no margin"),
    "observed": _("an observation, no claim"),
    "not_put": _("not put as one question"),
    "no_approach": _("no approach"),
    "unit_measure": _("the measure does not fit the unit"),
    "outcome_measure": _("the measure does not fit the outcome"),
    "same_comparator": _("the comparison is the exposure itself"),
    "other_kind": _("the comparison is of another kind"),
    "window_short": _("the time window does not fit the outcome"),
    "order": _("the outcome comes before the exposure"),
    "judged": _("given by the model"),
}
VETOES: dict[str, str | Promise] = {
    "popular_belief": _("popular belief"),
    "value_judgement": _("value judgement"),
    "tautology": _("tautology"),
    "unfalsifiable": _("cannot be refuted"),
    "metaphysics": _("metaphysics"),
    "vagueness": _("too vague"),
    "no_basis": _("no scientific basis"),
}
JUDGES: dict[str, str | Promise] = {"builtin": _("built-in analyst")}
STATUSES: dict[str, str | Promise] = {
    "approved": _("approved"),
    "rejected": _("rejected"),
    "working": _("at work"),
    "failed": _("failed"),
    "cancelled": _("cancelled"),
}


@admin.register(Preregistration)
class PreregistrationAdmin(ExportAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Preregistration, "hypothesis"), "number",
                    link(Preregistration, "version"), text(Preregistration, "sha256", 20),
                    "user", when(Preregistration, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), ("user", AutocompleteSelectFilter), CREATED]
    list_select_related = ["hypothesis", "version", "user"]
    search_fields = ["=hypothesis__id", "version__question", "sha256"]
    exported = ("id", "hypothesis", "version", "decision", "number", "sha256", "content", "user",
                "created_at")  # fmt: skip


@admin.register(Gap)
class GapAdmin(LedgerAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Gap, "hypothesis"), in_words(Gap, "slot", SLOT_NAMES), "aspect",
                    in_words(Gap, "code", GAPS),
                    state(Gap, "state", GAP_STATES),
                    state(Gap, "mark", {"regression": BAD, "missed_earlier": WARN}),
                    flag(Gap, "conditional", WARN), "opened_in", "closed_in",
                    text(Gap, "closed_by", 50)]  # fmt: skip
    list_filter = [of("hypothesis"), ("state", ChoicesCheckboxFilter),
                   ("mark", ChoicesCheckboxFilter), ("conditional", YesNoFilter),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    list_select_related = ["hypothesis"]
    search_fields = ["=hypothesis__id", "gap", "closed_by"]
    readonly_fields = ["related"]
    related = related_of(("GapEvent", "gap__id__exact"))


@admin.register(GapEvent)
class GapEventAdmin(VersionPartAdmin):
    list_display = ["id", link(GapEvent, "gap"), link(GapEvent, "version"),
                    state(GapEvent, "state", GAP_STATES), text(GapEvent, "words"),
                    when(GapEvent, "created_at")]  # fmt: skip
    list_filter = [of("gap"), of("version"), of("gap__hypothesis"),
                   ("state", ChoicesCheckboxFilter), CREATED]  # fmt: skip
    list_select_related = ["gap", "version"]
    search_fields = ["=gap__hypothesis__id", "words"]


@admin.register(Clarification)
class ClarificationAdmin(LedgerAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Clarification, "version"),
                    in_words(Clarification, "slot", SLOT_NAMES), text(Clarification, "question"),
                    text(Clarification, "answer"),
                    "answered_by", when(Clarification, "answered_at")]  # fmt: skip
    list_filter = [of("hypothesis"), of("version"), ("aspect", ChoicesCheckboxFilter),
                   ("answered_at", DayFilter)]  # fmt: skip
    list_select_related = ["version", "answered_by"]
    search_fields = ["=hypothesis__id", "question", "answer"]


@admin.register(Version)
class VersionAdmin(ExportedPartAdmin):
    path = "hypothesis"
    list_display = ["id", link(Version, "hypothesis"), "number", text(Version, "question", 110),
                    "design", "direction", state(Version, "origin", ORIGINS), "author",
                    when(Version, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), ("origin", ChoicesCheckboxFilter),
                   ("design", ChoicesCheckboxFilter), CREATED]  # fmt: skip
    list_select_related = ["hypothesis", "author"]
    search_fields = ["=hypothesis__id", "question"]
    readonly_fields = ["related"]
    related = related_of(
        ("Element", "version__id__exact"), ("Proposal", "version__id__exact"),
        ("Note", "version__id__exact"),
        ("Review", "version__id__exact"), ("Clarification", "version__id__exact"),
        ("GapEvent", "version__id__exact"), ("Decision", "version__id__exact"),
    )  # fmt: skip
    exported = ("id", "hypothesis", "number", "question", "design", "direction", "origin",
                "author", "run_id", "created_at")  # fmt: skip


@admin.register(Element)
class ElementAdmin(VersionPartAdmin):
    list_display = ["id", link(Element, "version"), "aspect",
                    in_words(Element, "kind", ELEMENT_NAMES),
                    text(Element, "text"), state(Element, "origin", ORIGINS)]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis"), ("origin", ChoicesCheckboxFilter),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]


@admin.register(Proposal)
class ProposalAdmin(VersionPartAdmin):
    list_display = ["id", link(Proposal, "version"), in_words(Proposal, "slot", SLOT_NAMES), "rank",
                    text(Proposal, "text"), text(Proposal, "source", 60)]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis")]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text", "source"]

    def title_of(self, row: Proposal) -> str:
        return f"{SLOT_NAMES.get(row.slot, row.slot)}: {row.text[:60]}"


@admin.register(Note)
class NoteAdmin(VersionPartAdmin):
    list_display = ["id", link(Note, "version"), "kind", text(Note, "text", 110)]
    list_filter = [of("version"), of("version__hypothesis"), ("kind", ChoicesCheckboxFilter)]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]


# Reviews and their parts.


def brief(review: Review) -> str:
    """A short name of a review: its number and its version's."""
    return f"{review.pk} · V{review.version.number}"


@admin.register(Review)
class ReviewAdmin(ExportedPartAdmin):
    list_display = ["id", link(Review, "version"),
                    in_words(Review, "judge", JUDGES),
                    state(Review, "status", VERDICTS), flag(Review, "forced", WARN),
                    flag(Review, "degraded", BAD),
                    text(Review, "justification"), when(Review, "created_at")]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis"), ("status", ChoicesCheckboxFilter),
                   ("forced", YesNoFilter), ("degraded", YesNoFilter),
                   ("judge", AllValuesCheckboxFilter), CREATED]  # fmt: skip
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "justification"]
    readonly_fields = ["related"]
    related = related_of(
        ("AspectScore", "review__id__exact"),
        ("Improvement", "review__id__exact"),
        ("Veto", "review__id__exact"),
    )
    exported = ("id", "version", "judge", "status", "forced", "degraded", "justification",
                "created_at")  # fmt: skip

    def title_of(self, row: Review) -> str:
        return f"{JUDGES.get(row.judge, row.judge)}: {row.get_status_display()}"


@admin.register(AspectScore)
class AspectScoreAdmin(ReviewPartAdmin):
    list_display = ["id", link(AspectScore, "review", brief), "aspect", "score",
                    in_words(AspectScore, "code", GAPS),
                    text(AspectScore, "evidence")]  # fmt: skip
    list_filter = [
        of("review"),
        of("review__version__hypothesis"),
        ("aspect", ChoicesCheckboxFilter),
        ("score", AllValuesCheckboxFilter),
    ]
    search_fields = ["=review__version__hypothesis__id", "evidence", "code"]


@admin.register(Improvement)
class ImprovementAdmin(ReviewPartAdmin):
    list_display = ["id", link(Improvement, "review", brief), "aspect", text(Improvement, "gap"),
                    text(Improvement, "suggestion")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis"),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    further_columns = [in_words(Improvement, "slot", SLOT_NAMES)]
    search_fields = ["=review__version__hypothesis__id", "gap", "suggestion"]


@admin.register(Veto)
class VetoAdmin(ReviewPartAdmin):
    list_display = ["id", link(Veto, "review", brief),
                    in_words(Veto, "code", VETOES),
                    text(Veto, "quote"), text(Veto, "reason")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis")]
    search_fields = ["=review__version__hypothesis__id", "quote", "reason"]

    def title_of(self, row: Veto) -> str:
        return f"{VETOES.get(row.code, row.code)}: {row.quote[:60]}"


@admin.register(Decision)
class DecisionAdmin(ExportAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Decision, "hypothesis"), state(Decision, "before", VERDICTS),
                    state(Decision, "after", VERDICTS), state(Decision, "source", SOURCES),
                    "who", text(Decision, "reason", 50), flag(Decision, "current", GOOD),
                    when(Decision, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), of("version"), ("after", ChoicesCheckboxFilter),
                   ("source", ChoicesCheckboxFilter), ("current", YesNoFilter),
                   ("user", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["hypothesis", "user"]
    search_fields = ["=hypothesis__id", "reason", "actor", "user__username"]
    exported = ("id", "hypothesis", "version", "before", "after", "source", "user", "actor",
                "reason", "current", "created_at")  # fmt: skip

    @display(description=_("user"), ordering="user__username")
    def who(self, decision: Decision) -> Any:
        """The account; without one, the person's name."""
        return decision.user or decision.actor or None
