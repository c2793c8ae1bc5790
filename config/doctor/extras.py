"""What is optional: absent is no fault, but a user wants to know."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator

from django.utils.translation import gettext as _

from .finding import DoctorFinding, ok

# Looked for today, needed by nothing yet: a line moves out of here with its first use.
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
