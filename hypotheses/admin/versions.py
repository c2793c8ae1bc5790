"""Versions, and what they are made of."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import ChoicesCheckboxFilter

from config.desk.admin.columns import link, said, state, text, when
from hypotheses.models import Element, Note, Proposal, Version
from hypotheses.slots import SLOT_NAMES

from .codes import ELEMENTS
from .links import related_of
from .parts import CREATED, ORIGINS, ExportedPartAdmin, VersionPartAdmin, of


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
                    said(Element, "kind", ELEMENTS),
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
