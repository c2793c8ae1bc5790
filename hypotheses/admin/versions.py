"""Versions with their elements, what they lack, questions to the author, and pre-registrations."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import BAD, WARN, flag, link, said, state, text, when
from config.desk.admin.filters import DayFilter, YesNoFilter
from hypotheses.models import (
    ELEMENT_NAMES,
    Clarification,
    Element,
    Gap,
    GapEvent,
    Hypothesis,
    Note,
    Preregistration,
    Proposal,
    Version,
)
from hypotheses.slots import SLOT_NAMES

from .codes import GAPS
from .links import related_of
from .parts import CREATED, GAP_STATES, ORIGINS, ExportedPartAdmin, VersionPartAdmin, of


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
    list_display = ["id", link(Gap, "hypothesis"), said(Gap, "slot", SLOT_NAMES), "aspect",
                    said(Gap, "code", GAPS),
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
    list_display = ["id", link(Clarification, "version"), said(Clarification, "slot", SLOT_NAMES),
                    text(Clarification, "question"), text(Clarification, "answer"),
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
                    said(Element, "kind", ELEMENT_NAMES),
                    text(Element, "text"), state(Element, "origin", ORIGINS)]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis"), ("origin", ChoicesCheckboxFilter),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]


@admin.register(Proposal)
class ProposalAdmin(VersionPartAdmin):
    list_display = ["id", link(Proposal, "version"), said(Proposal, "slot", SLOT_NAMES), "rank",
                    text(Proposal, "text"), text(Proposal, "source", 60)]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis")]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text", "source"]


@admin.register(Note)
class NoteAdmin(VersionPartAdmin):
    list_display = ["id", link(Note, "version"), "kind", text(Note, "text", 110)]
    list_filter = [of("version"), of("version__hypothesis"), ("kind", ChoicesCheckboxFilter)]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]
