"""The settings of the processes that chaos starts: the project's own, and one app that counts."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "config.chaos"]
