from django.apps import AppConfig


class GatedConfig(AppConfig):
    name = "tests.hypotheses.gated"
    label = "gated"

    def ready(self) -> None:
        from config.runs import registry

        from .kind import KIND

        registry.register(KIND)
