"""The models that may be asked, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config import env
from config.desk.admin.act import Act, AdminRequest
from config.desk.admin.acts import ActsAdmin
from config.desk.admin.base import PlainAdmin
from config.desk.admin.columns import BAD, GOOD, PLAIN, display, text
from config.runs.model_check import check_model
from config.runs.models import ModelProvider


def _test(asked: AdminRequest) -> str:
    row = ModelProvider.objects.get(pk=asked.pk)
    language = "pt" if (get_language() or "").startswith("pt") else "en"
    checked = check_model(name=row.name, language=language)
    return "; ".join([str(checked), *checked.can])


@admin.register(ModelProvider)
class ModelProviderAdmin(ActsAdmin, PlainAdmin):
    list_display = ["name", "model", text(ModelProvider, "base_url", 50), "key", "use",
                    "agents", "order"]  # fmt: skip
    list_filter = ["enabled"]
    search_fields = ["name", "model", "base_url"]
    fieldsets = [
        (None, {"fields": ["name", "enabled", "base_url", "model", "key_env"]}),
        (_("Answers"), {"fields": ["temperature", "max_tokens", "timeout_seconds", "parallel"]}),
        (_("Costs"), {"fields": ["price_in", "price_out"]}),
        (_("Chain"), {"fields": ["order", "agents"]}),
    ]
    acts = [
        Act("test", _("Test this model"), _("answered"), _test,
            warning=_("The model is asked one small question; the provider may charge for it."),
            icon="network_check"),
    ]  # fmt: skip

    @display(description=_("key"), label={"set": GOOD, "missing": BAD, "none": PLAIN})
    def key(self, row: ModelProvider) -> tuple[str, Any]:
        """Whether the variable is set where this page is served; its value is nobody's to see."""
        if not row.key_env:
            return "none", _("none needed")
        if env.secret(row.key_env):
            return "set", row.key_env
        return "missing", _("%(variable)s is not set") % {"variable": row.key_env}

    @display(description=_("enabled"), label={"on": GOOD, "off": PLAIN})
    def use(self, row: ModelProvider) -> tuple[str, Any]:
        return ("on", _("yes")) if row.enabled else ("off", _("no"))
