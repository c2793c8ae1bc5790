from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TradingConfig(AppConfig):
    name = "trading"
    verbose_name = _("Trading")

    def ready(self) -> None:
        """Make the development of strategies known to the runs, what waits for a person to the
        inbox, what there is to find to the search, what is asked of their rows to doctor, what
        came of a hypothesis to its page, how a person decides to the console, lessons to the index
        by meaning, their archive to the supervisor, figures to Prometheus, and certificates to
        backups."""
        from django.db.models.signals import post_delete

        from config import chores
        from config.backup import proofs
        from config.desk import inbox, page_sections, search
        from config.doctor import finding
        from config.lazy_import import LazyImport
        from config.recall import port
        from config.runs import decision_subjects, metrics, registry
        from trading.models.memory import COLLECTIONS, Lesson

        registry.announce(
            "development",
            LazyImport("trading.services.execute.DEVELOPMENT"),
            step_words=LazyImport("trading.presenting.code_names.step_word"),
        )
        inbox.register(LazyImport("trading.services.inbox.waiting"))
        search.register(LazyImport("trading.services.search.found"))
        finding.register(LazyImport("trading.services.search.searching"))
        page_sections.register(
            "hypothesis",
            show=LazyImport("trading.views.development.developed_from"),
            forget=LazyImport("trading.services.erasure.forget_hypothesis"),
        )
        decision_subjects.register("strategy", LazyImport("trading.management.console.STRATEGY"))
        entries = LazyImport("trading.memory.sentences.entries")
        for kind, name in COLLECTIONS.items():
            port.register(port.RecallSource(name, partial(entries, kind)))
        gone = LazyImport("trading.memory.sentences.gone")
        post_delete.connect(gone, sender=Lesson, weak=False, dispatch_uid="recall")
        archive = LazyImport("trading.services.lessons.archive_unused_lessons")
        chores.register("archive of lessons", every=chores.HOUR, do=archive)
        metrics.register("trading", LazyImport("trading.services.search.figures"))
        proof = proofs.Proof(
            LazyImport("trading.services.certificate.newest_certificate"),
            LazyImport("trading.services.certificate.fault_of"),
        )
        proofs.register("certificate", proof)
