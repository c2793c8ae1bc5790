from django.apps import AppConfig


class LabConfig(AppConfig):
    """The laboratory's commands, in the processes that it starts (`tests.lab.settings`)."""

    name = "tests.lab"

    def ready(self) -> None:
        """Make known what chaos disturbs and soak submits."""
        from .chaos import developments, refinements, scenarios
        from .soak import developments as soaked_developments
        from .soak import making
        from .soak import refinements as soaked_refinements

        for scenario in (refinements.SCENARIO, developments.SCENARIO):
            scenarios.register(scenario)
        making.register(refinements.SCENARIO.kind, soaked_refinements.SOURCE)
        making.register(developments.SCENARIO.kind, soaked_developments.SOURCE)
