from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TradingConfig(AppConfig):
    name = "trading"
    verbose_name = _("Trading")

    def ready(self) -> None:
        """Make the development of strategies known to the runs, what waits for a person to the
        inbox, what there is to find to the search, what came of a hypothesis to its page, how a
        person decides to the console, lessons to the index by meaning, their archive to the
        supervisor, figures to Prometheus, and certificates to backups."""
        from django.db.models.signals import post_delete

        from config import chores
        from config.backup import proofs
        from config.desk import inbox, related, searching
        from config.later import Later
        from config.recall import sources
        from config.runs import deciding, figures, registry

        from .models.memory import COLLECTIONS, Lesson

        registry.announce("development", Later("trading.services.execute.DEVELOPMENT"))
        inbox.register(Later("trading.services.inbox.waiting"))
        searching.register(Later("trading.services.search.found"))
        related.register(
            "hypothesis",
            show=Later("trading.presenting.related.developed_from"),
            forget=Later("trading.services.forgetting.forget_hypothesis"),
        )
        deciding.register("strategy", Later("trading.management.deciding.STRATEGY"))
        entries = Later("trading.memory.meaning.entries")
        for kind, name in COLLECTIONS.items():
            sources.register(sources.RecallSource(name, partial(entries, kind)))
        gone = Later("trading.memory.meaning.gone")
        post_delete.connect(gone, sender=Lesson, weak=False, dispatch_uid="recall")
        archive = Later("trading.services.lessons.archive_unused_lessons")
        chores.register("archive of lessons", every=3_600, do=archive)
        figures.register("trading", Later("trading.services.measured.figures"))
        proof = proofs.Proof(
            Later("trading.services.certificate.newest_certificate"),
            Later("trading.services.certificate.fault_of"),
        )
        proofs.register("certificate", proof)
