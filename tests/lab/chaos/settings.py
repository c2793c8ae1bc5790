"""The settings of the processes that chaos starts: the project's own, and one app that counts."""

from tests.lab.settings import *  # noqa: F403
from tests.lab.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.lab.chaos"]
