from django.apps import AppConfig


class ChaosConfig(AppConfig):
    """In the processes that chaos starts, and in no other."""

    name = "tests.lab.chaos"

    def ready(self) -> None:
        """Have every computation counted."""
        from config.runs import points

        from .counting import note

        points.listen(note)
