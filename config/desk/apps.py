from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    name = "config.desk"
    label = "desk"
    verbose_name = _("Desk")

    def ready(self) -> None:
        """Make the roles with the tables, and known what the supervisor prunes of sign-ins; note
        each new session, and what the audit log is to hold."""
        from config.chores import HOUR, register
        from config.desk.account import prune_signed_in, remember
        from config.desk.roles import make_roles
        from config.desk.sign_in import begin, prune_attempts, prune_sessions

        from .audit import listen, prune_audit
        from .drafts import prune_drafts

        register("expired sessions", every=HOUR, do=prune_sessions)
        register("failed sign-ins", every=HOUR, do=prune_attempts)
        register("sessions that are over", every=HOUR, do=prune_signed_in)
        register("old drafts", every=HOUR, do=prune_drafts)
        register("old audit entries", every=HOUR, do=prune_audit)
        listen()
        user_logged_in.connect(begin, dispatch_uid="crivo-session-limits")
        user_logged_in.connect(remember, dispatch_uid="crivo-sessions")
        post_migrate.connect(make_roles, dispatch_uid="crivo-roles")
