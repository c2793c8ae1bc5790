from django.apps import AppConfig


class LabConfig(AppConfig):
    """The laboratory's commands, in the processes that it starts (`tests.lab.settings`)."""

    name = "tests.lab"
