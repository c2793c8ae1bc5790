"""What is still missing: gaps, their events, and questions to the author."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import ChoicesCheckboxFilter

from config.desk.admin import LedgerAdmin
from config.desk.admin.columns import BAD, WARN, flag, link, said, state, text, when
from config.desk.admin.filters import DayFilter, YesNoFilter
from hypotheses.models import Clarification, Gap, GapEvent, Hypothesis
from hypotheses.slots import SLOT_NAMES

from .codes import GAPS
from .links import related_of
from .parts import CREATED, GAP_STATES, VersionPartAdmin, of


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
