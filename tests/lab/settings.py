"""The settings of the laboratory: the project's own, and its commands."""

from config import env
from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.lab"]

# Outside texts that `make eval` measures the built-in analyst on.
EVAL_DATA = env.existing_folder("EVAL_DATA", BASE_DIR.parent / "shared" / "data")
