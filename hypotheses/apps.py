from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HypothesesConfig(AppConfig):
    name = "hypotheses"
    verbose_name = _("Hypotheses")

    def ready(self) -> None:
        """Make the refinement known to the runs, what waits for a person to the inbox, and how a
        person decides to the console."""
        from config.desk import inbox
        from config.runs import deciding, registry

        from .management.deciding import HYPOTHESIS
        from .services.execute import REFINEMENT
        from .services.inbox import waiting

        registry.register(REFINEMENT)
        inbox.register(waiting)
        deciding.register(HYPOTHESIS)
