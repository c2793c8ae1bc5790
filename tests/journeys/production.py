"""The settings of the tests with the static files of production: a missing one is an error."""

# The tests' settings come first: they choose the data folder.
# isort: off
from tests.settings import *  # noqa: F403
from config import settings

STORAGES = settings.STORAGES
