"""The settings of chaos, on a SQLite that can be made to refuse writes."""

from config.chaos.settings import *  # noqa: F403
from config.chaos.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.reliability.switch"]
