from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    name = "config.desk"
    label = "desk"
    verbose_name = _("Desk")

    def ready(self) -> None:
        from .roles import make_roles

        post_migrate.connect(make_roles, dispatch_uid="crivo-roles")
