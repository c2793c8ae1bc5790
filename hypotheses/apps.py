from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HypothesesConfig(AppConfig):
    name = "hypotheses"
    verbose_name = _("Hypotheses")

    def ready(self) -> None:
        """Make the refinement known to the runs, and what waits for a person to the inbox."""
        from config.desk import inbox
        from config.runs import registry

        from .services.execute import REFINEMENT
        from .services.inbox import waiting

        registry.register(REFINEMENT)
        inbox.register(waiting)
