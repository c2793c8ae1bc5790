"""The settings of the processes that soak starts: the project's own, in a shorter time."""

from tests.lab.settings import *  # noqa: F403
from tests.lab.settings import API_RATES, INSTALLED_APPS, Q_CLUSTER

KEPT_SECONDS = 20
"""What a site keeps for weeks is let go after so long: the soak itself takes minutes."""

INSTALLED_APPS = [*INSTALLED_APPS, "tests.lab.soak"]
RUN_STEPS_DAYS = RUN_EVENTS_DAYS = KEPT_SECONDS / 86_400  # type: ignore[assignment]
API_RATES["user"] = "100000/min"  # the throttles hold this very dict
# django-q2 replaces a worker after 500 tasks: a leak could hide behind that.
Q_CLUSTER = {**Q_CLUSTER, "recycle": 1_000_000_000}
