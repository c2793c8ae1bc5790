from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HypothesesConfig(AppConfig):
    name = "hypotheses"
    verbose_name = _("Hypotheses")

    def ready(self) -> None:
        """Make the refinement known to the runs, what waits for a person to the inbox, what there
        is to find to the search, how a person decides to the console, what is
        asked of their rows to doctor, and hypotheses to the index by meaning."""
        from django.db.models.signals import post_delete

        from config.desk import inbox, search
        from config.doctor import finding
        from config.lazy_import import LazyImport
        from config.recall import port
        from config.runs import decision_subjects, registry

        registry.announce(
            "refinement",
            LazyImport("hypotheses.services.execute.REFINEMENT"),
            step_words=LazyImport("hypotheses.services.wording.step_word"),
        )
        inbox.register(LazyImport("hypotheses.services.inbox.waiting"))
        search.register(LazyImport("hypotheses.services.search.found"))
        decision_subjects.register(
            "hypothesis", LazyImport("hypotheses.management.console.HYPOTHESIS")
        )
        finding.register(LazyImport("hypotheses.services.search.stored_status"))
        finding.register(LazyImport("hypotheses.services.search.searching"))
        port.register(
            port.RecallSource("hypotheses", LazyImport("hypotheses.services.search.entries"))
        )
        gone = LazyImport("hypotheses.services.search.gone")
        sender = self.get_model("Hypothesis")
        post_delete.connect(gone, sender=sender, weak=False, dispatch_uid="recall")
