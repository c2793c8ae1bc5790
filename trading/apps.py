from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TradingConfig(AppConfig):
    name = "trading"
    verbose_name = _("Trading")

    def ready(self) -> None:
        """Make the development of strategies known to the runs."""
        from config.runs import registry

        from .services.execute import DEVELOPMENT

        registry.register(DEVELOPMENT)
