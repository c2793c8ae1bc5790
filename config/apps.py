from django.apps import AppConfig
from django.contrib.admin import apps as admin


class ConfigConfig(AppConfig):
    """The project itself: the commands that belong to neither app (ADR 0002)."""

    name = "config"
    verbose_name = "Crivo"

    def ready(self) -> None:
        """Have a database that cannot hold every text told before tables are made in it."""
        from django.core.checks import Tags, register

        from . import client_address, encoding

        register(encoding.check, Tags.database)
        register(client_address.check, Tags.security)


class CrivoAdminConfig(admin.AdminConfig):
    """Django's admin with our site in place of its own."""

    default = False  # not the one of "config", which is looked for here too
    default_site = "config.desk.site.CrivoAdminSite"
