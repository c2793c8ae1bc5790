"""`manage.py doctor`: what works, what is missing and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator

from .finding import DoctorFinding, Level

__all__ = ["DoctorFinding", "Level", "examine"]


def examine(whole: bool = True) -> Iterator[DoctorFinding]:
    """Every check, in the order a new installation meets them; if not `whole`, without those that
    read all of the database or take a lock."""
    from config.doctor import extras, machine, services, storage

    yield machine.python_version()
    yield machine.packages()
    yield machine.data_folder()
    yield machine.secret_key()
    yield machine.proxies()
    yield from storage.database(whole)
    yield from services.variables()
    yield services.wakes()
    yield machine.static_files()
    yield machine.languages()
    yield from services.models()
    yield services.langfuse()
    yield services.memory()
    yield from extras.all_extras()
