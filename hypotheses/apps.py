from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HypothesesConfig(AppConfig):
    name = "hypotheses"
    verbose_name = _("Hypotheses")

    def ready(self) -> None:
        """Make the refinement known to the runs, what waits for a person to the inbox, what there
        is to find to the search, how a person decides to the console, and hypotheses to the index
        by meaning."""
        from django.db.models.signals import post_delete

        from config.desk import inbox, searching
        from config.recall import sources
        from config.runs import deciding, registry

        from .management.deciding import HYPOTHESIS
        from .models import Hypothesis
        from .services.execute import REFINEMENT
        from .services.inbox import waiting
        from .services.search import found
        from .services.similar import gone, source

        registry.register(REFINEMENT)
        inbox.register(waiting)
        searching.register(found)
        deciding.register(HYPOTHESIS)
        sources.register(source())
        post_delete.connect(gone, sender=Hypothesis, dispatch_uid="recall")
