"""Registers a run kind of the tests: the real development, held up at its gates."""

from django.apps import AppConfig


class GatedDevelopmentConfig(AppConfig):
    name = "tests.trading.gated"
    label = "gated_trading"

    def ready(self) -> None:
        from config.runs import registry

        from .kind import KIND

        registry.register(KIND)
