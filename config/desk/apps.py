from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "config.desk"
    label = "desk"
    verbose_name = "Desk"
