from django.apps import AppConfig

EVERY_SECONDS = 5


class SoakConfig(AppConfig):
    """In the processes that soak starts, and in no other."""

    name = "tests.lab.soak"

    def ready(self) -> None:
        """What is pruned once an hour is pruned every few seconds."""
        from config.chores import chores

        for chore in chores.values():
            chore.every = min(chore.every, EVERY_SECONDS)
