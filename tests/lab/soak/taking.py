"""What is measured while the runs go on: memory of processes, size and rows of the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import psutil
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Q
from django_q.models import OrmQ, Task

from config.runs.models import Event, Run, Step

from .passing import LINES, MESSAGES, OUTPUTS, RECORDS

MIB = 2**20


def memory(processes: Iterable[psutil.Process]) -> tuple[float, int, int]:
    """Resident MiB, processes, and open files of all of them."""
    resident = files = count = 0
    for process in processes:
        try:
            with process.oneshot():
                resident += process.memory_info().rss
                files += process.num_fds()
                count += 1
        except psutil.Error:
            continue  # it ended while we looked
    return resident / MIB, count, files


def of_the_worker(family: Mapping[str, list[psutil.Process]]) -> list[psutil.Process]:
    """Its processes that stay: those that play backtests come and go."""
    return [each for kind, found in family.items() if kind != "backtest child" for each in found]


def database_mib() -> float:
    """What the database takes on the disk, without its journal."""
    with connection.cursor() as cursor:
        if settings.SQLITE:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return float(cursor.fetchone()[0]) / MIB


def passing_rows() -> dict[str, int]:
    """Rows of ended runs that are let go in time, and the broker's own."""
    ended = Q(run__status__in=Run.FINISHED)
    small = Q(kind__in=[Event.Kind.STEP, Event.Kind.MESSAGE])
    return {
        OUTPUTS: Step.objects.filter(ended, output__isnull=False).count(),
        LINES: Event.objects.filter(ended, small).count(),
        MESSAGES: OrmQ.objects.count(),
        RECORDS: Task.objects.count(),
    }


def rows_by_table() -> dict[str, int]:
    """How many rows each table has that has any."""
    counted = {
        model._meta.db_table: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy and model._meta.managed
    }
    return {table: number for table, number in sorted(counted.items()) if number}
