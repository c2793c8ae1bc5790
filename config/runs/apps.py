from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "config.runs"
    label = "runs"
    verbose_name = "Runs"
