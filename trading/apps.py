from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TradingConfig(AppConfig):
    name = "trading"
    verbose_name = _("Trading")

    def ready(self) -> None:
        """Make the development of strategies known to the runs, what waits for a person to the
        inbox, what there is to find to the search, what came of a hypothesis to its page, how a
        person decides to the console, lessons to the index by meaning, their archive to the
        supervisor, and figures to Prometheus."""
        from django.db.models.signals import post_delete

        from config.desk import inbox, related, searching
        from config.recall import sources
        from config.runs import chores, deciding, figures, registry

        from .management.deciding import STRATEGY
        from .memory import meaning
        from .models import Lesson
        from .presenting.related import developed_from
        from .services.execute import DEVELOPMENT
        from .services.forgetting import forget_hypothesis
        from .services.inbox import waiting
        from .services.lessons import archive_unused_lessons
        from .services.measured import figures as measured
        from .services.search import found

        registry.register(DEVELOPMENT)
        inbox.register(waiting)
        searching.register(found)
        related.register("hypothesis", show=developed_from, forget=forget_hypothesis)
        deciding.register(STRATEGY)
        for source in meaning.sources():
            sources.register(source)
        post_delete.connect(meaning.gone, sender=Lesson, dispatch_uid="recall")
        chores.register("archive of lessons", every=3_600, do=archive_unused_lessons)
        figures.register("trading", measured)
