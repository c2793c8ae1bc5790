from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RunsConfig(AppConfig):
    name = "config.runs"
    label = "runs"
    verbose_name = _("Runs")

    def ready(self) -> None:
        """Make the pruning of cached answers known to the supervisor."""
        from .chores import register
        from .pruning import prune_answers

        register("cached answers", every=3_600, do=prune_answers)
