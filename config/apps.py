from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.contrib.admin import autodiscover
from django.contrib.admin.checks import check_admin_app
from django.core.checks import CheckMessage


class ConfigConfig(AppConfig):
    """The project itself: the commands that belong to neither app (ADR 0002)."""

    name = "config"
    verbose_name = "Crivo"

    def ready(self) -> None:
        """Registers the check that the database can hold every text, before tables are made in
        it."""
        from django.core.checks import Tags, register

        from config import encoding, web

        register(encoding.check, Tags.database)
        register(web.check, Tags.security)


class CrivoAdminConfig(admin.SimpleAdminConfig):
    """Django's admin with our site in place of its own.

    The admin's modules are imported with the URLs (config/urls.py), which most commands do not
    load; the system checks import them, too.
    """

    default = False  # not the one of "config", which is looked for here too
    default_site = "config.desk.site.CrivoAdminSite"

    def ready(self) -> None:
        from django.core.checks import Tags, register

        super().ready()
        register(check_pages, Tags.admin)


def check_pages(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Runs the system checks of every admin page."""
    autodiscover()
    found: list[CheckMessage] = check_admin_app(app_configs, **options)
    return found
