"""What models' servers were found to refuse, in the admin: to look at, and to have forgotten."""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter

from config.desk.admin.act import Act, AdminRequest
from config.desk.admin.acts import ActsAdmin
from config.desk.admin.base import ReadOnlyAdmin
from config.desk.admin.columns import display, text, when
from config.runs.abilities import forget, told
from config.runs.models import ServerAbilities


def _forget(asked: AdminRequest) -> None:
    forget(pk=asked.pk)


@admin.register(ServerAbilities)
class ServerAbilitiesAdmin(ActsAdmin, ReadOnlyAdmin):
    list_display = ["model", text(ServerAbilities, "base_url", 50), "found",
                    when(ServerAbilities, "learned_at"), "until"]  # fmt: skip
    list_filter = [("model", AllValuesCheckboxFilter)]
    search_fields = ["model", "base_url"]
    fields = ["base_url", "model", "found", "learned_at", "until"]
    readonly_fields = ["found", "until"]
    has_history = False  # it would end with the row
    acts = [
        Act("forget", _("Forget"), _("forgotten: the next run learns it again"), _forget,
            warning=_("The next run asks this server again for what it refused: a few calls more."),
            icon="delete"),
    ]  # fmt: skip

    @display(description=_("what it takes"))
    def found(self, row: ServerAbilities) -> str:
        from config.llm.abilities import Abilities

        lines = told(Abilities.of_json(row.abilities))
        return format_html_join("", "<div>{}</div>", ((line,) for line in lines))

    @display(description=_("remembered until"), ordering="learned_at")
    def until(self, row: ServerAbilities) -> str:
        return str(localtime(row.old_at).date())
