from django.apps import AppConfig


class PickupConfig(AppConfig):
    """In the processes that `manage.py pickup` starts, and in no other."""

    name = "tests.lab.pickup"

    def ready(self) -> None:
        """Make the run that does nothing known, and have every claim noted."""
        from config.runs import points, registry

        from .notes import note_claim
        from .nothing import NOTHING

        registry.register(NOTHING)
        points.listen(note_claim)
