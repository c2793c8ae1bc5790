"""Whether a pre-registration is what was frozen: its hash, its row and what it was read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from hypotheses.domain.registration import RegistrationDifference, differences, digest
from hypotheses.models import Preregistration
from hypotheses.services.preregister import moment, substance

_SHOWN = 200


@dataclass(frozen=True)
class RegistrationVerification:
    """What was recomputed, and all that differs."""

    registration: Preregistration
    sha256: str
    differences: tuple[RegistrationDifference, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    def as_json(self) -> dict[str, Any]:
        """The verification as plain JSON."""
        return {
            "id": self.registration.pk,
            "hypothesis": self.registration.hypothesis_id,
            "number": self.registration.number,
            "holds": self.holds,
            "sha256": {"recorded": self.registration.sha256, "recomputed": self.sha256},
            "differences": [
                {"path": each.path, "recorded": each.recorded, "found": each.found}
                for each in self.differences
            ],
        }


def verify_preregistration(*, preregistration_id: int) -> RegistrationVerification:
    """Recompute the hash of what is stored, and read again the rows that it was frozen from.

    Raises Missing. Gaps are not read again: they go on being closed and reopened.
    """
    rows = Preregistration.objects.select_related("version__hypothesis", "decision")
    row = rows.filter(pk=preregistration_id).first()
    if row is None:
        raise Missing(_("there is no pre-registration %(id)s") % {"id": preregistration_id})
    found = digest(row.content)
    differing = [*_hash(row, found), *_place(row), *_rows(row), *_chain(row)]
    return RegistrationVerification(row, found, tuple(differing))


def _hash(row: Preregistration, found: str) -> Iterator[RegistrationDifference]:
    if found != row.sha256:
        yield RegistrationDifference("sha256", row.sha256, found)


def _place(row: Preregistration) -> Iterator[RegistrationDifference]:
    """What the row says beside the content; an account that is gone is none."""
    by = row.content.get("registered_by")
    found = {
        "number": row.number,
        "registered_at": moment(row.created_at),
        "registered_by": by if row.user_id is None else row.user_id,
    }
    yield from differences({name: row.content.get(name) for name in found}, found)


def _rows(row: Preregistration) -> Iterator[RegistrationDifference]:
    """The version, its elements, the idea and the decision, as they are now."""
    found = substance(row.version, row.decision, row.content.get("format", 1))
    yield from differences({name: row.content.get(name) for name in found}, found)


def _chain(row: Preregistration) -> Iterator[RegistrationDifference]:
    """The one before it: its hash stands in the content."""
    before = Preregistration.objects.filter(hypothesis=row.hypothesis_id, number=row.number - 1)
    found = before.values_list("sha256", flat=True).first()
    yield from differences({"follows": row.content.get("follows")}, {"follows": found})


def sentence(difference: RegistrationDifference) -> str:
    """A difference for a person to read."""
    return _("%(path)s: recorded %(recorded)s, found %(found)s") % {
        "path": difference.path,
        "recorded": _quoted(difference.recorded),
        "found": _quoted(difference.found),
    }


def _quoted(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
