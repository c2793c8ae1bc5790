"""`manage.py doctor`: what works, what is missing and how to mend it."""

from __future__ import annotations

import gettext
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import to_locale

from config import web
from config.doctor.finding import DoctorFinding, Level, fail, ok, warn

__all__ = ["DoctorFinding", "Level", "examine"]


def examine(whole: bool = True) -> Iterator[DoctorFinding]:
    """Every check, in the order in which a new installation needs them; unless `whole`, without
    those that read all of the database or take a lock."""
    from config.doctor import services

    yield python_version()
    yield packages()
    yield data_folder()
    yield secret_key()
    yield proxies()
    yield from services.database(whole)
    yield from services.variables()
    yield services.wakes()
    yield static_files()
    yield languages()
    yield from services.models()
    yield services.langfuse()
    yield services.memory()
    yield from services.all_extras()


# The machine: Python, packages, data folder, secret key, the files of pages and messages.


def static_files() -> DoctorFinding:
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not manifest.exists():
        mend = "manage.py collectstatic --noinput"
        return warn("static files", _("not collected: pages cannot be shown"), mend)
    return ok("static files", str(settings.STATIC_ROOT))


def languages() -> DoctorFinding:
    """English stands in the sources; every other language needs its compiled messages."""
    for code, _name in settings.LANGUAGES[1:]:
        locale = to_locale(code)
        try:
            gettext.translation("django", settings.LOCALE_PATHS[0], [locale])
        except OSError:
            return fail("languages", _("%s: no compiled messages") % locale, "manage.py messages")
    return ok("languages", ", ".join(code for code, _name in settings.LANGUAGES))


OLDEST_PYTHON = (3, 11)


def python_version(version: tuple[int, ...] = tuple(sys.version_info[:2])) -> DoctorFinding:
    if version < OLDEST_PYTHON:
        return fail("python", platform.python_version(), _("install Python 3.11 or newer"))
    return ok("python", platform.python_version())


def packages(requirements: Path | None = None) -> DoctorFinding:
    """Are the packages there, in the versions that were tested together?"""
    pins = read_pins(requirements or settings.SHIPPED_DIR / "requirements.txt")
    missing, other = [], []
    for name, pinned in pins.items():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
            continue
        if installed != pinned:
            other.append(f"{name} {installed} ({pinned})")
    install = _("pip install -r requirements.txt, or `make demo`")
    if missing:
        return fail("packages", _("missing: %s") % ", ".join(missing), install)
    if other:
        return warn("packages", _("not as pinned: %s") % ", ".join(other), install)
    return ok("packages", _("%d as pinned") % len(pins))


def read_pins(requirements: Path) -> dict[str, str]:
    """`name==version` lines of a requirements file."""
    lines = requirements.read_text(encoding="utf-8").splitlines()
    pins = (line.partition("==") for line in lines if "==" in line)
    return {name: version for name, _equals, version in pins}


def data_folder() -> DoctorFinding:
    folder = settings.DATA_DIR
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        mend = _("make it writable, or choose another with CRIVO_DATA_DIR")
        return fail("data folder", f"{folder}: {error.strerror}", mend)
    return ok("data folder", str(folder))


def secret_key() -> DoctorFinding:
    """Is the key secret: readable by its owner alone, and not tracked by git?"""
    file: Path = settings.DATA_DIR / "secret_key"
    if not file.exists() or file.read_text(errors="replace").strip() != settings.SECRET_KEY:
        return ok("secret key", _("given by CRIVO_SECRET_KEY"))
    if in_git(file):
        mend = _("git rm --cached it, delete it, start again: a new one is made")
        return fail("secret key", _("%s is kept in git") % file, mend)
    mode = file.stat().st_mode & 0o777
    if mode & 0o077:
        what = _("%(file)s can be read by others (mode %(mode)o)") % {"file": file, "mode": mode}
        return fail("secret key", what, f"chmod 600 {file}")
    return ok("secret key", _("%(file)s, mode %(mode)o") % {"file": file, "mode": mode})


def proxies() -> DoctorFinding:
    """Is the visitor's address known, or does everybody have the proxy's?"""
    if complaint := web.complaint():
        return warn("proxies", complaint, web.mend())
    return ok("proxies", str(settings.PROXIES))


def in_git(file: Path) -> bool:
    """Does git track the file? False without git or a repository."""
    git = shutil.which("git")
    if git is None:
        return False
    listed = subprocess.run(  # noqa: S603 - git itself, arguments of our own
        [git, "-C", str(file.parent), "ls-files", "--", file.name],
        capture_output=True,
        check=False,
    )
    return bool(listed.stdout.strip())
