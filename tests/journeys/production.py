"""The settings of the tests with the static files of production: a missing one is an error."""

from config import settings
from tests.settings import *  # noqa: F403

STORAGES = settings.STORAGES
