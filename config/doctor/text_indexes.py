"""Whether searches can trust the full-text indexes of an app."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from config.text_index import TextIndex

from .finding import DoctorFinding, ok, warn


def text_indexes(check: str, module: str, indexes: Sequence[TextIndex]) -> DoctorFinding:
    """Are the indexes of a module's `INDEXES` there, and do they hold what the rows hold?"""
    broken = [index.table for index in indexes if not index.is_whole()]
    if not broken:
        return ok(check, _("texts are found by their words"))
    what = _("a search misses texts of %(tables)s") % {"tables": ", ".join(broken)}
    mend = f"from config.text_index import make_all; from {module} import INDEXES"
    return warn(check, what, f'manage.py shell -c "{mend}; make_all(INDEXES)"')
