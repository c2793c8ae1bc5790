"""The settings of the tests: the project's own, on a data folder and a key of their own.

A process that a test starts is told of the test's database by CRIVO_TEST_DATABASE and of its
data folder by CRIVO_TEST_DATA_DIR.
"""

import atexit
import contextlib
import os
import shutil
import tempfile
from pathlib import Path


def _data_dir() -> str:
    given = os.environ.get("CRIVO_TEST_DATA_DIR", "")
    if given:
        return given
    folder = tempfile.mkdtemp(prefix="crivo-test-")
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # a forked child must not take its parent's folder away
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


os.environ["CRIVO_DATA_DIR"] = _data_dir()

from config import env  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import (  # noqa: E402
    DATA_DIR,
    DATABASES,
    INSTALLED_APPS,
    Q_CLUSTER,
    SQLITE,
    STATIC_ROOT,
)
from tests.lab.settings import EVAL_DATA  # noqa: E402, F401
from tests.tuning import tuned  # noqa: E402

globals().update(tuned())

SECRET_KEY = "only-for-tests-" + "0" * 50
Q_CLUSTER = {**Q_CLUSTER, "name": env.queue_name(SECRET_KEY)}  # that of the processes it starts
INSTALLED_APPS = [
    *INSTALLED_APPS,
    "tests.config.runs.probe",
    "tests.hypotheses.gated",
    "tests.lab",
    "tests.trading.gated",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not os.environ.get("CRIVO_TEST_DATA_DIR", ""):
    # Nobody collects the static files for the tests' own process; `serve` does for its own.
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
# Compiled code is alike everywhere, and takes half a minute to make: all streams and all processes
# that they start share what the first of them made.
_compiled = Path(os.environ.setdefault("CRIVO_TEST_COMPILED", str(DATA_DIR / "compiled")))
_compiled.mkdir(parents=True, exist_ok=True)
with contextlib.suppress(FileExistsError):
    (DATA_DIR / "compiled").symlink_to(_compiled, target_is_directory=True)
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns of a folder that is not there
if SQLITE:
    # A file, not memory: threads and other processes share it as they share the real one.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
if name := os.environ.get("CRIVO_TEST_DATABASE", ""):
    DATABASES["default"]["NAME"] = name
