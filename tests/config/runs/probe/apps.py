from django.apps import AppConfig


class ProbeConfig(AppConfig):
    name = "tests.config.runs.probe"
    label = "probe"

    def ready(self) -> None:
        from config.runs import registry

        from .asking import ASKING
        from .kind import KIND

        registry.register(KIND)
        registry.register(ASKING)
