"""The settings of the laboratory: the project's own, and its commands."""

from pathlib import Path

from config.env import SettingError, text
from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, INSTALLED_APPS
from tests.tuning import tuned

globals().update(tuned())

INSTALLED_APPS = [*INSTALLED_APPS, "tests.lab"]


def existing_folder(name: str, default: Path) -> Path | None:
    """A folder that is only read; None when none is set and the default is not there.

    Raises SettingError for one that is set and is not there.
    """
    value = text(name, "")
    if not value:
        return default if default.is_dir() else None
    path = Path(value).expanduser().resolve()
    if not path.is_dir():
        raise SettingError(name, value, "a folder that exists")
    return path


# Outside texts that `make eval` measures the built-in analyst on.
EVAL_DATA = existing_folder("EVAL_DATA", BASE_DIR.parent / "shared" / "data")
