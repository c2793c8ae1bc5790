from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RunsConfig(AppConfig):
    name = "config.runs"
    label = "runs"
    verbose_name = _("Runs")

    def ready(self) -> None:
        """Make known what the supervisor does now and then, and what Prometheus may ask; have
        each worker settle when it is started."""
        from django_q.signals import post_spawn

        from config.chores import DAY, HOUR, register
        from config.runs.metrics import register as tell

        from .beats import forget_gone
        from .metrics import figures
        from .retention import (
            AT_ONCE,
            prune_answers,
            prune_checkpoints,
            prune_events,
            prune_messages,
            prune_steps,
        )
        from .worker_start import hush, settle

        post_spawn.connect(settle, dispatch_uid="settle")
        post_spawn.connect(hush, dispatch_uid="hush")

        register("cached answers", every=HOUR, do=prune_answers)
        register("outputs of finished steps", every=HOUR, do=prune_steps, full=AT_ONCE)
        register("history of finished runs", every=HOUR, do=prune_events, full=AT_ONCE)
        register("delivered messages", every=HOUR, do=prune_messages, full=AT_ONCE)
        register("checkpoints of finished runs", every=HOUR, do=prune_checkpoints)
        register("hosts that are gone", every=DAY, do=forget_gone)
        tell("runs", figures)
