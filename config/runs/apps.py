from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RunsConfig(AppConfig):
    name = "config.runs"
    label = "runs"
    verbose_name = _("Runs")
