from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TradingConfig(AppConfig):
    name = "trading"
    verbose_name = _("Trading")

    def ready(self) -> None:
        """Make the development of strategies known to the runs, what waits for a person to the
        inbox, what came of a hypothesis to its page, and how a person decides to the console."""
        from config.desk import inbox, related
        from config.runs import deciding, registry

        from .management.deciding import STRATEGY
        from .presenting.related import developed_from
        from .services.execute import DEVELOPMENT
        from .services.forgetting import forget_hypothesis
        from .services.inbox import waiting

        registry.register(DEVELOPMENT)
        inbox.register(waiting)
        related.register("hypothesis", show=developed_from, forget=forget_hypothesis)
        deciding.register(STRATEGY)
