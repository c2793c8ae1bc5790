from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The project itself: the commands that belong to neither app (ADR 0002)."""

    name = "config"
    verbose_name = "Crivo"
