"""Second looks at holdouts: append-only, to read."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import AutocompleteSelectFilter

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import text, when
from trading.models import SecondLook

from .parts import CREATED, VariantPartAdmin, link, of


@admin.register(SecondLook)
class SecondLookAdmin(VariantPartAdmin, ExportAdmin):
    list_display = ["id", link(SecondLook, "variant"), link(SecondLook, "opening"), "who",
                    text(SecondLook, "reason", 50), when(SecondLook, "created_at")]  # fmt: skip
    list_filter = [of("variant"), ("user", AutocompleteSelectFilter), CREATED]
    list_select_related = ["variant", "opening__dataset", "user"]
    search_fields = ["=variant__id", "=variant__strategy__id", "reason", "actor",
                     "user__username"]  # fmt: skip
    date_hierarchy = "created_at"
    exported = ("id", "variant", "opening", "user", "actor", "reason", "engine", "error",
                "metrics", "created_at")  # fmt: skip
