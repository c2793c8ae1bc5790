from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HypothesesConfig(AppConfig):
    name = "hypotheses"
    verbose_name = _("Hypotheses")

    def ready(self) -> None:
        """Make the refinement known to the runs."""
        from config.runs import registry

        from .services.execute import REFINEMENT

        registry.register(REFINEMENT)
