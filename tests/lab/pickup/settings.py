"""The settings of the processes that are measured: the project's own, and an app that notes when
things happen."""

from tests.lab.settings import *  # noqa: F403
from tests.lab.settings import INSTALLED_APPS, Q_CLUSTER, REDIS_URL

INSTALLED_APPS = [*INSTALLED_APPS, "tests.lab.pickup"]
Q_CLUSTER = {
    **Q_CLUSTER,
    "broker_class": f"tests.lab.pickup.brokers.{'NotedRedis' if REDIS_URL else 'NotedORM'}",
}
