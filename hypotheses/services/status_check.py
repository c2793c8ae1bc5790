"""Whether lists and searches can trust what is stored for them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.doctor.finding import DoctorFinding, ok, warn
from config.doctor.services import text_indexes
from hypotheses.models import Hypothesis
from hypotheses.querysets import INDEXES

STORE_STANDING = (
    'manage.py shell -c "from hypotheses.models import Hypothesis;'
    ' Hypothesis.objects.store_standing()"'
)


def searching() -> DoctorFinding:
    """Do searches find ideas and questions by their words?"""
    return text_indexes("idea search", "hypotheses.querysets", INDEXES)


def standing() -> DoctorFinding:
    """Lists find hypotheses by what is stored of how each stands: is that what it derives from?"""
    wrong = Hypothesis.objects.misstated().count()
    if wrong:
        what = ngettext(
            "%d hypothesis is listed with an outdated status",
            "%d hypotheses are listed with an outdated status",
            wrong,
        )
        return warn("standing", what % wrong, STORE_STANDING)
    return ok("standing", _("hypotheses are listed with their current status"))
