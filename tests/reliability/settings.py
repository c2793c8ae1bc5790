"""The settings of chaos, on a SQLite that can be made to refuse writes."""

from tests.lab.chaos.settings import *  # noqa: F403
from tests.lab.chaos.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.reliability.switch"]
