"""The files the pages and messages come from."""

from __future__ import annotations

import gettext
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import to_locale

from .finding import DoctorFinding, fail, ok, warn


def static_files() -> DoctorFinding:
    if settings.DEBUG:
        return ok("static files", _("served from their sources (CRIVO_DEBUG)"))
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
