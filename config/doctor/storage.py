"""The database: reachable, sound, up to date; and whether the queue moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import encoding as encodings
from config.doctor.finding import DoctorFinding, Level, fail, of_apps, ok, warn
from config.runs import beats
from config.runs.models import Run
from config.text_index import TextIndex

PATIENCE = timedelta(minutes=1)  # a run that waits longer has no worker to take it


def database(whole: bool = True) -> Iterator[DoctorFinding]:
    """The checks of the database; the later ones only where the earlier ones allow them."""
    try:
        first = reachable()
        yield first
        if first.level == Level.FAIL:
            return
        if settings.SQLITE:
            if whole:
                yield integrity()
            yield journal()
        else:
            yield encoding()
        last = migrations()
        yield last
        if last.level != Level.FAIL:
            yield from of_apps()
            if whole:
                yield worker()
            yield queue()
    except DatabaseError as error:
        line = str(error).strip().split("\n")[0]
        yield fail("database", line, _("restore a copy, or set DATABASE_URL to a sound database"))


def reachable() -> DoctorFinding:
    name = str(connection.settings_dict["NAME"])
    if settings.SQLITE and not Path(name).parent.is_dir():
        return fail("database", _("%s has no folder") % name, _("make it, or check DATABASE_URL"))
    if settings.SQLITE and not Path(name).exists():
        return fail("database", _("%s is not there yet") % name, "manage.py migrate")
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        line = str(error).strip().split("\n")[0]
        return fail("database", f"{name}: {line}", _("start the database, or check DATABASE_URL"))
    return ok("database", f"{connection.vendor}: {name}")


def integrity() -> DoctorFinding:
    answer = pragma("quick_check(1)")
    if answer != "ok":
        return fail("integrity", answer, _("stop all workers and restore a copy of the database"))
    return ok("integrity", _("no damage found"))


def journal() -> DoctorFinding:
    mode = pragma("journal_mode")
    if mode != "wal":
        mend = _("keep the database on a local disk: a network folder cannot hold a WAL")
        return warn("journal", mode, mend)
    return ok("journal", mode)


def encoding() -> DoctorFinding:
    found = encodings.encoding()
    if found in encodings.WHOLE:
        return ok("encoding", found)
    mend = _("make a database with `%s` and set DATABASE_URL to it") % encodings.MEND
    return fail("encoding", found, mend)


def pragma(statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {statement}")
        return str(cursor.fetchone()[0])


def migrations() -> DoctorFinding:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        what = ngettext("%d not applied", "%d not applied", len(waiting)) % len(waiting)
        return fail("migrations", what, "manage.py migrate")
    return ok("migrations", _("all applied"))


def worker() -> DoctorFinding:
    """Is a worker alive on this data folder? Without one only the command line executes runs."""
    try:
        with beats.held():
            pass
    except beats.AlreadyWorking:
        return ok("worker", _("alive"))
    return ok("worker", _("not running on this data folder"), "manage.py work")


def queue() -> DoctorFinding:
    """A run that waits long has no worker to take it, on this machine or another."""
    waiting = Run.objects.filter(status=Run.Status.QUEUED)
    count = waiting.count()
    if waiting.filter(queued_at__lt=timezone.now() - PATIENCE).exists():
        what = ngettext("%d run waits, too long", "%d runs wait, too long", count) % count
        return warn("queue", what, _("start a worker: manage.py work"))
    if not count:
        return ok("queue", _("no run waits"))
    return ok("queue", ngettext("%d run waits", "%d runs wait", count) % count)


# Whether searches can trust the full-text indexes of an app.


def text_indexes(check: str, module: str, indexes: Sequence[TextIndex]) -> DoctorFinding:
    """Are the indexes of a module's `INDEXES` there, and do they hold what the rows hold?"""
    broken = [index.table for index in indexes if not index.is_whole()]
    if not broken:
        return ok(check, _("texts are found by their words"))
    what = _("a search misses texts of %(tables)s") % {"tables": ", ".join(broken)}
    mend = f"from config.text_index import make_all; from {module} import INDEXES"
    return warn(check, what, f'manage.py shell -c "{mend}; make_all(INDEXES)"')
